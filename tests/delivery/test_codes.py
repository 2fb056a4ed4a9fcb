"""Codes for what a personal link does not open: where they go, how long they hold, how often one may try."""

import re
import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from services.delivery.code_allowance import (
    A_DAY,
    AGAIN_AFTER,
    HOLDS,
    NEW_FROM_AN_ADDRESS,
    NEW_ON_A_LINK,
    TRIES,
)
from services.delivery.codes import AskedBy, Codes
from services.delivery.personal_links import PersonalLink
from services.delivery.push_addresses import WEB_PUSH, address_of
from services.delivery.tables import personal_code
from shared.problems import Problem
from tests.delivery.given import ID, Office
from tests.simulators.browsers import Browser

ONE, TWO = "entrant:0001", "entrant:0002"
PURPOSE = "withdraw cancel preliminary"
PHONE = AskedBy("phone", "192.0.2.1")


def opened(office: Office, *recipients: str) -> PersonalLink:
    office.site = "https://play.example"
    pages = office.pages()
    (link,) = pages.make(ID, recipients or (ONE,), together=True)
    return pages.links.read(link.link.rpartition("/")[2])


def arrived(office: Office) -> str:
    """The code in the last message."""
    office.drain()
    last = (office.telegram.sent or office.email.sent)[-1]
    (code,) = re.findall(r"\b[0-9]{6}\b", last.message.text)
    return str(code)


def refused(
    codes: Codes,
    link: PersonalLink,
    code: str,
    purpose: str = PURPOSE,
    recipient: str = ONE,
    by: AskedBy = PHONE,
) -> bool:
    try:
        codes.spend(link, recipient, purpose, code, by)
    except Problem as problem:
        # Whatever is wrong, nothing else is said.
        return (problem.code, dict(problem.params)) == ("code-wrong", {})
    return False


