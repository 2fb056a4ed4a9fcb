"""The pages of deliveries: what became of each message, whom to ring up, an announcement with its reach."""

import re
from datetime import timedelta

import pytest

from services.delivery.muting import Muting
from services.delivery.personal_pages import PersonalPages
from shared.catalogue import say
from shared.vault import Vault
from tests.api.conftest import ID, House, entrants, found
from tests.api.signing_in.browser import SITE, Browser, word_in
from tests.api.test_deliveries import three_outcomes
from tests.wording import fixed

DELIVERIES = f"/t/{ID}/deliveries"
CALLS, ANNOUNCE = f"/t/{ID}/calls", f"/t/{ID}/announce"


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def office(request: pytest.FixtureRequest, vault: Vault) -> House:
    return found(House(request.getfixturevalue(f"{request.param}_database"), vault))


def organizer(house: House) -> Browser:
    return Browser(house).sign_in("organizer", "organizer")


def test_the_list_says_what_became_of_each_notice_in_words(office: House) -> None:
    reference, browser = three_outcomes(office), organizer(office)
    page = browser.page(DELIVERIES)
    line = page.partition(f'data-key="{reference}"')[2].partition("</li>\n")[0]
    assert re.findall(r'<strong class="tabular">(\d+)</strong> ([a-z ]+)<', line) == [
        ("1", "sent"),
        ("1", "read"),
        ("1", "failed"),
        ("1", say("page-outbox-status", "en", status="unlinked")),
    ]
    assert say("page-outbox-look", "en") in line
    assert reference in browser.page(f"{DELIVERIES}?trouble=yes")
    assert fixed("page-outbox-trouble", "zh") in browser.get(f"{DELIVERIES}?lang=zh").get_data(as_text=True)


def test_a_notice_names_each_person_with_what_to_do_and_is_tried_again_once(office: House) -> None:
    office.done("amend-details", {"entrant": "0003", "phone": "+85291234567"})
    reference, browser = three_outcomes(office), organizer(office)
    page = browser.page(f"{DELIVERIES}/{reference}")
    rows = page.split("<tr>")[2:]
    assert [re.findall(r"000\d", row)[0] for row in rows] == ["0003", "0002", "0001"], "trouble first"
    assert "Player Number3" in rows[0]
    assert 'href="tel:+85291234567"' in rows[0]
    assert fixed("page-outbox-what-to-do", status="dead") in rows[1]
    assert "read " in rows[2]
    assert fixed("page-outbox-again", count=1) in page
    again = browser.post(f"{DELIVERIES}/{reference}", {"form": word_in(page)})
    assert again.status_code == 303
    assert "waiting" in browser.page(f"{DELIVERIES}/{reference}")
    assert browser.get(f"{DELIVERIES}/N-999999").status_code == 404


def test_an_announcement_is_read_back_with_its_reach_and_goes_out_once(office: House) -> None:
    browser = organizer(office)
    form = browser.page(ANNOUNCE)
    fields = {"form": word_in(form), "audience": "everyone", "en": "Bring water", "zh": "請帶水"}
    back = browser.post(ANNOUNCE, fields)
    text = back.get_data(as_text=True)
    assert back.status_code == 200
    assert "Bring water" in text
    assert "請帶水" in text
    count = len(office.desk.state(ID).entrants)
    assert say("page-outbox-send-to", "en", count=count) in text
    kept = dict(re.findall(r'name="(audience|en|zh|read|command_id|form)" value="([^"]*)"', text))
    before = office.head[0]
    for _ in range(2):
        sent = browser.post(ANNOUNCE, {**kept, "step": "send"})
        assert sent.status_code == 303
        arrived = browser.get(sent.headers["Location"])
        assert arrived.status_code == 200
        assert say("page-outbox-announced", "en") in arrived.get_data(as_text=True)
    assert office.head[0] == before + 1
    assert fixed("bot-announce-night") not in text
    office.clock.advance(timedelta(hours=13))  # to 23:00 at the venue
    browser = organizer(office)
    by_night = browser.post(ANNOUNCE, {**fields, "form": word_in(browser.page(ANNOUNCE))})
    assert say("bot-announce-night", "en", night=count, night_over="8:00 am") in by_night.get_data(
        as_text=True
    )


