"""Nobody sent for many hours: safety goes out at once, what is stale expires, the rest waits for a word."""

import asyncio
from datetime import timedelta

import pytest

from services.delivery.alerting import Alerts
from services.delivery.dispatching import Dispatcher
from services.delivery.holding import Held, Holding, held_key
from services.delivery.muting import Muting
from services.delivery.pacing import Pace
from services.delivery.release_decisions import ON_COMMAND_LINE, Decision, Steering
from services.delivery.senders import Sender
from services.notices.registry import note
from tests.delivery.given import ID, Office, Recording
from tests.refusing import refusing
from tests.unit.tournament.specs import S1

AWAY = timedelta(hours=14)


def away(small: Office) -> Dispatcher:
    """A dispatcher took the lease once, and was gone; the one that comes back after fourteen hours."""
    small.drain(small.dispatcher("before"))
    small.clock.advance(AWAY)
    return small.dispatcher("after")


def decided(small: Office, decision: Decision, tournament: str = ID) -> int:
    """How much of what is held is sent or dropped on the command line."""
    database = small.database
    steering = Steering(database, Holding(database), Muting(database, small.clock), small.book.state)
    return steering.decide(tournament, "held", decision, ON_COMMAND_LINE, small.clock.now())


def kinds_sent(small: Office) -> list[str]:
    return [sent.message.kind for sent in small.telegram.sent]


def test_safety_goes_out_at_once_and_routine_waits_for_a_word(small: Office) -> None:
    small.chat("chat", "0001")
    dispatcher = away(small)
    small.notify("suspended", "entrant:0001", grounds="other")
    small.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    small.notify("results-published", "entrant:0001", stage="preliminary", version="1")
    small.drain(dispatcher)
    assert kinds_sent(small) == ["suspended"]
    assert dispatcher.muting.muted() == []
    (held,) = dispatcher.holding.held()
    assert (held.tournament, held.kinds) == (ID, {"results-published": 1, "ruling": 1})


@pytest.mark.parametrize("fanned_out", [False, True])
def test_what_is_held_is_sent_or_dropped_as_a_whole_and_once(small: Office, fanned_out: bool) -> None:
    for answer in ("send", "drop"):
        small.chat(f"chat-{answer}", "0001")
    small.telegram.sent.clear()
    first = small.dispatcher("before")
    small.drain(first)
    small.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    if fanned_out:
        first.fan_out.take_in(first.lease)
        first.fan_out.next_page(first.lease)
    small.clock.advance(AWAY)
    # Not by night, when what is routine waits anyway.
    small.clock.advance(timedelta(hours=10))
    dispatcher = small.dispatcher("after")
    small.drain(dispatcher)
    assert decided(small, "drop", "another-cup") == 0
    assert decided(small, "send") > 0
    assert decided(small, "send") == 0
    with refusing("held-decided"):
        decided(small, "drop")
    small.drain(dispatcher)
    assert kinds_sent(small) == ["ruling"] * 2


def test_what_is_dropped_reaches_nobody_ever(small: Office) -> None:
    small.chat("chat", "0001")
    dispatcher = away(small)
    small.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    small.drain(dispatcher)
    assert decided(small, "drop") == 1
    small.clock.advance(timedelta(hours=10))
    small.drain(small.dispatcher("later"))
    assert (small.telegram.sent, dispatcher.holding.held()) == ([], [])


def test_what_has_lost_its_use_expires_instead_of_being_held_or_sent(small: Office) -> None:
    small.chat("chat", "0001")
    small.drain(small.dispatcher("before"))
    for kind in ("goes-ahead", "reminder-day-before"):
        small._seq += 1
        late = small.clock.now() + timedelta(hours=2)
        small.write(note(small._seq, kind, "entrant:0001", session=S1, not_after=late))
    small.clock.advance(timedelta(hours=24))
    dispatcher = small.dispatcher("after")
    small.drain(dispatcher)
    assert small.telegram.sent == []
    assert dispatcher.holding.held() == []
    assert small.statuses() == {"expired": 2}


