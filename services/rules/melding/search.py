"""The search: lay tiles as runs and groups so that as little as possible is lost.

Numbers go by from 1 to 13 and at each the four colours. At a cell is chosen how many tiles continue or begin
runs, and how many of these are jokers; what is left over is offered to the groups of that number. The state
is no more than the open runs of each colour (`open_runs`), the jokers left and what the number's groups are
offered so far. States are looked at in order of what is lost already, and among equals the newest first: on a
crowded table nearly everything fits, and the first dive finds it; on a sparse one there are few states.

To what is lost is added what `prospects` says must still be lost, so that jokers spent early do not look
cheap. Choices that cannot be better than others are not looked at: a joker lies in a run only where no tile
of that cell lies in a group, and begins one only if that goes on to 13, as it could as well stand at its end;
a tile stays unlaid only where no open run could take it; and open short runs need tiles or jokers at the next
two numbers.
"""

from collections.abc import Sequence
from functools import cache
from heapq import heappop, heappush

import msgspec

from services.rules.melding.effort import Effort
from services.rules.melding.groups import Offer, choices
from services.rules.melding.open_runs import (
    AFTER,
    IMPOSSIBLE,
    MOST_OPEN,
    OPEN,
    SHORT,
    SHORTEST,
    WITH_AT_MOST,
)
from services.rules.melding.prospects import CELLS, Counts, Prospects
from services.rules.tiles import COLOURS

_COLOURS = len(COLOURS)
# A choice in one whole number: tiles in runs, jokers beside them, jokers in the number's groups, the cell.
_JOKERS_CHOSEN_AT = 3
_GROUPED_AT = 5
_CELL_AT = 7
# A state in one whole number: the code of each colour's open runs, then jokers left, jokers needed, offers.
_RUN_BITS = (len(OPEN) - 1).bit_length()
_RUN_MASK = (1 << _RUN_BITS) - 1
_JOKERS_AT = _RUN_BITS * _COLOURS
_NEEDED_AT = _JOKERS_AT + 2
_OFFERS_AT = _NEEDED_AT + 2
_TWO_BITS = 3
_THREE_BITS = 7
_RUNS_MASK = (1 << _JOKERS_AT) - 1


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


_Option = tuple[int, int, int, int, int, int]
"""Runs then, tiles in runs, jokers beside them, jokers needed soon, tiles surely unlaid, offer to groups."""


def lay(task: Task, effort: Effort | None = None) -> Laid | None:
    """The way that loses least, or None if what must be laid cannot be, or not within `most_lost`.

    Raises:
        Problem: too-hard, when no steps are left of `effort`.
    """
    return _Search(task).run(effort or Effort(None))


