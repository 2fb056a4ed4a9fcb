"""Consents on the personal page: each place by itself, by whom, under which statement, and with a code."""

import re
from html import unescape
from urllib.parse import urlencode

import pytest
from werkzeug.test import TestResponse

from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from shared.vault import Vault
from tests.api.conftest import ID, House, found
from tests.api.personal.phone import Phone, everything
from tests.api.test_amending import AMEND
from tests.api.test_pages import Page
from tests.wording import fixed

CHILD, PARENT, ADULT = "0001", "0003", "0005"


def wanted(phone: Phone, scope: str, *, given: bool = True) -> str:
    """What the page's link for a place asks for."""
    asked = f"consent {scope} {'yes' if given else 'no'} {phone.house.desk.state(ID).plan.privacy_version}"
    return asked.rstrip()


def begin(phone: Phone, purpose: str, number: str, *, language: str = "en") -> str:
    """The page that asks who says it."""
    query = urlencode({"person": number, "purpose": purpose, "lang": language})
    return phone.text(f"/consent?{query}")


def hidden(page: str) -> dict[str, str]:
    return dict(re.findall(r'type="hidden" name="(.*?)" value="(.*?)"', page))


def ask(
    phone: Phone, scope: str, by: str, guardian: str = "", *, number: str = CHILD, given: bool = True
) -> TestResponse:
    fields = hidden(begin(phone, wanted(phone, scope, given=given), number))
    return phone.post("/code?lang=en", {**fields, "by": by, "guardian": guardian})


def confirm(phone: Phone, asked: TestResponse, language: str = "en") -> TestResponse:
    return phone.post(f"/act?lang={language}", {**hidden(asked.get_data(as_text=True)), "code": phone.code()})


def recorded(house: House, number: str) -> dict[str, tuple[bool, str, str]]:
    """By place what stands in the log, by whom, under which statement."""
    consents = house.desk.state(ID).entrants[number].consents
    return {known.scope: (known.given, known.by, known.text) for known in consents}


@pytest.fixture
def home(founded: House) -> House:
    """A child of ten whose mother plays, too; nobody consented to anything."""
    founded.done("amend-details", {"entrant": CHILD, "birth_date": "2016-08-30"})
    return founded


def consents(text: str) -> str:
    """What a page says of where a name may be shown."""
    return text.partition('id="consents-')[2].partition("</details>")[0]


def test_the_page_lists_each_place_and_leads_to_who_says_it(home: House) -> None:
    phone = Phone(home, ADULT)
    for language, listed, asked in (
        ("en", "Name not shown: boards in the hall", "Who says this?"),
        ("zh", "不顯示姓名：場內大螢幕", "由誰表示？"),
    ):
        section = consents(phone.text(f"?lang={language}"))
        assert listed in section
        assert section.count("<a ") == 4
        page = begin(phone, wanted(phone, "board"), ADULT, language=language)
        assert asked in page
        assert Page(page).open == []
        assert set(Page(page).labels) <= set(Page(page).ids)


def test_a_guardian_consents_for_a_child_by_name_and_a_code(home: House) -> None:
    phone = Phone(home, CHILD)
    asked = ask(phone, "board", "guardian", "Lau Mei Ling")
    assert fixed("bot-consent-read-back", guardian="Lau Mei Ling") in asked.get_data(as_text=True)
    code, before = phone.code(), home.head
    assert fixed("notice-personal-code", "zh", purpose="consent") in phone.codes[-1][1]
    answer = confirm(phone, asked)
    assert answer.status_code == 200, answer.get_data(as_text=True)
    assert "by a parent or guardian, Lau Mei Ling" in answer.get_data(as_text=True)
    version = home.desk.state(ID).plan.privacy_version
    assert recorded(home, CHILD) == {"board": (True, "guardian", version)}
    (event,) = home.desk.events(ID, before[0], 1)
    assert (event.type, event.actor) == ("consent-changed", f"participant:{CHILD}")
    assert "Lau" not in str(event.data), "the name is in the vault"
    after = home.head
    again = phone.post("/act?lang=en", {**hidden(asked.get_data(as_text=True)), "code": code})
    assert again.status_code == 200
    assert say("page-me-done-already", "en") in again.get_data(as_text=True)
    assert home.head == after, "pressed twice, recorded once"


