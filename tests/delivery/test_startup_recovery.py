"""From one dispatcher to the next: after another, after an absence, and after a restore."""

import threading
from datetime import timedelta

import pytest

from services.delivery.channel import Outcome
from services.delivery.lease import LeaseLost
from services.notices.rendering import Message
from tests.delivery.given import ID, NOON, SENT, Office


def test_a_second_dispatcher_waits_and_a_stale_one_writes_nothing(office: Office) -> None:
    office.chat("chat", "0001")
    first, second = office.dispatcher("one"), office.dispatcher("two")
    office.drain(first)
    with pytest.raises(LeaseLost):
        office.drain(second)
    office.clock.advance(timedelta(seconds=16))
    office.drain(second)
    office.notify("suspended", "entrant:0001", grounds="other")
    with pytest.raises(LeaseLost):
        first.fan_out.take_in(first.lease)
    assert office.all() == []
    office.drain(second)
    assert office.telegram.to == ["chat"]


def test_one_held_up_in_a_call_writes_nothing_over_its_successor(office: Office) -> None:
    office.chat("chat", "0001")
    office.notify("results-published", "entrant:0001", stage="preliminary", version="1")
    first, second = office.dispatcher("one"), office.dispatcher("two")

    def held_up(address: str, message: Message) -> Outcome:
        office.clock.advance(timedelta(minutes=1))
        successor = threading.Thread(target=office.drain, args=(second,))
        successor.start()
        successor.join()
        return SENT

    office.telegram.says = held_up
    with pytest.raises(LeaseLost):
        office.drain(first)
    assert office.telegram.to == ["chat"]
    assert office.statuses() == {"unknown": 1}, "as the successor found it"


def test_an_attempt_that_was_cut_off_is_in_doubt(office: Office) -> None:
    office.chat("chat", "0001")
    office.notify("suspended", "entrant:0001", grounds="other")
    office.notify("results-published", "entrant:0001", stage="preliminary", version="1")
    gone = office.dispatcher("gone")
    office.drain(gone)
    with office.database.writing() as driver:
        driver.execute("UPDATE delivery SET status = 'started'")
    office.telegram.sent.clear()
    office.clock.advance(timedelta(minutes=1))
    office.drain(office.dispatcher("next"))
    office.clock.advance(timedelta(minutes=1))
    office.drain(office.dispatcher("after that"))
    assert [sent.message.kind for sent in office.telegram.sent] == ["suspended"]
    assert office.statuses() == {"sent": 1, "unknown": 1}


def test_nothing_is_told_of_what_happened_long_ago(small: Office) -> None:
    small.chat("chat", "0001")
    small.book.recorded = NOON - timedelta(days=3)
    small.notify("suspended", "entrant:0001", grounds="other")
    small.drain()
    assert (small.telegram.sent, small.all()) == ([], [])


def test_one_tournament_is_muted_and_released_by_itself(office: Office) -> None:
    office.chat("chat", "0001")
    office.notify("suspended", "entrant:0001", grounds="other")
    dispatcher = office.dispatcher()
    dispatcher.muting.mute("someone brought it back", "another-cup")
    dispatcher.muting.mute("it was brought back", ID)
    office.drain(dispatcher)
    assert office.telegram.sent == []
    assert [(muted.tournament, muted.why) for muted in dispatcher.muting.muted()] == [
        ("another-cup", "someone brought it back"),
        (ID, "it was brought back"),
    ]
    assert dispatcher.muting.release(ID)
    assert not dispatcher.muting.release(ID)
    office.drain(dispatcher)
    assert office.telegram.to == ["chat"], "the other one, still muted, holds nothing up"
