"""Pushes beside chats and e-mail: who gets one, once, and what is left of it."""

from datetime import timedelta

from services.delivery.inviting import Inviting
from services.delivery.ledger import Ledger
from services.delivery.push_addresses import WEB_PUSH, address_of
from tests.delivery.given import ID, NOON
from tests.delivery.hall import ADA, BEN, TOPIC, Hall
from tests.simulators.browsers import Browser
from tests.simulators.push_service import Fault
from tests.unit.tournament.specs import hong_kong, in_play

# Who gets one


def test_a_chat_comes_first_then_the_browsers_then_email(hall: Hall) -> None:
    office = hall.office
    office.chat("chat-1", "0001")
    hall.browser("ada", "0001")
    hall.browser("ben", "0002")
    hall.browser("ben2", "0002")
    hall.emails("0001", "0002", "0003")
    office.notify("suspended", grounds="other")
    office.drain()
    office.drain()
    assert office.telegram.to == ["chat-1"]
    assert office.email.to == ["0003@example.org"]
    assert sorted(pushed.browser for pushed in hall.service.taken) == ["ben", "ben2"]
    assert office.statuses() == {"sent": 4, "unlinked": 1}
    (push,) = hall.came("ben")
    assert push["url"] == f"https://tiles.example.org/{ID}/{BEN}"
    assert Ledger(office.database).counts(ID)[0].sent == 4


def test_a_family_with_one_browser_gets_one_message_that_names_each_where_that_was_chosen(
    small_hall: Hall,
) -> None:
    small_hall.browser("mother", "0001", "0002", names=True)
    small_hall.browser("father", "0001", "0002")
    small_hall.office.notify("suspended", grounds="other")
    small_hall.office.drain()
    (hers,), (his,) = small_hall.came("mother"), small_hall.came("father")
    assert "Player 0001" in hers["body"]
    assert "Player 0002" in hers["body"]
    assert "Player" not in str(his)
    assert his["title"] == hers["title"]
    assert hers["urgent"]


def test_without_the_channel_a_browser_counts_for_nothing(small_hall: Hall) -> None:
    small_hall.browser("ada", "0001")
    small_hall.emails("0001")
    small_hall.office.also = []
    small_hall.office.notify("suspended", ADA, grounds="other")
    small_hall.office.drain()
    assert small_hall.office.email.to == ["0001@example.org"]
    assert small_hall.service.calls == []


def test_who_prefers_email_gets_no_push(small_hall: Hall) -> None:
    small_hall.browser("ada", "0001")
    small_hall.emails("0001")
    small_hall.office.links.preferences.prefer_email(ID, ADA, True)
    small_hall.office.notify("goes-ahead", ADA)
    small_hall.office.drain()
    assert (small_hall.office.email.to, small_hall.service.calls) == (["0001@example.org"], [])


def test_what_was_muted_for_a_browser_is_not_pushed_and_safety_is(small_hall: Hall) -> None:
    office = small_hall.office
    place = small_hall.browser("ada", "0001")
    office.links.preferences.mute(ID, place, "results-published")
    office.notify("results-published", ADA, stage="preliminary", version="1")
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    assert len(small_hall.came("ada")) == 1
    assert office.statuses() == {"declined": 1, "sent": 1}


def test_at_night_only_safety_is_pushed(hall: Hall) -> None:
    office = hall.office
    hall.browser("ada", "0001")
    office.clock.set(hong_kong("2026-03-20 23:30"))
    office.notify("ruling", ADA, dispute="D-1", ruling="R-1", cites="3")
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    assert [push["urgent"] for push in hall.came("ada")] == [True]
    office.clock.set(hong_kong("2026-03-21 08:00"))
    office.drain()
    assert [push["urgent"] for push in hall.came("ada")] == [True, False]


def test_who_sits_at_a_table_has_a_silent_phone(small_hall: Hall) -> None:
    office = small_hall.office
    office.book.tournament = in_play(4)
    small_hall.browser("ada", "0001")
    office.book.recorded = hong_kong("2026-03-28 13:00")
    office.clock.set(office.book.recorded)
    office.notify("ruling", ADA, dispute="D-1", ruling="R-1", cites="3")
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    assert [push["urgent"] for push in small_hall.came("ada")] == [True]


