"""People come in by page: a list is read back with what becomes of each, and registered once."""

import re
from datetime import date
from html import unescape
from io import BytesIO
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage

from services.spreadsheets.csv_files import ROWS_MISSING
from services.tournament.definition.places_called import session_called
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions_meant import sessions_there
from services.web.api.examples import TOURNAMENT_FILE
from services.web.forms import LONGEST_LIST
from services.web.tasks.people_page import IMPORT
from shared.catalogue import Listed, languages, say, shown
from tests.api.conftest import ID, SESSION, House, found, start
from tests.api.docket_page.ruling_forms import Chief, kept
from tests.api.signing_in.browser import SITE
from tests.wording import fixed

PATH = f"/t/{ID}/tasks/{IMPORT}"
LATER = "2027-03-06/2"
BORN = "1990-01-02"


@pytest.fixture
def organizer(founded: House) -> Chief:
    browser = Chief(founded, PATH)
    browser.sign_in("organizer", "org-2")
    return browser


def looked(organizer: Chief, text: str, **more: str) -> Any:
    return organizer.post(PATH, {"form": organizer.word(PATH), "step": "look", "list": text, **more})


def confirmed(organizer: Chief, read: Any) -> Any:
    assert read.status_code == 200, read.get_data(as_text=True)
    return organizer.post(PATH, {**kept(read.get_data(as_text=True)), "step": "confirm"})


def text_of(answer: Any) -> str:
    return str(answer.get_data(as_text=True))


def test_a_name_a_line_is_enough_and_a_second_press_registers_nobody_again(organizer: Chief) -> None:
    desk = organizer.house.desk
    read = looked(organizer, f"1. 陳大文, {BORN}\n\nAda Lee,{BORN},ada@example.org\n009,Bo Ho,{BORN}")
    assert read.status_code == 422, "the first number is somebody's"
    read = looked(organizer, f"陳大文, {BORN}\n\nAda Lee,{BORN},ada@example.org\n0012,Bo Ho,{BORN}")
    before = {*desk.state(ID).entrants}
    assert confirmed(organizer, read).headers["Location"].startswith(f"/t/{ID}/staff?done=")
    assert {*desk.state(ID).entrants} - before == {"0009", "0010", "0012"}
    assert confirmed(organizer, read).status_code == 409
    assert len(desk.state(ID).entrants) == len(before) + 3
    again = looked(organizer, kept(text_of(read))["list"])
    assert 'value="confirm"' not in text_of(again), "everybody is there already"


def test_every_fault_stands_at_its_line_and_nothing_typed_is_lost(organizer: Chief) -> None:
    lines = ("entrant_no,name_en,birth_date,session", f"20,Ada,{BORN},{SESSION}", f"x y,Bo,{BORN},")
    text = "\n".join((*lines, f"22,,{BORN},", "23,Cy,2017-02-30,nowhere"))
    page = text_of(looked(organizer, text))
    for line in (3, 4, 5):
        assert say("page-list-line", "en", line=line) in page
    assert say("page-list-line", "en", line=2) not in page
    assert "2017-02-30,nowhere</textarea>" in page


def test_figures_of_chinese_keyboards_and_a_list_without_numbers_are_read(organizer: Chief) -> None:
    before = {*organizer.house.desk.state(ID).entrants}
    for text in (
        f"００４１，Ann,２０１７年３月２日\nBob,{BORN}",
        f"name,birth_date\nCy Ho,25/3/2017\nDi Ho,{BORN}",
    ):
        assert confirmed(organizer, looked(organizer, text)).status_code == 303
    state = organizer.house.desk.state(ID)
    assert {*state.entrants} - before == {"0041", "0009", "0011", "0012"}
    page = text_of(looked(organizer, "Ed Ho,2/3/2017\nP0"))
    days = {"first": date(2017, 2, 3), "second": date(2017, 3, 2)}
    assert say("part-importing-day-two-ways", "en", **days) in page
    assert say("part-list-number-alone", "en") in page


