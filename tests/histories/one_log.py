"""Check that what clients saw is what one append-only log shows that does one thing after the other.

The log itself says in which order commands took effect, so nothing has to be searched for. Every operation
has a place in that order, or a range of places, which follows from what it was answered:

- an append whose last event has seq n takes place at 2n - 1, right before anyone can read n;
- what read that the log ends at n takes place at 2n;
- a refusal takes place somewhere before its own key took effect, if it ever did.

A history is linearizable if operations can take place in an order that real time agrees with: whatever had
ended before another one began goes first. So, by the time at which they began, each is given the lowest place
in its range that is not below what had ended by then; where that is above its range, nothing fits.
"""

import heapq
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Literal

import msgspec

from tests.histories.operations import NEVER, Append, Appended, History, Operation, Read, Refused, Stored

Kind = Literal[
    "gap", "double effect", "lost", "another's answer", "refused, yet done", "time", "half", "head"
]


class Fault(msgspec.Struct, frozen=True):
    """What is wrong, and between which operations.

    Attributes:
        kind: gap, double effect and half a command: of the log or what was read of it; lost: acknowledged and
            not stored; another's answer: not what is stored under the key, or not the same each time; head:
            carried out on another head than its If-Match names; time: in no order that real time agrees with.
    """

    kind: Kind
    says: str


class Effect(msgspec.Struct, frozen=True):
    """The events that are stored under a key."""

    first: int
    last: int
    hash: str


class Placed(msgspec.Struct, frozen=True):
    """An operation, or all that was sent under one key, with the places that it may take."""

    begun: float
    ended: float
    lowest: int
    highest: int
    what: Operation


def faults(history: History) -> list[Fault]:
    """All that is wrong with a history; nothing if it is linearizable."""
    found = list(_of_the_log(history.before, history.stored))
    effects = effects_of(history.stored)
    found += _of_reads(history, effects)
    for key, sent in sent_under(history.operations).items():
        found += _of_answers(key, sent, effects.get(key))
    return found or list(_of_time(2 * history.before, _placed(history, effects)))


def effects_of(stored: Sequence[Stored]) -> Mapping[str, Effect]:
    """What each key led to."""
    found: dict[str, Effect] = {}
    for event in stored:
        first = found[event.key].first if event.key in found else event.seq
        found[event.key] = Effect(first, event.seq, event.hash)
    return found


def sent_under(operations: Sequence[Operation]) -> Mapping[str, list[Append]]:
    """The appends by their keys."""
    found: dict[str, list[Append]] = {}
    for operation in operations:
        if isinstance(operation, Append):
            found.setdefault(operation.key, []).append(operation)
    return found


def _of_the_log(before: int, stored: Sequence[Stored]) -> Iterator[Fault]:
    """Seqs without gaps, and the events of each key side by side: what is done twice is not."""
    ended: set[str] = set()
    for place, event in enumerate(stored):
        if event.seq != before + place + 1:
            yield Fault("gap", f"after seq {before + place} comes {event.seq}")
            return
        last = stored[place - 1].key if place else None
        if event.key != last:
            if event.key in ended:
                yield Fault("double effect", f"{event.key} is done again at seq {event.seq}")
            ended.add(event.key)


def _of_reads(history: History, effects: Mapping[str, Effect]) -> Iterator[Fault]:
    """Whatever was said of the log stands in it, and no read ends within the events of one command."""
    by_seq = {event.seq: event for event in history.stored}
    inner = {seq for effect in effects.values() for seq in range(effect.first, effect.last)}
    for read in _heads(history.operations):
        end = by_seq.get(read.head)
        if read.head > history.before and end is None:
            yield Fault("lost", f"client {read.client} saw seq {read.head}, which is not there")
        elif end is not None and read.hash not in ("", end.hash):
            yield Fault("another's answer", f"client {read.client} saw another hash at seq {read.head}")
        if read.whole and read.head in inner:
            yield Fault("half", f"client {read.client} saw half a command, up to seq {read.head}")
        if any(by_seq.get(event.seq) != event for event in read.seen if event.seq > history.before):
            yield Fault("another's answer", f"client {read.client} read events up to {read.head} otherwise")
        seqs = [event.seq for event in read.seen]
        if seqs != list(range(read.head - len(seqs) + 1, read.head + 1)):
            yield Fault("gap", f"client {read.client} read the events {seqs}")


