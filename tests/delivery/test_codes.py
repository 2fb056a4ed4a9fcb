"""Codes for what a personal link does not open: where they go, how long they hold, what they open."""

import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from services.access.grant_rows import grant
from services.access.kinds import CODE
from services.delivery.codes import AskedBy
from services.delivery.push_addresses import WEB_PUSH, address_of
from tests.delivery.given import ID, Office
from tests.delivery.given_codes import ONE, PHONE, PURPOSE, TWO, arrived, opened, refused
from tests.refusing import refusing
from tests.simulators.browsers import Browser


def test_a_code_goes_to_the_chat_that_is_linked_and_is_spent_once(office: Office) -> None:
    office.chat("chat-1", "0001")
    office.book.emails[ONE] = "one@example.org"
    link, codes = opened(office), office.pages().codes
    sent = codes.ask(link, ONE, PURPOSE, PHONE)
    assert (sent.places, sent.until) == ((("telegram", ""),), office.clock.now() + CODE.holds)
    code = arrived(office)
    assert (office.telegram.to, office.email.to) == (["chat-1"], [])
    (delivery,) = office.all()
    assert (delivery.kind, delivery.status, delivery.recipients) == ("personal-code", "sent", (ONE,))
    assert codes.spend(link, ONE, PURPOSE, f" 「{code[:3]}-{code[3:]}」。 ", PHONE)
    assert refused(codes, link, code), "spent"


def test_without_a_chat_it_goes_to_the_address_on_file_which_is_shown_masked(office: Office) -> None:
    office.book.emails[ONE] = "One.Person@example.org"
    link = opened(office)
    sent = office.pages().codes.ask(link, ONE, PURPOSE, PHONE)
    assert sent.places == (("email", "O***@example.org"),)
    arrived(office)
    assert office.email.to == ["One.Person@example.org"]
    assert "放棄名額" in office.email.sent[0].message.text, "what it is for"


def test_at_night_and_in_play_it_comes_at_once(office: Office) -> None:
    office.chat("chat-1", "0001")
    office.clock.set(office.clock.now().replace(hour=18))
    link = opened(office)
    office.pages().codes.ask(link, ONE, PURPOSE, PHONE)
    assert arrived(office)


def test_where_nothing_reaches_anyone_none_is_made(office: Office) -> None:
    link = opened(office)
    for channels in ((), ("telegram", "email")):
        with refusing("code-nowhere"):
            office.pages(channels).codes.ask(link, ONE, PURPOSE, PHONE)
    assert office.all() == []


def test_a_device_of_the_page_itself_gets_no_code(small: Office) -> None:
    small.links.link(
        ID, ONE, WEB_PUSH, address_of(Browser("https://push.example/1").subscription, names=False).text
    )
    link = opened(small)
    with refusing("code-nowhere"):
        small.pages((WEB_PUSH, "email")).codes.ask(link, ONE, PURPOSE, PHONE)


