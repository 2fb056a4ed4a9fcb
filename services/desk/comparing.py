"""The difference between two moments: who moved and why, the cut, the awards, and the events between."""

from collections import Counter
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Protocol

import msgspec

from services.access.visibility import Visibility
from services.desk.answers import TimelineEntry
from services.desk.cache import EVERY
from services.desk.decoding import CATALOGUE
from services.desk.moments import AsOf
from services.tournament.definition.awards import FamilyAward
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.kernel.deciding import evolve
from services.tournament.kernel.facts import Stamp
from services.tournament.people.entrants import Entrant, Participation
from services.tournament.standings.reached import Standing
from services.tournament.standings.standing import standings
from services.tournament.state import State, at_rest
from shared.clock import from_micros
from shared.eventlog import Recorded
from shared.working import still_time

Causes = Mapping[tuple[Stage, str], Sequence[int]]

FAMILY = "family"
OTHER = "other-"


class Line(msgspec.Struct, frozen=True):
    """Where someone stands at one of the moments."""

    place: int
    games_won: int
    score: str
    tiles: int


class Move(msgspec.Struct, frozen=True):
    """Someone whose line differs.

    Attributes:
        before, after: None where not ranked.
        because: seqs of the events that changed their own figures; none if only others moved.
    """

    entrant_no: str
    before: Line | None
    after: Line | None
    because: tuple[int, ...]


class StageDifference(msgspec.Struct, frozen=True):
    stage: Stage
    moves: tuple[Move, ...]


class CutDifference(msgspec.Struct, frozen=True):
    """Who came into the final and who fell out of it, and how the cut stood at either moment.

    Attributes:
        fell_out: once it is concluded, also who was tied across it, or went on when it was concluded before.
        tied: who lies across it since, for so many `free_places`.
        given_up: who gave up a place and stays out of it, where it is made or opened again.
    """

    before: str
    after: str
    came_in: tuple[str, ...]
    fell_out: tuple[str, ...]
    tied: tuple[str, ...] = ()
    free_places: int = 0
    given_up: tuple[str, ...] = ()


class AwardsDifference(msgspec.Struct, frozen=True):
    """Awards with their holders at either moment; only those that differ.

    Attributes:
        award: "place-1", "family", or "other-2-1-" for the third award of the plan, its first place.
        title: what it is called; of a team's the title, without the team.
    """

    award: str
    title: Text
    before: tuple[str, ...]
    after: tuple[str, ...]


class Difference(msgspec.Struct, frozen=True):
    """What differs between two states."""

    stages: tuple[StageDifference, ...]
    cut: CutDifference | None
    awards: tuple[AwardsDifference, ...]

    @property
    def empty(self) -> bool:
        return not self.cut and not self.awards and not any(stage.moves for stage in self.stages)


class DiffAnswer(msgspec.Struct, frozen=True):
    """The difference between two moments.

    Attributes:
        before, after: the seqs compared.
        events: how many events lie between; `kinds` counts them by type.
        between: the first of them in plain words; the timeline has them all.
    """

    before: int
    after: int
    events: int
    kinds: dict[str, int]
    difference: Difference
    between: tuple[TimelineEntry, ...] = ()


class Past(Protocol):
    """Where states and events come from."""

    def state(self, tournament_id: str, as_of: AsOf | None = None) -> State: ...

    def recorded(self, tournament_id: str, after: int, until: int) -> Iterator[Recorded]: ...


def compare(past: Past, tournament_id: str, seq: int, other: int) -> DiffAnswer:
    """What differs between two seqs, the earlier one first whichever way they are given."""
    before, after = sorted((seq, other))
    start = past.state(tournament_id, before)
    between = list(past.recorded(tournament_id, before, after))
    end, causes = causes_of(start, between)
    kinds = Counter(event.type for event in between)
    return DiffAnswer(
        before, after, after - before, dict(sorted(kinds.items())), difference(start, end, causes)
    )


