"""Histories made up: of a log that does one thing after the other, and of others.

The log is simulated with clients whose requests and answers are under way for any time, are lost, and are
sent again under their keys; so each history of it is linearizable. What is wrong is put in afterwards.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random

from msgspec import structs

from tests.histories.operations import NEVER, Append, Appended, History, Operation, Read, Refused, Stored

BEFORE = 3
CLIENTS = 3
"""Few, so that they often wait for each other and what is wrong has nowhere to hide."""


_Told = tuple[tuple[str, tuple[int, int]], ...]
"""Keys with the first and last seq that each was told."""


class _Log:
    """The log, and what it answers."""

    def __init__(self) -> None:
        self.stored: list[Stored] = []
        self.told: dict[str, Appended] = {}

    @property
    def head(self) -> int:
        return BEFORE + len(self.stored)

    def append(self, chance: Random, sent: Append) -> Appended | Refused:
        if sent.key in self.told:
            return self.told[sent.key]
        if sent.expected not in (None, self.head):
            return Refused(self.head)
        if chance.random() < 0.1:
            return Refused()
        size, first = chance.choice((0, 1, 1, 2, 3)), self.head + 1
        self.stored += [Stored(seq, sent.key, f"hash {seq}") for seq in range(first, first + size)]
        answer = Appended(first, self.head, f"hash {self.head}" if size else "")
        return self.told.setdefault(sent.key, answer)

    def read(self, read: Read) -> Read:
        if read.whole or not self.stored:
            return structs.replace(read, head=self.head, hash=f"hash {self.head}")
        # A page of events that is not the last one.
        return structs.replace(read, head=self.stored[0].seq, seen=tuple(self.stored[:1]))


def linearizable(chance: Random, steps: int) -> History:
    """What clients saw of the simulated log, in so many steps; the time is the number of the step."""
    log, done, keys = _Log(), list[Operation](), ["key 0"]
    under_way: dict[int, tuple[Operation, bool]] = {}
    """What clients wait for, and whether it has been done."""
    given_up: list[Append] = []
    """What a client no longer waits for, and may be done all the same."""
    for time in range(steps):
        if given_up and chance.random() < 0.1:
            log.append(chance, given_up.pop(chance.randrange(len(given_up))))
            continue
        client = chance.randrange(CLIENTS)
        if client not in under_way:
            under_way[client] = (_begun(chance, client, time, keys, log.head), False)
            continue
        operation, is_done = under_way[client]
        if not is_done and isinstance(operation, Append) and chance.random() < 0.15:
            given_up.append(operation)
            done.append(under_way.pop(client)[0])
        elif not is_done:
            if isinstance(operation, Append):
                operation = structs.replace(operation, answer=log.append(chance, operation))
            else:
                operation = log.read(operation)
            under_way[client] = (operation, True)
        else:
            del under_way[client]
            if chance.random() < 0.15 and isinstance(operation, Append):
                done.append(structs.replace(operation, answer=None))
            else:
                done.append(structs.replace(operation, ended=float(time)))
    waiting = [operation for operation, _ in under_way.values() if isinstance(operation, Append)]
    return History(BEFORE, log.stored, [*done, *(structs.replace(each, answer=None) for each in waiting)])


def _begun(chance: Random, client: int, time: int, keys: list[str], head: int) -> Operation:
    if chance.random() < 0.45:
        return Read(client=client, begun=float(time), ended=NEVER, head=0, whole=chance.random() < 0.8)
    if chance.random() < 0.6:
        keys.append(f"key {len(keys)}")
    expected = chance.choice((None, None, head, head - 1))
    return Append(client=client, begun=float(time), key=chance.choice(keys[-3:]), expected=expected)


# What is put in that is wrong, or may be


def _lost(chance: Random, history: History) -> History:
    """The last that was stored is gone."""
    last = history.stored[-1].key
    return structs.replace(history, stored=[event for event in history.stored if event.key != last])


def _twice(chance: Random, history: History) -> History:
    """Something is stored once more, at the end."""
    again = chance.choice(history.stored)
    end = history.stored[-1].seq + 1
    return structs.replace(history, stored=[*history.stored, Stored(end, again.key, f"hash {end}")])


def _gap(chance: Random, history: History) -> History:
    """An event before the last is gone."""
    place = chance.randrange(max(1, len(history.stored) - 1))
    return structs.replace(history, stored=[*history.stored[:place], *history.stored[place + 1 :]])


def _stale(chance: Random, history: History) -> History:
    """A read shows the log as it was before; or as it was not yet."""
    reads = [each for each in history.operations if isinstance(each, Read)]
    if not reads:
        return history
    read = chance.choice(reads)
    head = read.head + chance.choice((-3, -2, -1, 1))
    return _instead(history, read, structs.replace(read, head=head, hash=f"hash {head}", seen=()))


def _swapped(chance: Random, history: History) -> History:
    """Two answers have changed places."""
    told = [each for each in history.operations if isinstance(each, Append) and each.answer is not None]
    if len(told) < 2:
        return history
    first, second = chance.sample(told, 2)
    swapped = _instead(history, first, structs.replace(first, answer=second.answer))
    return _instead(swapped, second, structs.replace(second, answer=first.answer))


def _reordered(chance: Random, history: History) -> History:
    """Two that are stored one after the other have changed places, and so say their answers."""
    keys = list(dict.fromkeys(event.key for event in history.stored))
    if len(keys) < 2:
        return history
    place = chance.randrange(len(keys) - 1)
    keys[place], keys[place + 1] = keys[place + 1], keys[place]
    order = sorted(history.stored, key=lambda event: (keys.index(event.key), event.seq))
    stored = [Stored(BEFORE + n, event.key, f"hash {BEFORE + n}") for n, event in enumerate(order, 1)]
    answers: dict[str, Appended] = {}
    for event in stored:
        first = answers[event.key].first if event.key in answers else event.seq
        answers[event.key] = Appended(first, event.seq, event.hash)
    operations = [
        structs.replace(each, answer=answers.get(each.key, each.answer))
        if isinstance(each, Append) and isinstance(each.answer, Appended)
        else structs.replace(each, seen=())
        if isinstance(each, Read)
        else each
        for each in history.operations
    ]
    return structs.replace(history, stored=stored, operations=operations)


def _moved(chance: Random, history: History) -> History:
    """An operation was at another time."""
    if not history.operations:
        return history
    each = chance.choice(history.operations)
    by = chance.choice((-9, -6, -3, 3, 6, 9)) + 0.5
    return _instead(history, each, structs.replace(each, begun=each.begun + by, ended=each.ended + by))


def _refused(chance: Random, history: History) -> History:
    """What was carried out was told to be refused."""
    told = [each for each in history.operations if isinstance(each, Append) and each.answer is not None]
    if not told:
        return history
    each = chance.choice(told)
    answer = Refused(None if each.expected is None else each.expected + chance.choice((0, 1)))
    return _instead(history, each, structs.replace(each, answer=answer))


def _instead(history: History, each: Operation, other: Operation) -> History:
    operations = [other if one is each else one for one in history.operations]
    return structs.replace(history, operations=operations)


WRONGS: Mapping[str, Callable[[Random, History], History]] = {
    "a lost append": _lost,
    "a double effect": _twice,
    "a gap": _gap,
    "a stale read": _stale,
    "the answer of another": _swapped,
    "another order": _reordered,
    "another time": _moved,
    "a refusal of what was done": _refused,
}
"""Each may by chance leave a history that is still right; `right` says which."""


def right(history: History) -> bool:
    """Whether any order of the operations leads to the log, whichever is tried: for few operations.

    Written from what the log promises, and with nothing of the checkers.
    """
    return _Trying(history).goes_on(frozenset(range(len(history.operations))), (), ())


class _Trying:
    """All orders of the operations of one history, one step at a time."""

    def __init__(self, history: History) -> None:
        self._operations = history.operations
        self._end = [(event.seq, event.key) for event in history.stored]
        self._hashes = {event.seq: event.hash for event in history.stored}
        self._sizes = Counter(event.key for event in history.stored)
        self._leads_nowhere: set[object] = set()

    def goes_on(self, left: frozenset[int], log: tuple[str, ...], told: _Told) -> bool:
        """Whether what is left can go on from a log of these keys, where each was told these seqs."""
        operations = [(number, self._operations[number]) for number in left]
        if (left, log, told) in self._leads_nowhere:
            return False
        if all(each.ended == NEVER for _, each in operations) and self._end == [
            (BEFORE + n, key) for n, key in enumerate(log, 1)
        ]:
            return True
        for number, each in operations:
            if all(other.ended >= each.begun for _, other in operations):
                for grown, known in self._steps(each, log, told):
                    if self.goes_on(left - {number}, grown, known):
                        return True
        self._leads_nowhere.add((left, log, told))
        return False

    def _steps(
        self, each: Operation, log: tuple[str, ...], told: _Told
    ) -> Iterator[tuple[tuple[str, ...], _Told]]:
        """What an operation can lead to, so that it is answered as it was."""
        head, by_key = BEFORE + len(log), dict(told)
        if isinstance(each, Read):
            is_there = head == each.head if each.whole else head >= each.head
            if is_there and each.hash in ("", self._hashes.get(each.head, each.hash)):
                yield log, told
            return
        if each.answer is None:
            yield log, told
        if isinstance(each.answer, Refused):
            first, last = by_key.get(each.key, (1, 0))
            other = each.answer.head is None or each.answer.head == head != each.expected
            if first > last and other:
                yield log, told
            return
        if each.key not in by_key and each.expected in (None, head):
            size = self._sizes[each.key]
            log, told = (*log, *[each.key] * size), (*told, (each.key, (head + 1, head + size)))
        first, last = dict(told).get(each.key, (0, 0))
        hash = self._hashes.get(last, "") if first <= last else ""
        if each.answer is None or each.answer == Appended(first, last, hash):
            yield log, told
