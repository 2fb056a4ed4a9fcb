"""A task begun in a chat is finished on its page, and the other way: once, by the same person."""

import re
from datetime import timedelta
from html import unescape

import pytest
import sqlalchemy as sa

from services.officials.drafts import HOLDS
from services.rules.citing import Cited
from shared.catalogue import say
from tests.api.conftest import BOT, ID
from tests.api.docket_page.ruling_forms import Chief, kept
from tests.api.signing_in.browser import Browser, word_in
from tests.bots.conftest import PAGES_AT, Office, Phone
from tests.bots.test_agreed import tap
from tests.bots.test_ruling import FIGURES, TABLE, dispute, with_a_game
from tests.bots.test_tasks import begun
from tests.wording import fixed

GONE = say("problem-draft-gone", "en")
ALREADY = say("page-task-already", "en")
_LINK = re.compile(
    re.escape(PAGES_AT) + r"(/staff/sign-in/[A-Za-z0-9_-]{43})\?to=(\S+)&(?:amp;)?lang=(?:en|zh)"
)
BREACH = "Shouting at Chan Siu Ming"


def link_in(phone: Phone) -> tuple[str, str]:
    """The way to the page that the chat gives: the link that signs in, and where it leads on to."""
    ((link, to),) = _LINK.findall(tap(phone, say("bot-on-page", "en")))
    return link, to


def opened(office: Office, link: str, to: str) -> tuple[Browser, str]:
    """A browser that came by the link, and the page that it was led to."""
    browser = Browser(office.house)
    looked = browser.page(f"{link}?to={to}")
    entered = browser.post(link, {"form": word_in(looked), "to": to})
    assert entered.status_code == 303
    assert entered.headers["Location"].partition("?")[0] == to
    return browser, browser.page(to)


def warning_begun(office: Office) -> Phone:
    """A warning of which the chat knows whom it is for, and asks for what."""
    phone = office.phone("referee:CHIEF")
    begun(phone, "give-warning")
    phone.say("5")
    phone.wait_for(say("bot-warn-breach", "en"))
    return phone


def warnings(office: Office) -> int:
    return len(office.state.entrants["0005"].warnings)


def value(page: str, name: str) -> str:
    """What a field of a form holds."""
    area = re.search(rf'<textarea id="q-{name}"[^>]*>([^<]*)<', page)
    field = re.search(rf'<input id="q-{name}"[^>]* value="([^"]*)"', page)
    chosen = re.search(rf'<select id="q-{name}".*?<option value="([^"]*)" selected', page, re.DOTALL)
    found = next(filter(None, (area, field, chosen)), None)
    return "" if found is None else unescape(found[1])


def to_chat(browser: Browser, page: str, path: str, **typed: str) -> str:
    """Press what leads on to the chat; what the bot is sent."""
    answer = browser.post(path, {**kept(page), **typed, "chat": "yes"})
    text = answer.get_data(as_text=True)
    assert answer.status_code == 200, text
    (begins,) = re.findall(re.escape(BOT) + r'([^"]+)"', text)
    return f"/start {begins}"


@pytest.mark.parametrize("finished_by", ["page", "chat"])
def test_what_was_answered_in_a_chat_stands_on_the_page_and_it_is_done_once(
    office: Office, finished_by: str
) -> None:
    phone = warning_begun(office)
    link, to = link_in(phone)
    browser, page = opened(office, link, to)
    assert value(page, "entrant") == "0005"
    fields = {**kept(page), "entrant": "0005", "breach": BREACH, "step": "look"}
    read = browser.post(f"/t/{ID}/tasks/give-warning", fields).get_data(as_text=True)
    confirm = {**kept(read), "step": "confirm"}
    phone.say(BREACH)
    phone.wait_for(BREACH)
    if finished_by == "page":
        assert browser.post(f"/t/{ID}/tasks/give-warning", confirm).status_code == 303
        assert ALREADY in tap(phone, "bot-confirm")
    else:
        tap(phone, "bot-confirm")
        again = browser.post(f"/t/{ID}/tasks/give-warning", confirm)
        assert (again.status_code, "already" in again.get_data(as_text=True)) == (409, True)
    assert warnings(office) == 1
    done = unescape(browser.get(f"{to}?lang=en").get_data(as_text=True))
    assert say("page-task-already-about", "en") in done


def test_the_chat_asks_on_while_the_page_is_open(office: Office) -> None:
    phone = warning_begun(office)
    first = link_in(phone)
    second = link_in(phone)
    assert (first[1], first[0] != second[0]) == (second[1], True), "one draft, and a link for each press"
    phone.say(BREACH)
    tap(phone, "bot-confirm")
    assert warnings(office) == 1


