"""What is offered about a session, table, entrant or case may be done: neither right nor state refuses it."""

import json
import re
from collections.abc import Iterator
from html import unescape
from urllib.parse import parse_qsl, urlsplit
from zoneinfo import ZoneInfo

import pytest

from services.access.principal import Principal
from services.access.rights import Role, right
from services.tasks.plain import command_of, question_of
from services.tasks.questions import questions_of
from services.tournament.catalogue import commands
from services.tournament.seating.presence import LATE_FOR_SESSION, PLACE_FORFEITED
from shared.catalogue import say
from shared.problems import Problem
from tests.api.conftest import ID, SESSION, House, scores
from tests.api.docket_page.given import OTHER, TABLE, seats
from tests.api.docket_page.ruling_forms import Chief
from tests.api.test_closing import last_sheet as last_sheet
from tests.api.test_closing import settle
from tests.wording import fixed

TASKS = f"/t/{ID}/tasks"
OFFICES: tuple[tuple[Role, str], ...] = (
    ("referee", "REF-1"),
    ("chief_referee", "CR"),
    ("organizer", "org-1"),
)
ANSWERS = {"reason": "–", "grounds": "left", "seats": json.dumps(scores(30, -5, -10, -15))}
LATER = (LATE_FOR_SESSION, PLACE_FORFEITED)
"""What the time of arrival clears."""
Offered = set[tuple[str, str, str]]


def offered(house: House, role: Role, name: str) -> Iterator[tuple[str, str, dict[str, str]]]:
    """Each task offered, the subject it is offered about, and the answers that are known."""
    official = Chief(house, TASKS)
    official.sign_in(role, name)
    state = house.desk.state(ID)
    keys = [f"session:{id}" for id in state.sessions]
    keys += [f"table:{each}" for each in (TABLE, OTHER)]
    keys += [f"entrant:{number}" for number in state.entrants]
    keys += [f"case:{id}" for id in state.disputes]
    for key in keys:
        page = official.page(f"{TASKS}?about={key}")
        for address in re.findall(rf'href="({TASKS}/[^"]+)"', page):
            parts = urlsplit(unescape(address))
            known = {word: text for word, text in parse_qsl(parts.query) if word not in ("back", "lang")}
            yield parts.path.rpartition("/")[2], key, known


def check(house: House) -> Offered:
    """Refuse an offer that is refused at once; what is offered, to whom, about what."""
    found: Offered = set()
    refused = []
    zone = ZoneInfo(house.desk.state(ID).plan.zone)
    for role, name in OFFICES:
        for task, key, known in offered(house, role, name):
            found.add((role, task, key))
            assert right(role, task) is not None, f"{task} is offered to a {role}"
            kind = commands()[task]
            answers = {
                question.name: ANSWERS.get(question.name, "–" if question.needed else "")
                for question in questions_of(kind)
            }
            try:
                command = command_of(kind, {**answers, **known}, zone)
                house.desk.foresee(ID, command, Principal("p", role, name, ID))
            except Problem as problem:
                is_known = question_of(problem, kind) in known
                if (is_known or problem.status in (403, 409)) and problem.kind not in LATER:
                    refused.append(f"{role}: {task} {known}: {problem.text()}")
    assert not refused
    return found


def test_what_is_offered_while_it_is_played_may_be_done(in_play: House) -> None:
    house, (first, second, *_) = in_play, seats(in_play)
    correct = ("referee", "correct-game", f"table:{TABLE}")
    found = check(house)
    assert ("referee", "withdraw-entrant", f"entrant:{first}") in found
    assert ("referee", "report-breach", f"entrant:{first}") not in found, "warnings come first"
    house.done("record-game-result", {"sheet": TABLE, "game": 1, "seats": scored(house)})
    assert correct in check(house)
    for breach in ("Talked", "Talked again"):
        house.done("give-warning", {"entrant": first, "breach": breach})
    found = check(house)
    assert ("referee", "give-warning", f"entrant:{first}") not in found
    assert ("referee", "report-breach", f"entrant:{first}") in found
    house.done("raise-dispute", {"sheet": TABLE, "statement": "A tile fell."})
    check(house)
    house.done("withdraw-entrant", {"entrant": second, "grounds": "health"})
    found = check(house)
    assert ("organizer", "give-warning", f"entrant:{second}") not in found
    house.done("suspend-remaining", {"day": SESSION[:10], "grounds": "signal_8_or_above"})
    assert ("organizer", "lift-suspension", f"session:{SESSION}") not in check(house), "play was voided"