def test_a_child_alone_is_refused_with_the_way_out_and_withdraws_alone(home: House) -> None:
    phone = Phone(home, CHILD)
    asked = ask(phone, "pages", "self")
    assert asked.status_code == 200, "a link alone tells nobody's age"
    before = home.head
    refused = confirm(phone, asked)
    assert refused.status_code == 422
    assert "Under 18" in refused.get_data(as_text=True)
    assert fixed("problem-consent-by-guardian") in refused.get_data(as_text=True)
    assert home.head == before
    confirm(phone, ask(phone, "pages", "guardian", "Lau Mei Ling"))
    assert recorded(home, CHILD)["pages"][0] is True
    assert confirm(phone, ask(phone, "pages", "self", given=False)).status_code == 200
    assert recorded(home, CHILD)["pages"][:2] == (False, "self")


def test_who_is_of_age_gives_and_withdraws_each(home: House) -> None:
    phone = Phone(home, ADULT)
    for scope in ("pages", "board", "posts", "family_award"):
        asked = ask(phone, scope, "self", number=ADULT)
        assert fixed("bot-consent-read-back", guardian="none") in asked.get_data(as_text=True)
        answer = confirm(phone, asked, "zh").get_data(as_text=True)
        assert fixed("bot-consent-line", "zh", given="true") in answer
        assert "由參賽者本人表示" in answer
    assert {given for given, _, _ in recorded(home, ADULT).values()} == {True}
    assert confirm(phone, ask(phone, "posts", "self", number=ADULT, given=False)).status_code == 200
    assert recorded(home, ADULT)["posts"][0] is False
    assert recorded(home, ADULT)["board"][0] is True


def test_the_name_on_file_will_do_and_the_parent_of_the_unit_is_offered(home: House) -> None:
    both = Phone(home, CHILD, PARENT)
    home.done("declare-family-unit", {"child": CHILD, "parent": PARENT})
    assert 'value="Player Number3"' in begin(both, wanted(both, "board"), CHILD)
    assert 'value="Player Number3"' not in begin(both, wanted(both, "board"), PARENT)
    alone = Phone(home, CHILD)
    nameless = ask(alone, "board", "guardian")
    assert nameless.status_code == 400, "no name is on file"
    assert say("word-text-guardian", "en") in nameless.get_data(as_text=True)
    home.done("amend-details", {"entrant": CHILD, "guardian": "Lau Mei Fong"})
    asked = ask(alone, "board", "guardian")
    text = asked.get_data(as_text=True)
    assert say("page-me-consent-guardian-on-file", "en") in text
    assert "Lau" not in text, "what was given at registration takes a code"
    assert "Lau Mei Fong" in confirm(alone, asked).get_data(as_text=True)
    assert "Lau" not in alone.text()
    assert "guardian" not in consents(alone.text())


def test_under_another_statement_it_is_said_anew(home: House) -> None:
    phone = Phone(home, ADULT)
    asked, old = ask(phone, "board", "self", number=ADULT), wanted(phone, "pages")
    definition = {**TOURNAMENT_FILE, "privacy": {"en": "Kept for a month.", "zh": "保存一個月。"}}
    assert home.organizer.post(AMEND, definition).status_code == 201
    before = home.head
    for answer in (
        confirm(phone, asked),
        phone.post("/code?lang=en", {"form": phone.form, "person": ADULT, "purpose": old, "by": "self"}),
    ):
        assert answer.status_code == 409
        assert say("problem-statement-changed", "en") in unescape(answer.get_data(as_text=True))
    assert home.head == before
    page = begin(phone, wanted(phone, "board"), ADULT)
    version = home.desk.state(ID).plan.privacy_version
    assert "Kept for a month." in page
    assert version in page
    confirm(phone, ask(phone, "board", "self", number=ADULT))
    assert recorded(home, ADULT)["board"] == (True, "self", version)