def test_who_waits_and_who_may_be_there_already_is_said_before(organizer: Chief) -> None:
    organizer.house.done(
        "register-entrant",
        {"entrant_no": "0100", "name_en": "Ada Lee", "birth_date": BORN, "session": SESSION},
    )
    room = 48 - len(organizer.house.desk.state(ID).entrants)
    names = "\n".join(
        ["Lee Ada," + BORN, *(f"Bo {'abcdefghij'[n % 10]}{'klmno'[n // 10]},{BORN}" for n in range(room + 1))]
    )
    page = text_of(read := looked(organizer, names))
    assert say("page-people-waits", "en") in page.partition("<section")[2]
    assert "0100" in page
    organizer.house.done("cancel-registration", {"entrant": "0100"})
    again = confirmed(organizer, read)
    assert say("page-task-changed", "en") in text_of(again), "one fewer waits by now"
    assert confirmed(organizer, again).status_code == 303


def test_many_are_read_back_in_short_and_a_line_of_headings_is_nobody(organizer: Chief) -> None:
    page = text_of(looked(organizer, "編號\t姓名\n" + "\n".join(f"{n}\t陳大文" for n in range(1000, 1400))))
    assert say("page-list-lines", "en", lines=("2–401",)) in page, "every one lacks a day of birth"
    many = "\n".join(f"{n}\t陳大文\t{BORN}" for n in range(1000, 1400))
    page = text_of(looked(organizer, f"編號\t姓名\n{many}"))
    assert say("page-people-confirm", "en", count=400) in page
    assert say("page-people-more", "en", count=200) in page


def test_a_file_is_taken_without_script_and_another_encoding_is_named(organizer: Chief) -> None:
    def sent(content: bytes, text: str = "") -> Any:
        fields = {"form": organizer.word(PATH), "step": "look", "list": text}
        file = FileStorage(BytesIO(content), "people.csv")
        headers = {"Origin": SITE, "Accept": "text/html"}
        return organizer.client.post(
            f"{PATH}?lang=en", data={**fields, "list-file": file}, headers=headers, follow_redirects=True
        )

    assert "陳大文" in text_of(sent(f"\ufeffentrant_no;name_zh;birth_date\n30;陳大文;{BORN}".encode()))
    assert "Big5" in text_of(sent("陳大文".encode("big5")))
    assert "GB18030" in text_of(sent("陈大文，李小明".encode("gb18030")))
    both = sent(f"Bo Ho,{BORN}".encode(), "Ada Lee")
    assert (both.status_code, "Ada Lee</textarea>" in text_of(both)) == (422, True), "neither is dropped"
    assert looked(organizer, "\n").status_code == 422
    assert looked(organizer, "x" * LONGEST_LIST).status_code == 413


def test_a_number_that_was_given_here_is_given_anew_where_another_list_took_it(organizer: Chief) -> None:
    desk = organizer.house.desk
    first, other = looked(organizer, f"Ada Lee,{BORN}"), looked(organizer, f"Bo Ho,{BORN}\nCy Fu,{BORN}")
    assert confirmed(organizer, first).status_code == 303
    again = confirmed(organizer, other)
    assert say("page-task-changed", "en") in text_of(again)
    before = {*desk.state(ID).entrants}
    assert confirmed(organizer, again).status_code == 303
    assert {*desk.state(ID).entrants} - before == {"0010", "0011"}


def test_a_list_that_was_sent_after_the_sign_in_ended_is_shown(organizer: Chief) -> None:
    organizer.client.delete_cookie(f"staff-{ID}")
    answer = organizer.post(PATH, {"form": "x", "step": "look", "list": "Ada Lee"})
    assert answer.status_code == 401
    assert "Ada Lee" in text_of(answer)


@pytest.fixture
def of_two_sessions(house: House) -> Chief:
    """The organizer's browser where people may register for the second session alone."""
    first, *others = TOURNAMENT_FILE["stage"]
    second = {**first["sessions"][0], "id": LATER, "registration": "15:00", "seating": "15:30"}
    stage = {**first, "sessions": [*first["sessions"], {**second, "start": "15:45", "end": "16:45"}]}
    start(found(house, {**TOURNAMENT_FILE, "stage": [stage, *others]}))
    organizer = Chief(house, PATH)
    organizer.sign_in("organizer", "org-2")
    return organizer


