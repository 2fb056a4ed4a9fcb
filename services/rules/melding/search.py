"""The search: lay tiles as runs and groups so that as little as possible is lost.

Numbers go by from 1 to 13 and at each the four colours. At a cell is chosen how many tiles continue or begin
runs, and how many of these are jokers; what is left over is offered to the groups of that number. The state
is no more than the open runs of each colour (`open_runs`), the jokers left and what the number's groups are
offered so far. States are looked at in order of what is lost already, and among equals the newest first: on a
crowded table nearly everything fits, and the first dive finds it; on a sparse one there are few states.

Choices that cannot be better than others are not looked at: a joker lies in a run only where no tile of that
cell lies in a group; a tile stays unlaid only where no open run could take it; and open short runs need tiles
or jokers at the next two numbers.
"""

from collections.abc import Sequence
from functools import cache
from heapq import heappop, heappush

import msgspec

from services.rules.melding.groups import NOTHING, Offer, choices
from services.rules.melding.open_runs import (
    AFTER,
    IMPOSSIBLE,
    MOST_OPEN,
    OPEN,
    SHORT,
    SHORTEST,
    WITH_AT_MOST,
)
from services.rules.tiles import COLOURS, NUMBERS

HIGHEST = NUMBERS[-1]
_COLOURS = len(COLOURS)
_CELLS = HIGHEST * _COLOURS
# A choice in one whole number: tiles in runs, jokers beside them, jokers in the number's groups, the cell.
_JOKERS_CHOSEN_AT = 3
_GROUPED_AT = 5
_CELL_AT = 7
# A state in one whole number: six bits for each colour's open runs, then jokers left, jokers needed, offers.
_RUN_BITS = 6
_RUN_MASK = (1 << _RUN_BITS) - 1
_JOKERS_AT = _RUN_BITS * _COLOURS
_NEEDED_AT = _JOKERS_AT + 2
_OFFERS_AT = _NEEDED_AT + 2
_TWO_BITS = 3
_THREE_BITS = 7
_RUNS_MASK = (1 << _JOKERS_AT) - 1

Counts = Sequence[Sequence[int]]
"""Tiles by number (0 to 15, of which 1 to 13 are used) and colour."""


class Task(msgspec.Struct, frozen=True):
    """Tiles to lay, and what it costs not to.

    Attributes:
        must: tiles that have to be laid.
        there: all tiles, those included.
        jokers, jokers_must: all jokers, and how many of them have to be laid.
        joker_lost: by the number at which a joker stands, what that loses against the best place.
        joker_unlaid: what a joker loses that is not laid.
        most_lost: give up beyond this.
    """

    must: Counts
    there: Counts
    jokers: int
    jokers_must: int
    joker_lost: tuple[int, ...]
    joker_unlaid: int
    most_lost: int | None = None


class Cell(msgspec.Struct, frozen=True):
    """What was chosen at one cell: tiles in runs, and jokers beside them."""

    in_runs: int
    jokers: int


class Laid(msgspec.Struct, frozen=True):
    """The best way found: by number and colour what lies in runs, and the jokers in the number's groups."""

    lost: int
    cells: tuple[tuple[Cell, ...], ...]
    group_jokers: tuple[int, ...]


_Option = tuple[int, int, int, int, int, Offer]
"""Runs then, tiles in runs, jokers beside them, jokers needed soon, tiles surely unlaid, offer to groups."""


def lay(task: Task) -> Laid | None:
    """The way that loses least, or None if what must be laid cannot be, or not within `most_lost`."""
    return _Search(task).run()


