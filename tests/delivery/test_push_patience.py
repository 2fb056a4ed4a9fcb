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
    patience = Patience(ManualClock(NOON))
    assert patience.asked("a.example", "30") == 30
    assert patience.asked("a.example", "") == 0
    assert patience.left("a.example") == 30
    assert patience.left("b.example") <= 0


def test_an_answer_in_between_begins_the_count_of_silences_anew() -> None:
    patience = Patience(ManualClock(NOON))
    for _ in range(SILENCES - 1):
        patience.silent("a.example")
    patience.answered("a.example")
    patience.silent("a.example")
    assert patience.left("a.example") <= 0
    for _ in range(SILENCES - 1):
        patience.silent("a.example")
    assert patience.left("a.example") == SILENT_FOR


def test_as_many_hosts_as_strangers_name_take_no_room() -> None:
    patience = Patience(ManualClock(NOON))
    for number in range(5_000):
        patience.asked(f"push{number}.example", "3600")
        patience.silent(f"push{number}.example")
    assert len(patience._until) <= 1_000
    assert len(patience._silences) <= 1_000


@given(st.lists(STEPS, max_size=30))
def test_nobody_waits_longer_than_an_hour_nor_for_another(steps: list[tuple[str, str, str]]) -> None:
    clock = ManualClock(NOON)
    patience = Patience(clock)
    touched = set()
    for what, host, more in steps:
        if what == "asked":
            patience.asked(host, more)
            touched.add(host)
        elif what == "silent":
            patience.silent(host)
            touched.add(host)
        elif what == "answered":
            patience.answered(host)
        else:
            clock.advance(timedelta(seconds=int(more)))
        for service_host in ("a.example", "b.example"):
            assert patience.left(service_host) <= LONGEST_PATIENCE
            assert service_host in touched or patience.left(service_host) <= 0
