"""Codes for what a personal link does not open: where they go, how long they hold, how often one may try."""

import re
import threading
from datetime import timedelta

import pytest
import sqlalchemy as sa

from services.delivery.codes import A_DAY, HOLDS, TRIES, Codes
from services.delivery.personal_links import PersonalLink
from services.delivery.push_addresses import WEB_PUSH, address_of
from services.delivery.tables import personal_code
from shared.problems import Problem
from tests.delivery.given import ID, Office
from tests.simulators.browsers import Browser

ONE, TWO = "entrant:0001", "entrant:0002"
PURPOSE = "withdraw cancel preliminary"


def opened(office: Office, *recipients: str) -> PersonalLink:
    office.site = "https://play.example"
    pages = office.pages()
    (own,) = pages.make(ID, recipients or (ONE,), together=True)
    return pages.links.read(own.link.rpartition("/")[2])


def arrived(office: Office) -> str:
    """The code in the last message."""
    office.drain()
    last = (office.telegram.sent or office.email.sent)[-1]
    (code,) = re.findall(r"\b[0-9]{6}\b", last.message.text)
    return str(code)


def refused(
    codes: Codes, link: PersonalLink, code: str, purpose: str = PURPOSE, recipient: str = ONE
) -> bool:
    try:
        codes.spend(link, recipient, purpose, code)
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
    sent = codes.ask(link, ONE, PURPOSE)
    assert (sent.places, sent.until) == ((("telegram", ""),), office.clock.now() + HOLDS)
    code = arrived(office)
    assert (office.telegram.to, office.email.to) == (["chat-1"], [])
    (delivery,) = office.all()
    assert (delivery.kind, delivery.status, delivery.recipients) == ("personal-code", "sent", (ONE,))
    assert codes.spend(link, ONE, PURPOSE, f" {code[:3]} {code[3:]} ")
    assert refused(codes, link, code), "spent"


def test_without_a_chat_it_goes_to_the_address_on_file_which_is_shown_masked(office: Office) -> None:
    office.book.emails[ONE] = "One.Person@example.org"
    link = opened(office)
    sent = office.pages().codes.ask(link, ONE, PURPOSE)
    assert sent.places == (("email", "O***@example.org"),)
    arrived(office)
    assert office.email.to == ["One.Person@example.org"]
    assert "放棄名額" in office.email.sent[0].message.text, "what it is for"


def test_at_night_and_in_play_it_comes_at_once(office: Office) -> None:
    office.chat("chat-1", "0001")
    office.clock.set(office.clock.now().replace(hour=18))
    link = opened(office)
    office.pages().codes.ask(link, ONE, PURPOSE)
    assert arrived(office)


def test_where_nothing_reaches_anyone_none_is_made(office: Office) -> None:
    link = opened(office)
    for channels in ((), ("telegram", "email")):
        with pytest.raises(Problem) as said:
            office.pages(channels).codes.ask(link, ONE, PURPOSE)
        assert said.value.code == "code-nowhere"
    assert office.all() == []


def test_a_device_of_the_page_itself_gets_no_code(small: Office) -> None:
    small.links.link(
        ID, ONE, WEB_PUSH, address_of(Browser("https://push.example/1").subscription, names=False).text
    )
    link = opened(small)
    with pytest.raises(Problem) as said:
        small.pages((WEB_PUSH, "email")).codes.ask(link, ONE, PURPOSE)
    assert said.value.code == "code-nowhere"


def test_asking_for_another_act_ends_the_code_before(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, other, codes = opened(office), opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE)
    first = arrived(office)
    codes.ask(link, ONE, "export")
    second = arrived(office)
    assert not codes.awaits(link, ONE, PURPOSE)
    assert refused(codes, link, first), "dead"
    assert refused(codes, link, first, purpose="export")
    codes.ask(other, ONE, "export")
    assert refused(codes, link, second, purpose="export"), "one in flight, whatever the link"
    assert not refused(codes, other, arrived(office), purpose="export")