def test_what_is_offered_once_all_is_played_may_be_done(last_sheet: House) -> None:
    house = last_sheet
    number = seats(house)[0]
    found = check(house)
    assert not [each for each in found if each[1] == "withdraw-entrant"], "all games are over"
    assert ("referee", "correct-game", f"table:{TABLE}") not in found, "it is signed"
    assert ("chief_referee", "correct-game", f"table:{TABLE}") in found
    settle(house)
    assert ("organizer", "publish-results", f"session:{SESSION}") in check(house)
    house.done("publish-results", {"stage": "preliminary"})
    assert ("organizer", "publish-results", f"session:{SESSION}") not in check(house)
    house.done("conclude-qualification", {"stage": "final"})
    house.done("disqualify-entrant", {"entrant": number, "reason": "A phone"})
    check(house)


def test_what_is_offered_about_who_is_no_longer_registered_may_be_done(founded: House) -> None:
    assert ("organizer", "move-entrant", "entrant:0001") in check(founded)
    founded.done("cancel-registration", {"entrant": "0001"})
    found = {task for _, task, key in check(founded) if key == "entrant:0001"}
    assert not {"check-in", "cancel-registration", "move-entrant", "disqualify-entrant"} & found


def scored(house: House) -> list[dict[str, object]]:
    return scores(30, -5, -10, -15)


def chosen_from(official: Chief, task: str, question: str) -> list[str]:
    """What a box of a task offers."""
    page = official.page(f"{TASKS}/{task}")
    select = re.search(rf'<select id="q-{question}".*?</select>', page, re.DOTALL)
    return [] if select is None else re.findall(r'<option value="([^"]+)"', select[0])


def test_a_box_offers_only_what_would_not_be_refused_at_once(in_play: House) -> None:
    house = in_play
    chief = Chief(house, TASKS)
    chief.sign_in("chief_referee", "CR")
    assert chosen_from(chief, "call-time", "session") == [SESSION]
    assert chosen_from(chief, "withdraw-dispute", "dispute") == []
    house.done("raise-dispute", {"sheet": TABLE, "statement": "A tile fell."})
    (case,) = house.desk.state(ID).disputes
    assert chosen_from(chief, "withdraw-dispute", "dispute") == [case]
    house.done("call-time", {"session": SESSION})
    assert "required" not in chief.page(f"{TASKS}/call-time"), "it is called"


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("task", "asked"),
    [
        ("withdraw-dispute", "dispute"),
        ("answer-parent-call", "call"),
    ],
)
def test_where_there_is_nothing_to_choose_that_is_said_in_words(
    in_play: House, task: str, asked: str, language: str
) -> None:
    referee = Chief(in_play, TASKS)
    referee.sign_in("referee", "REF-1")
    nothing = say("task-nothing-left", language, asked=say(f"question-{asked}", language))
    page = unescape(referee.page(f"{TASKS}/{task}?lang={language}"))
    assert nothing in page
    assert f'id="q-{asked}"' not in page


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize(
    ("task", "why"),
    [
        ("make-awards", "problem-stage-not-settled"),
        ("revoke-awards", "problem-no-awards"),
        ("register-entrant", "problem-registration-over"),
        ("register-walk-in", "problem-registration-over"),
        ("open-table", "problem-tables-are-drawn"),
        ("close-table", "problem-tables-are-drawn"),
        ("give-further-word", "task-nothing-left"),
        ("lift-suspension", "task-nothing-left"),
        ("answer-weather-proposal", "bot-no-proposal"),
        ("undo-check-in", "task-nothing-left"),
        ("cancel-registration?entrant=0001", "problem-already-arrived"),
    ],
)
def test_what_would_be_refused_whatever_is_answered_says_why_before_anything_is_asked(
    in_play: House, task: str, why: str, language: str
) -> None:
    organizer = Chief(in_play, TASKS)
    organizer.sign_in("organizer", "org-1")
    separator = "&" if "?" in task else "?"
    page = unescape(organizer.page(f"{TASKS}/{task}{separator}lang={language}"))
    assert fixed(why, language) in page
    assert '<form id="asked"' not in page


def test_a_ruling_keeps_the_cases_and_people_there_are_to_choose_from(in_play: House) -> None:
    """What it asks is of the case alone: no choice of its own stands for a field of the command."""
    in_play.done("raise-dispute", {"sheet": TABLE, "statement": "A tile fell."})
    chief = Chief(in_play, TASKS)
    chief.sign_in("chief_referee", "CR")
    assert chosen_from(chief, "withdraw-dispute", "dispute")
    assert chosen_from(chief, "present-evidence", "dispute") == ["D-0001"]


def test_a_cut_is_made_only_of_a_stage_that_has_one(last_sheet: House) -> None:
    settle(last_sheet)
    organizer = Chief(last_sheet, TASKS)
    organizer.sign_in("organizer", "org-1")
    assert chosen_from(organizer, "conclude-qualification", "stage") == ["final"]
    last_sheet.done("conclude-qualification", {})
    assert chosen_from(organizer, "decide-cut-tie", "stage") == ["final"]