def test_the_link_works_once_and_says_so(office: Office) -> None:
    link, to = link_in(warning_begun(office))
    opened(office, link, to)
    again = Browser(office.house).get(f"{link}?to={to}&lang=en")
    assert again.status_code == 410
    assert say("problem-sign-in-link-used", "en") in unescape(again.get_data(as_text=True))


def test_the_link_holds_for_minutes(office: Office) -> None:
    link, to = link_in(warning_begun(office))
    office.house.clock.advance(timedelta(minutes=11))
    late = Browser(office.house).get(f"{link}?to={to}&lang=en")
    assert late.status_code == 404
    assert say("problem-sign-in-link-invalid", "en") in unescape(late.get_data(as_text=True))


def test_somebody_else_reads_nothing_of_it(office: Office) -> None:
    phone = warning_begun(office)
    _, to = link_in(phone)
    for role, subject in (("chief_referee", "CR"), ("organizer", "org-1")):
        other = Browser(office.house).sign_in(role, subject)
        refused = other.get(f"{to}?lang=en")
        assert refused.status_code == 404
        assert GONE in unescape(refused.get_data(as_text=True))
    assert GONE in office.phone("referee:REF-1").say(f"/start task-{to.rpartition('/')[2]}")
    assert Browser(office.house).get(f"{to}?lang=en").status_code == 401
    phone.say(BREACH)
    tap(phone, "bot-confirm")
    assert warnings(office) == 1, "nothing of it is lost"


def test_an_office_that_ended_opens_nothing(office: Office) -> None:
    phone = warning_begun(office)
    link, to = link_in(phone)
    browser, _ = opened(office, link, to)
    unused, _ = link_in(phone)
    office.house.done("dismiss-referee", {"referee": "CHIEF", "reason": "Went home"})
    assert browser.get(f"{to}?lang=en").status_code in (401, 403)
    assert Browser(office.house).get(f"{unused}?to={to}&lang=en").status_code in (403, 410)


def test_a_draft_is_kept_for_a_day_and_names_nobody(office: Office) -> None:
    phone = warning_begun(office)
    phone.say(BREACH)
    phone.wait_for(BREACH)
    link, to = link_in(phone)
    browser, page = opened(office, link, to)
    assert value(page, "breach") == BREACH
    with office.desk.log.database.core() as connection:
        rows = repr(connection.execute(sa.text("SELECT * FROM page_draft")).fetchall())
    assert not {"Shouting", "0005", "give-warning", "CHIEF"} & set(re.findall(r"[\w-]+", rows))
    office.house.clock.advance(HOLDS + timedelta(minutes=1))
    browser.sign_in("chief_referee", "CHIEF")
    assert browser.get(to).status_code == 404


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_page_goes_on_in_the_chat(office: Office, language: str) -> None:
    phone = office.phone("referee:CHIEF", language=language)
    chief = Browser(office.house).sign_in("chief_referee", "CHIEF")
    path = f"/t/{ID}/tasks/give-warning"
    page = chief.page(path)
    start = to_chat(chief, page, path, entrant="0005")
    assert say("bot-warn-breach", language) in phone.say(start)
    assert "0005" in phone.say(BREACH)
    tap(phone, say("bot-confirm", language))
    assert warnings(office) == 1
    assert say("problem-draft-gone", language) in phone.say(start), "it was done"


def test_what_cannot_be_read_is_asked_again_in_the_chat(office: Office) -> None:
    phone = office.phone("referee:CHIEF")
    chief = Browser(office.house).sign_in("chief_referee", "CHIEF")
    path = f"/t/{ID}/tasks/record-game-result"
    page = chief.page(f"{path}?sheet={TABLE}&game=1")
    cells = {"points_A": "0", "points_B": "x", "points_C": "7", "points_D": "20", "tiles_C": "2"}
    answer = phone.answers(to_chat(chief, page, path, **cells), "x", "7/2")
    assert "A 0" in answer, "nothing that was typed is lost"
    assert FIGURES.replace(" ", "") in phone.say(FIGURES).replace(" ", "")
    tap(phone, "bot-confirm")
    assert office.types.count("game-result-recorded") == 1


def test_only_who_has_a_chat_of_their_own_is_led_to_one(office: Office) -> None:
    chief = Browser(office.house).sign_in("chief_referee", "CHIEF")
    path = f"/t/{ID}/tasks/give-warning"
    assert 'name="chat"' not in chief.page(path)
    office.phone("referee:CHIEF", "organizer:organizer")
    page = chief.page(path)
    assert 'name="chat"' in page
    assert 'name="chat"' not in Browser(office.house).sign_in("organizer", "org-2").page(path)
    for word in ("task-" + "0" * 24, "ruling-D-0001-" + "0" * 24, "evidence-x-" + "0" * 24):
        assert GONE in office.phone("referee:CHIEF").say(f"/start {word}")