def test_whoever_it_would_reach_since_is_read_back_before_it_goes(office: House) -> None:
    browser = organizer(office)
    fields = {"form": browser.word(ANNOUNCE), "audience": "everyone", "en": "Bring water", "zh": "請帶水"}
    text = browser.post(ANNOUNCE, fields).get_data(as_text=True)
    kept = dict(re.findall(r'name="(audience|en|zh|read|command_id|form)" value="([^"]*)"', text))
    late = {**entrants(9)[-1], "entrant_no": "0009"}
    office.done("register-entrant", late)
    office.done("cancel-registration", {"entrant": "0008"})
    before = office.head[0]
    again = browser.post(ANNOUNCE, {**kept, "step": "send"}).get_data(as_text=True)
    assert say("page-outbox-changed", "en") in again
    assert re.findall(r'<li class="lines">([^<]*)', again) == [
        say("bot-read-back-differs", "en", after="none", before="0008")
    ]
    assert "<blockquote" not in again, "what is as it was is not read again"
    assert office.head[0] == before
    kept = dict(re.findall(r'name="(audience|en|zh|read|command_id|form)" value="([^"]*)"', again))
    office.done("register-entrant", {**late, "entrant_no": "0010"})
    assert browser.post(ANNOUNCE, {**kept, "step": "send"}).status_code == 303
    assert office.head[0] == before + 3, "the announcement beside a registration and its place"


@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_kind_that_was_not_read_back_is_read_before_it_is_sent(founded: House, language: str) -> None:
    def wait(kind: str, number: int) -> None:
        with founded.desk.log.database.writing() as driver:
            driver.execute(
                "INSERT INTO fan_out "
                "(tournament_id, notice, reference, seq, kind, lane, status, due_at, cursor)"
                f" VALUES ('{ID}', '{kind} {number}', 'N-{number}', {number}, '{kind}', 1, 'held', 0, '')"
            )

    wait("ruling", 1)
    browser, form = organizer(founded), f"{DELIVERIES}/decide"
    shown = browser.page(f"{form}?pile=held&decision=send&lang={language}")
    fields = dict(re.findall(r'name="(form|pile|decision|asked|read)" value="([^"]*)"', shown))
    wait("ruling", 2)
    wait("awards", 3)
    answer = browser.client.post(
        f"{form}?lang={language}", data=fields, headers={"Origin": SITE, "Accept": "text/html"}
    )
    again = answer.get_data(as_text=True)
    assert re.findall(r'<li class="lines">([^<]*)', again) == [
        {"en": "New: 1 × Awards", "zh": "新增：1 × 獎項"}[language]
    ]
    assert "× Ruling" not in again
    fields = dict(re.findall(r'name="(form|pile|decision|asked|read)" value="([^"]*)"', again))
    wait("ruling", 4)
    assert browser.post(form, fields).status_code == 303
    assert not re.findall("held", browser.page(DELIVERIES).partition("<main")[2])


@pytest.mark.parametrize(
    "wrong", [{"audience": "nobody"}, {"audience": "session:none"}, {"en": "", "zh": ""}]
)
def test_what_cannot_be_announced_is_said_before_it_is_read_back(
    shared_founded: House, wrong: dict[str, str]
) -> None:
    browser = organizer(shared_founded)
    fields = {"form": browser.word(ANNOUNCE), "audience": "everyone", "en": "Bring water", "zh": "請帶水"}
    before = shared_founded.head
    answer = browser.post(ANNOUNCE, {**fields, **wrong})
    assert 400 <= answer.status_code < 500
    text = answer.get_data(as_text=True)
    assert 'role="alert"' in text
    assert wrong.get("en", "Bring water") in text, "what was written is kept"
    assert shared_founded.head == before


def test_a_text_is_needed_in_each_language_and_each_is_called_as_people_call_it(
    shared_founded: House,
) -> None:
    browser = organizer(shared_founded)
    form = browser.page(ANNOUNCE)
    assert form.count("A text is needed in each language of the tournament.") == 2
    fields = {"form": word_in(form), "audience": "everyone", "en": "Bring water", "zh": ""}
    refused = browser.post(ANNOUNCE, fields).get_data(as_text=True)
    assert "the Chinese text is missing" in refused
    assert say("word-language-zh", "en") in refused.partition('role="alert"')[2].partition("</p>")[0]
    long = browser.post(ANNOUNCE, {**fields, "zh": "水", "en": "x" * 400}).get_data(as_text=True)
    assert "the English text has more than 350 characters" in long


