"""One game as it came from the table, and its score: the types of scoring, and what they refuse.

`count` is what a rack is worth when the game ends, never below 0, or what a charge makes of it; `tiles` is
how many are left on it; `score` carries a sign; `game_won` is 1 for each winner (there can be several) and 0
for everyone else.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Annotated, Literal

import msgspec

from services.rules.lengths import SeatName, Several, TileNames, Word
from services.rules.ruleset import Ruleset
from services.rules.tiles import TILES_IN_ALL
from shared.bounds import many
from shared.catalogue import Phrase
from shared.catalogue import Word as Term
from shared.problems import ProblemType

EndedBy = Literal["cleared", "time", "pool_exhausted", "blocked", "forfeit"]
ENDINGS: tuple[EndedBy, ...] = ("cleared", "time", "pool_exhausted", "blocked", "forfeit")
LONGEST_SEAT = 40  # characters of a seat's name

SEATS_WRONG_NUMBER = ProblemType("seats-wrong-number", 422)
SEAT_TWICE = ProblemType("seat-twice", 422)
SEAT_UNNAMED = ProblemType("seat-unnamed", 422)
SEAT_INCOMPLETE = ProblemType("seat-incomplete", 422)
SEAT_OUT_OF_RANGE = ProblemType("seat-out-of-range", 422)
SEAT_CONTRADICTORY = ProblemType("seat-contradictory", 422)
TILES_MORE_THAN_THERE_ARE = ProblemType("tiles-more-than-there-are", 422)
CHARGE_UNKNOWN = ProblemType("charge-unknown", 422)
ENDING_UNKNOWN = ProblemType("ending-unknown", 422)
GAME_NOT_OVER = ProblemType("game-not-over", 422)
RULING_REQUIRED = ProblemType("ruling-required", 422)
NOBODY_CLEARED = ProblemType("nobody-cleared", 422)
SOMEBODY_CLEARED = ProblemType("somebody-cleared", 422)
COUNT_IMPOSSIBLE = ProblemType("count-impossible", 422)
COUNTS_IMPOSSIBLE_TOGETHER = ProblemType("counts-impossible-together", 422)
FORFEITER_WRONG = ProblemType("forfeiter-wrong", 422)


class SeatInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What one seat was left with: its `rack`, or `count` and `tiles`.

    Attributes:
        charge: a charge of the ruleset; `more_charges` if there are several on the seat.
        forfeited: this player forfeited the game.
        melded: whether the player had made the initial meld, if known.
    """

    seat: SeatName
    rack: TileNames | None = None
    count: int | None = None
    tiles: int | None = None
    charge: Word | None = None
    forfeited: bool = False
    melded: bool | None = None
    more_charges: Several = ()


class GameInput(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One game that ended. `after_withdrawal`: the table had lost a player, so fewer seats are allowed."""

    ended_by: EndedBy
    seats: Annotated[tuple[SeatInput, ...], many(16)]
    after_withdrawal: bool = False


class Note(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something a referee should look at; it refuses nothing."""

    code: str
    en: str
    zh: str
    seat: str | None = None

    def text(self, language: str) -> str:
        """The sentence in "en" or "zh"."""
        return self.zh if language == "zh" else self.en


def remark(code: str, /, *, at: str | None = None, **values: object) -> Note:
    """A remark with its sentence, `remark-CODE`, and the seat it is about, if it is about one."""
    return _made(code, at, values) if values else _same_each_time(code, at)


def _made(code: str, at: str | None, values: Mapping[str, object]) -> Note:
    sentence = Phrase(f"remark-{code}", values)
    return Note(code, sentence.in_language("en"), sentence.in_language("zh"), at)


@lru_cache(maxsize=256)
def _same_each_time(code: str, at: str | None) -> Note:
    return _made(code, at, {})


class SeatScored(msgspec.Struct, frozen=True, omit_defaults=True):
    """A seat of a scored game; scores are exact text."""

    seat: str
    count: int  # what was scored, so a charge where one took its place
    tiles: int
    score: str
    game_won: int
    tie_break_score: str | None = None


class ScoreAnswer(msgspec.Struct, frozen=True):
    """A scored game."""

    seats: tuple[SeatScored, ...]  # in the order given
    zero_sum: bool  # checked, never assumed
    notes: tuple[Note, ...]


def check_seat_number(ruleset: Ruleset, seats: int, *, after_withdrawal: bool = False) -> None:
    """Refuse a number of seats that no game under this ruleset has.

    Raises:
        Problem: seats-wrong-number.
    """
    table = ruleset.seats
    least = (table.least_after_withdrawal if after_withdrawal else table.least).value
    if not least <= seats <= table.most.value:
        raise SEATS_WRONG_NUMBER(ruleset=ruleset.title, least=least, most=table.most.value, seats=seats).at(
            field="seats"
        )


def check_seat_names(seats: Sequence[str]) -> None:
    """Refuse an empty or overlong seat name, and a seat that is there twice.

    Raises:
        Problem: seat-unnamed or seat-twice.
    """
    for seat in seats:
        if not seat.strip() or len(seat) > LONGEST_SEAT or not seat.isprintable():
            raise SEAT_UNNAMED(longest=LONGEST_SEAT).at(field="seat")
        if seats.count(seat) > 1:
            raise SEAT_TWICE(seat=seat).at(seat=seat)


def check_tiles(seat: str, tiles: int) -> None:
    """Refuse a number of tiles that no rack can hold.

    Raises:
        Problem: seat-out-of-range.
    """
    if not 0 <= tiles <= TILES_IN_ALL:
        raise SEAT_OUT_OF_RANGE(seat=seat, what=Term("figure", "tiles"), value=tiles, most=TILES_IN_ALL).at(
            seat=seat, field="tiles"
        )
