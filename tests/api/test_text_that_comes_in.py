"""Over the API, on pages and in chats what is written is read by one rule, and who is looked for is found."""

import re
from urllib.parse import quote

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from tests.api.conftest import BASE, ID, SESSION, House, assert_problem, found
from tests.api.signing_in.browser import Browser, word_in
from tests.api.test_pages import ranked
from tests.cases import cases
from tests.decorating import decorated
from tests.profiles import examples

FORMS = ("0007", "7", "007", "００７", "\u200b７ ", "⑦")
STAFF, CALLS, HISTORY = f"/t/{ID}/staff", f"/t/{ID}/calls", f"/t/{ID}/history"
SOMEBODY = {
    "session": SESSION,
    "birth_date": "1990-05-17",
    "entrant_no": "0091",
    "name_en": "Renée Chan",
    "name_zh": "陳 小明",
    "email": "chan@example.org",
    "phone": "+852 9123 4567",
    "language": "en",
}
NAMES = ("name_en", "name_zh")


@given(data=st.data())
@settings(
    max_examples=examples(8, in_all=60),
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture],
)
def test_a_registration_in_any_writing_is_that_in_plain_writing(founded: House, data: st.DataObject) -> None:
    written = {
        name: data.draw(decorated(text, wide=name not in NAMES)) for name, text in SOMEBODY.items()
    } | {"consent": True}
    key = {"Idempotency-Key": "once"}
    path = f"{BASE}/commands/register-entrant"
    answer = founded.organizer.post(path, written, key)
    assert answer.status_code in (200, 201), answer.get_json()
    assert founded.organizer.post(path, {**SOMEBODY, "consent": True}, key).status_code == 200
    held = founded.organizer.get(f"{BASE}/entrant?entrant=91").get_json()["details"]
    assert {**held} == {
        name: text for name, text in SOMEBODY.items() if name not in ("session", "entrant_no")
    }


@cases("number", FORMS)
def test_an_entrant_is_found_by_the_number_with_any_zeros_everywhere(
    shared_in_play: House, number: str
) -> None:
    asked = quote(number)
    for path in (
        f"{BASE}/entrant?entrant={{}}",
        f"{BASE}/explain?entrant={{}}",
        f"{BASE}/timeline?entrant={{}}",
        f"{BASE}/cross-table?entrant={{}}",
        f"{BASE}/history?of=entrant&id={{}}",
        f"{BASE}/curves?entrants=1,{{}}",
        f"{BASE}/entrants/{{}}/data",
        f"{BASE}/calendar.ics?entrant={{}}",
        f"/t/{ID}/entrants/{{}}?lang=en",
    ):
        one, other = (shared_in_play.organizer.get(path.format(text)) for text in (asked, "0007"))
        assert (one.status_code, one.get_data()) == (200, other.get_data()), path
    granted = shared_in_play.organizer.post(
        "/api/v1/tokens", {"role": "participant", "subject": number, "tournament": ID}
    ).get_json()
    assert granted["subject"] == "0007"
    feed = shared_in_play.organizer.post(f"{BASE}/calendar-feed?entrant={asked}", {})
    assert feed.status_code == 201, feed.get_json()


SEARCHES = ("7", "００７", "PLAYER, number7", "number7 player", "Pla\u0301yer\u3000Number7", "玩家\u200b7 號")


@pytest.mark.parametrize("typed", SEARCHES)
def test_every_search_finds_what_every_other_finds(in_play: House, typed: str) -> None:
    ranked(in_play)
    in_play.done("set-consent", {"entrant": "0007", "shown": True})
    browser, text = Browser(in_play).sign_in("organizer", "organizer"), quote(typed)
    for language in ("en", "zh"):
        table = browser.page(f"/t/{ID}/standings?q={text}&lang={language}")
        assert set(re.findall(r'<tr[^>]* data-key="([^"]+)"', table)) == {"0007"}
        assert 'data-key="0007" class="mine"' in browser.page(f"{HISTORY}?find={text}&lang={language}")
    assert browser.get(f"{CALLS}?q={text}").status_code == 200