def test_asking_for_another_act_ends_the_code_before(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, other, codes = opened(office), opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    first = arrived(office)
    codes.ask(link, ONE, "export", PHONE)
    second = arrived(office)
    assert not codes.awaits(link, ONE, PURPOSE, PHONE)
    assert refused(codes, link, first), "dead"
    assert refused(codes, link, first, purpose="export")
    codes.ask(other, ONE, "export", PHONE)
    third = arrived(office)
    assert third != second, "each link has its own"
    assert not refused(codes, link, second, purpose="export")
    assert not refused(codes, other, third, purpose="export")


def test_while_it_holds_the_same_is_sent_again_after_a_minute(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    first = arrived(office)
    office.clock.advance(CODE.holds - timedelta(seconds=1))
    sent = codes.ask(link, ONE, PURPOSE, PHONE)
    assert (arrived(office), len(office.telegram.sent)) == (first, 2)
    assert sent.until == office.clock.now() + CODE.holds, "it holds as long as it says"
    office.clock.advance(CODE.holds - timedelta(seconds=1))
    assert not refused(codes, link, first)


def test_neither_browser_nor_address_is_kept_in_clear(small: Office) -> None:
    small.chat("chat-1", "0001")
    small.pages().codes.ask(opened(small), ONE, PURPOSE, PHONE)
    kept = repr(small.database.fetch(small.database.prepare(sa.select(grant))))
    assert PHONE.browser not in kept
    assert PHONE.address not in kept


def test_one_is_under_way_and_after_ten_minutes_another_is_sent(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    first = arrived(office)
    with refusing("code-under-way") as raised:
        codes.ask(link, ONE, PURPOSE, PHONE)
    assert raised.value.retry_after == 60
    office.clock.advance(CODE.holds)
    assert refused(codes, link, first), "too old"
    codes.ask(link, ONE, PURPOSE, PHONE)
    second = arrived(office)
    assert second != first
    assert not refused(codes, link, second)


def test_a_code_that_was_not_sent_in_time_is_not_sent(office: Office) -> None:
    office.chat("chat-1", "0001")
    office.pages().codes.ask(opened(office), ONE, PURPOSE, PHONE)
    office.clock.advance(CODE.holds)
    office.drain()
    assert office.telegram.sent == []
    assert office.statuses() == {"expired": 1}


def test_digits_may_be_full_width(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    typed = "\u3000".join(chr(ord(digit) - ord("0") + ord("０")) for digit in arrived(office))
    assert refused(codes, link, "١٢٣٤٥٦")
    assert not refused(codes, link, typed)


@pytest.mark.parametrize("typed", ["", "12345", "1234567", "12345x"])
def test_what_cannot_be_a_code_is_no_try(office: Office, typed: str) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    code = arrived(office)
    assert all(refused(codes, link, typed) for _ in range(6))
    assert not refused(codes, link, code)


def test_a_code_opens_what_it_was_asked_for_where_it_was_asked_for(office: Office) -> None:
    office.chat("chat-1", "0001", "0002")
    link, other, codes = opened(office, ONE, TWO), opened(office, ONE), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    code = arrived(office)
    assert refused(codes, link, code, purpose="export")
    assert refused(codes, other, code), "another link"
    assert refused(codes, link, code, recipient=TWO)
    assert refused(codes, link, code, by=AskedBy("tablet", PHONE.address)), "another browser"
    assert not refused(codes, link, code)


def test_of_many_who_spend_it_at_once_one_does(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    code, done = arrived(office), []

    def spend() -> None:
        done.append(not refused(codes, link, code))

    threads = [threading.Thread(target=spend) for _ in range(4)]
    for each_thread in threads:
        each_thread.start()
    for each_thread in threads:
        each_thread.join()
    assert sorted(done) == [False, False, False, True]


def test_a_code_stands_neither_in_the_database_nor_in_its_notice(small: Office) -> None:
    small.chat("chat-1", "0001")
    small.pages().codes.ask(opened(small), ONE, PURPOSE, PHONE)
    code = arrived(small)
    notice = small.all()[0]
    assert code not in repr(small.database.fetch(small.database.prepare(sa.select(grant))))
    assert code not in repr(notice)


def test_the_dispatcher_of_a_tournament_tells_nobody_else(office: Office) -> None:
    """Its notice is read with those of events, and was fanned out already."""
    for number in ("0001", "0002"):
        office.chat(f"chat-{number}", number)
    office.pages().codes.ask(opened(office), ONE, PURPOSE, PHONE)
    office.notify("announcement", "everyone")
    office.drain()
    addresses = [sent.address for sent in office.telegram.sent if sent.message.kind == "personal-code"]
    assert addresses == ["chat-0001"]


def test_an_address_where_no_e_mail_goes_out_is_said_to_be_on_file(small: Office) -> None:
    link, codes = opened(small), small.pages(("telegram",)).codes
    for emails, code in (({}, "code-nowhere"), ({ONE: "one@example.org"}, "code-unsendable")):
        small.book.emails.update(emails)
        problem = codes.nowhere(link, ONE)
        assert problem is not None
        assert problem.code == code
