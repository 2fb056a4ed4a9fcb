"""A tournament is founded by page: by the questions of a template or by its file, each fault at its place."""

from html import unescape
from io import BytesIO
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage

from services.access.sign_ins import make_link
from services.tournament.definition.filling import asked_of, filled
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.templates import template_names
from services.web.founding.found_page import FOUND
from shared.catalogue import say
from tests.api.conftest import ID, MORNING, House
from tests.api.docket_page.ruling_forms import kept
from tests.api.signing_in.browser import Browser, ids_of, made, word_in

TODAY = MORNING.date()
LIKE = f"{FOUND}?like=school-day"
GAMES = "stage[0].games"


@pytest.fixture
def founder(founded: House) -> Browser:
    browser = Browser(founded)
    link = make_link(founded.desk.grants, "organizer", "org-9", None, "cli")
    answer = browser.enter(link.path)
    assert answer.headers["Location"].startswith(FOUND)
    return browser


def sent(founder: Browser, path: str, step: str, **fields: Any) -> Any:
    page, _, query = path.partition("?")
    fields = {"form": word_in(founder.page(path)), "step": step, **fields}
    data = {"Accept": "text/html", "Origin": "http://localhost"}
    return founder.client.post(f"{page}?{query}&lang=en", data=fields, headers=data)


def text_of(answer: Any) -> str:
    return str(answer.get_data(as_text=True))


@pytest.mark.parametrize("name", template_names())
def test_every_template_filled_in_is_a_file_without_faults_that_says_what_was_answered(name: str) -> None:
    asked = asked_of(name, TODAY)
    start = next(session.fields[0] for stage in asked.stages for session in stage.sessions)
    answers = {
        "day": "2028-01-01",
        "title.en": 'A "great" day',
        start: "09:30",
        "stage[0].signatures": "none",
    }
    plan = read_tournament(filled(name, TODAY, answers)).whole()
    first = next(session for session in plan.stages[0].sessions if session.start is not None)
    assert min(day for stage in plan.stages for each in stage.sessions if (day := each.day)) == first.day
    assert (str(first.day), f"{first.start}") == ("2028-01-01", "09:30:00")
    assert (plan.title.en, plan.stages[0].signatures) == ('A "great" day', "none")


def test_a_tournament_is_founded_by_answers_once_and_its_founder_is_signed_in_to_it(founder: Browser) -> None:
    wrong = sent(founder, LIKE, "look", id="Our Day", **{GAMES: "two", "title.zh": "同樂"})
    assert wrong.status_code == 422
    for field in ("id", GAMES):
        assert f'id="wrong-{field}"' in text_of(wrong)
    assert 'value="同樂"' in text_of(wrong)
    read = sent(founder, LIKE, "look", id="our-day", **{GAMES: "2"})
    answer = sent(founder, LIKE, "found", **kept_of(read))
    assert answer.headers["Location"].startswith("/t/our-day/staff?done=")
    assert founder.house.desk.state("our-day").plan.stages[0].games == 2
    page = founder.page(answer.headers["Location"])
    assert "/t/our-day/tasks/import-entrants?" in page
    assert "/t/our-day/tasks/appoint-referee?" in page
    seq, signed_in = founder.house.desk.head("our-day").seq, ids_of(founder.house)
    assert sent(founder, LIKE, "found", **kept_of(read)).status_code == 303
    assert (founder.house.desk.head("our-day").seq, ids_of(founder.house)) == (seq, signed_in)
    founder.client.delete_cookie("staff-our-day")
    assert sent(founder, LIKE, "found", **kept_of(read)).status_code == 303
    assert len(ids_of(founder.house)) == len(signed_in) + 1, "a browser without one gets one"
    assert 'id="wrong-id"' in text_of(sent(founder, LIKE, "look", id=ID)), "somebody has that id"


def test_a_number_beyond_all_bounds_is_refused_at_its_question_and_once(founder: Browser) -> None:
    tables = "stage[0].sessions[0].tables"
    for number in ("0", "9" * 25, "9" * 18):
        wrong = sent(founder, LIKE, "look", **{tables: number, "title.zh": "同樂"})
        assert (wrong.status_code, 'value="同樂"' in text_of(wrong)) == (422, True)
        assert f'id="wrong-{tables}"' in text_of(wrong)
        assert text_of(wrong).count('role="alert"') == 1
    text = filled("school-day", TODAY, {}).replace("games = 3", f"games = {'9' * 25}")
    refused = sent(founder, f"{FOUND}?like=file", "look", way="file", file=text)
    assert (refused.status_code, "9" * 25 in text_of(refused)) == (422, True)


def kept_of(read: Any) -> dict[str, str]:
    assert read.status_code == 200, text_of(read)
    found = kept(text_of(read))
    return {name: value for name, value in found.items() if name != "form"}


