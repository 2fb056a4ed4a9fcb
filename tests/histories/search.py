"""Check a history by search: is there any order of its operations that the log could have answered so?

The algorithm of Wing and Gong with Lowe's memory of what was tried, as Porcupine has it: operations are
tried as the next one as long as none that has ended comes before them, and taken back where that leads
nowhere. It knows nothing of places in the log (`one_log.py`), only what one step answers.
"""

import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Generic, TypeVar

from tests.histories.one_log import Effect, effects_of, sent_under
from tests.histories.operations import NEVER, Append, Appended, History, Operation, Read, Refused

LAST = sys.float_info.max
"""After everything that ended."""
S = TypeVar("S")
Step = Callable[[S, Operation], S | None]
"""The state after an operation that was answered so; None where it cannot be answered so."""


class _Node(Generic[S]):
    """A call or a return, in the order of time."""

    def __init__(self, operation: Operation, bit: int) -> None:
        self.operation, self.bit = operation, bit
        self.returns: _Node[S] | None = None
        self.before: _Node[S] = self
        self.after: _Node[S] | None = None

    def lift(self) -> None:
        """Take it out of the list."""
        self.before.after = self.after
        if self.after is not None:
            self.after.before = self.before

    def put_back(self) -> None:
        self.before.after = self
        if self.after is not None:
            self.after.before = self


def in_some_order(operations: Sequence[Operation], start: S, step: "Step[S]") -> bool:
    """Whether the operations can have been done one after the other, as real time has it.

    What never ended need not have been done; it counts only where it changes the state.
    """
    first = _in_time(operations, start)
    unanswered = sum(1 << number for number, each in enumerate(operations) if each.ended == NEVER)
    answered = (1 << len(operations)) - 1 & ~unanswered
    done, state = 0, start
    tried: set[tuple[int, S]] = set()
    taken: list[tuple[_Node[S], S]] = []
    node = first.after
    while done & answered != answered:
        assert node is not None
        if node.returns is not None:  # a call: try it as the next one
            after = step(state, node.operation)
            if node.bit & unanswered and after == state:
                after = None
            if after is not None and (done | node.bit, after) not in tried:
                done |= node.bit
                tried.add((done, after))
                taken.append((node, state))
                state = after
                node.lift()
                node.returns.lift()
                node = first.after
            else:
                node = node.after
        elif taken:  # it has ended and was not done: take back the last one, and try what comes after that
            node, state = taken.pop()
            done &= ~node.bit
            assert node.returns is not None
            node.returns.put_back()
            node.put_back()
            node = node.after
        else:
            return False
    return True


def _in_time(operations: Sequence[Operation], start: S) -> "_Node[S]":
    """The calls and returns as a list, behind a first node. At one time calls go first."""
    times: list[tuple[float, int, int, _Node[S]]] = []
    for number, operation in enumerate(operations):
        call, answer = _Node[S](operation, 1 << number), _Node[S](operation, 1 << number)
        call.returns = answer
        times += [(operation.begun, 0, number, call), (operation.ended, 1, number, answer)]
    first = last = _Node[S](Read(client=-1, begun=0, ended=0, head=0), 0)
    for *_, node in sorted(times, key=lambda each: each[:3]):
        node.before, last.after = last, node
        last = node
    return first


def fits_the_log(history: History) -> bool:
    """Whether some order of its operations leads to its log."""
    effects = effects_of(history.stored)
    end = history.stored[-1].seq if history.stored else history.before
    hashes = {event.seq: event.hash for event in history.stored}
    keys = {event.seq: event.key for event in history.stored}

    def append(state: int, sent: Append) -> int | None:
        effect, answer = effects.get(sent.key), sent.answer
        if isinstance(answer, Refused):
            known = effect is not None and state >= effect.last
            other = answer.head is None or answer.head == state != sent.expected
            return state if other and not known else None
        if effect is None:
            return state if answer is None else None
        told = (effect.first, effect.last, effect.hash)
        if answer is not None and (answer.first, answer.last, answer.hash) != told:
            return None
        if state >= effect.last:
            return state
        if state == effect.first - 1 and sent.expected in (None, state):
            done = range(effect.first, effect.last + 1)
            return effect.last if all(keys.get(seq) == sent.key for seq in done) else None
        return state if answer is None else None

    def step(state: int, operation: Operation) -> int | None:
        if isinstance(operation, Append):
            return append(state, operation)
        right = state == operation.head if operation.whole else state >= operation.head
        return state if right and operation.hash in ("", hashes.get(operation.head, operation.hash)) else None

    everything = [*_asked(history, effects), Read(client=-1, begun=LAST, ended=LAST, head=end)]
    return in_some_order(everything, history.before, step)


def _asked(history: History, effects: Mapping[str, Effect]) -> Sequence[Operation]:
    """The operations; all that was sent under a key that led to nothing is a read of where the log ended."""
    asked: list[Operation] = [each for each in history.operations if isinstance(each, Read)]
    for key, sent in sent_under(history.operations).items():
        told = {each.answer for each in sent if isinstance(each.answer, Appended)}
        acted = [each for each in sent if not isinstance(each.answer, Refused)]
        if key not in effects and told and all(answer.first > answer.last for answer in told):
            ended = min(each.ended for each in acted)
            for head in {answer.last for answer in told}:
                begun = [each.begun for each in acted if each.expected in (None, head)]
                asked.append(Read(client=-1, begun=min(begun, default=LAST), ended=ended, head=head))
            asked += [each for each in sent if isinstance(each.answer, Refused)]
        else:
            asked += sent
    return asked