def _heads(operations: Sequence[Operation]) -> Iterator[Read]:
    """Where the log ended for whoever read it, was refused because of it, or had nothing done to it."""
    for each in operations:
        answer = each.answer if isinstance(each, Append) else None
        head = answer.head if isinstance(answer, Refused) else None
        if isinstance(answer, Appended) and answer.first > answer.last:
            head = answer.last
        if isinstance(each, Read):
            yield each
        elif head is not None:
            yield Read(client=each.client, begun=each.begun, ended=each.ended, head=head)


def _of_answers(key: str, sent: Sequence[Append], effect: Effect | None) -> Iterator[Fault]:
    """What was acknowledged is stored so, each time in the same words; what was only refused is not."""
    told = [append.answer for append in sent if isinstance(append.answer, Appended)]
    if len(set(told)) > 1:
        yield Fault("another's answer", f"{key} was answered in {len(set(told))} ways")
    for answer in told[:1]:
        if answer.first > answer.last:
            if effect is not None:
                yield Fault("another's answer", f"{key} led to nothing, and is at seq {effect.first}")
        elif effect is None:
            yield Fault("lost", f"{key} was acknowledged at seq {answer.first}, and is not stored")
        elif (answer.first, answer.last, answer.hash) != (effect.first, effect.last, effect.hash):
            yield Fault("another's answer", f"{key} was told seq {answer.first}, and is at {effect.first}")
    if effect is not None:
        may_have = [append for append in sent if not isinstance(append.answer, Refused)]
        if not may_have:
            yield Fault("refused, yet done", f"{key} was refused, and is at seq {effect.first}")
        elif all(append.expected not in (None, effect.first - 1) for append in may_have):
            yield Fault("head", f"{key} expected {may_have[0].expected}, and is at seq {effect.first}")
    for append in sent:
        if isinstance(append.answer, Refused) and append.expected == append.answer.head is not None:
            yield Fault("head", f"{key} was refused on the head that it expected, {append.expected}")


def _placed(history: History, effects: Mapping[str, Effect]) -> Iterator[Placed]:
    """Every operation with its places.

    All that was sent under one key takes effect once: no sooner than the first of it was sent that was not
    refused, and no later than the first answer.
    """
    highest = 2 * (history.stored[-1].seq if history.stored else history.before)
    ends = {seq: effect.last for effect in effects.values() for seq in range(effect.first, effect.last)}
    for operation in history.operations:
        if isinstance(operation, Read):
            # Whoever was shown a part of a command saw the log with all of it.
            lowest = 2 * ends.get(operation.head, operation.head)
            most = lowest if operation.whole else highest
            yield Placed(operation.begun, operation.ended, lowest, most, operation)
    for key, sent in sent_under(history.operations).items():
        effect = effects.get(key)
        acted = [append for append in sent if not isinstance(append.answer, Refused)]
        told = [append for append in acted if append.answer is not None]
        not_later = highest
        if effect is not None:
            before, place, not_later = effect.first - 1, 2 * effect.last - 1, 2 * (effect.first - 1)
        elif told and isinstance(told[0].answer, Appended):
            before = told[0].answer.last
            place = 2 * before  # it led to nothing, which is a read
        if effect is not None or told:
            begun = min(
                (append.begun for append in acted if append.expected in (None, before)), default=NEVER
            )
            ended = min((append.ended for append in told), default=NEVER)
            yield Placed(begun, ended, place, place, acted[0])
        for append in sent:
            if isinstance(append.answer, Refused):
                head = append.answer.head
                lowest, most = (2 * head, 2 * head) if head is not None else (2 * history.before, not_later)
                yield Placed(append.begun, append.ended, lowest, min(most, not_later), append)


def _of_time(reached: int, placed: Iterable[Placed]) -> Iterator[Fault]:
    """Give each its place, by the time at which they began; nothing is placed below what had ended by then.

    Args:
        reached: the place that the log had come to before.
    """
    under_way: list[tuple[float, int, int]] = []
    """Those that have begun, by when they end, each with its place."""
    for number, each in enumerate(sorted(placed, key=lambda each: each.begun)):
        while under_way and under_way[0][0] < each.begun:
            _, _, place = heapq.heappop(under_way)
            reached = max(reached, place)
        place = max(each.lowest, reached)
        if place > each.highest:
            yield Fault("time", f"the log had come to {reached / 2:g} before this began: {each.what}")
        elif each.begun > each.ended:
            yield Fault("time", f"it was acknowledged before this can have done it: {each.what}")
        heapq.heappush(under_way, (each.ended, number, place))
