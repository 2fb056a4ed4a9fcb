"""Both checkers accept every history of a log that does one thing after the other, and refuse the others."""

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.histories.one_log import faults
from tests.histories.operations import Append, Appended, History, Operation, Read, Refused, Stored
from tests.histories.search import fits_the_log
from tests.histories.simulated import BEFORE, WRONGS, linearizable, right
from tests.profiles import examples

seeds = st.integers(0, 2**32)


@settings(max_examples=examples(200))
@given(seeds, st.integers(0, 400))
def test_every_history_of_one_log_is_accepted(seed: int, steps: int) -> None:
    history = linearizable(Random(seed), steps)
    assert faults(history) == []
    assert fits_the_log(history)


@settings(max_examples=examples(400))
@given(seeds, st.integers(4, 20), st.sampled_from(sorted(WRONGS)))
def test_what_is_wrong_in_every_order_is_refused_and_nothing_else(seed: int, steps: int, wrong: str) -> None:
    chance = Random(seed)
    history = linearizable(chance, steps)
    assert right(history)
    if history.stored:
        history = WRONGS[wrong](chance, history)
    assert (faults(history) == [], fits_the_log(history)) == (right(history), right(history))


@pytest.mark.parametrize("wrong", sorted(WRONGS))
def test_each_kind_of_wrong_is_found_in_long_histories(wrong: str) -> None:
    found = 0
    for seed in range(examples(60)):
        history = WRONGS[wrong](Random(seed), linearizable(Random(seed), 300))
        assert (faults(history) == []) == fits_the_log(history)
        found += faults(history) != []
    assert found, "in none of them it showed"


def log_of(*keys: str) -> list[Stored]:
    return [Stored(BEFORE + n, key, f"hash {BEFORE + n}") for n, key in enumerate(keys, 1)]


def sent(key: str, begun: float, ended: float, seq: int, **more: object) -> Append:
    """An append of one event that was acknowledged."""
    answer = Appended(seq, seq, f"hash {seq}")
    return Append(client=1, key=key, begun=begun, ended=ended, **{"answer": answer, **more})  # type: ignore[arg-type]


def read(begun: float, ended: float, head: int) -> Read:
    return Read(client=2, begun=begun, ended=ended, head=head)


A, B = sent("a", 0, 1, 4), sent("b", 2, 3, 5)


@pytest.mark.parametrize(
    ("kind", "keys", "operations"),
    [
        ("lost", "a", [A, B]),
        ("double effect", "aba", [A, B]),
        ("time", "ab", [A, B, read(4, 5, 4)]),
        ("time", "ab", [A, B, read(1.1, 1.2, 5)]),
        ("time", "ab", [A, sent("b", 0, 9, 5), read(2, 3, 5), read(4, 5, 4)]),
        ("time", "ba", [sent("a", 0, 1, 5), sent("b", 2, 3, 4)]),
        ("another's answer", "ab", [A, sent("b", 2, 3, 4)]),
        ("another's answer", "ab", [A, sent("b", 2, 3, 5, answer=Appended(5, 5, "hash 4"))]),
        ("another's answer", "a", [A, sent("a", 2, 3, 4, answer=Appended(4, 4, "hash 4", b"otherwise"))]),
        ("refused, yet done", "ab", [A, sent("b", 2, 3, 5, answer=Refused())]),
        ("time", "a", [A, sent("a", 2, 3, 4, answer=Refused(4), expected=3)]),
        ("head", "ab", [A, sent("b", 2, 3, 5, expected=3)]),
        ("head", "a", [A, sent("b", 2, 3, 5, expected=4, answer=Refused(4))]),
        ("half", "aa", [sent("a", 0, 1, 4, answer=Appended(4, 5, "hash 5")), read(0, 2, 4)]),
        ("lost", "a", [A, read(4, 5, 6)]),
    ],
)
def test_what_is_wrong_is_called_by_its_name(kind: str, keys: str, operations: list[Operation]) -> None:
    history = History(BEFORE, log_of(*keys), operations)
    assert faults(history)[0].kind == kind


def test_a_gap_is_called_so() -> None:
    first, _, third = log_of("a", "b", "c")
    assert [fault.kind for fault in faults(History(BEFORE, [first, third], [A]))] == ["gap"]


def test_what_got_no_answer_may_have_been_done_or_not_and_late() -> None:
    unanswered = Append(client=1, key="b", begun=2)
    for keys, head in (("a", 4), ("ab", 5), ("ab", 4)):
        assert faults(History(BEFORE, log_of(*keys), [A, unanswered, read(4, 5, head)])) == []
