"""What is found by a number or a name, with the tasks that are offered about it."""

from urllib.parse import parse_qsl, urlsplit

import pytest

from tests.api.conftest import House
from tests.api.docket_page.given import TABLE
from tests.api.docket_page.ruling_forms import Chief
from tests.api.test_tasks import TASKS


def offered(page: str) -> list[tuple[str, dict[str, str]]]:
    """The tasks that a page leads to, with what is answered already."""
    addresses = [urlsplit(part.partition('"')[0]) for part in page.split('href="')[1:]]
    return [
        (each.path.removeprefix(f"{TASKS}/"), dict(parse_qsl(each.query)))
        for each in addresses
        if each.path.startswith(f"{TASKS}/")
    ]


@pytest.mark.parametrize("typed", ["2", "0002", "Number2", "玩家2號"])
def test_an_entrant_is_found_with_what_is_offered_about_them(in_play: House, typed: str) -> None:
    found = offered(Chief(in_play, TASKS).page(f"{TASKS}?find={typed}"))
    warnings = [answers for task, answers in found if task == "give-warning"]
    assert {"entrant": "0002", "lang": "en"} in warnings


def test_tables_and_cases_are_found_and_a_referee_is_offered_their_own(in_play: House) -> None:
    in_play.done("raise-dispute", {"sheet": TABLE, "statement": "A joker."})
    chief, referee = Chief(in_play, TASKS), Chief(in_play, TASKS)
    referee.sign_in("referee", "REF-2")
    for typed in ("1", TABLE, "d-0001"):
        assert "/docket/D-0001/ruling?" in chief.page(f"{TASKS}?find={typed}")
    tasks = {task for task, _ in offered(chief.page(f"{TASKS}?about=table:{TABLE}"))}
    assert {"record-game-result", "submit-sheet", "note-incident", "withdraw-dispute"} <= tasks
    page = referee.page(f"{TASKS}?about=table:{TABLE}")
    assert offered(page) == []
    assert "/docket/D-0001" not in referee.page(f"{TASKS}?find=D-0001")


@pytest.mark.parametrize("about", ["", "table:", "table:x/1", "entrant:none", "case:D-9999", "x", ":" * 200])
def test_what_is_not_there_is_nothing_that_is_found(in_play: House, about: str) -> None:
    page = Chief(in_play, TASKS).page(f"{TASKS}?about={about}")
    assert "subject-1" not in page


@pytest.mark.parametrize("typed", ["投訴", "異議", "complaint", "Objection"])
@pytest.mark.parametrize("language", ["en", "zh"])
def test_a_task_is_found_by_the_words_that_people_use_for_it(
    in_play: House, typed: str, language: str
) -> None:
    page = Chief(in_play, TASKS).page(f"{TASKS}?lang={language}&find={typed}")
    assert "/tasks/raise-dispute?" in page
    assert "/tasks/make-ruling?" in page
    assert "/tasks/draw-seats?" not in page