def difference(before: State, after: State, causes: Causes) -> Difference:
    """What differs in standings, cut and awards.

    Args:
        causes: by stage and entrant, the seqs of the events that changed their own figures.
    """
    stages = tuple(
        StageDifference(stage, moves)
        for stage in after.stages
        if (moves := tuple(_moves(stage, _lines(before, stage), _lines(after, stage), causes)))
    )
    return Difference(stages, _cut(before, after), tuple(_awards(before, after)))


def award_stage(plan: Competition, award: str) -> Stage:
    """The stage on whose places an award rests: "place-1", "family", or "other-2-1-" for the third award."""
    if award.startswith(OTHER):
        return plan.awards[int(award.split("-")[1])].stage
    return plan.family_stage if award == FAMILY else plan.titled_stage


def award_title(plan: Competition, award: str) -> Text:
    """What an award is called; of a team's the title, without the team."""
    if award == FAMILY:
        assert plan.family_award is not None, "units are awarded only where there is an award for them"
        return plan.family_award.name
    if award.startswith(OTHER):
        number, place = (int(part) for part in award.split("-")[1:3])
        given = plan.awards[number]
        assert not isinstance(given, FamilyAward), "families have an award of their own"
        return given.titles[place - 1]
    return plan.titles[int(award.removeprefix("place-")) - 1]


def seen_by(seen: Visibility, plan: Competition, whole: Difference) -> Difference:
    """What someone may see of a difference: no move, cut or award of a stage whose places are not seen."""
    return Difference(
        tuple(stage for stage in whole.stages if seen.hides(stage.stage) is None),
        whole.cut if _cuts_are_seen(seen, plan) else None,
        tuple(award for award in whole.awards if seen.hides(award_stage(plan, award.award)) is None),
    )


def _cuts_are_seen(seen: Visibility, plan: Competition) -> bool:
    return all(seen.hides(stage.source.stage) is None for stage in plan.stages if stage.source is not None)


def causes_of(
    state: State, recorded: Iterable[Recorded], only: Container[int] | None = None
) -> tuple[State, dict[tuple[Stage, str], list[int]]]:
    """Fold events and note which changed whose own figures; with `only`, of events at these seqs."""
    causes: dict[tuple[Stage, str], list[int]] = {}
    for place, event in enumerate(recorded):
        if place % EVERY == 0:
            still_time()
        stamp = Stamp(event.seq, from_micros(event.occurred_at), event.actor)
        after = evolve(state, CATALOGUE.decode(event), stamp)
        for who in affected(state, after) if only is None or event.seq in only else ():
            causes.setdefault(who, []).append(event.seq)
        state = after
    return at_rest(state), causes


def affected(before: State, after: State) -> list[tuple[Stage, str]]:
    """Whose own line, by stage, differs between two states that one event lies between."""
    named: dict[tuple[Stage, str], None] = {}
    for kind, key in after.touched:
        if kind == "entrant":
            for stage in _where_figures_differ(before, after, key):
                named[stage, key] = None
        elif kind == "sheet":
            named.update(_of_sheet(before, after, key))
        elif kind == "session":
            named.update(_of_byes(before, after, key))
    return [who for who in named if _figures(before, *who) != _figures(after, *who)]


def _where_figures_differ(before: State, after: State, number: str) -> Iterable[Stage]:
    """The stages in which someone who was touched has other figures, or may have."""
    old, new = before.entrants.get(number), after.entrants.get(number)
    if old and new and old.status == new.status and old.participations == new.participations:
        return ()
    were = _by_stage(before, old) if old is not None else {}
    are = _by_stage(after, new) if new is not None else {}
    return {**were, **are} if were != are else ()


def _by_stage(state: State, entrant: Entrant) -> dict[Stage, object]:
    """What places someone in each stage; without those where nothing does."""
    found: dict[Stage, object] = {}
    for part in entrant.participations:
        figures = _of_part(state, entrant, part)
        if figures is not None:
            found[part.stage] = figures
    return found


def _of_sheet(before: State, after: State, key: str) -> Mapping[tuple[Stage, str], None]:
    """Whoever sits at a table at which any total differs; a signature, say, changes none."""
    old, new = before.sheets.get(key), after.sheets.get(key)
    if old is not None and new is not None and old.totals == new.totals:
        return {}
    sheets = [sheet for sheet in (old, new) if sheet is not None]
    return {(sheet.stage, number): None for sheet in sheets for number in sheet.seats}