def test_marks_of_direction_that_nobody_sees_are_taken_out_of_a_form(shared_founded: House) -> None:
    browser = organizer(shared_founded)
    hidden = "\u200eBring\u202e wa\u2066ter\u2069\u200f"
    fields = {"form": browser.word(ANNOUNCE), "audience": "everyone", "en": hidden, "zh": "請帶水"}
    answer = browser.post(ANNOUNCE, fields)
    assert answer.status_code == 200
    assert "Bring water" in answer.get_data(as_text=True)


def test_a_public_post_says_where_it_stands(founded: House) -> None:
    browser = all_to_call(founded, 8)
    line = browser.page(DELIVERIES).partition("Public post</a>")[2].partition("</li>\n")[0]
    assert fixed("page-outbox-posted", channels=0) in line


def test_what_waits_is_sent_or_dropped_after_a_read_back_and_by_one_alone(office: House) -> None:
    three_outcomes(office)
    browser, other = organizer(office), organizer(office)
    Muting(office.desk.log.database, office.clock)
    office.organizer.post(f"/api/v1/tournaments/{ID}/deliveries/mute", {"why": "the venue may change"})
    assert fixed("page-outbox-muted") in browser.page(DELIVERIES)
    shown = browser.page(f"{DELIVERIES}/decide?pile=muted&decision=send")
    asked = re.findall(r'name="asked" value="(\d+)"', shown)[0]
    fields = {"form": word_in(shown), "pile": "muted", "decision": "send", "asked": asked}
    later = other.page(f"{DELIVERIES}/decide?pile=muted&decision=drop")
    assert browser.post(f"{DELIVERIES}/decide", fields).status_code == 303
    assert fixed("page-outbox-muted") not in browser.page(DELIVERIES)
    dropped = {"form": word_in(later), "pile": "muted", "decision": "drop", "asked": asked}
    assert other.post(f"{DELIVERIES}/decide", dropped).status_code == 409
    for wrong in ({"pile": "other"}, {"decision": "burn"}, {"asked": "-1"}, {"asked": "x"}):
        assert browser.post(f"{DELIVERIES}/decide", {**fields, **wrong}).status_code == 404


def test_dropping_takes_a_sign_in_that_is_fresh(office: House) -> None:
    browser = organizer(office)
    office.organizer.post(f"/api/v1/tournaments/{ID}/deliveries/mute", {"why": "the venue may change"})
    for _ in range(5):
        office.clock.advance(timedelta(hours=1))
        browser.page(DELIVERIES)
    shown = browser.page(f"{DELIVERIES}/decide?pile=muted&decision=drop")
    fields = {"form": word_in(shown), "pile": "muted", "decision": "drop", "asked": "1"}
    answer = browser.post(f"{DELIVERIES}/decide", fields)
    assert "/staff/prove" in answer.headers["Location"]


def test_nobody_is_to_be_rung_up_where_nothing_about_safety_was_sent(office: House) -> None:
    browser = organizer(office)
    page = browser.page(CALLS)
    assert say("page-outbox-none-to-call", "en") in page
    form = {"form": word_in(browser.page()), "whom": "entrant:0001", "notice": "none", "reached": "yes"}
    assert browser.post(CALLS, form).status_code == 404


def test_after_a_suspension_those_to_ring_up_are_listed_with_number_and_words(office: House) -> None:
    office.done("amend-details", {"entrant": "0001", "phone": "+85291234567"})
    day = office.desk.state(ID).plan.sessions[0].day
    assert day is not None
    office.done("suspend-day", {"day": day.isoformat(), "grounds": "black_rainstorm"})
    drain(office)
    browser = organizer(office)
    page = browser.page(CALLS)
    cards = page.split('<li class="card">')[1:]
    first = next(card for card in cards if " 0001 " in card)
    assert 'href="tel:+85291234567"' in first
    assert '<blockquote lang="zh-Hant-HK">' in first
    assert say("subject-grounds-black-rainstorm", "zh") in first
    fields = dict(re.findall(r'name="(form|whom|notice)" value="([^"]*)"', first))
    assert browser.post(CALLS, {**fields, "reached": "no"}).status_code == 303
    assert " 0001 " in browser.page(CALLS).partition("<ol")[2], "still to be reached"
    assert browser.post(CALLS, {**fields, "reached": "yes"}).status_code == 303
    assert " 0001 " not in browser.page(CALLS).partition("<ol")[2]