def another(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def test_a_code_goes_to_the_chat_that_is_linked_and_is_spent_once(office: Office) -> None:
    office.chat("chat-1", "0001")
    office.book.emails[ONE] = "one@example.org"
    link, codes = opened(office), office.pages().codes
    sent = codes.ask(link, ONE, PURPOSE, PHONE)
    assert (sent.places, sent.until) == ((("telegram", ""),), office.clock.now() + HOLDS)
    code = arrived(office)
    assert (office.telegram.to, office.email.to) == (["chat-1"], [])
    (delivery,) = office.all()
    assert (delivery.kind, delivery.status, delivery.recipients) == ("personal-code", "sent", (ONE,))
    assert codes.spend(link, ONE, PURPOSE, f" {code[:3]} {code[3:]} ", PHONE)
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
        with pytest.raises(Problem) as raised:
            office.pages(channels).codes.ask(link, ONE, PURPOSE, PHONE)
        assert raised.value.code == "code-nowhere"
    assert office.all() == []


def test_a_device_of_the_page_itself_gets_no_code(small: Office) -> None:
    small.links.link(
        ID, ONE, WEB_PUSH, address_of(Browser("https://push.example/1").subscription, names=False).text
    )
    link = opened(small)
    with pytest.raises(Problem) as raised:
        small.pages((WEB_PUSH, "email")).codes.ask(link, ONE, PURPOSE, PHONE)
    assert raised.value.code == "code-nowhere"


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


def test_asking_for_one_act_after_the_other_gives_ten_a_day_and_no_more(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    for number in range(A_DAY):
        codes.ask(link, ONE, ("export", PURPOSE)[number % 2], PHONE)
        last = arrived(office)
    with pytest.raises(Problem) as refusal:
        codes.ask(link, ONE, "export", PHONE)
    assert refusal.value.code == "codes-enough"
    with pytest.raises(Problem) as refusal:
        codes.ask(link, ONE, PURPOSE, PHONE)
    assert refusal.value.code == "code-under-way", "the last one holds"
    assert not refused(codes, link, last)


def test_while_it_holds_the_same_is_sent_again_after_a_minute(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    first = arrived(office)
    office.clock.advance(HOLDS - timedelta(seconds=1))
    sent = codes.ask(link, ONE, PURPOSE, PHONE)
    assert (arrived(office), len(office.telegram.sent)) == (first, 2)
    assert sent.until == office.clock.now() + HOLDS, "it holds as long as it says"
    office.clock.advance(HOLDS - timedelta(seconds=1))
    assert not refused(codes, link, first)


def test_of_those_sent_again_there_are_ten_a_day(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    for _ in range(A_DAY):
        codes.ask(link, ONE, PURPOSE, PHONE)
        office.clock.advance(AGAIN_AFTER)
    with pytest.raises(Problem) as refusal:
        codes.ask(link, ONE, PURPOSE, PHONE)
    assert refusal.value.code == "code-under-way"
    assert len({arrived(office)}) == 1
    assert not refused(codes, link, arrived(office))


def another_browser(number: int, address: str = "198.51.100.7") -> AskedBy:
    return AskedBy(f"browser {number}", address)


def used_up(office: Office, link: PersonalLink, by: AskedBy) -> int:
    """Ask for every code that a browser gets today, and spoil each; how many came."""
    codes, sent = office.pages().codes, 0
    while sent <= A_DAY:
        try:
            codes.ask(link, ONE, PURPOSE, by)
        except Problem:
            break
        sent += 1
        for _ in range(TRIES):
            assert refused(codes, link, "wrong", by=by) or not codes.awaits(link, ONE, PURPOSE, by)
    office.drain()
    return sent


def test_who_else_holds_the_link_neither_ends_the_code_of_the_person_nor_uses_theirs_up(
    office: Office,
) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    code = arrived(office)
    got = [used_up(office, link, another_browser(number)) for number in range(20)]
    assert got == [A_DAY] * NEW_FROM_AN_ADDRESS + [0] * (20 - NEW_FROM_AN_ADDRESS)
    assert not refused(codes, link, code)
    codes.ask(link, ONE, PURPOSE, PHONE)
    assert not refused(codes, link, arrived(office)), "nor the next one"


def test_a_person_who_asks_for_the_first_time_after_all_that_gets_a_code(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    for number in range(20):
        used_up(office, link, another_browser(number))
    codes.ask(link, ONE, PURPOSE, PHONE)
    assert not refused(codes, link, arrived(office))


def test_from_many_addresses_who_used_a_code_before_and_who_gets_a_new_link_are_not_locked_out(
    office: Office,
) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    assert not refused(codes, link, arrived(office))
    office.clock.advance(timedelta(days=2))
    got = [used_up(office, link, another_browser(attempt, f"198.51.100.{attempt}")) for attempt in range(20)]
    assert sum(got) == NEW_ON_A_LINK * A_DAY, "one chat is not flooded without end"
    tablet = AskedBy("tablet", "192.0.2.9")
    with pytest.raises(Problem) as refusal:
        codes.ask(link, ONE, PURPOSE, tablet)
    assert refusal.value.code == "codes-enough"
    codes.ask(link, ONE, PURPOSE, PHONE)
    assert not refused(codes, link, arrived(office)), "this browser has proven whose it is"
    page = office.pages().replace(ID, [ONE])
    fresh = office.pages().links.read(page.link.rpartition("/")[2])
    codes.ask(fresh, ONE, PURPOSE, tablet)
    assert not refused(codes, fresh, arrived(office), by=tablet), "the organizer's new link has its own"


def test_what_is_kept_of_browsers_without_proof_goes_after_a_day(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    for number in range(NEW_FROM_AN_ADDRESS):
        codes.ask(link, ONE, PURPOSE, another_browser(number))
    office.clock.advance(timedelta(days=1))
    codes.ask(link, ONE, PURPOSE, another_browser(9))
    kept = office.database.fetch(office.database.prepare(sa.select(personal_code.c.browser)))
    assert len(kept) == 1


def test_neither_browser_nor_address_is_kept_in_clear(small: Office) -> None:
    small.chat("chat-1", "0001")
    small.pages().codes.ask(opened(small), ONE, PURPOSE, PHONE)
    kept = repr(small.database.fetch(small.database.prepare(sa.select(personal_code))))
    assert PHONE.browser not in kept
    assert PHONE.address not in kept


def test_those_who_ask_at_once_are_all_counted(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    sent: list[int] = []

    def ask(number: int) -> None:
        try:
            codes.ask(link, ONE, PURPOSE, another_browser(number))
        except Problem:
            return
        sent.append(number)

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(2 * NEW_FROM_AN_ADDRESS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sent) == NEW_FROM_AN_ADDRESS


def test_one_is_under_way_and_after_ten_minutes_another_is_sent(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    first = arrived(office)
    with pytest.raises(Problem) as raised:
        codes.ask(link, ONE, PURPOSE, PHONE)
    assert (raised.value.code, raised.value.retry_after) == ("code-under-way", 60)
    office.clock.advance(HOLDS)
    assert refused(codes, link, first), "too old"
    codes.ask(link, ONE, PURPOSE, PHONE)
    second = arrived(office)
    assert second != first
    assert not refused(codes, link, second)


def test_a_code_that_was_not_sent_in_time_is_not_sent(office: Office) -> None:
    office.chat("chat-1", "0001")
    office.pages().codes.ask(opened(office), ONE, PURPOSE, PHONE)
    office.clock.advance(HOLDS)
    office.drain()
    assert office.telegram.sent == []
    assert office.statuses() == {"expired": 1}


def test_five_tries_and_then_the_right_one_comes_too_late(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    code = arrived(office)
    for wrong in ("", another(code), code + "0", "a" * 10_000):
        assert refused(codes, link, wrong)
    for late in (another(code), code, "\0"):
        with pytest.raises(Problem) as raised:
            codes.spend(link, ONE, PURPOSE, late, PHONE)
        assert (raised.value.code, dict(raised.value.params)) == ("code-tried-out", {"most": TRIES})
    assert refused(codes, link, code, purpose="export"), "told where it was asked for alone"


def test_after_a_code_was_tried_out_another_may_be_asked_for(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    for _ in range(A_DAY):
        codes.ask(link, ONE, PURPOSE, PHONE)
        for _ in range(TRIES):
            with pytest.raises(Problem):
                codes.spend(link, ONE, PURPOSE, "wrong", PHONE)
        assert not codes.awaits(link, ONE, PURPOSE, PHONE)
    with pytest.raises(Problem) as raised:
        codes.ask(link, ONE, PURPOSE, PHONE)
    assert raised.value.code == "codes-enough", "ten a day, tried out or not"


def test_digits_may_be_full_width(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    typed = "\u3000".join(chr(ord(digit) - ord("0") + ord("０")) for digit in arrived(office))
    assert refused(codes, link, "١٢٣٤٥٦")
    assert not refused(codes, link, typed)


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


def test_ten_a_day_are_enough(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    for _ in range(A_DAY):
        codes.ask(link, ONE, PURPOSE, PHONE)
        office.clock.advance(HOLDS)
    with pytest.raises(Problem) as raised:
        codes.ask(link, ONE, PURPOSE, PHONE)
    assert raised.value.code == "codes-enough"
    office.clock.advance(timedelta(days=1))
    codes.ask(link, ONE, PURPOSE, PHONE)
    assert office.statuses()["pending"] == A_DAY + 1


def test_a_code_stands_neither_in_the_database_nor_in_its_notice(small: Office) -> None:
    small.chat("chat-1", "0001")
    small.pages().codes.ask(opened(small), ONE, PURPOSE, PHONE)
    code = arrived(small)
    notice = small.all()[0]
    assert code not in repr(small.database.fetch(small.database.prepare(sa.select(personal_code))))
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