def _of_byes(before: State, after: State, session: str) -> Mapping[tuple[Stage, str], None]:
    """Whoever sits a session out in one of two states and not in the other."""
    old, new = before.sessions.get(session), after.sessions.get(session)
    were = old.sitting_out if old is not None else ()
    are = new.sitting_out if new is not None else ()
    side = old or new
    if side is None or were == are:
        return {}
    return {(side.stage, number): None for number in sorted({*were} ^ {*are})}


def _figures(state: State, stage: Stage, number: str) -> object:
    """What places someone in a stage; None where nothing does."""
    entrant = state.entrants.get(number)
    part = entrant.participation(stage) if entrant is not None else None
    return _of_part(state, entrant, part) if entrant is not None and part is not None else None


def _of_part(state: State, entrant: Entrant, part: Participation) -> object:
    """What places someone, or keeps them from it: the foot of their column, and whether they are out."""
    number = entrant.entrant_no
    totals, byes, played = [], [], part.out is not None
    for attendance in part.attendances:  # asked of everyone with most events, and mostly nobody has sat yet
        for table in attendance.tables if attendance.table is not None or attendance.before else ():
            sheet = state.sheets.get(table)
            if sheet is not None and number in sheet.seats:
                total = sheet.total(number)
                totals.append(total)
                played = played or total.games > 0
        session = state.sessions.get(attendance.session)
        if session is not None and number in session.sitting_out:
            byes.append(attendance.session)
    return (totals, byes, part.out, entrant.status) if played or byes else None


def _moves(
    stage: Stage, before: Mapping[str, Line], after: Mapping[str, Line], causes: Causes
) -> Iterable[Move]:
    order = {number: line.place for lines in (before, after) for number, line in lines.items()}
    for number in sorted(before.keys() | after.keys(), key=lambda number: (order[number], number)):
        if before.get(number) != after.get(number):
            because = tuple(causes.get((stage, number), ()))
            yield Move(number, before.get(number), after.get(number), because)


def _lines(state: State, stage: Stage) -> dict[str, Line]:
    """Everyone's line by entrant number."""
    return {standing.entrant_no: _line(standing) for standing in standings(state, stage)}


def _line(standing: Standing) -> Line:
    return Line(standing.place, standing.totals.games_won, standing.totals.score, standing.totals.tiles)


def _cut(before: State, after: State) -> CutDifference | None:
    for stage in reversed(after.stages or before.stages):
        old, new = before.cut_into(stage), after.cut_into(stage)
        was, now = set(old.qualified), set(new.qualified)
        if old.status == new.status and was == now:
            continue
        came_in = tuple(sorted(now - was))
        if new.status == "concluded" != old.status:
            was |= {*old.tied, *(old.earlier.qualified if old.earlier is not None else ())}
        tied, free = (new.tied, new.free_places) if new.status == "held" else ((), 0)
        stays_out = tuple(sorted(new.given_up)) if "open" in (old.status, new.status) else ()
        fell_out = tuple(sorted(was - now))
        return CutDifference(old.status, new.status, came_in, fell_out, tied, free, stays_out)
    return None


def _awards(before: State, after: State) -> Iterable[AwardsDifference]:
    old, new = holders_of(before), holders_of(after)
    for award in sorted(old.keys() | new.keys()):
        if old.get(award) != new.get(award):
            title = award_title((after if award in new else before).plan, award)
            yield AwardsDifference(award, title, old.get(award, ()), new.get(award, ()))


def holders_of(state: State) -> dict[str, tuple[str, ...]]:
    """Who has which award: entrant numbers, of a family award units; by its name in a difference."""
    if state.awards is None:
        return {}
    holders = {f"place-{place.place}": place.entrants for place in state.awards.places}
    for other in state.awards.others:
        holders[f"{OTHER}{other.award}-{other.place}-{other.team or ''}"] = other.holders
    return {**holders, FAMILY: state.awards.family_units} if state.awards.family_units else holders