def test_who_may_be_registered_twice_is_on_the_page_of_the_organizer_alone(founded: House) -> None:
    twice = {**SOMEBODY, "name_en": "player NUMBER3", "birth_date": "1963-05-17"}
    remarks = founded.done("register-entrant", twice)["remarks"]
    assert [note["code"] for note in remarks] == ["likely-duplicate"]
    page = Browser(founded).sign_in("organizer", "organizer").page(STAFF)
    part = page.partition('id="duplicates"')[2].partition("</section>")[0]
    assert ["/entrants/0003" in part, "/entrants/0091" in part] == [True, True]
    assert say("word-alike-name-and-birth-date", "en") in part
    assert 'id="duplicates"' not in Browser(founded).sign_in("chief_referee", "CR").page(STAFF)
    rows = founded.organizer.get(f"{BASE}/duplicates").get_json()["rows"]
    assert [[twin["entrant_no"] for twin in row["entrants"]] for row in rows] == [["0003", "0091"]]
    assert_problem(founded.client("referee", "REF-1", ID).get(f"{BASE}/duplicates"), 403, "forbidden")


GAME = {"sheet": f"{SESSION}/1", "game": 1}
REFUSED = (
    ("get", f"{BASE}/entrant?陳=1", None),
    ("get", "/api/v1/陳\u202e", None),
    ("get", "/problems/陳", None),
    ("command", "check-in", {"entrant": "陳\u202e"}),
    ("command", "register-entrant", {**SOMEBODY, "entrant_no": "陳"}),
    ("command", "register-entrant", {**SOMEBODY, "birth_date": "二〇一六"}),
    ("command", "register-entrant", {**SOMEBODY, "language": "陳"}),
    ("command", "register-entrant", {**SOMEBODY, "family_role": "陳\ue000"}),
    ("command", "register-entrant", {**SOMEBODY, "name_en": "\ue000\u200b7", "name_zh": ""}),
    ("command", "register-entrant", {**SOMEBODY, "team": "\ue000"}),
    (
        "command",
        "import-entrants",
        {"entrants": [{**SOMEBODY, "entrant_no": None, "birth_date": "2090-01-01"}]},
    ),
    (
        "command",
        "record-game-result",
        {"sheet": f"{SESSION}/1", "game": 1, "seats": [{"seat": "A", "score": "陳\ue000"}]},
    ),
)


@cases("how, what, body", REFUSED)
@cases("language", ["en", "zh-HK"])
def test_a_refusal_names_what_was_written_as_people_write_it(
    shared_in_play: House, how: str, what: str, body: object, language: str
) -> None:
    spoken = {"Accept-Language": language}
    if how == "get":
        answer = shared_in_play.organizer.get(quote(what, safe="/?=:"), spoken)
    else:
        answer = shared_in_play.organizer.post(f"{BASE}/commands/{what}", body, spoken)
    problem = answer.get_json()
    assert answer.status_code in (400, 404, 409, 422), problem
    for strange in ("\\u", "\\x", "None", "'", "\u202e", "\u200b", "\ue000"):
        assert strange not in problem["detail"].replace("entrant's", "").replace("person's", ""), problem


def test_a_form_of_a_page_is_read_by_the_same_rule(shared_founded: House) -> None:
    browser = Browser(shared_founded).sign_in("organizer", "organizer")
    announce = f"/t/{ID}/announce"
    fields = {"audience": "everyone", "en": "Bring\u00a0\u200bwater\u202e ", "zh": "請帶 水\ufeff\r\n謝謝"}
    page = browser.post(announce, {"form": word_in(browser.page(announce)), **fields}).get_data(as_text=True)
    assert "Bring water<" in page.replace("\n", "<")
    assert "請帶 水" in page
    assert not set(page) & set("\u00a0\u200b\u202e\ufeff")


def test_a_tournament_file_is_read_by_the_same_rule(house: House) -> None:
    file = msgspec.json.decode(msgspec.json.encode(TOURNAMENT_FILE))
    file["title"] = {"en": "Spring\u00a0\u200bCup\u202e", "zh": "春\ufeff季　盃"}
    found(house, file)
    title = house.anyone.get(BASE).get_json()["definition"]["title"]
    assert title == {"en": "Spring Cup", "zh": "春季 盃"}
