"""One game as it came from the table, and its score: the types of scoring, and what they refuse.

`count` is what a rack is worth when the game ends, never below 0, or what a charge makes of it; `tiles` is
how many are left on it; `score` carries a sign; `game_won` is 1 for each winner (there can be several) and 0
for everyone else.
"""

from fractions import Fraction
from typing import Annotated, Literal

import msgspec

from services.rules.lengths import SeatName, Several, TileNames, Word
from services.rules.ruleset import Ruleset
from services.rules.tiles import TILES_IN_ALL
from shared.bounds import many
from shared.problems import ProblemType

EndedBy = Literal["cleared", "time", "pool_exhausted", "blocked", "forfeit"]
ENDINGS: tuple[EndedBy, ...] = ("cleared", "time", "pool_exhausted", "blocked", "forfeit")
LONGEST_SEAT = 40  # characters of a seat's name

SEATS_WRONG_NUMBER = ProblemType(
    "seats-wrong-number",
    422,
    "A game under {ruleset} has {least} to {most} seats, not {seats}. Give every player of the game, once.",
    "按 {ruleset}，每局有 {least} 至 {most} 個座位，而不是 {seats} 個。請列出該局每位參加者一次。",
)
SEAT_TWICE = ProblemType(
    "seat-twice",
    422,
    "Seat {seat} is there twice. Give each seat once.",
    "座位 {seat} 重複出現。每個座位請只列一次。",
)
SEAT_UNNAMED = ProblemType(
    "seat-unnamed",
    422,
    "The name of a seat has 1 to {longest} printable characters. Call the seats A, B, C and D.",
    "座位名稱須為 1 至 {longest} 個可顯示的字元。請用 A、B、C、D。",
)
SEAT_INCOMPLETE = ProblemType(
    "seat-incomplete",
    422,
    "Seat {seat} lacks {missing}. Give the rack, or both count and tiles.",
    "座位 {seat} 欠缺 {missing}。請提供牌架內容，或同時提供點數和牌數。",
)
SEAT_OUT_OF_RANGE = ProblemType(
    "seat-out-of-range",
    422,
    "Seat {seat} cannot have {what} {value}; it is a whole number from 0 to {most}. Count the rack again.",
    "座位 {seat} 的 {what} 不可能是 {value}，須為 0 至 {most} 的整數。請重新點算牌架。",
)
SEAT_CONTRADICTORY = ProblemType(
    "seat-contradictory",
    422,
    "Seat {seat} contradicts itself: {why}. Correct one of the two.",
    "座位 {seat} 的資料自相矛盾：{why_zh}。請更正其中一項。",
)
TILES_MORE_THAN_THERE_ARE = ProblemType(
    "tiles-more-than-there-are",
    422,
    "The seats hold {tiles} tiles together, and the game has {all}. Count the racks again.",
    "各座位合共有 {tiles} 隻牌，但全副只有 {all} 隻。請重新點算各牌架。",
)
CHARGE_UNKNOWN = ProblemType(
    "charge-unknown",
    422,
    "{ruleset} knows no charge {charge} (seat {seat}). Known there: {known}.",
    "{ruleset} 沒有 {charge} 這項罰分（座位 {seat}）。可用的有：{known}。",
)
ENDING_UNKNOWN = ProblemType(
    "ending-unknown",
    422,
    "A game does not end by {ended_by}. Say one of: {known}.",
    "對局不會以 {ended_by} 結束。請選用：{known}。",
)
GAME_NOT_OVER = ProblemType(
    "game-not-over",
    422,
    "Under {ruleset}, {ended_by} does not end a game ({cite}). Play on, and send how the game ended then.",
    "按 {ruleset}，{ended_by} 不會令對局結束（{cite}）。請繼續對局，並在結束後再提交。",
)
RULING_REQUIRED = ProblemType(
    "ruling-required",
    422,
    "{ruleset} does not say who wins a game that ended by {ended_by} ({cite})."
    " Ask the Chief Referee for a ruling.",
    "{ruleset} 沒有訂明以 {ended_by} 結束的對局由誰勝出（{cite}）。請由總裁判裁定。",
)
NOBODY_CLEARED = ProblemType(
    "nobody-cleared",
    422,
    "A game that ended by a cleared rack has exactly one seat with 0 tiles, not {cleared}."
    " Correct the tiles, or say how else the game ended.",
    "以清空牌架結束的對局，應有剛好一個座位剩 0 隻牌，而不是 {cleared} 個。請更正牌數，或說明對局如何結束。",
)
SOMEBODY_CLEARED = ProblemType(
    "somebody-cleared",
    422,
    "Seat {seat} has 0 tiles, so the rack was cleared and the game did not end by {ended_by}."
    " Correct the tiles, or say that the game ended by a cleared rack.",
    "座位 {seat} 剩 0 隻牌，即牌架已清空，對局不會以 {ended_by} 結束。請更正牌數，或說明對局以清空牌架結束。",
)
COUNT_IMPOSSIBLE = ProblemType(
    "count-impossible",
    422,
    "Seat {seat} cannot have {tiles} tiles that count {count}: so many tiles count {possible}."
    " Count the rack again.",
    "座位 {seat} 的 {tiles} 隻牌點數不可能是 {count}，只可能是 {possible}。請重新點算牌架。",
)
COUNTS_IMPOSSIBLE_TOGETHER = ProblemType(
    "counts-impossible-together",
    422,
    "One set of tiles does not have what the racks of {seats} count together. Count the racks again.",
    "一副牌不足以同時組成座位 {seats} 牌架上的點數。請重新點算各牌架。",
)
FORFEITER_WRONG = ProblemType(
    "forfeiter-wrong",
    422,
    "A game that ended by forfeit has exactly one forfeited seat, and any other game none;"
    " here {seats} are marked. Mark who forfeited.",
    "以棄權結束的對局應有剛好一個棄權座位，其他對局則沒有；現標示了 {seats} 個。請標明由誰棄權。",
)


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


class SeatScore(msgspec.Struct, frozen=True):
    """A seat after scoring; `count` is what was scored, so a charge where one took its place."""

    seat: str
    count: int
    tiles: int
    score: Fraction
    game_won: int
    tie_break_score: Fraction | None = None


class GameScore(msgspec.Struct, frozen=True):
    """A scored game, seats in the order given. `zero_sum` is checked, never assumed."""

    seats: tuple[SeatScore, ...]
    zero_sum: bool
    notes: tuple[Note, ...] = ()


def check_seat_number(ruleset: Ruleset, seats: int, *, after_withdrawal: bool = False) -> None:
    """Refuse a number of seats that no game under this ruleset has.

    Raises:
        Problem: seats-wrong-number.
    """
    table = ruleset.seats
    least = (table.least_after_withdrawal if after_withdrawal else table.least).value
    if not least <= seats <= table.most.value:
        raise SEATS_WRONG_NUMBER(ruleset=ruleset.id, least=least, most=table.most.value, seats=seats).at(
            field="seats"
        )


def check_seat_names(seats: tuple[str, ...]) -> None:
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
        raise SEAT_OUT_OF_RANGE(seat=seat, what="tiles", value=tiles, most=TILES_IN_ALL).at(
            seat=seat, field="tiles"
        )
