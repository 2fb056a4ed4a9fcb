"""What a role may do stands on a page: every command has one, in both languages, and does what it says."""

import json
from datetime import timedelta
from html import unescape
from typing import Any

import pytest

from services.access.rights import COMMAND_RIGHTS, right
from services.tasks.questions import questions_of
from services.tournament.catalogue import commands
from services.web.tasks.task_page import ELSEWHERE
from shared.catalogue import say
from tests.api.conftest import ID, SEATING, SESSION, START, House
from tests.api.docket_page.given import TABLE
from tests.api.docket_page.ruling_forms import Chief, kept

TASKS = f"/t/{ID}/tasks"


def sent(chief: Chief, task: str, **answers: str) -> Any:
    path = f"{TASKS}/{task}"
    return chief.post(path, {"form": chief.word(path), "step": "look", **answers})


def confirmed(chief: Chief, task: str, read: Any) -> Any:
    sent_on = {name: unescape(value) for name, value in kept(read.get_data(as_text=True)).items()}
    return chief.post(f"{TASKS}/{task}", {**sent_on, "step": "confirm"})


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_command_of_the_role_is_listed_and_asks_for_all_its_fields(
    in_play: House, language: str
) -> None:
    chief = Chief(in_play, TASKS)
    listed = chief.page(f"{TASKS}?lang={language}")
    for name in COMMAND_RIGHTS:
        may = name not in ELSEWHERE and right("chief_referee", name) is not None
        assert (f"/tasks/{name}?" in listed) == may
        if may:
            page = chief.page(f"{TASKS}/{name}?lang={language}")
            assert all(f'name="{question.name}"' in page for question in questions_of(commands()[name]))


@pytest.mark.parametrize("language", ["en", "zh"])
def test_every_question_and_each_of_its_answers_is_called_something(language: str) -> None:
    for name, kind in commands().items():
        for question in () if name in ELSEWHERE else questions_of(kind):
            assert say(f"question-{question.name.replace('_', '-')}", language)
            for option in question.options:
                assert say(f"answer-{option.replace('_', '-').replace(':', '-')}", language)


def test_a_warning_is_read_back_carried_out_once_and_stands_in_the_log(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    read = sent(chief, "give-warning", entrant="0001", breach="talking")
    assert read.status_code == 200
    assert in_play.desk.state(ID).entrants["0001"].warnings == ()
    for _ in range(2):
        answer = confirmed(chief, "give-warning", read)
        assert answer.status_code == 303
        assert "Give warnings: Done." in chief.page(answer.headers["Location"])
    assert len(in_play.desk.state(ID).entrants["0001"].warnings) == 1


def test_what_is_wrong_stands_at_its_question_and_nothing_typed_is_lost(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    refused = sent(chief, "correct-game", sheet=TABLE, game="one", seats="[]", reason="Misread")
    page = refused.get_data(as_text=True)
    assert refused.status_code == 422
    assert 'id="wrong-game"' in page
    assert "Misread" in page
    assert 'id="wrong-breach"' in sent(chief, "give-warning", entrant="0001").get_data(as_text=True)


def test_what_means_something_else_by_now_is_read_back_again(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    read = sent(chief, "disqualify-entrant", entrant="0001", reason="a solver")
    in_play.done("withdraw-entrant", {"entrant": "0002", "grounds": "health"})
    again = confirmed(chief, "disqualify-entrant", read)
    assert again.status_code in (200, 303)


def test_a_task_that_the_role_may_not_do_has_no_page(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    for name in ("register-entrant", "amend-tournament", "nothing"):
        assert chief.get(f"{TASKS}/{name}").status_code == 404


def done(chief: Chief, task: str, **answers: str) -> None:
    """From the form over what is read back to the log."""
    read = sent(chief, task, **answers)
    assert read.status_code == 200, read.get_data(as_text=True)
    answer = confirmed(chief, task, read)
    assert answer.status_code == 303, answer.get_data(as_text=True)


def test_a_session_is_run_by_pages_alone(founded: House) -> None:
    founded.clock.set(SEATING - timedelta(minutes=10))
    chief = Chief(founded, TASKS)
    for number in range(1, 9):
        done(chief, "check-in", entrant=str(number))
    founded.clock.set(SEATING)
    done(chief, "draw-seats", session=SESSION)
    done(chief, "assign-referees", session=SESSION, assignments='{"REF-1": [1], "REF-2": [2]}')
    founded.clock.set(START)
    done(chief, "start-session", session=SESSION)
    seats = json.dumps(
        [{"seat": "A", "rack": []}, *({"seat": seat, "count": 10, "tiles": 2} for seat in "BCD")]
    )
    done(chief, "record-game-result", sheet=TABLE, game="1", ended_by="cleared", seats=seats)
    done(chief, "call-time", session=SESSION)
    done(chief, "end-session", session=SESSION)
    done(chief, "reopen-session", session=SESSION, reason="Table 2 still plays.")
    types = [event.type for event in founded.desk.events(ID, 0, 1000)]
    for type in ("seats-drawn", "session-started", "game-result-recorded", "time-called", "session-reopened"):
        assert type in types
