"""The tables of a session as on a wall plan: how far each has come, and what keeps its sheet open."""

from collections.abc import Mapping, Sequence
from typing import Literal, get_args

import msgspec

from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete, open_conflict, unsigned
from services.tournament.seating.sessions import Session
from services.tournament.state import State

TableState = Literal["disputed", "conflict", "called", "unsigned", "playing", "waiting", "in", "closed"]
"""Those first that wait for somebody: a ruling, which sheet holds, results after time, signatures."""


class TableOnWall(msgspec.Struct, frozen=True):
    """A table.

    Attributes:
        sheet: its id.
        referee: by number; None for none.
        games: of the sheet that stand, and `of` how many it has; None where no number is set.
        next_game: the first that is not recorded; None once none is missing.
        unsigned: who still has to sign, once only signatures are missing.
        refused: of these who refused to, or was not there, which the Chief Referee closes.
    """

    sheet: str
    number: int
    state: TableState
    referee: str | None
    seats: tuple[str, ...]
    games: int = 0
    of: int | None = None
    next_game: int | None = 1
    unsigned: tuple[str, ...] = ()
    refused: tuple[str, ...] = ()


def wall(state: State, session: Session) -> list[TableOnWall]:
    """The tables of a session in the order of their numbers; none before they are drawn."""
    return [table_on_wall(state, session, number) for number in sorted(session.tables)]


def table_on_wall(state: State, session: Session, number: int) -> TableOnWall:
    """One table of a session."""
    id, referee, seats = (
        str(TableId(session.plan.id, number)),
        session.referees.get(number),
        session.tables[number],
    )
    sheet = state.sheets.get(id)
    if sheet is None:
        return TableOnWall(id, number, "waiting", referee, seats)
    signing = tuple(unsigned(state, sheet)) if complete(sheet) else ()
    missing = [place for place, game in enumerate(sheet.games, 1) if game is None]
    return TableOnWall(
        id,
        number,
        _state(session, sheet, signing),
        referee,
        sheet.seats,
        len(sheet.games) - len(missing),
        None if sheet.length.word != "games" else len(sheet.games),
        missing[0] if missing else None if complete(sheet) else len(sheet.games) + 1,
        signing,
        tuple(number for number in signing if number in sheet.signatures),
    )


def _state(session: Session, sheet: Sheet, signing: Sequence[str]) -> TableState:
    if open_conflict(sheet):
        return "conflict"
    if sheet.open_disputes:
        return "disputed"
    if sheet.closed_seq is not None:
        return "closed"
    if complete(sheet):
        return "unsigned" if signing else "in"
    return "playing" if session.status == "playing" else "called"


def counted(tables: Sequence[TableOnWall]) -> Mapping[TableState, int]:
    """How many tables there are in each state that any is in; those first that wait for somebody."""
    found = {state: sum(table.state == state for table in tables) for state in get_args(TableState)}
    return {state: count for state, count in found.items() if count}
