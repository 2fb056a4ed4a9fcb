"""How often a code may be asked for and tried, in one browser and in all that hold the link."""

import threading
from datetime import timedelta

from services.access.kinds import CODE, CODE_RATE
from services.delivery.codes import AskedBy, Codes
from services.delivery.personal_links import PersonalLink
from shared.problems import Problem
from tests.delivery.given import ID, Office
from tests.delivery.given_codes import ONE, PHONE, PURPOSE, arrived, opened, refused
from tests.refusing import refusing


def another_browser(number: int, address: str = "198.51.100.7") -> AskedBy:
    return AskedBy(f"browser {number}", address)


def used_up(office: Office, link: PersonalLink, by: AskedBy) -> int:
    """Ask for every code that a browser gets today, and spoil each; how many came."""
    codes, sent = office.pages().codes, 0
    while sent <= CODE_RATE.a_day:
        try:
            codes.ask(link, ONE, PURPOSE, by)
        except Problem:
            break
        sent += 1
        for _ in range(CODE.tries):
            assert refused(codes, link, wrong(codes, link, by), by=by) or not codes.awaits(
                link, ONE, PURPOSE, by
            )
    office.drain()
    return sent


def another(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


def wrong(codes: Codes, link: PersonalLink, by: AskedBy) -> str:
    """Six digits that are not those of the code asked for last."""
    last = codes._last(link, ONE, by)
    return "000000" if last is None else another(codes.code(last.grant_id))


def test_asking_for_one_act_after_the_other_gives_ten_a_day_and_no_more(office: Office) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    for number in range(CODE_RATE.a_day):
        codes.ask(link, ONE, ("export", PURPOSE)[number % 2], PHONE)
        last = arrived(office)
    with refusing("codes-enough"):
        codes.ask(link, ONE, "export", PHONE)
    with refusing("code-under-way"):  # the last one holds
        codes.ask(link, ONE, PURPOSE, PHONE)
    assert not refused(codes, link, last)


def test_of_those_sent_again_there_are_ten_a_day(small: Office) -> None:
    small.chat("chat-1", "0001")
    link, codes = opened(small), small.pages().codes
    for _ in range(CODE_RATE.a_day):
        codes.ask(link, ONE, PURPOSE, PHONE)
        small.clock.advance(CODE_RATE.again_after)
    with refusing("code-under-way"):
        codes.ask(link, ONE, PURPOSE, PHONE)
    assert len({arrived(small)}) == 1
    assert not refused(codes, link, arrived(small))


def test_who_else_holds_the_link_uses_up_no_code_of_the_person_or_of_who_asks_for_the_first_time(
    office: Office,
) -> None:
    office.chat("chat-1", "0001")
    link, codes = opened(office), office.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    code = arrived(office)
    got = [used_up(office, link, another_browser(number)) for number in range(20)]
    assert got == [CODE_RATE.a_day] * CODE_RATE.from_an_address + [0] * (20 - CODE_RATE.from_an_address)
    assert not refused(codes, link, code)
    codes.ask(link, ONE, PURPOSE, PHONE)
    assert not refused(codes, link, arrived(office)), "nor the next one"
    tablet = AskedBy("tablet", "192.0.2.9")
    codes.ask(link, ONE, PURPOSE, tablet)
    assert not refused(codes, link, arrived(office), by=tablet)


def test_from_many_addresses_who_used_a_code_before_and_who_gets_a_new_link_are_not_locked_out(
    small: Office,
) -> None:
    small.chat("chat-1", "0001")
    link, codes = opened(small), small.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    assert not refused(codes, link, arrived(small))
    small.clock.advance(timedelta(days=2))
    got = [used_up(small, link, another_browser(attempt, f"198.51.100.{attempt}")) for attempt in range(20)]
    assert sum(got) == CODE_RATE.on_a_link * CODE_RATE.a_day, "one chat is not flooded without end"
    tablet = AskedBy("tablet", "192.0.2.9")
    with refusing("codes-enough"):
        codes.ask(link, ONE, PURPOSE, tablet)
    codes.ask(link, ONE, PURPOSE, PHONE)
    assert not refused(codes, link, arrived(small)), "this browser has proven whose it is"
    page = small.pages().replace(ID, [ONE])
    fresh = small.pages().links.read(page.link.rpartition("/")[2])
    codes.ask(fresh, ONE, PURPOSE, tablet)
    assert not refused(codes, fresh, arrived(small), by=tablet), "the organizer's new link has its own"


def test_what_is_kept_of_browsers_without_proof_goes_after_a_day(small: Office) -> None:
    small.chat("chat-1", "0001")
    link, codes = opened(small), small.pages().codes
    for number in range(CODE_RATE.from_an_address):
        codes.ask(link, ONE, PURPOSE, another_browser(number))
    small.clock.advance(timedelta(days=1))
    codes.ask(link, ONE, PURPOSE, another_browser(9))
    assert len(small.links.grants.listed(CODE)) == 1


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

    threads = [
        threading.Thread(target=ask, args=(number,)) for number in range(2 * CODE_RATE.from_an_address)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(sent) == CODE_RATE.from_an_address


def test_five_tries_and_then_the_right_one_comes_too_late(small: Office) -> None:
    small.chat("chat-1", "0001")
    link, codes = opened(small), small.pages().codes
    codes.ask(link, ONE, PURPOSE, PHONE)
    code = arrived(small)
    for unfinished in ("", code + "0", "a" * 10_000):
        assert refused(codes, link, unfinished), "no try"
    for _ in range(CODE.tries - 1):
        assert refused(codes, link, another(code))
    for late in (another(code), code, "\0"):
        with refusing("code-tried-out") as raised:
            codes.spend(link, ONE, PURPOSE, late, PHONE)
        assert dict(raised.value.params) == {"most": CODE.tries}
    assert refused(codes, link, code, purpose="export"), "told where it was asked for alone"


def test_after_a_code_was_tried_out_another_may_be_asked_for(small: Office) -> None:
    small.chat("chat-1", "0001")
    link, codes = opened(small), small.pages().codes
    for _ in range(CODE_RATE.a_day):
        codes.ask(link, ONE, PURPOSE, PHONE)
        for left in reversed(range(CODE.tries)):
            with refusing("code-wrong" if left else "code-tried-out"):
                codes.spend(link, ONE, PURPOSE, wrong(codes, link, PHONE), PHONE)
        assert not codes.awaits(link, ONE, PURPOSE, PHONE)
    with refusing("codes-enough"):  # ten a day, tried out or not
        codes.ask(link, ONE, PURPOSE, PHONE)


def test_ten_a_day_are_enough(small: Office) -> None:
    small.chat("chat-1", "0001")
    link, codes = opened(small), small.pages().codes
    for _ in range(CODE_RATE.a_day):
        codes.ask(link, ONE, PURPOSE, PHONE)
        small.clock.advance(CODE.holds)
    with refusing("codes-enough"):
        codes.ask(link, ONE, PURPOSE, PHONE)
    small.clock.advance(timedelta(days=1))
    codes.ask(link, ONE, PURPOSE, PHONE)
    assert small.statuses()["pending"] == CODE_RATE.a_day + 1
