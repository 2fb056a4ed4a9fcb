"""From what is listed to what it changes: begins, ends by lowering and by cancellation, what vanished."""

from datetime import datetime, timedelta

from services.tournament.weather.policy import Warning
from services.tournament.weather.watching import SignalSeen
from services.weather.listed import Listed
from services.weather.reading import read
from services.weather.reconciling import changes, vanished
from tests.weather.answers import CANCELLED_RAIN_AND_SIGNAL_3
from tests.weather.test_reading import hk

NINE, TEN, ELEVEN = hk("2026-03-28 09:00"), hk("2026-03-28 10:00"), hk("2026-03-28 11:00")


def known(code: str, begin: datetime, until: datetime | None = None) -> Warning:
    return Warning(code, begin, until)


def test_what_is_new_is_told_and_told_again_nothing() -> None:
    listed = [Listed("WTCSGNL", "TC8NE", NINE)]
    assert changes([], listed) == (SignalSeen("TC8NE", NINE),)
    assert changes([known("TC8NE", NINE)], listed) == ()


def test_a_lowered_signal_ends_the_dangerous_one_when_it_was_issued() -> None:
    found = changes([known("TC8NE", NINE)], [Listed("WTCSGNL", "TC3", TEN)])
    assert found == (SignalSeen("TC3", TEN), SignalSeen("TC8NE", NINE, TEN))


def test_a_cancellation_ends_whatever_was_in_force() -> None:
    found = changes([known("TC8NE", NINE), known("WRAINB", NINE)], [Listed("WTCSGNL", None, None, TEN)])
    assert found == (SignalSeen("TC8NE", NINE, TEN),)


def test_a_cancelled_entry_still_listed_ends_and_stays_ended() -> None:
    listed = read(CANCELLED_RAIN_AND_SIGNAL_3, hk("2026-06-18 10:06")).listed
    begin, until = hk("2026-06-18 08:20"), hk("2026-06-18 10:05")
    found = changes([known("WRAINB", begin)], listed)
    assert SignalSeen("WRAINB", begin, until) in found
    after = [known(signal.code, signal.begin, signal.until) for signal in found]
    assert changes(after, listed) == ()


def test_an_end_without_a_beginning_was_in_force_just_before() -> None:
    listed = [Listed("WRAIN", "WRAINB", None, TEN)]
    minute = timedelta(minutes=1)
    assert changes([], listed) == (SignalSeen("WRAINB", TEN - minute, TEN),)
    assert changes([known("WRAINB", TEN - minute, TEN)], listed) == ()
    assert changes([known("WRAINB", NINE)], listed) == (SignalSeen("WRAINB", NINE, TEN),)
    assert changes([known("WRAINB", NINE, TEN)], listed) == ()


def test_words_written_anew_are_the_same_signal() -> None:
    assert changes([known("WTCPRE8", NINE)], [Listed("WTCPRE8", "WTCPRE8", TEN, dated=False)]) == ()


def test_an_old_answer_from_a_cache_brings_no_lowered_signal_back() -> None:
    past = [known("TC8NE", NINE, TEN), known("TC3", TEN)]
    assert changes(past, [Listed("WTCSGNL", "TC8NE", NINE)]) == ()


def test_a_signal_that_vanished_and_is_listed_again_is_in_force() -> None:
    assert changes([known("TC8NE", NINE, TEN)], [Listed("WTCSGNL", "TC8NE", NINE)]) == (
        SignalSeen("TC8NE", NINE),
    )


def test_what_is_not_listed_at_all_has_vanished_and_nothing_else() -> None:
    past = [known("TC8NE", NINE), known("WRAINB", NINE), known("TC3", NINE, TEN)]
    assert vanished(past, [Listed("WTCSGNL", "TC9", ELEVEN)]) == (known("WRAINB", NINE),)
    assert vanished(past, [Listed("WTCSGNL", None, None, TEN), Listed("WRAIN", "WRAINA", TEN)]) == ()
