"""A scored game as it is shown outside: scores are exact text."""

import msgspec

from services.rules.exact import score_text
from services.rules.game import GameScore, Note


class SeatScored(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a scored game; scores are exact text."""

    seat: str
    count: int
    tiles: int
    score: str
    game_won: int
    tie_break_score: str | None = None


class ScoreAnswer(msgspec.Struct, frozen=True):
    """A scored game."""

    seats: tuple[SeatScored, ...]
    zero_sum: bool
    notes: tuple[Note, ...]


def shown(game: GameScore) -> ScoreAnswer:
    """The game with its scores as text."""
    seats = tuple(
        SeatScored(
            seat.seat,
            seat.count,
            seat.tiles,
            score_text(seat.score),
            seat.game_won,
            None if seat.tie_break_score is None else score_text(seat.tie_break_score),
        )
        for seat in game.seats
    )
    return ScoreAnswer(seats, game.zero_sum, game.notes)
