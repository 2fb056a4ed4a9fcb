"""Results brought in from paper: a session run without the software, or sheets typed up afterwards.

Where no seats were drawn here, the session was run on paper: the rows' seats and presence are taken.
Sheets from paper are closed, their signatures being on the paper.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Annotated

from immutables import Map
from msgspec import structs

from services.rules.exact import parse_score
from services.rules.self_recorded import UNKNOWN, RecordedSeat
from services.tournament.definition.places_called import session_called
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Part, Stamp
from services.tournament.kernel.ids import TableId
from services.tournament.kernel.lengths import MOST_GAMES, MOST_PEOPLE, MOST_ROWS, EntrantNo, Id, SessionId
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import (
    attendance_in,
    entrant_in,
    finalists_not_placed,
    is_entered,
    session_in,
    still_in,
)
from services.tournament.people.entrants import Presence
from services.tournament.play.conflicts import GameResults, enter_sheet
from services.tournament.play.figures import recorded_results
from services.tournament.play.sheets import empty_sheet
from services.tournament.play.signatures import close_when_settled, sign_from_paper
from services.tournament.seating.draws import CANNOT_BE_SEATED, OVERFULL
from services.tournament.seating.seats import TableSeats, seat
from services.tournament.seating.sessions import SEATS, Session
from services.tournament.state import State
from shared.bounds import many
from shared.catalogue import Phrase, Word
from shared.faults import Faults
from shared.problems import Problem, ProblemType, not_found

ROW_TWICE = ProblemType("row-twice", 422)
ROW_MISSING = ProblemType("row-missing", 422)
SEAT_CHANGES_HANDS = ProblemType("seat-changes-hands", 422)
ANOTHER_SESSION = ProblemType("another-session", 409)
TWO_SEATS = ProblemType("two-seats", 422)
SEATS_DRAWN_DIFFER = ProblemType("seats-drawn-differ", 409)
NOT_STARTED = ProblemType("not-started", 409)


class ResultRow(Part, frozen=True):
    """One row of a results file: what one entrant reached in one game.

    Attributes:
        table: its number, from 1.
        game: its number at the table, from 1.
        seat: the letter of the seat, A for the first.
        game_won: 1 for a winner, else 0.
        score: exact: `"-12"`, `"23/2"`; those of a game sum to zero.
        tiles: how many tiles were left.
        line: the row's line in its file, for messages.
    """

    session: SessionId
    table: int
    game: int
    seat: Id
    entrant_no: EntrantNo
    game_won: int
    score: Id
    tiles: int
    line: int = 0


@event("session-played-on-paper")
class SessionPlayedOnPaper(Event, frozen=True):
    """A session was run without the software: its seats and who was present, as the sheets have it."""

    session: str
    tables: tuple[TableSeats, ...]
    absent: tuple[str, ...]


class ImportResults(Command, frozen=True, kw_only=True):
    """Bring in results from paper, all rows or none."""

    rows: Annotated[tuple[ResultRow, ...], many(MOST_ROWS)]


@decides(ImportResults)
def import_results(draft: Draft, command: ImportResults) -> None:
    faults = Faults()
    sessions: dict[str, dict[int, list[ResultRow]]] = {}
    for row in command.rows:
        with faults.gathered():
            check_row(draft.state, row)
            sessions.setdefault(row.session, {}).setdefault(row.table, []).append(row)
    faults.refuse()
    for session_id, tables in sorted(sessions.items()):
        session = draft.state.sessions[session_id]
        sheets: dict[int, Rows] = {}
        for number, rows in sorted(tables.items()):
            with faults.gathered():
                sheets[number] = _sheet_rows(draft.state, session, number, rows)
        with faults.gathered():
            _seats_from_paper(draft, session, sheets)
            for number, by_seat in sheets.items():
                with faults.gathered():
                    _enter(draft, str(TableId(session_id, number)), by_seat)
    faults.refuse()


def check_row(state: State, row: ResultRow) -> None:
    """Refuse a row that names what is not there, or whose score cannot be read.

    Raises:
        Problem: with line and field, all of them.
    """
    faults = Faults()
    with faults.gathered():
        _score(row)
    with faults.gathered():
        if row.entrant_no not in state.entrants:
            raise not_found("entrant", row.entrant_no).at(line=row.line, field="entrant_no")
    with faults.gathered():
        _check_places(state, row)
    faults.refuse()


def _check_places(state: State, row: ResultRow) -> None:
    try:
        session = session_in(state, row.session)
    except Problem as problem:
        raise problem.at(line=row.line, field="session") from None
    if not is_entered(state, session.stage):
        raise finalists_not_placed(state, session.stage).at(line=row.line, field="session")
    stage = state.stage_plan(session.stage)
    seats = SEATS[: stage.table.most]
    tables, games = session.plan.tables or MOST_PEOPLE, stage.games_each or MOST_GAMES
    called = session_called(row.session, state.definition, state.moved_to)
    among = {
        "table": Phrase("part-tables-of-session", {"session": called, "most": session.plan.tables}),
        "game": Phrase("part-games-of-session", {"session": called, "most": games}),
        "seat": Phrase("part-seats-of-session", {"session": called, "seats": [*seats]}),
    }
    there = {
        "table": ("table", row.table, 1 <= row.table <= tables),
        "game": ("game", row.game, 1 <= row.game <= games),
        "seat": ("seat", row.seat, len(row.seat) == 1 and row.seat in seats),
    }
    Faults(
        not_found(thing, id, among.get(field)).at(line=row.line, field=field)
        for field, (thing, id, known) in there.items()
        if not known
    ).refuse()


Rows = dict[str, dict[int, ResultRow]]


def _sheet_rows(state: State, session: Session, table: int, rows: Sequence[ResultRow]) -> Rows:
    """The rows of one table by seat and game, complete."""
    sheet = str(TableId(session.plan.id, table))
    faults = Faults()
    by_seat: Rows = {}
    for row in rows:
        games = by_seat.setdefault(row.seat, {})
        with faults.gathered():
            if row.game in games:
                raise ROW_TWICE(seat=row.seat, game=row.game, sheet=sheet).at(line=row.line, table=table)
            other = next(iter(games.values()), row)
            games[row.game] = row
            if other.entrant_no != row.entrant_no:
                raise SEAT_CHANGES_HANDS(
                    seat=row.seat, sheet=sheet, first=other.entrant_no, second=row.entrant_no
                ).at(line=row.line, table=table, field="entrant_no")
    faults.refuse()
    played = state.stage_plan(session.stage).games_each or max(row.game for row in rows)
    missing = [
        (letter, game, next(iter(games.values())).line)
        for letter, games in by_seat.items()
        for game in range(1, played + 1)
        if game not in games
    ]
    missing += [(letter, 1, rows[0].line) for letter in SEATS[: len(by_seat)] if letter not in by_seat]
    Faults(
        ROW_MISSING(seat=letter, sheet=sheet, game=game).at(line=line, table=table)
        for letter, game, line in missing
    ).refuse()
    return {letter: by_seat[letter] for letter in sorted(by_seat)}


def _seats_from_paper(draft: Draft, session: Session, sheets: Mapping[int, Rows]) -> None:
    state = draft.state
    seats = {number: tuple(games[1].entrant_no for games in rows.values()) for number, rows in sheets.items()}
    if session.status != "scheduled" and not session.on_paper:
        if session.status not in ("playing", "time_called", "ended"):
            raise NOT_STARTED(session=session.plan.id, status=Word("session", session.status))
        _agree_with_draw(session, seats, sheets)
        return
    new = {number: seat for number, seat in seats.items() if number not in session.tables}
    _agree_with_draw(session, {n: seat for n, seat in seats.items() if n not in new}, sheets)
    _check_entrants(state, session, new, sheets)
    if not new:
        return
    sitting = {entrant for seated in new.values() for entrant in seated} | {
        entrant for table in session.tables.values() for entrant in table
    }
    absent = tuple(sorted(entrant for entrant in session.entrants if entrant not in sitting))
    tables = tuple(TableSeats(number, seated) for number, seated in sorted(new.items()))
    draft.record(SessionPlayedOnPaper(session.plan.id, tables, absent))


def _agree_with_draw(
    session: Session, seats: Mapping[int, tuple[str, ...]], sheets: Mapping[int, Rows]
) -> None:
    Faults(
        SEATS_DRAWN_DIFFER(
            sheet=str(TableId(session.plan.id, number)),
            drawn=session.tables.get(number) or "–",
            given=seated,
        ).at(line=next(iter(sheets[number].values()))[1].line, table=number, field="entrant_no")
        for number, seated in seats.items()
        if session.tables.get(number, ()) != seated
    ).refuse()


def _check_entrants(
    state: State, session: Session, new: Mapping[int, tuple[str, ...]], sheets: Mapping[int, Rows]
) -> None:
    sits: dict[str, str] = {
        entrant: str(TableId(session.plan.id, number))
        for number, table in session.tables.items()
        for entrant in table
    }
    faults = Faults()
    size = state.stage_plan(session.stage).table
    for number, seated in new.items():
        if not size.fewest <= len(seated) <= size.most:
            first = next(iter(sheets[number].values()))[1].line
            faults.found.append(
                CANNOT_BE_SEATED(present=len(seated), fewest=size.fewest, most=size.most, lower=None).at(
                    line=first, table=number
                )
            )
        for letter, entrant_no in zip(sheets[number], seated, strict=True):
            with faults.gathered():
                try:
                    _check_seat(state, session, str(TableId(session.plan.id, number)), entrant_no, sits)
                except Problem as problem:
                    line = sheets[number][letter][1].line
                    raise problem.at(line=line, table=number, field="entrant_no") from None
    faults.refuse()
    room = state.room_in(session)
    if room is not None and len(sits) > room:
        raise OVERFULL(present=len(sits), tables=session.plan.tables)


def _check_seat(state: State, session: Session, sheet: str, entrant_no: str, sits: dict[str, str]) -> None:
    """Refuse someone who does not play here, or sits elsewhere; else note where."""
    plays = attendance_in(state, entrant_in(state, entrant_no), session.stage).session
    if state.entrants[entrant_no].in_session(session.stage, session.plan.id) is None:
        raise ANOTHER_SESSION(entrant=entrant_no, own=plays, session=session.plan.id)
    still_in(state.entrants[entrant_no], session.stage)
    if entrant_no in sits:
        raise TWO_SEATS(entrant=entrant_no, first=sits[entrant_no], second=sheet)
    sits[entrant_no] = sheet


def _enter(draft: Draft, sheet_id: str, rows: Rows) -> None:
    state = draft.state
    rules = state.rules_in(state.sheets[sheet_id].stage)
    faults = Faults()
    entered = []
    for number in sorted(next(iter(rows.values()))):
        game_rows = [games_of_seat[number] for games_of_seat in rows.values()]
        with faults.gathered():
            columns = [
                RecordedSeat(row.entrant_no, _score(row), row.game_won, row.tiles) for row in game_rows
            ]
            try:
                results = recorded_results(rules, columns, strict=draft.strict)
            except Problem as problem:
                seat_line = {row.entrant_no: row.line for row in game_rows}
                line = seat_line.get(str(problem.where.get("seat")), game_rows[0].line)
                raise problem.at(line=line, table=game_rows[0].table, game=number, sheet=sheet_id) from None
            entered.append(GameResults(number, UNKNOWN, results))
    faults.refuse()
    enter_from_paper(draft, sheet_id, tuple(entered))


def _score(row: ResultRow) -> Fraction:
    try:
        return parse_score(row.score)
    except Problem as problem:
        raise problem.at(line=row.line, table=row.table, field="score") from None


def enter_from_paper(draft: Draft, sheet_id: str, games: tuple[GameResults, ...]) -> None:
    """Record a whole sheet as it came in on paper, with the signatures on it."""
    before = len(draft.entries)
    enter_sheet(draft, draft.state.sheets[sheet_id], games, "paper")
    if len(draft.entries) > before:
        seq = draft.state.seq
        sign_from_paper(draft, sheet_id, seq)
        close_when_settled(draft, sheet_id, seq)


@evolves(SessionPlayedOnPaper)
def _played(state: State, event: SessionPlayedOnPaper, stamp: Stamp) -> State:
    state = seat(state, event.session, event.tables)
    session = state.sessions[event.session]
    sitting = {entrant for seated in session.tables.values() for entrant in seated}
    session = structs.replace(
        session,
        status="ended",
        on_paper=True,
        checked_in=len(sitting),
        referees=session.referees or Map(),
        ended_at=stamp.occurred_at,
    )
    state = state.with_session(session)
    for table in event.tables:
        sheet = empty_sheet(session, table.table, state.stage_plan(session.stage))
        state = state.with_sheet(structs.replace(sheet, over=sheet.length.word != "games"))
    missed: Presence = "forfeited" if state.stage_plan(session.stage).attend == "one" else "absent"
    sides: tuple[tuple[Presence, Sequence[str]], ...] = (
        ("checked_in", sorted(sitting)),
        (missed, event.absent),
    )
    for present, numbers in sides:
        for number in numbers:
            entrant = state.entrants[number]
            attendance = entrant.in_session(session.stage, event.session)
            if attendance is not None and attendance.presence != present:
                attendance = structs.replace(attendance, presence=present)
                state = state.with_entrant(entrant.placed(session.stage, attendance))
    return state
