"""Figures of games, as tests say them."""

from msgspec import UNSET, UnsetType

from services.rules.game import EndedBy
from services.tournament.play.conflicts import SheetGame
from services.tournament.play.figures import SeatResult
from services.tournament.play.results import RecordGameResult
from services.tournament.seating.sessions import SEATS

FIRST_SHEET = "2026-03-28/1/1"


def counted(
    *seats: tuple[int, int] | None, ended_by: EndedBy = "time", game: int = 1, sheet: str = FIRST_SHEET
) -> RecordGameResult:
    """A game from the counts and tiles left at seats A, B, C, …; None for a seat that has none."""
    return RecordGameResult(sheet=sheet, game=game, ended_by=ended_by, seats=counts(*seats))


def counts(*seats: tuple[int, int] | None) -> tuple[SeatResult, ...]:
    return tuple(
        SeatResult(seat=letter, count=seat[0], tiles=seat[1])
        for letter, seat in zip(SEATS, seats, strict=False)
        if seat is not None
    )


def scored(*seats: tuple[str, int, int] | None) -> tuple[SeatResult, ...]:
    """Seats A, B, C, … as their participants recorded them: score, game won, tiles left."""
    return tuple(
        SeatResult(seat=letter, score=seat[0], game_won=seat[1], tiles=seat[2])
        for letter, seat in zip(SEATS, seats, strict=False)
        if seat is not None
    )


def self_recorded(
    *seats: tuple[str, int, int] | None, game: int = 1, sheet: str = FIRST_SHEET
) -> RecordGameResult:
    return RecordGameResult(sheet=sheet, game=game, seats=scored(*seats))


EXAMPLE_1 = ((5, 1), (10, 1), (15, 3), (20, 4))
EXAMPLE_2 = ((8, 3), (8, 1), (20, 2), (18, 4))
EXAMPLE_3 = ((8, 1), (8, 1), (20, 2), (18, 4))


def sheet_game(game: int, seats: tuple[SeatResult, ...], ended_by: EndedBy | UnsetType = UNSET) -> SheetGame:
    return SheetGame(game, seats, ended_by)
