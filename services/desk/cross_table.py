"""The cross table of a stage: who met whom in which session, and what it brought, from the score sheets.

Sessions are there from their start on: who is to meet whom is told by the sessions themselves.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import date
from fractions import Fraction
from typing import Literal

import msgspec

from services.desk.history.traces import traces
from services.desk.params import Entrant, StageParams
from services.desk.query_context import QueryContext
from services.desk.views import UNSET, Hidden, Name
from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import entrant_in, stage_in
from services.tournament.play.scores import Sheet
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session
from services.tournament.standings.draws import without_drawn
from services.tournament.standings.reached import WIN, halves_of, ranking_of
from services.tournament.standings.standing import standings
from services.tournament.state import State

What = Literal["played", "open", "bye", "unpaired"]
_OVER = "session-ended"


class Meeting(msgspec.Struct, frozen=True):
    """What one session brought an entrant.

    Attributes:
        session: the id.
        what: `open` while no game is recorded; `bye` and `unpaired` for who sat out, with a bye or without.
        opponents: who sat at the same table; at a table of two one.
        games_won: at that table.
        points: exact, "1", "1/2" or "0": of a table of two, and of a bye.
        table: the number of the table, for who did not sit out.
        place: in the stage after it, with what counts now; where the line of one entrant is asked for.
    """

    session: str
    what: What
    opponents: tuple[str, ...] = ()
    games_won: int | msgspec.UnsetType = UNSET
    points: str | msgspec.UnsetType = UNSET
    table: int | msgspec.UnsetType = UNSET
    place: int | msgspec.UnsetType = UNSET


class CrossRow(msgspec.Struct, frozen=True):
    """A line of the cross table. While places are hidden `place` is null.

    Attributes:
        meetings: one for each session the entrant was in, in order.
    """

    place: int | None
    entrant_no: str
    tied: bool | None
    meetings: tuple[Meeting, ...]
    name: Name = UNSET


class CrossSession(msgspec.Struct, frozen=True):
    """A session of the cross table."""

    session: str
    stage: Stage
    day: date | None
    number: int


class CrossAnswer(msgspec.Struct, frozen=True):
    """The cross table: sessions in order of play, those that count from an earlier stage first.

    Attributes:
        rows: by place.
        places_hidden: there while places are not seen yet; a participant then has their own line, the public
            none.
    """

    seq: int
    stage: Stage
    sessions: tuple[CrossSession, ...]
    rows: tuple[CrossRow, ...]
    places_hidden: Hidden = UNSET


class CrossParams(StageParams, frozen=True, kw_only=True):
    """Which stage, the first by default; of it the line of one entrant, with the place after each session."""

    entrant: Entrant | None = None


def cross_table(look: QueryContext, params: CrossParams) -> CrossAnswer:
    """Who met whom; raises Problem: stage-unknown, not-found."""
    state = look.state
    stage = stage_in(state, params.stage)
    hidden = look.hidden(stage)
    lines = standings(state, stage)
    if params.entrant is not None:
        entrant_in(state, params.entrant)
        lines = [line for line in lines if line.entrant_no == params.entrant]
    if hidden:
        lines = [line for line in lines if line.entrant_no == look.visibility.subject]
    begun = tuple(_begun(state, stage))
    met = _meetings(state, begun)
    if params.entrant is not None and lines and not hidden:
        met = {params.entrant: [*_placed(look, stage, params.entrant, met.get(params.entrant, ()))]}
    names = look.names(line.entrant_no for line in lines)
    rows = (
        CrossRow(
            None if hidden else line.place,
            line.entrant_no,
            None if hidden else line.tied,
            tuple(met.get(line.entrant_no, ())),
            names.get(line.entrant_no) or UNSET,
        )
        for line in lines
    )
    return CrossAnswer(
        state.seq,
        stage,
        tuple(CrossSession(known.plan.id, known.stage, known.day, known.number) for known in begun),
        tuple(rows),
        hidden,
    )


def _begun(state: State, stage: Stage) -> Iterator[Session]:
    """The sessions whose results count in a stage and that have begun."""
    begun = {sheet.session for sheet in state.sheets.values()}
    counted = state.plan.counted_in(stage)
    return (
        session
        for session in in_order_of_play(state)
        if session.stage in counted and session.plan.id in begun
    )


def _meetings(state: State, sessions: tuple[Session, ...]) -> Mapping[str, list[Meeting]]:
    """By entrant number what each session brought."""
    found: dict[str, list[Meeting]] = {}
    sheets: dict[str, list[Sheet]] = {}
    for sheet in state.sheets.values():
        sheets.setdefault(sheet.session, []).append(sheet)
    for session in sessions:
        key, halves = session.plan.id, state.stage_plan(session.stage).bye.halves
        for number in session.byes:
            found.setdefault(number, []).append(Meeting(key, "bye", points=_points(halves)))
        for number in session.unpaired:
            found.setdefault(number, []).append(Meeting(key, "unpaired"))
        for sheet in sheets[key]:
            for number in sheet.seats:
                found.setdefault(number, []).append(_meeting(state, sheet, number))
    return found


def _placed(look: QueryContext, stage: Stage, entrant: str, meetings: Sequence[Meeting]) -> Iterator[Meeting]:
    """The meetings of an entrant with the place after each session."""
    places = _places_after(look, stage, entrant, [meeting.session for meeting in meetings])
    for meeting in meetings:
        yield msgspec.structs.replace(meeting, place=places.get(meeting.session, UNSET))


def _meeting(state: State, sheet: Sheet, number: str) -> Meeting:
    others, table = tuple(other for other in sheet.seats if other != number), TableId.of(sheet.sheet).number
    if not any(total.games for total in sheet.totals):
        return Meeting(sheet.session, "open", others, table=table)
    total = sheet.total(number)
    points = _points(halves_of(total, sheet.total(others[0]))) if len(others) == 1 else UNSET
    won = without_drawn(state, sheet.stage, total).games_won
    return Meeting(sheet.session, "played", others, won, points, table)


def _points(halves: int) -> str:
    return str(Fraction(halves, WIN))


def _places_after(
    look: QueryContext, stage: Stage, entrant: str, sessions: Iterable[str]
) -> Mapping[str, int]:
    """The place after each of these sessions that is over and after which the entrant was ranked.

    Whoever asks has to see the places of the stage. It is worked out with what counts now: a figure that was
    put right since is nowhere but in the history. A rating is as it was then: it goes on from game to game.
    """
    state, kept = look.state, look.desk.history(look.tournament_id)
    over: dict[str, int] = {}
    ended = kept.events.of_types((_OVER,))
    for session in _begun(state, stage):
        known = set(kept.events.about(("session", session.plan.id)))
        last = max((seq for seq in ended if seq in known and seq <= state.seq), default=None)
        if session.status == "ended" and last is not None:
            over[session.plan.id] = last
    as_then = "rating" in ranking_of(state, stage)
    steps = traces(kept.ranks.stages.get(stage) if as_then else None, (entrant,), state.seq)[entrant]
    places: dict[str, int] = {}
    for session_id in sessions:
        seq = over.get(session_id)
        if seq is None:
            continue
        if as_then:
            place = next((step.place for step in reversed(steps) if step.seq <= seq), None)
        else:
            lines = standings(_until(state, stage, [id for id, at in over.items() if at <= seq]), stage)
            place = next((line.place for line in lines if line.entrant_no == entrant), None)
        if place is not None:
            places[session_id] = place
    return places


def _until(state: State, stage: Stage, over: Collection[str]) -> State:
    """The state as if of a stage nothing had been played yet but these sessions."""
    later = {session.plan.id: session for session in _begun(state, stage) if session.plan.id not in over}
    sessions = state.sessions
    for id, session in later.items():
        unplayed = msgspec.structs.replace(session, status="drawn", byes=(), unpaired=())
        sessions = sessions.set(id, unplayed)
    sheets = state.sheets
    for id, sheet in state.sheets.items():
        if sheet.session in later:
            sheets = sheets.delete(id)
    return msgspec.structs.replace(state, sessions=sessions, sheets=sheets)
