"""From a notice to people: each told once, where they are, and everyone accounted for."""

import asyncio
from collections import Counter
from datetime import timedelta
from typing import Any

import pytest

from services.delivery.addressing import Draft
from services.delivery.attempts import Waiting
from services.delivery.channel import Outcome
from services.delivery.deliveries import Deliveries
from services.delivery.senders import room_left
from tests.cases import cases
from tests.delivery.given import ID, NOON, SENT, Office
from tests.unit.tournament.specs import S1

TICK = timedelta(microseconds=1)


def test_a_notice_reaches_chat_email_or_the_list_of_the_unlinked(office: Office) -> None:
    office.chat("chat-1", "0001")
    office.book.emails["entrant:0002"] = "Two@example.org"
    office.notify("suspended", grounds="black_rainstorm")
    office.drain()
    assert office.telegram.to == ["chat-1"]
    assert office.email.to == ["Two@example.org"]
    assert office.statuses() == {"sent": 2, "unlinked": 2}
    office.drain()
    assert len(office.telegram.sent) + len(office.email.sent) == 2


def test_one_chat_of_several_gets_one_message_that_names_each(office: Office) -> None:
    for parent in ("mother", "father"):
        office.chat(parent, "0001", "0002", "0003")
    office.notify("suspended", grounds="other")
    office.drain()
    assert sorted(office.telegram.to) == ["father", "mother"]
    for sent in office.telegram.sent:
        assert sent.message.names == ("Player 0001", "Player 0002", "Player 0003")


def test_one_email_address_of_several_gets_one_message(small: Office) -> None:
    for number in ("0001", "0003"):
        small.book.emails[f"entrant:{number}"] = "family@example.org"
    small.book.emails["entrant:0003"] = "Family@Example.org "
    small.notify("suspended", grounds="other")
    small.drain()
    assert [sent.message.names for sent in small.email.sent] == [("Player 0001", "Player 0003")]


def test_who_prefers_email_gets_email_and_no_chat_message(small: Office) -> None:
    small.chat("chat", "0001", "0002")
    small.book.emails["entrant:0001"] = "one@example.org"
    small.links.preferences.prefer_email(ID, "entrant:0001", True)
    small.links.preferences.prefer_email(ID, "entrant:0002", True)
    small.notify("goes-ahead")
    small.drain()
    assert small.email.to == ["one@example.org"]
    assert [sent.message.names for sent in small.telegram.sent] == [("Player 0002",)], "she has no e-mail"


def test_a_muted_kind_is_not_sent_and_safety_cannot_be_muted(small: Office) -> None:
    place = small.chat("chat", "0001")
    small.links.preferences.mute(ID, place, "results-published")
    small.notify("results-published", "entrant:0001", stage="preliminary", version="1")
    small.notify("suspended", "entrant:0001", grounds="other")
    small.drain()
    assert [sent.message.kind for sent in small.telegram.sent] == ["suspended"]
    assert small.statuses() == {"declined": 1, "sent": 1}


def test_nothing_is_sent_before_its_time_nor_after(small: Office) -> None:
    small.chat("chat", "0001")
    later = NOON + timedelta(hours=2)
    small.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3", not_before=later)
    small.notify("reminder-morning", "entrant:0001", not_after=NOON - timedelta(minutes=1))
    small.drain()
    assert small.telegram.sent == []
    assert small.statuses() == {"expired": 1}
    small.clock.set(later)
    small.drain()
    assert [sent.message.kind for sent in small.telegram.sent] == ["ruling"]


@pytest.mark.parametrize(("left", "status"), [(timedelta(0), "expired"), (TICK, "sent")])
def test_the_moment_until_which_a_notice_is_of_use_is_too_late_to_try_again(
    small: Office, left: timedelta, status: str
) -> None:
    small.chat("chat", "0001")
    small.telegram.says = lambda address, message: Outcome("not_sent")
    until = NOON + timedelta(hours=1)
    small.notify("reminder-morning", "entrant:0001", not_after=until)
    small.drain()
    small.telegram.says = lambda address, message: SENT
    small.clock.set(until - left)
    small.drain()
    assert small.statuses() == {status: 1}


@pytest.mark.parametrize(("left", "status"), [(timedelta(0), "expired"), (TICK, "pending")])
def test_the_moment_until_which_a_notice_is_of_use_is_too_late_to_begin(
    small: Office, left: timedelta, status: str
) -> None:
    small.chat("chat", "0001")
    notice = small.notify("reminder-morning", "entrant:0001", not_after=NOON + left)
    with small.database.writing() as driver:
        made = [Draft(("entrant:0001",), "telegram", "a-1", "en")]
        small.deliveries.add(driver, small.deliveries.rows(ID, notice, made, NOON))
    assert small.statuses() == {status: 1}


def test_a_later_notice_cancels_what_is_unsent_and_names_what_was_sent(office: Office) -> None:
    office.chat("chat-1", "0001")
    office.chat("chat-2", "0002")
    office.telegram.says = lambda address, message: Outcome("not_sent") if address == "chat-2" else SENT
    topic = f"session:{S1}"
    first = office.notify("suspended", grounds="other", topic=topic)
    office.drain()
    office.telegram.says = lambda address, message: SENT
    office.clock.advance(timedelta(minutes=5))
    second = office.notify("rescheduled", topic=topic)
    office.drain()
    last = {sent.address: sent.message for sent in office.telegram.sent}
    assert last["chat-1"].reference == last["chat-2"].reference == second.reference
    assert last["chat-1"].replaces == first.reference
    assert last["chat-2"].replaces == ""
    assert [delivery.status for delivery in office.all() if delivery.address_id.startswith("a-")] == [
        *(["sent", "cancelled"] if office.all()[0].status == "sent" else ["cancelled", "sent"]),
        "sent",
        "sent",
    ]