def test_who_takes_pushes_and_has_no_chat_is_still_to_be_invited(small_hall: Hall) -> None:
    small_hall.browser("ada", "0001")
    small_hall.office.chat("chat-2", "0002")
    pending = Inviting(small_hall.office.links, small_hall.office.book).pending(ID)
    assert [guest.recipient for guest in pending if guest.recipient.startswith("entrant")] == [
        ADA,
        "entrant:0003",
        "entrant:0004",
    ]


def test_a_later_message_takes_the_place_of_one_that_was_not_fetched(small_hall: Hall) -> None:
    office = small_hall.office
    small_hall.browser("ada", "0001")
    for kind in ("suspended", "further-word"):
        office.notify(kind, ADA, grounds="other", topic=TOPIC)
        office.drain()
    (push,) = small_hall.came("ada")
    assert push["title"].startswith("Still off")
    # Nobody is to miss that a session is suspended because a reminder came after it.
    office.notify("reminder-morning", ADA, topic=TOPIC)
    office.drain()
    assert len(small_hall.came("ada")) == 2


def test_a_reminder_is_not_kept_longer_than_it_is_of_use(small_hall: Hall) -> None:
    small_hall.browser("ada", "0001")
    small_hall.office.notify("reminder-morning", ADA, not_after=NOON + timedelta(minutes=20))
    small_hall.office.drain()
    assert small_hall.service.taken[0].ttl == 20 * 60


# What is left of it


def test_the_ledger_holds_neither_endpoint_nor_name(hall: Hall) -> None:
    hall.browser("secret-endpoint", "0001", names=True)
    hall.service.fault("secret-endpoint", Fault(500))
    hall.office.notify("suspended", ADA, grounds="other")
    hall.office.drain()
    kept = str(hall.office.all()) + str(hall.office.links.of_recipients(ID))
    assert "secret" not in kept
    assert "127.0.0.1" not in kept
    assert "Player" not in kept


def test_whoever_is_forgotten_gets_nothing_more_also_what_was_waiting(hall: Hall) -> None:
    office = hall.office
    hall.browser("ada", "0001")
    hall.service.fault("ada", Fault(503, "5"))
    office.notify("suspended", ADA, grounds="other")
    office.drain()
    subject = office.book.tournament.state.entrants["0001"].person
    with office.database.writing() as driver:
        for write in office.links.removal(ID, [subject]):
            office.database.run(driver, write.statement, write.rows)
    office.vault.forget(subject)
    office.clock.advance(timedelta(minutes=1))
    office.drain()
    assert hall.service.taken == []
    assert office.statuses() == {"cancelled": 1}
    assert office.links.of_address(WEB_PUSH, _address(hall.browsers["ada"])) == []


def _address(browser: Browser) -> str:
    return address_of(browser.subscription, names=False).text


def test_a_test_goes_out_at_once_and_is_heard_of(hall: Hall) -> None:
    place = hall.browser("ada", "0001")
    hall.subscriptions.send_test(ID, place)
    (push,) = hall.came("ada")
    assert push["title"].startswith("A test")
    assert hall.subscriptions.receipt(push["receipt"])
    (device,) = hall.subscriptions.of(ID, [ADA])
    assert device.received_at == NOON
    assert hall.office.all() == [], "it is no notice, and in no ledger"


def test_ended_in_one_tournament_a_browser_is_still_found_in_another(hall: Hall) -> None:
    place = hall.browser("ada", "0001")
    where, links = _address(hall.browsers["ada"]), hall.office.links
    other = links.link("other-2026", ADA, WEB_PUSH, where)
    assert len(links.of_address(WEB_PUSH, where)) == 2
    hall.subscriptions.unsubscribe(ID, place)
    assert [link.address_id for link in links.of_address(WEB_PUSH, where)] == [other.address_id]
    links.unlink("other-2026", ADA, other.address_id)
    assert links.of_address(WEB_PUSH, where) == []
