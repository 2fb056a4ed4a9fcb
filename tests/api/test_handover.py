"""Drafts that go from one surface to the other: sealed, for one person and one day, on each database."""

from datetime import timedelta

import pytest

from services.access.principal import Principal
from services.access.rights import Role
from services.officials.drafts import HOLDS
from services.personal.person import Person
from services.tasks.handover import Handed, Handover, link_to
from tests.api.conftest import ID, House

WARNING = {"entrant": "0001", "breach": "Shouting"}


def whose(house: House, role: Role = "referee", subject: str = "REF-1", tournament: str = ID) -> Handover:
    principal = Principal("page", role, subject, tournament)
    return Handover(house.desk, Person(tournament, f"referee:{subject}", "", None, principal, ""))


@pytest.mark.parametrize(
    ("task", "answers", "begins"),
    [
        ("give-warning", WARNING, "task-"),
        ("make-ruling", {"dispute": "D-0001", "effect": "none"}, "ruling-D-0001-"),
        ("present-evidence", {"dispute": "D-0001", "kind": "rack"}, "evidence-D-0001-"),
    ],
)
def test_a_draft_is_found_by_its_person_until_it_is_done_or_a_day_is_over(
    founded_on_each: House, task: str, answers: dict[str, str], begins: str
) -> None:
    mine = whose(founded_on_each)
    id = mine.keep(task, answers)
    link = link_to(task, answers, id)
    assert link.startswith(begins)
    assert len(link) <= 64, "more than Telegram takes"
    assert mine.find(link) == Handed(task, id, answers)
    assert mine.keep(task, {**answers, "more": "1"}, id) == id
    handed = mine.find(link)
    assert handed is not None
    assert handed.answers["more"] == "1"
    for other in (
        whose(founded_on_each, "chief_referee"),
        whose(founded_on_each, subject="REF-2"),
        whose(founded_on_each, tournament="other"),
    ):
        assert other.find(link) is None
    assert mine.find(f"{link[:-1]}{'1' if link[-1] == '0' else '0'}") is None
    mine.drop(handed)
    assert mine.find(link) is None
    mine.keep(task, answers, id)
    founded_on_each.clock.advance(HOLDS + timedelta(minutes=1))
    assert mine.find(link) is None


@pytest.mark.parametrize("id", ["", "x", "é" * 24, "0" * 23, "0" * 40, '"><script>'])
def test_a_draft_goes_by_an_id_that_was_given_here(founded: House, id: str) -> None:
    given = whose(founded).keep("give-warning", WARNING, id)
    assert given != id
    assert whose(founded).find(link_to("give-warning", WARNING, given)) is not None


@pytest.mark.parametrize("link", ["", "task", "task-", "task-0", "ruling-", "x" * 5000, "task-" + "é" * 24])
def test_what_is_no_link_finds_nothing(founded: House, link: str) -> None:
    assert whose(founded).find(link) is None
