"""What a dispatcher does when a channel refuses, is away, stops or leaves it in doubt."""

import asyncio
from datetime import timedelta

from services.delivery.channel import Outcome
from services.notices.rendering import Message
from tests.delivery.given import ID, SENT, Office


def test_a_dead_chat_falls_back_to_email_and_is_not_tried_again(office: Office) -> None:
    office.chat("chat", "0001")
    office.book.emails["entrant:0001"] = "one@example.org"
    office.telegram.says = lambda address, message: Outcome("gone", why="blocked")
    office.notify("suspended", "entrant:0001", grounds="other")
    office.drain()
    assert (office.telegram.to, office.email.to) == (["chat"], ["one@example.org"])
    assert office.links.of_address("telegram", "chat")[0].status == "dead"
    office.notify("goes-ahead", "entrant:0001")
    office.drain()
    assert (office.telegram.to, office.email.to) == (["chat"], ["one@example.org"] * 2)
    office.chat("chat", "0001")
    office.telegram.says = lambda address, message: SENT
    office.notify("goes-ahead", "entrant:0001")
    office.drain()
    assert office.telegram.to == ["chat", "chat"], "linked anew, it counts again"


def test_a_refused_message_falls_back_without_condemning_the_chat(small: Office) -> None:
    small.chat("chat", "0001")
    small.book.emails["entrant:0001"] = "one@example.org"
    small.telegram.says = lambda address, message: Outcome("refused")
    small.notify("goes-ahead", "entrant:0001")
    small.drain()
    assert small.email.to == ["one@example.org"]
    assert small.links.of_address("telegram", "chat")[0].status == "active"


def test_unknown_is_sent_again_for_safety_with_the_same_reference_and_never_for_others(
    office: Office,
) -> None:
    office.chat("chat", "0001")
    office.telegram.says = lambda address, message: Outcome("unknown")
    office.notify("results-published", "entrant:0001", stage="preliminary", version="1")
    safety = office.notify("suspended", "entrant:0001", grounds="other")
    office.drain()
    for _ in range(10):
        office.clock.advance(timedelta(minutes=2))
        office.drain()
    kinds = [sent.message.kind for sent in office.telegram.sent]
    assert (kinds.count("results-published"), kinds.count("suspended")) == (1, 6)
    references = {
        (sent.message.reference, sent.key)
        for sent in office.telegram.sent
        if sent.message.kind == "suspended"
    }
    assert [reference for reference, _ in references] == [safety.reference]
    assert office.statuses() == {"unknown": 2}


def test_a_server_that_is_away_is_tried_again_until_it_is_back(small: Office) -> None:
    small.chat("chat", "0001")
    small.telegram.says = lambda address, message: Outcome("not_sent")
    small.notify("results-published", "entrant:0001", stage="preliminary", version="1")
    for _ in range(12):
        small.drain()
        small.clock.advance(timedelta(minutes=1))
    small.telegram.says = lambda address, message: SENT
    small.drain()
    assert small.statuses() == {"sent": 1}


def test_what_is_given_up_can_be_requeued(small: Office) -> None:
    small.chat("chat", "0001")
    small.telegram.says = lambda address, message: Outcome("not_sent")
    notice = small.notify("results-published", "entrant:0001", stage="preliminary", version="1")
    dispatcher = small.dispatcher(email=False)

    async def many() -> None:
        for _ in range(60):
            await dispatcher.drain()
            small.clock.advance(timedelta(minutes=1))

    asyncio.run(many())
    assert small.statuses() == {"dead": 1}
    small.telegram.says = lambda address, message: SENT
    assert small.deliveries.requeue(ID, "N-0", small.clock.now()) == 0
    assert small.deliveries.requeue(ID, notice.reference, small.clock.now()) == 1
    small.drain(dispatcher)
    assert small.statuses() == {"sent": 1}
    assert small.deliveries.requeue(ID, None, small.clock.now()) == 0


def test_a_pause_asked_for_holds_for_everyone_and_costs_no_attempt(small: Office) -> None:
    for number in ("0001", "0002", "0003", "0004"):
        small.chat(f"chat-{number}", number)
    answers = [Outcome("wait", seconds=30)]
    small.telegram.says = lambda address, message: answers.pop() if answers else SENT
    small.notify("suspended", grounds="other")
    dispatcher = small.dispatcher(rate=28)
    small.drain(dispatcher)
    begun = small.telegram.sent[0].at
    assert begun is not None
    times = [sent.at - begun for sent in small.telegram.sent if sent.at is not None]
    assert [round(time.total_seconds(), 2) for time in times] == [0, 30, 30.04, 30.07], "no burst after it"
    small.clock.advance(timedelta(seconds=31))
    small.drain(dispatcher)
    assert small.statuses() == {"sent": 4}
    assert {delivery.attempts for delivery in small.all()} == {1}


def test_a_moved_address_is_followed(small: Office) -> None:
    small.chat("group", "0001")
    small.telegram.says = lambda address, message: Outcome("moved", to="new") if address == "group" else SENT
    small.notify("goes-ahead", "entrant:0001")
    small.drain()
    assert small.telegram.to == ["group", "new"]
    assert small.links.of_address("telegram", "group") == []
    assert [link.recipient for link in small.links.of_address("telegram", "new")] == ["entrant:0001"]


def test_a_channel_that_stops_is_told_of_once_and_loses_nothing(small: Office) -> None:
    for number in ("0001", "0002"):
        small.chat(f"chat-{number}", number)
    small.telegram.says = lambda address, message: Outcome("stop", why="the token was revoked")
    small.notify("suspended", grounds="other")
    stops: list[tuple[str, str]] = []

    class Noted:
        async def stopped(self, channel: str, why: str) -> None:
            stops.append((channel, why))

        async def muted(self, why: str) -> None:
            raise AssertionError(why)

        async def held(self, held: object) -> None:
            raise AssertionError(held)

    dispatcher = small.dispatcher()
    dispatcher._alerts = Noted()
    small.drain(dispatcher)
    assert stops == [("telegram", "the token was revoked")]
    assert small.statuses() == {"pending": 2, "unlinked": 2}
    small.telegram.says = lambda address, message: SENT
    small.clock.advance(timedelta(minutes=1))
    small.drain()
    assert small.statuses() == {"sent": 2, "unlinked": 2}


def test_a_channel_that_raises_leaves_it_unknown(small: Office) -> None:
    small.chat("chat", "0001")

    def raising(address: str, message: Message) -> Outcome:
        raise ValueError(address)

    small.telegram.says = raising
    small.notify("awards", "entrant:0001", place="no number")
    small.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    small.drain()
    small.clock.advance(timedelta(seconds=1))
    small.drain()
    (bad, good) = small.all()
    assert (bad.status, good.status) == ("failed", "unknown"), "the first could not be put into words"
    assert "chat" not in bad.why + good.why
