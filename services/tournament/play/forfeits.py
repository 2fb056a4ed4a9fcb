"""Forfeits of who goes home: at a table of two they lose what is drawn and not played, where rules say so.

Nobody has to invent a count for someone who is gone: the game is worth 1 to 0, with score and tiles 0.
"""

from msgspec import structs

from services.rules.ruleset import UNSPECIFIED
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Event, Stamp
from services.tournament.kernel.ids import TableId
from services.tournament.kernel.registry import event, evolves
from services.tournament.lookups import active_seats
from services.tournament.play.scores import LEFT, Game, Result, Sheet
from services.tournament.play.sheets import game_on, with_game
from services.tournament.play.signatures import close_when_settled
from services.tournament.seating.sessions import Session
from services.tournament.state import State

__all__ = [
    "LEFT",
    "GamesForfeited",
    "are_forfeited",
    "forfeit_after_return",
    "forfeit_unplayed",
    "forfeited_at",
    "forfeits",
    "who_forfeited",
]


@event("games-forfeited", "conclusion")
class GamesForfeited(Event, frozen=True):
    """An entrant who left a table of two forfeited the games drawn and not played; `winner` has won them.

    Where both left and one is in again, it is the other who forfeited.
    """

    sheet: str
    entrant: str
    winner: str
    games: tuple[int, ...]


def are_forfeited(state: State, sheet: Sheet) -> bool:
    """Whether what is unplayed at a table is forfeited by one who leaves it."""
    return len(sheet.seats) == 2 and state.rules_in(sheet.stage).endings.forfeit.value != UNSPECIFIED


def forfeits(sheet: Sheet) -> list[int]:
    """The games of a sheet that somebody forfeited by leaving before they were played."""
    return [
        number for number, game in enumerate(sheet.games, 1) if game is not None and game.ended_by == LEFT
    ]


def forfeited_at(state: State, session: Session) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """The sheets of a session of which somebody read that games are forfeited, and who sits there."""
    names = (str(TableId(session.plan.id, table)) for table in sorted(session.tables))
    sheets = (state.sheets.get(name) for name in names)
    return tuple((sheet.sheet, sheet.seats) for sheet in sheets if sheet is not None and sheet.forfeited)


def who_forfeited(game: Game) -> str:
    """Who has lost a game by leaving before it was played."""
    return next(figure.entrant for figure in game.figures if not figure.game_won)


def forfeit_unplayed(draft: Draft, sheet: Sheet, caused_by: int) -> bool:
    """Conclude the forfeit of what is unplayed at a table that one of two has left; False if none is due."""
    state = draft.state
    staying = active_seats(state, sheet)
    if not are_forfeited(state, sheet) or len(staying) != 1:
        return False
    unplayed = tuple(number for number, game in enumerate(sheet.games, 1) if game is None)
    if not unplayed:
        return False
    leaver = next(number for number in sheet.seats if number not in staying)
    seq = draft.record(GamesForfeited(sheet.sheet, leaver, staying[0], unplayed), caused_by=caused_by)
    close_when_settled(draft, sheet.sheet, seq)
    return True


def forfeit_after_return(draft: Draft, before: Sheet, caused_by: int) -> None:
    """Conclude what is forfeited at a table since somebody was let in again.

    Whoever is in while the other is out has won what is unplayed. Where nobody is, as the same ruling puts
    them out again, what was forfeited before stands.
    """
    sheet = draft.state.sheets[before.sheet]
    if forfeit_unplayed(draft, sheet, caused_by) or active_seats(draft.state, sheet):
        return
    for number in forfeits(before):
        game = before.games[number - 1]
        if game is not None and game_on(sheet, number) is None:
            leaver = who_forfeited(game)
            winner = next(seat for seat in sheet.seats if seat != leaver)
            forfeited = GamesForfeited(sheet.sheet, leaver, winner, (number,))
            draft.record(forfeited, caused_by=caused_by)


@evolves(GamesForfeited)
def _forfeited(state: State, event: GamesForfeited, stamp: Stamp) -> State:
    sheet = state.sheets[event.sheet]
    results = tuple(Result(number, int(number == event.winner), "0", 0) for number in sheet.seats)
    for number in event.games:
        game = Game(number, "recorded", LEFT, results, "self_recorded", stamp.seq)
        sheet = with_game(sheet, game)
    return state.with_sheet(structs.replace(sheet, forfeited=True))