def test_a_file_is_edited_with_every_fault_at_its_line(founder: Browser) -> None:
    written = sent(founder, LIKE, "write", id="by-file")
    assert "<textarea" in text_of(written)
    text = filled("school-day", TODAY, {"id": "by-file"})
    slips = text.replace("games = 3", "games = three").replace('draw = "standing"', 'draw = "stand"')
    page = text_of(wrong := sent(founder, f"{FOUND}?like=file", "look", way="file", file=slips))
    assert wrong.status_code == 422
    for slip in ("games = three", 'draw = "stand"'):
        line = 1 + slips.split("\n").index(next(each for each in slips.split("\n") if slip in each))
        assert f"<strong>Line {line}</strong>" in page
    read = sent(founder, f"{FOUND}?like=file", "look", way="file", file=text.replace("\n", "\r\n"))
    assert sent(founder, f"{FOUND}?like=file", "found", **kept_of(read)).status_code == 303
    assert founder.house.desk.state("by-file").plan.id == "by-file"


@pytest.mark.parametrize(("encoding", "named"), [("big5", "Big5"), ("utf-16", "UTF-16")])
def test_a_file_of_another_encoding_is_refused_with_its_name(
    founder: Browser, encoding: str, named: str
) -> None:
    text = filled("school-day", TODAY, {"id": "by-file", "title.zh": "同樂日"})
    file = FileStorage(BytesIO(text.encode(encoding, "ignore")), "plan.toml")
    answer = sent(founder, f"{FOUND}?like=file", "look", way="file", file="", **{"file-file": file})
    assert (answer.status_code, named in text_of(answer)) == (422, True)
    assert 'value="found"' not in text_of(answer)


def test_what_is_odd_stands_with_its_field(founder: Browser) -> None:
    page = text_of(sent(founder, f"{FOUND}?like=hk", "look", **{"title.zh": "比賽"}))
    assert "<code>venue</code>" in page.partition("<form")[0]


def test_what_was_typed_is_shown_to_who_was_signed_out_meanwhile(founder: Browser) -> None:
    answers = {**asked_of("hk", TODAY).answers, "title.zh": "我們的比賽"}
    form = word_in(founder.page(f"{FOUND}?like=hk"))
    founder.client.delete_cookie("staff")
    headers = {"Accept": "text/html", "Origin": "http://localhost"}
    fields = {**answers, "form": form, "step": "look"}
    answer = founder.client.post(f"{FOUND}?like=hk&lang=en", data=fields, headers=headers)
    assert answer.status_code == 401
    assert "我們的比賽" in text_of(answer)


def test_a_used_link_names_where_another_comes_from(founded: House) -> None:
    link = make_link(founded.desk.grants, "organizer", "org-9", None, "cli")
    Browser(founded).enter(link.path)
    answer = Browser(founded).get(f"{link.path}?lang=en")
    assert (answer.status_code, say("page-founding-link-used", "en") in text_of(answer)) == (410, True)


def test_whoever_leaves_founds_nothing_more(founder: Browser) -> None:
    cookie = founder.client.get_cookie("staff")
    assert cookie is not None
    assert sent(founder, FOUND, "leave").status_code == 303
    founder.client.set_cookie("staff", cookie.value)
    assert founder.get(FOUND).status_code == 401


def test_who_is_signed_in_to_one_tournament_founds_none(founded: House) -> None:
    organizer = Browser(founded)
    organizer.enter(made(founded, "organizer", "org-2"))
    assert f'href="{FOUND}?' in organizer.page()
    answer = organizer.get(f"{FOUND}?lang=en")
    assert answer.status_code == 401
    assert say("page-refusal-founding-link-needed", "en") in text_of(answer)
    assert 'name="link"' in text_of(answer)


@pytest.mark.parametrize(
    ("path", "fields"),
    [(LIKE, {"id": "our day", GAMES: "two"}), (f"{FOUND}?like=file", {"way": "file", "file": "id = 1"})],
)
def test_the_language_is_switched_with_what_is_typed(
    founder: Browser, path: str, fields: dict[str, str]
) -> None:
    assert 'form="asked" formnovalidate name="switch" value="zh"' in founder.page(f"{path}&lang=en")
    page = sent(founder, path, "", switch="zh", **fields)
    assert page.status_code == 200
    text = unescape(text_of(page))
    assert 'lang="zh-Hant-HK"' in text
    for name, typed in fields.items():
        assert name == "way" or typed in text
    looked = sent(founder, LIKE, "look", id="our-day", **{GAMES: "2"})
    programme = sent(founder, LIKE, "", switch="zh", **kept_of(looked))
    assert say("page-founding-it", "zh") in text_of(programme)
    assert kept_of(programme)["id"] == "our-day"