def test_the_session_that_is_left_takes_whoever_names_none(of_two_sessions: Chief) -> None:
    organizer = of_two_sessions
    chosen = re.findall(r'<option value="([^"]*)"( selected)?', organizer.page(PATH).partition("<main")[2])
    assert chosen == [("share-out", " selected"), (LATER, ""), ("", "")]
    read = looked(organizer, f"Ada Lee,{BORN}", session="share-out")
    assert LATER in kept(text_of(read))["list"]
    refused = looked(organizer, f"Ada Lee,{BORN}", session="")
    assert (refused.status_code, SESSION in text_of(refused).partition("<form")[0]) == (422, False)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("separator", [",", "\t"])
@pytest.mark.parametrize("heading", [True, False])
def test_a_session_goes_by_what_pages_call_it(
    of_two_sessions: Chief, heading: bool, separator: str, language: str
) -> None:
    organizer = of_two_sessions
    state = organizer.house.desk.state(ID)
    stage = state.plan.stage_name(state.sessions[LATER].stage).in_language(language)
    called = Listed([session_called(LATER, state.plan, state.moved_to)]).in_language(language)
    names = [called, f"{called} ({stage})", called.upper()]
    lines = [separator.join((f"Person {chr(65 + at)}", BORN, name)) for at, name in enumerate(names)]
    before = {*state.entrants.values()}
    first = [separator.join(("name", "birth date", "session"))] if heading else []
    assert confirmed(organizer, looked(organizer, "\n".join(first + lines))).status_code == 303
    entrants = {*organizer.house.desk.state(ID).entrants.values()} - before
    assert [entrant.first.session for entrant in entrants] == [LATER] * 3


def test_a_session_that_is_not_there_or_fits_several_is_refused_with_what_people_call_them(
    of_two_sessions: Chief,
) -> None:
    organizer = of_two_sessions
    state = organizer.house.desk.state(ID)
    for text in (f"name,birth date,session\nBo,{BORN},nowhere", f"Ada Lee,{BORN}\nMak Lok,第 9 場,{BORN}"):
        page = text_of(looked(organizer, text))
        for session in state.sessions:
            assert f"{session}." not in page
        assert shown(sessions_there(state), "en") in page
    assert say("page-list-line", "en", line=2) in page
    needed = text_of(looked(organizer, f"Bo,{BORN}", session=""))
    assert LATER not in needed.partition('id="wrong"')[2].partition("</div>")[0]


def test_the_page_says_what_a_line_needs_and_how_a_session_is_written(of_two_sessions: Chief) -> None:
    organizer = of_two_sessions
    page = text_of(organizer.client.get(f"{PATH}?lang=en"))
    assert say("page-people-columns-about", "en", dated=True) in page
    assert say("page-people-how", "en", dated=True) in page
    state = organizer.house.desk.state(ID)
    called = session_called(in_order_of_play(state)[0].plan.id, state.plan, state.moved_to)
    assert say("page-people-column-session", "en", session=called) in page
    called = session_called(LATER, state.plan, state.moved_to)
    assert say("page-people-how-session", "en", session=called) in page


def test_headings_alone_are_refused_as_everywhere(organizer: Chief) -> None:
    refused = looked(organizer, "entrant_no,name_en\n")
    assert refused.status_code == 422
    assert ROWS_MISSING().text() in unescape(refused.get_data(as_text=True))


def test_what_a_line_beside_its_heading_was_taken_for_is_read_before_it_counts(organizer: Chief) -> None:
    page = text_of(looked(organizer, f"name\nAda Lee,77,{BORN}"))
    assert say("page-people-notes", "en") in page
    assert fixed("remark-cells-beside-heading", line=2) in unescape(page)
    plain = text_of(looked(organizer, f"name,number,birthday\nAda Lee,77,{BORN}"))
    assert say("page-people-notes", "en") not in plain