class _Search:
    """One search. A node is (state, node before, choice); nodes are kept so that the way can be told."""

    def __init__(self, task: Task) -> None:
        self._task = task
        self._most = task.most_lost if task.most_lost is not None else _NO_LIMIT
        self._prospects = Prospects(task.there, task.jokers)
        self._nodes: list[tuple[int, int, int]] = [(task.jokers << _JOKERS_AT, -1, 0)]
        self._waiting: dict[int, list[tuple[int, int, int]]] = {0: [(0, 0, 0)]}
        self._losses = [0]
        self._options: list[dict[int, tuple[_Option, ...]]] = [{} for _ in range(CELLS)]

    def run(self, effort: Effort) -> Laid | None:
        seen: list[set[int]] = [set() for _ in range(CELLS + 1)]
        while self._losses:
            expected = self._losses[0]
            stack = self._waiting[expected]
            if not stack:
                del self._waiting[heappop(self._losses)]
                continue
            at, node, lost = stack.pop()
            if at > CELLS:
                return self._laid(lost, node)
            state = self._nodes[node][0]
            at = self._past_idle(at, state)
            if state in seen[at]:
                continue
            seen[at].add(state)
            effort.left -= 1
            if effort.left < 0:
                raise effort.exhausted()
            if at == CELLS:
                self._finish(lost, state, node)
            else:
                self._step(lost, at, state, node)
        return None

    def _past_idle(self, at: int, state: int) -> int:
        """The next cell with a tile, an open run, or a joker that may begin one."""
        left = state >> _JOKERS_AT & _TWO_BITS
        busy = self._prospects.busy[left] >> at
        if state == left << _JOKERS_AT:
            return at + (busy & -busy).bit_length() - 1
        while not busy & 1 and not state >> _RUN_BITS * (at % _COLOURS) & _RUN_MASK:
            if at % _COLOURS == _COLOURS - 1 and state >> _NEEDED_AT:
                break  # the number ends here, and with it what is needed and offered
            busy >>= 1
            at += 1
        return at

    def _step(self, lost: int, at: int, state: int, node: int) -> None:
        colour = at % _COLOURS
        number = at // _COLOURS + 1
        shift = _RUN_BITS * colour
        left = state >> _JOKERS_AT & _TWO_BITS
        needed = state >> _NEEDED_AT & _TWO_BITS
        offers = state >> _OFFERS_AT
        others = state & _RUNS_MASK & ~(_RUN_MASK << shift)
        joker_lost = self._task.joker_lost[number]
        chosen_at = at << _CELL_AT
        for runs, in_runs, jokers, soon_needed, unlaid, offer in self._options_at(at, state >> shift, left):
            still = left - jokers
            in_all = needed + soon_needed
            if in_all > still:
                continue
            now = others | runs << shift
            cost = lost + unlaid * number + jokers * joker_lost
            choice = in_runs | jokers << _JOKERS_CHOSEN_AT | chosen_at
            if colour < _COLOURS - 1:
                now |= still << _JOKERS_AT | in_all << _NEEDED_AT | offers + offer << _OFFERS_AT
                self._push(cost, at + 1, now, node, choice)
            elif not offers + offer:
                self._push(cost, at + 1, now | still << _JOKERS_AT, node, choice)
            else:
                for grouped, rest in _choices(offers + offer, still - in_all):
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
                self._prospects.joker_may_begin(number, colour, left),
                self._prospects.groups_possible(number, left),
            )
        return known

    def _push(self, lost: int, at: int, state: int, before: int, choice: int) -> None:
        stranded = self._prospects.stranded[state >> _JOKERS_AT & _TWO_BITS]
        expected = lost if stranded is None else lost + self._still_lost(at, state, stranded)
        if expected > self._most:
            return
        waiting = self._waiting.get(expected)
        if waiting is None:
            waiting = self._waiting[expected] = []
            heappush(self._losses, expected)
        waiting.append((at, len(self._nodes), lost))
        self._nodes.append((state, before, choice))

    def _still_lost(self, at: int, state: int, stranded: Sequence[Sequence[int]]) -> int:
        """What is surely lost from a cell on, as too few jokers are left for some tiles to lie in any set."""
        if at >= CELLS:
            return 0
        left = state >> _JOKERS_AT & _TWO_BITS
        number, colour = at // _COLOURS + 1, at % _COLOURS
        lost = 0
        for other in range(_COLOURS):
            first = number + (other < colour)
            if state & _RUN_MASK:
                first = self._prospects.out_of_reach(first, other, left)
            lost += stranded[other][first]
            state >>= _RUN_BITS
        return lost

    def _finish(self, lost: int, state: int, node: int) -> None:
        left = state >> _JOKERS_AT & _TWO_BITS
        may_stay = self._task.jokers - self._task.jokers_must
        codes = (state >> _RUN_BITS * colour & _RUN_MASK for colour in range(_COLOURS))
        if left <= may_stay and not any(SHORT[code] for code in codes):
            self._push(lost + left * self._task.joker_unlaid, CELLS + 1, state, node, 0)

    def _laid(self, lost: int, node: int) -> Laid:
        chosen = [0] * CELLS
        _, node, _ = self._nodes[node]
        while node > 0:
            _, node, choice = self._nodes[node]
            chosen[choice >> _CELL_AT] = choice
        laid = [
            Cell(choice & _THREE_BITS, choice >> _JOKERS_CHOSEN_AT & _TWO_BITS) if choice else _NOTHING_LAID
            for choice in chosen
        ]
        cells = tuple(tuple(laid[at : at + _COLOURS]) for at in range(0, CELLS, _COLOURS))
        last_of_each = chosen[_COLOURS - 1 :: _COLOURS]
        return Laid(lost, cells, tuple(choice >> _GROUPED_AT & _TWO_BITS for choice in last_of_each))


_NO_LIMIT = 1 << 30

_NOTHING_LAID = Cell(0, 0)

_OFFER_BITS = 3
_OFFER_KINDS: tuple[Offer, ...] = ((0, 1), (0, 2), (1, 1), (1, 2), (2, 2))
"""What one colour may offer. A number's offers are how many there are of each kind, three bits for each."""
_OFFERS = {(0, 0): 0} | {kind: 1 << _OFFER_BITS * place for place, kind in enumerate(_OFFER_KINDS)}


@cache
def _choices(offers: int, jokers: int) -> tuple[tuple[int, int], ...]:
    offered = [
        kind
        for place, kind in enumerate(_OFFER_KINDS)
        for _ in range(offers >> _OFFER_BITS * place & (1 << _OFFER_BITS) - 1)
    ]
    return choices(tuple(offered), jokers)


@cache
def _options(
    runs: int,
    there: int,
    must: int,
    jokers: int,
    soon: int,
    later: int,
    optional: bool,
    may_begin: bool,
    groups: bool,
) -> tuple[_Option, ...]:
    """What can be done with one colour at one number; the last is tried first.

    Args:
        soon, later: tiles of the next number, and of the one after it.
        optional: jokers may stay unlaid.
        may_begin: a joker may begin a run.
        groups: there may be groups of the number.
    """
    found: list[_Option] = []
    for natural in range(there + 1):
        left, left_must = there - natural, max(0, must - natural)
        for laid in range(jokers + 1):
            tiles = natural + laid
            then = AFTER[runs][tiles] if tiles <= MOST_OPEN else IMPOSSIBLE
            if then == IMPOSSIBLE:
                continue
            if tiles - OPEN[runs] > natural and not may_begin:
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
            if not groups and offer[1]:
                if offer[0]:
                    continue
                unlaid, offer = offer[1], (0, 0)
            needed = max(0, SHORT[then] - soon) + max(0, SHORTEST[then] - later)
            still = jokers - laid
            if needed > still:
                continue
            to_come = max(0, min(soon + still - SHORT[then], MOST_OPEN))
            found.append((WITH_AT_MOST[then][to_come], natural, laid, needed, unlaid, _OFFERS[offer]))
    return tuple(found)
