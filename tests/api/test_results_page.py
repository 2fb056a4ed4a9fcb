"""Results come in by page: a list as a spreadsheet has it, read back, brought in once."""

from html import unescape
from io import BytesIO
from typing import Any

import pytest
from markupsafe import escape
from werkzeug.datastructures import FileStorage

from services.spreadsheets.columns import RESULT_COLUMNS
from services.spreadsheets.csv_files import ROWS_MISSING
from services.tournament.definition.places_called import session_called
from services.tournament.seating.order_of_play import in_order_of_play
from services.web.tasks.results_page import IMPORT_RESULTS, ROWS
from shared.catalogue import Listed, Phrase, languages, say
from shared.problems import not_found, quoted
from tests.api.conftest import ID, SESSION, House
from tests.api.docket_page.ruling_forms import Chief, kept
from tests.api.signing_in.browser import SITE

PATH = f"/t/{ID}/tasks/{IMPORT_RESULTS}"
GAME = (("A", 1, "60", 0), ("B", 0, "-17", 2), ("C", 0, "-18", 2), ("D", 0, "-25", 3))


@pytest.fixture
def organizer(founded: House) -> Chief:
    browser = Chief(founded, PATH)
    browser.sign_in("organizer", "org-2")
    return browser


def rows(house: House, separator: str = ",") -> str:
    """Everyone of the session at tables in the order of their numbers, three games each."""
    numbers = sorted(house.desk.state(ID).sessions[SESSION].entrants)
    lines = [
        (SESSION, place // 4 + 1, game, *seat[:1], number, *seat[1:])
        for place, number in enumerate(numbers)
        for game in (1, 2, 3)
        for seat in GAME[place % 4 : place % 4 + 1]
    ]
    return "\n".join(separator.join(map(str, line)) for line in (RESULT_COLUMNS, *lines))


def looked(organizer: Chief, **more: Any) -> Any:
    return organizer.post(PATH, {"form": organizer.word(PATH), "step": "look", "back": "", ROWS: "", **more})


@pytest.mark.parametrize("separator", [",", "\t", " ", "，", "；"])
def test_pasted_they_are_read_back_and_brought_in_once(organizer: Chief, separator: str) -> None:
    read = looked(organizer, **{ROWS: rows(organizer.house, separator)})
    page = str(read.get_data(as_text=True))
    assert read.status_code == 200, page
    assert say("task-said-results", "en", lines=24, tables=2) in page
    for status in (303, 409):
        assert organizer.post(PATH, {**kept(page), "step": "confirm"}).status_code == status
    assert [len(sheet.games) for sheet in organizer.house.desk.state(ID).sheets.values()] == [3, 3]


def test_so_they_are_from_a_file_and_a_file_beside_a_list_is_refused(organizer: Chief) -> None:
    def chosen(content: bytes, text: str = "") -> Any:
        fields = {"form": organizer.word(PATH), "step": "look", "back": "", ROWS: text}
        file = FileStorage(BytesIO(content), "results.csv")
        headers = {"Origin": SITE, "Accept": "text/html"}
        return organizer.client.post(
            f"{PATH}?lang=en", data={**fields, f"{ROWS}-file": file}, headers=headers, follow_redirects=True
        )

    content = rows(organizer.house).encode()
    assert say("task-said-results", "en", lines=24, tables=2) in chosen(content).get_data(as_text=True)
    both = chosen(content, "kept")
    assert both.status_code == 422
    assert "kept</textarea>" in both.get_data(as_text=True)
    strange = chosen("session,桌".encode("big5"))
    assert strange.status_code == 422
    assert "Big5" in strange.get_data(as_text=True)


def test_every_fault_stands_at_its_line_and_nothing_is_lost(organizer: Chief) -> None:
    text = rows(organizer.house).replace(",60,", ",sixty,", 1).replace(",-25,", ",25,")
    refused = looked(organizer, **{ROWS: text})
    page = str(refused.get_data(as_text=True))
    assert refused.status_code == 422
    assert say("page-list-line", "en", line=2) in page
    assert ",sixty," in page
    lines = rows(organizer.house).splitlines()
    lines[1], lines[2] = lines[1].replace("60,", "6x,"), lines[2].replace(",2,A,", ",2,E,")
    page = str(looked(organizer, **{ROWS: "\n".join([*lines, "1,2"])}).get_data(as_text=True))
    for line in (2, 3, len(lines) + 1):
        assert say("page-list-line", "en", line=line) in page, "each kind of fault at once"
    for text in ("", ",".join(RESULT_COLUMNS)):
        empty = looked(organizer, **{ROWS: text})
        assert (empty.status_code, empty.get_data(as_text=True).count('role="alert"')) == (422, 1)


@pytest.mark.parametrize("field", ["game", "table", "entrant"])
def test_the_same_fault_of_several_lines_is_said_once_with_all_of_them(organizer: Chief, field: str) -> None:
    lines = rows(organizer.house).splitlines()
    numbers = [number for number in (1, 2, 3, 5, 9) if lines[number].startswith(SESSION)]
    place = ("session", "table", "game", "seat", "entrant").index(field)
    for number in numbers:
        cells = lines[number].split(",")
        cells[place] = "77"
        lines[number] = ",".join(cells)
    page = str(looked(organizer, **{ROWS: "\n".join(lines)}).get_data(as_text=True))
    assert page.count(not_found(field, "77", Phrase("part-list-empty")).text().partition(". ")[0]) == 1
    assert say("page-list-lines", "en", lines=("2–4", "6", "10")) in page
    assert say("page-list-faults", "en", count=1) in page


def test_whoever_may_not_bring_them_in_finds_no_such_page(founded: House) -> None:
    referee = Chief(founded, PATH)
    referee.sign_in("chief_referee", "CR")
    assert referee.get(PATH).status_code == 403


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("separator", [",", "\t", " ", "，"])
def test_a_session_goes_by_what_people_call_it_and_by_its_number(
    organizer: Chief, separator: str, language: str
) -> None:
    state = organizer.house.desk.state(ID)
    called = Listed([session_called(SESSION, state.plan, state.moved_to)]).in_language(language)
    for name in (
        called,
        f"{called} ({state.plan.stage_name(state.sessions[SESSION].stage).in_language(language)})",
    ):
        page = looked(organizer, **{ROWS: rows(organizer.house, separator).replace(SESSION, name)})
        assert page.status_code == 200, (name, page.get_data(as_text=True))
    number = str(state.plan.number(SESSION))
    alone = looked(organizer, **{ROWS: rows(organizer.house, separator).replace(SESSION, number)})
    fitting = [id for id in state.sessions if str(state.plan.number(id)) == number]
    assert alone.status_code == (200 if len(fitting) == 1 else 422)


def test_a_table_and_a_game_that_are_not_there_are_refused_with_what_is(organizer: Chief) -> None:
    lines = rows(organizer.house).splitlines()
    lines[1], lines[2] = (
        lines[1].replace(f"{SESSION},1,", f"{SESSION},99,"),
        lines[2].replace(",1,2,", ",1,7,"),
    )
    page = str(looked(organizer, **{ROWS: "\n".join(lines)}).get_data(as_text=True))
    state = organizer.house.desk.state(ID)
    called = session_called(SESSION, state.plan, state.moved_to)
    most = state.sessions[SESSION].plan.tables
    assert say("part-tables-of-session", "en", session=called, most=most) in page
    assert say("part-games-of-session", "en", session=called, most=3) in page


def test_the_sessions_stand_there_in_the_order_of_play(organizer: Chief) -> None:
    page = str(organizer.client.get(f"{PATH}?lang=en").get_data(as_text=True))
    ids = [session.plan.id for session in in_order_of_play(organizer.house.desk.state(ID))]
    places = [page.index(f"<code>{id}</code>") for id in ids]
    assert places == sorted(places)


def test_a_session_and_an_entrant_that_are_not_there_are_named_in_one_go(organizer: Chief) -> None:
    lines = rows(organizer.house).splitlines()
    lines[1] = "nowhere,1,1,A,77,1,60,0"
    page = str(looked(organizer, **{ROWS: "\n".join(lines)}).get_data(as_text=True))
    for thing, id in (("session", quoted("nowhere")), ("entrant", "77")):
        assert escape(not_found(thing, id, Phrase("part-list-empty")).text().partition(". ")[0]) in page


def test_headings_alone_are_refused_as_everywhere(organizer: Chief) -> None:
    refused = looked(organizer, **{ROWS: ",".join(RESULT_COLUMNS)})
    assert refused.status_code == 422
    assert ROWS_MISSING().text() in unescape(refused.get_data(as_text=True))
