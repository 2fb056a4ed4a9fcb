"""Draws and rankings: what a draw needs of tables, sessions and numbers, and what ranks."""

from collections.abc import Iterator, Mapping

from services.rules.ruleset import Ruleset
from services.rules.swiss.tie_breaks import TIE_BREAK_SETS
from services.tournament.definition.checks.places import sessions_of, stages_of
from services.tournament.definition.faults import Finding, finding
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import StagePlan
from services.tournament.definition.words import RULESET
from services.tournament.seating.draws import draws, sessions_needed
from shared.catalogue import Listed
from shared.toml_lines import Path

PAIRED_KEYS = frozenset(key for keys in TIE_BREAK_SETS.values() for key in keys)
"""What is known of people only where two sit at a table."""

_MOST_GAPS = 6
"""Numbers or spans of them that a remark names."""


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Draws that cannot be made."""
    for path, stage in stages_of(plan):
        if stage.draw == "round_robin":
            yield from _round_robin(path, stage)
        if _goes_by(stage) == "points" and stage.attend == "one" and len(stage.sessions) > 1:
            yield finding(
                (*path, "attend"),
                "part-drawing-one-but-draw-points-made",
                (*path, "draw"),
                (*path, "sessions"),
                draw=stage.draw,
            )
        yield from _rounds_won(path, stage, rulesets.get(plan.ruleset_of(stage)))
    yield from _rated_twice(plan, rulesets)


def remarks(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Draws and rankings that can be made, but hardly as they were meant."""
    for path, stage in stages_of(plan):
        yield from _odd_draw(path, stage)
        yield from _odd_numbers(plan, path, stage)
        if stage.ranked == "complete" and (stage.attend == "some" or stage.games == "any"):
            yield finding((*path, "ranked"), "part-drawing-complete-but-people-come-they")
        if stage.table.most > 2 and PAIRED_KEYS & set(_keys(stage)):
            yield finding(
                (*path, "ranking"), "part-drawing-compares-opponents-where-two-sit", most=stage.table.most
            )


def _goes_by(stage: StagePlan) -> str | None:
    """What the draw of a stage goes by; None for an unknown word, which is a fault of its own."""
    known = draws().get(stage.draw)
    return None if known is None else known.goes_by


