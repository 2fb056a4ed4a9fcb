"""Whom a ruling puts out or lets in again, and the games that are forfeited or given back with it."""

from collections.abc import Iterator
from typing import NamedTuple

from services.tournament.definition.stages import Stage
from services.tournament.docket.cases import Ruling
from services.tournament.docket.leaving import sheets_of
from services.tournament.docket.reinstating import to_be_played_with
from services.tournament.lookups import active_seats
from services.tournament.play.forfeits import forfeits, who_forfeited
from services.tournament.play.scores import Game, Sheet
from services.tournament.play.sheets import game_on
from services.tournament.state import State


class Forfeited(NamedTuple):
    """A game at a table of two; `game` is what stands of it, None where it is to be played after all."""

    sheet: Sheet
    number: int
    leaver: str
    game: Game | None


def reinstated_by(state: State, ruling: Ruling) -> list[tuple[str, Stage]]:
    """Whom a ruling lets in again as it takes the place of one that put them out, with the stage."""
    earlier = None if ruling.supersedes is None else state.rulings[ruling.supersedes]
    return [
        (entrant, stage)
        for entrant, stage in (() if earlier is None else earlier.disqualified)
        if state.entrants[entrant].out_of(stage) is None
    ]


def forfeited_by(state: State, ruling: Ruling) -> Iterator[Forfeited]:
    """What is forfeited since a ruling put somebody out."""
    for entrant, stage in ruling.disqualified:
        for sheet in sheets_of(state, entrant, stage):
            for number in forfeits(sheet):
                game = game_on(sheet, number)
                if game is not None and game.seq > ruling.seq and who_forfeited(game) == entrant:
                    yield Forfeited(sheet, number, entrant, game)


def won_on_return(state: State, entrant: str, stage: Stage, since: int) -> Iterator[Forfeited]:
    """What an entrant has won by being in again, since an event, while the other of a table of two is out."""
    for sheet in sheets_of(state, entrant, stage):
        for number in forfeits(sheet):
            game = game_on(sheet, number)
            leaver = entrant if game is None else who_forfeited(game)
            if game is not None and game.seq > since and leaver not in (entrant, *active_seats(state, sheet)):
                yield Forfeited(sheet, number, leaver, game)


def opponents(state: State, sheet: Sheet, entrant: str) -> list[str]:
    """Who still plays at a table with somebody."""
    return [other for other in active_seats(state, sheet) if other != entrant]


def is_opened_by(ruling: Ruling, number: int) -> bool:
    """Whether a ruling left a game of its table to be played, whatever it was before."""
    return number in ruling.made and ruling.made[number] is None


def given_back_by(state: State, ruling: Ruling) -> Iterator[Forfeited]:
    """What was forfeited and is to be played, as a ruling lets somebody in again.

    Not what it has played of the games ruled on, which it says of these.
    """
    ruled = state.disputes[ruling.dispute].sheet
    found: dict[tuple[str, int], Forfeited] = {}
    for entrant, stage in reinstated_by(state, ruling):
        for sheet in to_be_played_with(state, entrant, stage):
            for number, game in enumerate(sheet.games, 1):
                if game is None and not (sheet.sheet == ruled and is_opened_by(ruling, number)):
                    found.setdefault((sheet.sheet, number), Forfeited(sheet, number, entrant, None))
    yield from found.values()
