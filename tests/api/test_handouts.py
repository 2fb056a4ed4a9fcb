"""What is printed for a session, and where the codes on it lead."""

import re
from datetime import timedelta

import pytest

from tests.api.conftest import ID, SEATING, SESSION, House
from tests.api.docket_page.ruling_forms import Chief

CONSOLE = f"/t/{ID}/sessions/{SESSION}/console"
HANDOUTS = f"/t/{ID}/sessions/{SESSION}/handouts"
NUMBERS = [f"{number:04d}" for number in range(1, 9)]


def at(code: str) -> str:
    return f"/t/{ID}/at/{code}"


def test_a_code_leads_an_official_to_the_check_in_and_one_press_checks_in(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief = Chief(founded, CONSOLE)
    address = chief.get(at("3")).headers["Location"]
    assert address.startswith(f"{CONSOLE}?who=0003")
    assert 'name="who" value="0003"' in chief.page(address)
    # A scanner at a keyboard types the whole address.
    scanned = f"https://play.example{at('0003')}"
    of_another = scanned.replace(ID, "another")
    assert chief.post(CONSOLE, {"form": chief.word(CONSOLE), "who": of_another}).status_code == 422
    assert chief.post(CONSOLE, {"form": chief.word(CONSOLE), "who": scanned}).status_code == 303
    assert "0003" in chief.page(f"/t/{ID}/tasks?find={scanned}")
    assert 'data-key="missing-0003"' not in chief.page(CONSOLE)


def test_a_code_leads_anybody_else_to_the_page_of_the_entrant_or_table(in_play: House) -> None:
    for code, page in (("0003", "entrants/0003"), (f"{SESSION}/1", f"tables/{SESSION}/1")):
        answer = in_play.anyone.get(at(code))
        assert answer.status_code == 303
        assert answer.headers["Location"].startswith(f"/t/{ID}/{page}?")
        official = Chief(in_play, CONSOLE).get(at(code)).headers["Location"]
        assert official.startswith(f"/t/{ID}/tasks?about="), official


@pytest.mark.parametrize("code", ["9999", "nobody", f"{SESSION}/x", "nowhere/1", "٣", "x" * 300])
def test_a_code_of_nothing_is_not_found(in_play: House, code: str) -> None:
    assert in_play.anyone.get(at(code)).status_code == 404


def test_each_table_has_a_sheet_and_each_entrant_a_badge(in_play: House) -> None:
    chief = Chief(in_play, CONSOLE)
    sheets = chief.page(f"{HANDOUTS}?what=sheets")
    assert sheets.count('class="handout"') == 2
    assert len(re.findall(r'class="letter"', sheets)) == 8
    assert sheets.count("<svg") >= 2
    badges = chief.page(f"{HANDOUTS}?what=badges&langs=zh")
    assert re.findall(r'class="big">(\d+)', badges) == NUMBERS
    assert chief.page(f"{HANDOUTS}?what=tables").count('class="huge"') == 2


def test_paper_in_the_hall_names_who_agreed_and_the_list_of_officials_everybody(in_play: House) -> None:
    in_play.done("set-consent", {"entrant": "0003", "shown": False})
    in_play.done("set-consent", {"entrant": "0004", "shown": True})
    chief = Chief(in_play, CONSOLE)
    for what in ("sheets", "badges"):
        page = chief.page(f"{HANDOUTS}?what={what}")
        assert "Number3" not in page
        assert "Number4" in page
    by_number, _, by_name = chief.page(f"{HANDOUTS}?what=seats").partition("</section>")
    assert "Number" not in by_number.partition('class="handout"')[2]
    assert "Number3" in by_name


def test_what_is_printed_is_for_officials_who_are_signed_in(in_play: House) -> None:
    assert in_play.anyone.get(HANDOUTS).status_code == 401
    chief = Chief(in_play, CONSOLE)
    assert chief.get(f"/t/{ID}/sessions/none/handouts").status_code == 404
    assert chief.get(f"{HANDOUTS}?what=money").status_code == 400