def test_what_stands_on_record_already_takes_no_code(home: House) -> None:
    phone = Phone(home, ADULT)
    confirm(phone, ask(phone, "board", "self", number=ADULT))
    sent = len(phone.codes)
    assert "already" in ask(phone, "board", "self", number=ADULT).get_data(as_text=True)
    phone.drain()
    assert len(phone.codes) == sent


def test_other_people_nonsense_and_forms_without_who_says_it_record_nothing(home: House) -> None:
    phone = Phone(home, ADULT)
    fields = {"form": phone.form, "person": ADULT, "purpose": wanted(phone, "board"), "by": "self"}
    before = home.head
    for wrong, status in (
        ({"person": CHILD}, 403),
        ({"form": "0" * 64}, 403),
        ({"purpose": "consent"}, 403),
        ({"purpose": "consent everywhere yes"}, 403),
        ({"purpose": "consent board perhaps"}, 403),
        ({"by": ""}, 422),
        ({"by": "form"}, 422),
        ({"by": "guardian", "guardian": "x" * 101}, 422),
    ):
        assert phone.post("/code", {**fields, **wrong}).status_code == status, wrong
    for query in ("", "?person=0001&purpose=consent+board+yes", "?person=0005&purpose=contacts"):
        assert phone.get(f"/consent{query}").status_code == 403
    assert phone.codes == []
    asked = hidden(phone.post("/code", fields).get_data(as_text=True))
    code = phone.code()
    assert phone.post("/act", {**asked, "by": "form", "code": code}).status_code == 403
    stranger = Phone(home, CHILD)
    answer = stranger.post("/act", {**asked, "form": stranger.form, "person": CHILD, "code": code})
    assert answer.status_code == 403
    assert home.head == before


def test_reading_who_says_it_changes_nothing(home: House) -> None:
    phone = Phone(home, ADULT)
    phone.text()
    before = everything(home)
    begin(phone, wanted(phone, "board"), ADULT)
    assert everything(home) == before


def test_a_wrong_code_keeps_what_was_asked(home: House) -> None:
    phone = Phone(home, CHILD)
    fields = hidden(ask(phone, "board", "guardian", "Lau Mei Ling").get_data(as_text=True))
    other = f"{(int(phone.code()) + 1) % 10**6:06d}"
    wrong = phone.post("/act?lang=en", {**fields, "code": other})
    assert wrong.status_code == 403
    again = hidden(wrong.get_data(as_text=True))
    assert (again["by"], again["guardian"]) == ("guardian", "Lau Mei Ling")
    assert confirm(phone, wrong).status_code == 200


def test_who_gave_the_place_back_withdraws_still(home: House) -> None:
    phone = Phone(home, ADULT)
    confirm(phone, ask(phone, "pages", "self", number=ADULT))
    home.done("cancel-registration", {"entrant": ADULT})
    assert confirm(phone, ask(phone, "pages", "self", number=ADULT, given=False)).status_code == 200
    assert recorded(home, ADULT)["pages"][0] is False


def test_where_no_code_arrives_nothing_is_offered(home: House) -> None:
    home.done("amend-details", {"entrant": ADULT, "email": ""})
    section = consents(Phone(home, ADULT).text())
    assert fixed("bot-consent-line", given="false") in section
    assert "<a " not in section


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def test_the_same_on_each_database(request: pytest.FixtureRequest, vault: Vault, kind: str) -> None:
    house = found(House(request.getfixturevalue(f"{kind}_database"), vault))
    phone = Phone(house, ADULT)
    asked = ask(phone, "board", "self", number=ADULT)
    assert confirm(phone, asked).status_code == 200
    assert recorded(house, ADULT)["board"][0] is True