def test_a_decision_about_a_day_goes_both_ways(office: Office) -> None:
    phone = office.phone("organizer:organizer")
    organizer = Browser(office.house).sign_in("organizer", "organizer")
    path = f"/t/{ID}/tasks/suspend-day"
    page = organizer.page(path)
    day = re.findall(r'name="pick" value="(2027-[^"]+)"', page)[0]
    page = organizer.post(path, {**kept(page), "pick": day}).get_data(as_text=True)
    start = to_chat(organizer, page, path)
    asked = phone.say(start)
    grounds = say("answer-signal-8-or-above", "en")
    assert say("bot-storm-grounds", "en") in asked or grounds[:8] in str(phone.lines[-1])
    _, to = link_in(phone)
    assert f'name="day" value="{day}"' in organizer.page(to)


def test_a_ruling_goes_both_ways(office: Office) -> None:
    with_a_game(office)
    case = dispute(office)
    phone = office.phone("referee:CHIEF")
    phone.say(f"/docket {case}")
    phone.press("bot-rule")
    phone.press("bot-effect-amend-game")
    link, to = link_in(phone)
    assert to == f"/t/{ID}/docket/{case}/ruling"
    browser, page = opened(office, link, to)
    assert 'name="points_B"' in page
    chief = Chief.__new__(Chief)
    chief.__dict__ |= {**browser.__dict__, "path": to, "form": word_in(page)}
    cells = {"points_A": "0", "points_B": "12", "points_C": "7", "points_D": "20", "ended_by": "cleared"}
    cells |= {"tiles_A": "0", "tiles_B": "3", "tiles_C": "2", "tiles_D": "5"}
    asked = phone.say(to_chat(browser, page, to, **cells))
    assert say("bot-ruling-finding", "en") in asked
    read = phone.say("A joker.\nIt was seen.")
    assert any(FIGURES in str(message["text"]) for message in office.telegram.messages(phone.chat)[-3:])
    assert Cited("HK rules 3").in_language("en") in read
    assert fixed("bot-ruled") in phone.press("bot-confirm-ruling")
    assert office.types.count("ruling-made") == 1
    assert case in browser.page(f"/t/{ID}/docket/{case}")


def test_a_draft_that_was_overtaken_says_by_what(office: Office) -> None:
    case = dispute(office)
    phone = office.phone("referee:CHIEF")
    phone.say(f"/docket {case}")
    phone.press("bot-rule")
    phone.press("bot-effect-none")
    link, to = link_in(phone)
    made = {"dispute": case, "finding": "Seen.", "cites": "HK rules 3", "reason": "So.", "effects": []}
    office.house.done("make-ruling", {**made, "effects": [{"type": "none"}]})
    _, page = opened(office, link, to)
    assert "R-0001" in page
    assert say("bot-role-organizer", "en") in page
    begun(phone, "record-game-result")
    phone.say("1")
    phone.wait_for(say("question-game", "en"))
    phone.say("1")
    link, to = link_in(phone)
    with_a_game(office)
    browser, page = opened(office, link, to)
    cells = dict(zip(("points_A", "points_B", "points_C", "points_D"), ("0", "12", "7", "20"), strict=True))
    cells |= dict(zip(("tiles_A", "tiles_B", "tiles_C", "tiles_D"), ("0", "3", "2", "5"), strict=True))
    refused = browser.post(f"/t/{ID}/tasks/record-game-result", {**kept(page), **cells, "step": "look"})
    text = unescape(refused.get_data(as_text=True))
    assert refused.status_code == 422
    assert "recorded" in text.partition('role="alert"')[2].partition("</p>")[0]
    assert 'name="points_D" value="20"' in text, "nothing typed is lost"


def test_evidence_goes_both_ways(office: Office) -> None:
    case = dispute(office)
    phone = office.phone("referee:CHIEF")
    phone.say(f"/docket {case}")
    phone.press(say("bot-evidence-add", "en"))
    phone.press(say("bot-evidence-turn", "en"))
    phone.press(say("bot-evidence-melded", "en"))
    phone.say("J R6 R7")
    link, to = link_in(phone)
    browser, page = opened(office, link, to)
    assert ">J R6 R7</textarea>" in page
    start = to_chat(browser, page, to, melded="1", before="J R6 R7", rack="R9", after="nonsense")
    assert say("bot-evidence-after", "en") in phone.say(start)
    phone.say("R6 R7 | J R9")
    phone.press(say("bot-evidence-nobodys", "en"))
    tap(phone, say("bot-evidence-keep", "en"))
    assert office.types.count("evidence-presented") == 1