def all_to_call(house: House, count: int) -> Browser:
    """So many people are to be rung up about a suspension."""
    if more := entrants(count)[8:]:
        house.done("import-entrants", {"entrants": more})
    day = house.desk.state(ID).plan.sessions[0].day
    assert day is not None
    house.done("suspend-day", {"day": day.isoformat(), "grounds": "black_rainstorm"})
    drain(house)
    return organizer(house)


def keys_on(page: str) -> list[str]:
    return re.findall(r'name="whom" value="([^"]*)"', page)


def numbers_on(page: str) -> list[str]:
    return [key.partition(":")[2] for key in keys_on(page) if key.startswith("entrant:")]


def test_the_list_to_ring_up_says_how_many_it_shows_and_goes_on_after_a_person(founded: House) -> None:
    browser = all_to_call(founded, 43)
    page = browser.page(CALLS)
    first = keys_on(page)
    assert len(first) == 30
    assert "Shown: 1–30 of 46" in page, "the officials are rung up, too"
    (following,) = re.findall(r'rel="next" href="([^"]*)"', page)
    card = page.split('<li class="card">')[1]
    fields = dict(re.findall(r'name="(form|whom|notice)" value="([^"]*)"', card))
    assert browser.post(CALLS, {**fields, "reached": "yes"}).status_code == 303
    rest = browser.page(following.partition("&lang=")[0])
    assert len({*first, *keys_on(rest)}) == 46, "nobody is passed over"
    assert "Shown: 30–45 of 45" in rest


@pytest.mark.parametrize(
    ("wanted", "numbers"),
    [("7", ["0007"]), ("number12", ["0012"]), ("玩家5號", ["0005"]), ("9123 4567", ["0003"]), ("nobody", [])],
)
def test_whoever_rings_in_is_found_by_number_name_or_phone(
    founded: House, wanted: str, numbers: list[str]
) -> None:
    founded.done("amend-details", {"entrant": "0003", "phone": "+85291234567"})
    page = all_to_call(founded, 12).page(f"{CALLS}?q={wanted}")
    assert numbers_on(page) == numbers
    assert ("Nobody on this list is called so" in page) == (not numbers)


def test_two_people_split_the_list_and_each_goes_on_where_they_were(founded: House) -> None:
    browser = all_to_call(founded, 12)
    odd, even = (numbers_on(browser.page(f"{CALLS}?share={share}")) for share in ("odd", "even"))
    assert odd == ["0001", "0003", "0005", "0007", "0009", "0011"]
    assert sorted(odd + even) == [f"{number:04d}" for number in range(1, 13)]
    card = browser.page(f"{CALLS}?share=even").split('<li class="card">')[1]
    fields = dict(re.findall(r'name="(form|whom|notice|share|q|after)" value="([^"]*)"', card))
    assert "share=even" in browser.post(CALLS, {**fields, "reached": "no"}).headers["Location"]


def drain(house: House) -> None:
    """Turn what is due into deliveries, over no channel at all."""
    from tests.api.personal.phone import Phone

    phone = Phone(house, "0001")
    assert isinstance(phone.pages, PersonalPages)
    for _ in range(3):
        phone.drain()
        house.clock.advance(timedelta(seconds=1))


def test_an_address_reaches_nobody_where_no_e_mail_goes_out(office: House) -> None:
    office.done("amend-details", {"entrant": "0003", "email": "three@example.org"})
    browser = organizer(office)
    fields = {"form": browser.word(ANNOUNCE), "audience": "everyone", "en": "Bring water", "zh": "請帶水"}
    text = browser.post(ANNOUNCE, fields).get_data(as_text=True)
    figures = re.findall(r"<dd[^>]*>(\d+)</dd>", text)
    assert figures == ["0", "0", "0", str(len(office.desk.state(ID).entrants))]
