"""What a referee should look at once more in a game that ended: rare endings, figures far from what is usual.

An oddity refuses nothing: everything here can have happened.
"""

from collections.abc import Iterator, Sequence

from services.rules.contradictions import Held
from services.rules.game import Note
from services.rules.ruleset import Ruleset
from services.rules.tiles import COLOURS, COPIES, NUMBERS

FAR = 4
"""Standard deviations of the count of so many tiles drawn at random."""
_VALUES: list[int] = [*NUMBERS] * (len(COLOURS) * COPIES)
_WHOLE, _TOTAL = len(_VALUES), sum(_VALUES)
_SPREAD = _WHOLE * sum(value * value for value in _VALUES) - _TOTAL * _TOTAL


def odd_ending(ruleset: Ruleset, ended_by: str) -> Iterator[Note]:
    """The remark on an ending that seldom comes about.

    HK rules 3 and Pressman call it rare that the pool runs out first. Where play goes on with an empty pool
    until nobody can move, the game is blocked in the end; where it ends with the pool, nobody is blocked.
    """
    if ended_by not in ("pool_exhausted", "blocked"):
        return
    ends_with_pool = ruleset.endings.pool_empty.value == "game_ends"
    plays_on = ruleset.endings.pool_empty.value.startswith("play_on")
    why, why_zh = "It is rare that nobody clears a rack in time.", "在清空牌架前已無牌可取，十分罕見。"
    if ended_by == "blocked" and ends_with_pool:
        why, why_zh = "These rules end a game with its pool.", "按此規則，牌池取盡對局即告結束。"
    if ended_by == "pool_exhausted" and plays_on:
        why, why_zh = "These rules play on with an empty pool.", "按此規則，牌池取盡後仍須繼續。"
    yield Note(
        "rare-ending",
        f"{why} Ask the table how the game ended.",
        f"{why_zh}請向該桌核實對局如何結束。",
    )


def odd_figures(ruleset: Ruleset, held: Sequence[Held], unmelded: Sequence[bool]) -> Iterator[Note]:
    """Remarks on racks far from what is usual.

    Args:
        unmelded: for each seat, whether it is charged for not having melded.
    """
    hand = ruleset.deal.hand.value
    for seat, charged in zip(held, unmelded, strict=True):
        if charged and seat.tiles < hand:
            yield Note(
                "few-tiles-unmelded",
                f"Seat {seat.seat} is charged for not having melded, with {seat.tiles} tiles of {hand} dealt."
                " Check the charge and the tiles.",
                f"座位 {seat.seat} 因未首次出牌被罰，但開局派 {hand} 隻牌，現只剩 {seat.tiles} 隻。"
                "請核對罰分和牌數。",
                seat.seat,
            )
        if seat.tiles > 2 * hand:
            yield Note(
                "many-tiles",
                f"Seat {seat.seat} has {seat.tiles} tiles left, more than twice the deal. Count them again.",
                f"座位 {seat.seat} 剩 {seat.tiles} 隻牌，超過開局的兩倍。請重新點算。",
                seat.seat,
            )
        if seat.count is not None and far_from_usual(ruleset, seat.tiles, seat.count):
            yield Note(
                "unusual-count",
                f"Seat {seat.seat} has {seat.tiles} tiles that count {seat.count}: possible, but far from"
                " usual. Count the rack again.",
                f"座位 {seat.seat} 的 {seat.tiles} 隻牌共 {seat.count} 點：雖有可能，但極不尋常。"
                "請重新點算牌架。",
                seat.seat,
            )


def far_from_usual(ruleset: Ruleset, tiles: int, count: int) -> bool:
    """Whether so many tiles drawn at random hardly ever come to this count, a joker among them or none."""
    joker = ruleset.jokers.rack_value.value
    return _far(tiles, count) and (not tiles or _far(tiles - 1, count - joker))


def _far(tiles: int, count: int) -> bool:
    """The same for numbered tiles alone; exact, in whole numbers."""
    # (count − mean)² > FAR² · variance, both sides times whole² · (whole − 1).
    off = count * _WHOLE - tiles * _TOTAL
    usual = FAR * FAR * tiles * (_WHOLE - tiles) * _SPREAD
    return off * off * (_WHOLE - 1) > usual