def test_what_happens_after_the_return_is_not_held(small: Office) -> None:
    """Reminders decided by the same process a moment before the dispatcher looks."""
    small.chat("chat", "0001")
    small.drain(small.dispatcher("before"))
    small.clock.advance(timedelta(hours=24))
    dispatcher = small.dispatcher("after")
    assert dispatcher.lease.acquire()
    small.clock.advance(timedelta(seconds=1))
    small.book.recorded = small.clock.now()
    small.notify("reminder-opening", "entrant:0001")
    small.drain(dispatcher)
    assert kinds_sent(small) == ["reminder-opening"]


def test_a_crash_between_the_return_and_the_look_forgets_nothing(small: Office) -> None:
    small.chat("chat", "0001")
    small.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    before = small.dispatcher("before")
    assert before.lease.acquire()
    small.clock.advance(timedelta(hours=24))
    assert small.dispatcher("crashes").lease.acquire()
    small.clock.advance(timedelta(seconds=20))
    dispatcher = small.dispatcher("after that")
    small.drain(dispatcher)
    assert small.telegram.sent == []
    assert [held.kinds for held in dispatcher.holding.held()] == [{"ruling": 1}]


def test_a_later_suspension_takes_the_place_of_a_held_reminder(small: Office) -> None:
    small.chat("chat", "0001")
    dispatcher = away(small)
    topic = f"session:{S1}"
    small._seq += 1
    small.write(note(small._seq, "reminder-day-before", "entrant:0001", session=S1, topic=topic))
    small.drain(dispatcher)
    assert dispatcher.holding.held() != []
    small._seq += 1
    small.write(note(small._seq, "suspended", "entrant:0001", session=S1, grounds="other", topic=topic))
    small.drain(dispatcher)
    assert dispatcher.holding.held() == []
    assert kinds_sent(small) == ["suspended"]


def test_a_short_absence_holds_nothing(small: Office) -> None:
    small.chat("chat", "0001")
    small.drain(small.dispatcher("before"))
    small.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
    small.clock.advance(timedelta(hours=6))
    small.drain(small.dispatcher("after"))
    assert kinds_sent(small) == ["ruling"]


def test_organizers_are_asked_with_two_buttons_in_their_language(small: Office) -> None:
    telegram = Recording()
    small.links.link(ID, "organizer:organizer", "telegram", "77", "zh")
    alerts = Alerts(small.links, small.book, [Sender(telegram, Pace(None, 0.0))])
    asyncio.run(alerts.held([Held(ID, {"ruling": 2}, 5)]))
    (asked,) = telegram.sent
    assert (asked.address, asked.key) == ("77", held_key(ID))
    assert asked.message.actions == ("send_held", "drop_held")
    assert "積壓了 2 則" in asked.message.text


def test_a_drop_that_is_cut_off_changes_nothing_at_all(
    small: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = small.database
    holding, muting = Holding(database), Muting(database, small.clock)
    steering = Steering(database, holding, muting, small.book.state)
    steering.mute("a pause", ID, ON_COMMAND_LINE, small.clock.now())
    small.chat("chat", "0001")
    small.notify("suspended", "entrant:0001", grounds="other")
    small.drain(small.dispatcher("before"))
    waiting = holding.unsent(ID)
    assert waiting.kinds == {"suspended": 1}
    number = steering.number(ID, "muted")

    def cut_off(*given: object) -> bool:
        raise RuntimeError

    with monkeypatch.context() as patched:
        patched.setattr(Muting, "end", cut_off)
        with pytest.raises(RuntimeError):
            steering.decide(ID, "muted", "drop", ON_COMMAND_LINE, small.clock.now())
    assert holding.unsent(ID) == waiting
    assert steering.number(ID, "muted") == number
    assert [muted.tournament for muted in muting.muted()] == [ID]
