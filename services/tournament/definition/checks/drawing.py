"""Draws and rankings: what a draw needs of tables, sessions and numbers, and what ranks."""

from collections.abc import Iterator, Mapping

from services.rules.ruleset import Ruleset
from services.rules.swiss.tie_breaks import TIE_BREAK_SETS
from services.tournament.definition.checks.places import sessions_of, stages_of
from services.tournament.definition.faults import Finding
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import StagePlan
from services.tournament.definition.words import RULESET
from services.tournament.seating.draws import draws, sessions_needed
from shared.toml_lines import Path

PAIRED_KEYS = frozenset(key for keys in TIE_BREAK_SETS.values() for key in keys)
"""What is known of people only where two sit at a table."""


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Draws that cannot be made."""
    for path, stage in stages_of(plan):
        if stage.draw == "round_robin":
            yield from _round_robin(path, stage)
        if _goes_by(stage) == "points" and stage.attend == "one" and len(stage.sessions) > 1:
            yield Finding(
                (*path, "attend"),
                f'is "one", but a draw by points ({stage.draw}) is made round by round; write attend = "all"',
                f'是 "one"，但按積分（{stage.draw}）須逐輪編桌；請填寫 attend = "all"',
                ((*path, "draw"), (*path, "sessions")),
            )
        yield from _rounds_won(path, stage, rulesets.get(plan.ruleset_of(stage)))
    yield from _rated_twice(plan, rulesets)


def remarks(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Draws and rankings that can be made, but hardly as they were meant."""
    for path, stage in stages_of(plan):
        yield from _odd_draw(path, stage)
        yield from _odd_numbers(plan, path, stage)
        if stage.ranked == "complete" and (stage.attend == "some" or stage.games == "any"):
            yield Finding(
                (*path, "ranked"),
                'is "complete", but people come as they like; ranked = "played" ranks who played at all',
                '是 "complete"，但參賽者可自由參加；如要排列所有曾出賽者，請填寫 ranked = "played"',
            )
        if stage.table.most > 2 and PAIRED_KEYS & set(_keys(stage)):
            yield Finding(
                (*path, "ranking"),
                f"compares opponents, as where two sit at a table; here up to {stage.table.most} do",
                f"以對手比較，適用於兩人一桌；此處每桌最多 {stage.table.most} 人",
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
        yield Finding(
            (*path, "draw"),
            "round_robin pairs players: write table = { most = 2, fewest = 2 }, or another draw",
            "round_robin 只用於兩人對賽：請填寫 table = { most = 2, fewest = 2 }，或改用其他編桌方法",
            ((*path, "table"),),
        )
    if stage.attend != "all" and (len(stage.sessions) > 1 or stage.attend == "some"):
        yield Finding(
            (*path, "attend"),
            f'is "{stage.attend}", but in a round robin everyone plays every round; write attend = "all"',
            f'是 "{stage.attend}"，但循環賽每人每輪均須參加；請填寫 attend = "all"',
            ((*path, "draw"), (*path, "sessions")),
        )
    source = stage.source
    if source is None or source.places is None or source.ties == "all" or stage.table.most > 2:
        return
    needed = sessions_needed(source.places)
    if len(stage.sessions) < needed:
        yield Finding(
            (*path, "sessions"),
            f"are {len(stage.sessions)} of the {needed} rounds that {source.places} players need to meet; "
            "add the others",
            f"共 {len(stage.sessions)} 輪，但 {source.places} 人循環賽需要 {needed} 輪；請補足",
            ((*path, "enter"), (*path, "draw"), (*path, "table")),
        )


def _rounds_won(path: Path, stage: StagePlan, ruleset: Ruleset | None) -> Iterator[Finding]:
    """Rounds are won only where the rules say by what."""
    if ruleset is None or "rounds_won" not in _keys(stage) or ruleset.ranking.round_keys is not None:
        return
    yield Finding(
        (*path, "ranking"),
        f"names rounds_won, but {ruleset.id} does not say who wins a round; leave it out",
        f"含有 rounds_won，但 {ruleset.id} 沒有訂明每輪勝者；請刪去",
        (("ruleset",), (*path, "ruleset")),
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
        yield Finding(
            (*path, "ranking"),
            f"goes by rating, as in {first.id}; of the stages that people register for only one can: write "
            "another ranking, or found a tournament for each",
            f"與 {first.id} 同樣按等級分排名；接受報名的階段只可有一個如此：請改用其他排名，或各自另立賽事",
            ((*here, "ranking"), ("ruleset",), (*path, "ruleset")),
        )


def _keys(stage: StagePlan) -> tuple[str, ...]:
    """The keys named in the file; of the ruleset, none."""
    if isinstance(stage.ranking, str):
        return TIE_BREAK_SETS.get(stage.ranking, ())
    return stage.ranking


def _odd_draw(path: Path, stage: StagePlan) -> Iterator[Finding]:
    by_standing = _goes_by(stage) == "places"
    if by_standing and stage.source is None and (len(stage.sessions) == 1 or stage.attend == "one"):
        yield Finding(
            (*path, "draw"),
            f"goes by {stage.draw}, but nobody has a place yet: it is a draw by lot",
            f"按名次（{stage.draw}）編桌，但尚未有名次：等同抽籤",
        )
    if _goes_by(stage) == "points" and len(stage.sessions) == 1:
        yield Finding(
            (*path, "draw"),
            f"goes by points ({stage.draw}) with a single round: nobody has points yet",
            f"按積分（{stage.draw}）編桌，但只有一輪，尚未有積分",
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
            yield Finding(
                (*path, "sessions"),
                f"are rounds for at most {most} players; with more, the round robin is refused",
                f"輪數只夠 {most} 人；人數較多時無法進行循環賽",
            )
    if stage.draw in ("open", "given") or stage.table.most == 2:
        return
    table = stage.table
    for here, session in sessions_of(path, stage):
        if session.capacity is not None and not can_be_seated(session.capacity, table.fewest, table.most):
            yield Finding(
                (*here, "capacity"),
                f"is {session.capacity}: as many cannot sit at tables of {table.fewest} to {table.most}",
                f"是 {session.capacity}：無法以每桌 {table.fewest} 至 {table.most} 人安排就座",
            )
    places = None if stage.source is None else stage.source.places
    together = stage.attend == "all" or len(stage.sessions) == 1
    if places is not None and together and not can_be_seated(places, table.fewest, table.most):
        yield Finding(
            (*path, "enter", "places"),
            f"is {places}: as many cannot sit at tables of {table.fewest} to {table.most}",
            f"是 {places}：無法以每桌 {table.fewest} 至 {table.most} 人安排就座",
        )
