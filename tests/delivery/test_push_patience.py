"""Which push services are left alone: each for itself, for as long as it asked and no longer than an hour."""

from datetime import timedelta

from hypothesis import given
from hypothesis import strategies as st

from services.delivery.push_patience import LONGEST_PATIENCE, SILENCES, SILENT_FOR, Patience
from shared.clock import ManualClock
from tests.delivery.given import NOON

HOSTS = st.sampled_from(["a.example", "b.example"])
STEPS = st.one_of(
    st.tuples(st.just("asked"), HOSTS, st.sampled_from(["", "0", "30", "7200", "soon"])),
    st.tuples(st.just("silent"), HOSTS, st.just("")),
    st.tuples(st.just("answered"), HOSTS, st.just("")),
    st.tuples(st.just("waits"), HOSTS, st.sampled_from(["10", "3600", "-86400"])),
)


def test_a_word_without_a_time_does_not_cut_short_what_was_asked_for_before() -> None:
    own = Patience(ManualClock(NOON))
    assert own.asked("a.example", "30") == 30
    assert own.asked("a.example", "") == 0
    assert own.left("a.example") == 30
    assert own.left("b.example") <= 0


def test_an_answer_in_between_begins_the_count_of_silences_anew() -> None:
    own = Patience(ManualClock(NOON))
    for _ in range(SILENCES - 1):
        own.silent("a.example")
    own.answered("a.example")
    own.silent("a.example")
    assert own.left("a.example") <= 0
    for _ in range(SILENCES - 1):
        own.silent("a.example")
    assert own.left("a.example") == SILENT_FOR


def test_as_many_hosts_as_strangers_name_take_no_room() -> None:
    own = Patience(ManualClock(NOON))
    for number in range(5_000):
        own.asked(f"push{number}.example", "3600")
        own.silent(f"push{number}.example")
    assert len(own._until) <= 1_000
    assert len(own._silences) <= 1_000


@given(st.lists(STEPS, max_size=30))
def test_nobody_waits_longer_than_an_hour_nor_for_another(steps: list[tuple[str, str, str]]) -> None:
    clock = ManualClock(NOON)
    own = Patience(clock)
    touched = set()
    for what, host, more in steps:
        if what == "asked":
            own.asked(host, more)
            touched.add(host)
        elif what == "silent":
            own.silent(host)
            touched.add(host)
        elif what == "answered":
            own.answered(host)
        else:
            clock.advance(timedelta(seconds=int(more)))
        for one in ("a.example", "b.example"):
            assert own.left(one) <= LONGEST_PATIENCE
            assert one in touched or own.left(one) <= 0