def test_asking_for_one_act_after_the_other_gives_ten_a_day_and_no_more(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    for number in range(A_DAY):
        codes.ask(link, ONE, ("export", PURPOSE)[number % 2])
        last = arrived(office)
    with pytest.raises(Problem) as said:
        codes.ask(link, ONE, "export")
    assert said.value.code == "codes-enough"
    with pytest.raises(Problem) as said:
        codes.ask(link, ONE, PURPOSE)
    assert said.value.code == "code-under-way", "the last one holds"
    assert not refused(codes, link, last)


def test_one_is_under_way_and_after_ten_minutes_another_is_sent(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE)
    first = arrived(office)
    with pytest.raises(Problem) as said:
        codes.ask(link, ONE, PURPOSE)
    assert (said.value.code, said.value.retry_after) == ("code-under-way", 600)
    office.clock.advance(HOLDS)
    assert refused(codes, link, first), "too old"
    codes.ask(link, ONE, PURPOSE)
    second = arrived(office)
    assert second != first
    assert not refused(codes, link, second)


def test_a_code_that_was_not_sent_in_time_is_not_sent(office: Office) -> None:
    office.chat("chat-1", "0001")
    office.pages().codes.ask(opened(office), ONE, PURPOSE)
    office.clock.advance(HOLDS)
    office.drain()
    assert office.telegram.sent == []
    assert office.statuses() == {"expired": 1}


def test_five_tries_and_then_the_right_one_comes_too_late(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE)
    code = arrived(office)
    for wrong in ("", another(code), code + "0", "a" * 10_000):
        assert refused(codes, link, wrong)
    for late in (another(code), code, "\0"):
        with pytest.raises(Problem) as said:
            codes.spend(link, ONE, PURPOSE, late)
        assert (said.value.code, dict(said.value.params)) == ("code-tried-out", {"most": TRIES})
    assert refused(codes, link, code, purpose="export"), "told where it was asked for alone"


def test_after_a_code_was_tried_out_another_may_be_asked_for(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    for _ in range(A_DAY):
        codes.ask(link, ONE, PURPOSE)
        for _ in range(TRIES):
            with pytest.raises(Problem):
                codes.spend(link, ONE, PURPOSE, "wrong")
        assert not codes.awaits(link, ONE, PURPOSE)
    with pytest.raises(Problem) as said:
        codes.ask(link, ONE, PURPOSE)
    assert said.value.code == "codes-enough", "ten a day, tried out or not"


def test_digits_may_be_full_width(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE)
    typed = "\u3000".join(chr(ord(digit) - ord("0") + ord("０")) for digit in arrived(office))
    assert refused(codes, link, "١٢٣٤٥٦")
    assert not refused(codes, link, typed)


def test_a_code_opens_what_it_was_asked_for_where_it_was_asked_for(office: Office) -> None:
    office.chat("chat-1", "0001", "0002")
    link, other, codes = opened(office, ONE, TWO), opened(office, ONE), office.pages().codes
    codes.ask(link, ONE, PURPOSE)
    code = arrived(office)
    assert refused(codes, link, code, purpose="export")
    assert refused(codes, other, code), "another link"
    assert refused(codes, link, code, recipient=TWO)
    assert not refused(codes, link, code)


def test_of_many_who_spend_it_at_once_one_does(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE)
    code, done = arrived(office), []

    def spend() -> None:
        done.append(not refused(codes, link, code))

    threads = [threading.Thread(target=spend) for _ in range(4)]
    for own in threads:
        own.start()
    for own in threads:
        own.join()
    assert sorted(done) == [False, False, False, True]


def test_ten_a_day_are_enough(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    for _ in range(A_DAY):
        codes.ask(link, ONE, PURPOSE)
        office.clock.advance(HOLDS)
    with pytest.raises(Problem) as said:
        codes.ask(link, ONE, PURPOSE)
    assert said.value.code == "codes-enough"
    office.clock.advance(timedelta(days=1))
    codes.ask(link, ONE, PURPOSE)
    assert office.statuses()["pending"] == A_DAY + 1


def test_a_code_stands_neither_in_the_database_nor_in_its_notice(small: Office) -> None:
    small.chat("chat-1", "0001")
    small.pages().codes.ask(opened(small), ONE, PURPOSE)
    code = arrived(small)
    notice = small.all()[0]
    assert code not in repr(small.database.fetch(small.database.prepare(sa.select(personal_code))))
    assert code not in repr(notice)


def test_the_dispatcher_of_a_tournament_tells_nobody_else(office: Office) -> None:
    """Its notice is read with those of events, and was fanned out already."""
    for number in ("0001", "0002"):
        office.chat(f"chat-{number}", number)
    office.pages().codes.ask(opened(office), ONE, PURPOSE)
    office.notify("announcement", "everyone")
    office.drain()
    told = [own.address for own in office.telegram.sent if own.message.kind == "personal-code"]
    assert told == ["chat-0001"]