class _Search:
    """One search. A node is (state, node before, choice); nodes are kept so that the way can be told."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._most = task.most_lost if task.most_lost is not None else _NO_LIMIT
        self._nodes: list[tuple[int, int, int]] = [(task.jokers << _JOKERS_AT, -1, 0)]
        self._waiting: dict[int, list[tuple[int, int]]] = {0: [(0, 0)]}
        self._losses = [0]
        self._next_tile = _next_tiles(task.there)
        self._options: list[dict[int, tuple[_Option, ...]]] = [{} for _ in range(_CELLS)]

    def run(self) -> Laid | None:
        seen: list[set[int]] = [set() for _ in range(_CELLS + 1)]
        while self._losses:
            lost = self._losses[0]
            stack = self._waiting[lost]
            if not stack:
                del self._waiting[heappop(self._losses)]
                continue
            at, node = stack.pop()
            if at > _CELLS:
                return self._told(lost, node)
            state = self._nodes[node][0]
            if not state:
                # No open run, no joker, nothing offered: on to the next number there is.
                at = self._next_tile[at]
            if state in seen[at]:
                continue
            seen[at].add(state)
            if at == _CELLS:
                self._finish(lost, state, node)
            else:
                self._step(lost, at, state, node)
        return None

    def _step(self, lost: int, at: int, state: int, node: int) -> None:
        colour = at % _COLOURS
        number = at // _COLOURS + 1
        shift = _RUN_BITS * colour
        left = state >> _JOKERS_AT & _TWO_BITS
        needed = state >> _NEEDED_AT & _TWO_BITS
        offers = _OFFERS[state >> _OFFERS_AT]
        others = state & _RUNS_MASK & ~(_RUN_MASK << shift)
        joker_lost = self._task.joker_lost[number]
        for runs, in_runs, jokers, soon_needed, unlaid, offer in self._options_at(at, state >> shift, left):
            still = left - jokers
            in_all = needed + soon_needed
            if in_all > still:
                continue
            now = others | runs << shift
            cost = lost + unlaid * number + jokers * joker_lost
            choice = in_runs | jokers << _JOKERS_CHOSEN_AT | at << _CELL_AT
            offered = _with_offer(offers, offer) if offer[1] else offers
            if colour < _COLOURS - 1:
                now |= still << _JOKERS_AT | in_all << _NEEDED_AT | _number_of(offered) << _OFFERS_AT
                self._push(cost, at + 1, now, node, choice)
                continue
            for grouped, rest in choices(offered, still - in_all):
                cost_then = cost + rest * number + grouped * joker_lost
                then = now | (still - grouped) << _JOKERS_AT
                self._push(cost_then, at + 1, then, node, choice | grouped << _GROUPED_AT)

    def _options_at(self, at: int, runs_here: int, left: int) -> tuple[_Option, ...]:
        key = (runs_here & _RUN_MASK) << 2 | left
        known = self._options[at].get(key)
        if known is None:
            task, number, colour = self._task, at // _COLOURS + 1, at % _COLOURS
            known = self._options[at][key] = _options(
                runs_here & _RUN_MASK,
                task.there[number][colour],
                task.must[number][colour],
                left,
                task.there[number + 1][colour],
                task.there[number + 2][colour],
                not task.jokers_must,
            )
        return known

    def _push(self, lost: int, at: int, state: int, before: int, choice: int) -> None:
        if lost > self._most:
            return
        waiting = self._waiting.get(lost)
        if waiting is None:
            waiting = self._waiting[lost] = []
            heappush(self._losses, lost)
        waiting.append((at, len(self._nodes)))
        self._nodes.append((state, before, choice))

    def _finish(self, lost: int, state: int, node: int) -> None:
        left = state >> _JOKERS_AT & _TWO_BITS
        may_stay = self._task.jokers - self._task.jokers_must
        codes = (state >> _RUN_BITS * colour & _RUN_MASK for colour in range(_COLOURS))
        if left <= may_stay and not any(SHORT[code] for code in codes):
            self._push(lost + left * self._task.joker_unlaid, _CELLS + 1, state, node, 0)

    def _told(self, lost: int, node: int) -> Laid:
        chosen = [0] * _CELLS
        _, node, _ = self._nodes[node]
        while node > 0:
            _, node, choice = self._nodes[node]
            chosen[choice >> _CELL_AT] = choice
        laid = [
            Cell(choice & _THREE_BITS, choice >> _JOKERS_CHOSEN_AT & _TWO_BITS) if choice else _NOTHING_LAID
            for choice in chosen
        ]
        cells = tuple(tuple(laid[at : at + _COLOURS]) for at in range(0, _CELLS, _COLOURS))
        last_of_each = chosen[_COLOURS - 1 :: _COLOURS]
        return Laid(lost, cells, tuple(choice >> _GROUPED_AT & _TWO_BITS for choice in last_of_each))


def _next_tiles(there: Counts) -> list[int]:
    """By cell: itself, or at the beginning of a number without tiles that of the next one with some."""
    found = list(range(_CELLS + 1))
    for number in range(HIGHEST, 0, -1):
        at = (number - 1) * _COLOURS
        if not any(there[number]):
            found[at] = found[at + _COLOURS]
    return found


_NO_LIMIT = 1 << 30

_NOTHING_LAID = Cell(0, 0)

_OFFERS: list[tuple[Offer, ...]] = [NOTHING]
_numbers: dict[tuple[Offer, ...], int] = {NOTHING: 0}


def _number_of(offers: tuple[Offer, ...]) -> int:
    """A small number for offers, the same ones having the same."""
    number = _numbers.get(offers)
    if number is None:
        number = _numbers[offers] = len(_OFFERS)
        _OFFERS.append(offers)
    return number


@cache
def _with_offer(offers: tuple[Offer, ...], offer: Offer) -> tuple[Offer, ...]:
    return tuple(sorted((*offers, offer)))


@cache
def _options(
    runs: int, there: int, must: int, jokers: int, soon: int, later: int, optional: bool
) -> tuple[_Option, ...]:
    """What can be done with one colour at one number; the last is tried first."""
    found: list[_Option] = []
    for natural in range(there + 1):
        left, left_must = there - natural, max(0, must - natural)
        for laid in range(jokers + 1):
            tiles = natural + laid
            then = AFTER[runs][tiles] if tiles <= MOST_OPEN else IMPOSSIBLE
            if then == IMPOSSIBLE:
                continue
            unlaid, offer = 0, (left_must, left)
            if laid and left:
                # Exchange a joker in a run with a tile in a group: the same tiles are laid. And a tile stays
                # unlaid beside a joker in a run only if jokers that must be laid want the place.
                if left_must or optional:
                    continue
                unlaid, offer = left, (0, 0)
            if tiles < OPEN[runs] and left:
                # An open run could take it: it is laid in a group or there.
                if unlaid:
                    continue
                offer = (left, left)
            needed = max(0, SHORT[then] - soon) + max(0, SHORTEST[then] - later)
            still = jokers - laid
            if needed > still:
                continue
            to_come = max(0, min(soon + still - SHORT[then], MOST_OPEN))
            found.append((WITH_AT_MOST[then][to_come], natural, laid, needed, unlaid, offer))
    return tuple(found)