def can_be_seated(people: int, fewest: int, most: int) -> bool:
    """Whether so many people fit tables that seat at least `fewest` and at most `most`."""
    tables = -(-people // most)
    return tables * fewest <= people


def _round_robin(path: Path, stage: StagePlan) -> Iterator[Finding]:
    if stage.table.most > 2:
        yield finding((*path, "draw"), "part-drawing-round-robin-pairs-players-write", (*path, "table"))
    if stage.attend != "all" and (len(stage.sessions) > 1 or stage.attend == "some"):
        yield finding(
            (*path, "attend"),
            "part-drawing-but-round-robin-everyone-plays",
            (*path, "draw"),
            (*path, "sessions"),
            attend=stage.attend,
        )
    source = stage.source
    if source is None or source.places is None or source.ties == "all" or stage.table.most > 2:
        return
    needed = sessions_needed(source.places)
    if len(stage.sessions) < needed:
        yield finding(
            (*path, "sessions"),
            "part-drawing-rounds-players-need-meet-add",
            (*path, "enter"),
            (*path, "draw"),
            (*path, "table"),
            count=len(stage.sessions),
            needed=needed,
            places=source.places,
        )


def _rounds_won(path: Path, stage: StagePlan, ruleset: Ruleset | None) -> Iterator[Finding]:
    """Rounds are won only where the rules say by what."""
    if ruleset is None or "rounds_won" not in _keys(stage) or ruleset.ranking.round_keys is not None:
        return
    yield finding(
        (*path, "ranking"),
        "part-drawing-names-rounds-won-but-does",
        ("ruleset",),
        (*path, "ruleset"),
        id=ruleset.id,
    )


def _rated_twice(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """An entrant has one rating in a tournament, so two fields apart from each other cannot go by it."""
    rated: list[tuple[Path, StagePlan]] = []
    for path, stage in stages_of(plan):
        ruleset = rulesets.get(plan.ruleset_of(stage))
        keys = _keys(stage)
        if stage.ranking == RULESET and ruleset is not None:
            keys = ruleset.ranking.keys.value
        if stage.source is None and "rating" in keys:
            rated.append((path, stage))
    for path, _ in rated[1:]:
        here, first = rated[0]
        yield finding(
            (*path, "ranking"),
            "part-drawing-goes-rating-stages-people-register",
            (*here, "ranking"),
            ("ruleset",),
            (*path, "ruleset"),
            id=first.id,
        )


def _keys(stage: StagePlan) -> tuple[str, ...]:
    """The keys named in the file; of the ruleset, none."""
    if isinstance(stage.ranking, str):
        return TIE_BREAK_SETS.get(stage.ranking, ())
    return stage.ranking


def _odd_draw(path: Path, stage: StagePlan) -> Iterator[Finding]:
    by_standing = _goes_by(stage) == "places"
    if by_standing and stage.source is None and (len(stage.sessions) == 1 or stage.attend == "one"):
        yield finding((*path, "draw"), "part-drawing-goes-but-nobody-place-yet", draw=stage.draw)
    if _goes_by(stage) == "points" and len(stage.sessions) == 1:
        yield finding((*path, "draw"), "part-drawing-goes-points-with-single-round", draw=stage.draw)


def gaps(room: int, fewest: int, most: int) -> list[str]:
    """The numbers of people from a full table up to `room` that cannot be seated, as "7–9", "13–14"."""
    spans: list[list[int]] = []
    for people in range(fewest, room + 1):
        if can_be_seated(people, fewest, most):
            continue
        if spans and spans[-1][-1] == people - 1:
            spans[-1].append(people)
        else:
            spans.append([people])
    return [str(span[0]) if len(span) == 1 else f"{span[0]}–{span[-1]}" for span in spans]


def _gaps(path: Path, stage: StagePlan) -> Iterator[Finding]:
    """Numbers that cannot be seated, where there are several: a single one is that of five at three to four.

    Where it is said how many enter, that number is looked at alone (`_odd_numbers`).
    """
    if stage.source is not None and stage.source.places is not None:
        return
    table = stage.table
    rooms = [stage.room_in(session) for session in stage.sessions]
    bounds = [table.most**2 if room is None else room for room in rooms]
    found = gaps(max(bounds, default=0), table.fewest, table.most)
    if len(found) < 2 and not any("–" in numbers for numbers in found):
        return
    shown = found[:_MOST_GAPS] + ["…"] * (len(found) > _MOST_GAPS)
    yield finding(
        (*path, "table"),
        "part-drawing-numbers-cannot-sit",
        fewest=table.fewest,
        most=table.most,
        numbers=Listed(shown),
    )


def _odd_numbers(plan: Competition, path: Path, stage: StagePlan) -> Iterator[Finding]:
    if stage.draw == "round_robin" and stage.source is None and stage.table.most == 2:
        most = (
            max(
                count
                for count in range(2, len(stage.sessions) + 2)
                if sessions_needed(count) <= len(stage.sessions)
            )
            if stage.sessions
            else 0
        )
        if plan.places is None or plan.places > most:
            yield finding((*path, "sessions"), "part-drawing-rounds-at-most-players-with", most=most)
    if stage.draw in ("open", "given") or stage.table.most == 2:
        return
    yield from _gaps(path, stage)
    table = stage.table
    for here, session in sessions_of(path, stage):
        if session.capacity is not None and not can_be_seated(session.capacity, table.fewest, table.most):
            yield finding(
                (*here, "capacity"),
                "part-drawing-many-cannot-sit-at-tables-2",
                capacity=session.capacity,
                fewest=table.fewest,
                most=table.most,
            )
    places = None if stage.source is None else stage.source.places
    together = stage.attend == "all" or len(stage.sessions) == 1
    if places is not None and together and not can_be_seated(places, table.fewest, table.most):
        yield finding(
            (*path, "enter", "places"),
            "part-drawing-many-cannot-sit-at-tables",
            places=places,
            fewest=table.fewest,
            most=table.most,
        )