def test_a_reminder_takes_the_place_of_no_suspension(small: Office) -> None:
    small.chat("chat", "0001")
    topic = f"session:{S1}"
    small.notify("suspended", "entrant:0001", grounds="other", topic=topic)
    small.notify("reminder-morning", "entrant:0001", topic=topic)
    small.drain()
    small.clock.advance(timedelta(minutes=1))
    small.drain()
    assert [(sent.message.kind, sent.message.replaces) for sent in small.telegram.sent] == [
        ("suspended", ""),
        ("reminder-morning", ""),
    ]


def test_a_notice_made_pointless_before_it_was_fanned_out_reaches_nobody(small: Office) -> None:
    small.chat("chat", "0001")
    topic = f"session:{S1}"
    small.notify("weather-watch", "entrant:0001", topic=topic)
    small.notify("suspended", "entrant:0001", grounds="other", topic=topic)
    small.drain()
    assert [sent.message.kind for sent in small.telegram.sent] == ["suspended"]


def test_what_is_urgent_goes_first_and_waits_for_no_crowd(small: Office) -> None:
    for number in ("0001", "0002", "0003", "0004"):
        small.chat(f"chat-{number}", number)
    small.notify("results-published", "everyone", stage="preliminary", version="1")
    small.notify("suspended", "entrant:0004", grounds="other")
    small.drain()
    assert small.telegram.sent[0].message.kind == "suspended"


@cases(
    "under_way, room",
    [
        ([], (28, 3)),
        ([3] * 10, (18, 3)),
        ([3] * 28, (28, 2)),
        ([3] * 28 + [0] * 14, (14, 2)),
        ([3] * 28 + [1] * 20, (28, 0)),
        ([3] * 28 + [0] * 20, (0, 0)),
    ],
)
def test_what_is_less_urgent_takes_no_place_from_what_is_more(
    under_way: list[int], room: tuple[int, int]
) -> None:
    assert room_left(under_way, 28) == room


@pytest.mark.parametrize(("lane", "begun"), [(3, 1), (0, 0)])
def test_a_message_about_safety_overtakes_another_to_the_same_chat(
    lane: int, begun: int, small: Office
) -> None:
    address = small.chat("chat", "0001")
    small.notify("suspended", "entrant:0001", grounds="other")
    dispatcher = small.dispatcher()
    dispatcher.lease.acquire()
    dispatcher.fan_out.take_in(dispatcher.lease)
    while dispatcher.fan_out.next_page(dispatcher.lease):
        pass
    waiting = Waiting("telegram", 28, 3, {address: lane}, lambda _: 0.0, 1.0)
    assert len(dispatcher.attempts.begin(waiting)) == begun


def test_many_for_a_chat_that_is_busy_are_each_put_off_once(
    small: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even where the database takes longer for a page than a message is put off."""
    address = small.chat("chat", "0001")
    for version in range(40):
        small.notify("results-published", "entrant:0001", stage="preliminary", version=str(version))
    dispatcher = small.dispatcher()
    dispatcher.lease.acquire()
    dispatcher.fan_out.take_in(dispatcher.lease)
    while dispatcher.fan_out.next_page(dispatcher.lease):
        pass
    put_off: Counter[str] = Counter()
    start = Deliveries.start

    def slow(deliveries: Deliveries, *given: Any) -> set[str]:
        put_off.update(aside.delivery.id for aside in given[3])
        small.clock.advance(timedelta(seconds=1))
        return start(deliveries, *given)

    monkeypatch.setattr(Deliveries, "start", slow)
    waiting = Waiting("telegram", 10, 3, {address: 0}, lambda _: 0.0, 0.0)
    assert dispatcher.attempts.begin(waiting) == []
    assert (len(put_off), set(put_off.values())) == (40, {1})
    due = [delivery.due_at for delivery in sorted(small.all(), key=lambda delivery: delivery.seq)]
    assert due == sorted(due), "in their order"
    assert len(set(due[:10])) == 10, "one behind the other"


def test_what_comes_while_others_wait_for_their_turn_goes_out_behind_them(small: Office) -> None:
    address = small.chat("chat", "0001")
    dispatcher = small.dispatcher()
    dispatcher.lease.acquire()
    written, begun = [], []
    for step in range(60):
        for _ in range(4 if step == 0 else step < 7):
            written.append(small.notify("announcement", "entrant:0001").reference)
        dispatcher.fan_out.take_in(dispatcher.lease)
        while dispatcher.fan_out.next_page(dispatcher.lease):
            pass
        busy = {} if step else {address: 0}
        waiting = Waiting("telegram", 28, 3, busy, lambda _: 0.0, 1.0)
        begun += [letter.message.reference for letter in dispatcher.attempts.begin(waiting)]
        small.clock.advance(timedelta(seconds=0.3))
    assert begun == written


def test_running_sends_and_stops_when_told(office: Office) -> None:
    office.chat("chat", "0001")
    office.notify("suspended", "entrant:0001", grounds="other")

    async def run() -> None:
        dispatcher = office.dispatcher()
        running = asyncio.create_task(dispatcher.run())
        while not office.telegram.sent:
            await asyncio.sleep(0.01)
        dispatcher.stop()
        await running

    asyncio.run(run())
    assert office.statuses() == {"sent": 1}
    assert office.telegram.closed
