"""A plan is changed by page: its file in a field, each fault at its line, what it changes read back."""

from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from werkzeug.datastructures import FileStorage

from services.access.rights import COMMAND_RIGHTS
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.templates import template, template_names
from services.tournament.definition.writing import file_of
from services.web.founding.amend_page import AMEND
from shared.catalogue import say
from tests.api.conftest import ID, House
from tests.api.docket_page.ruling_forms import Chief, kept
from tests.api.signing_in.browser import SITE

PATH = f"/t/{ID}/tasks/{AMEND}"
FILES = sorted((Path(__file__).parents[2] / "infra" / "tournaments").glob("*.toml"))


@pytest.fixture
def organizer(founded: House) -> Chief:
    browser = Chief(founded, PATH)
    browser.sign_in("organizer", "org-2")
    return browser


def looked(organizer: Chief, text: str) -> Any:
    return organizer.post(PATH, {"form": organizer.word(PATH), "step": "look", "file": text})


def confirmed(organizer: Chief, read: Any) -> Any:
    return organizer.post(PATH, {**kept(text_of(read)), "step": "confirm"})


def text_of(answer: Any) -> str:
    return str(answer.get_data(as_text=True))


@pytest.mark.parametrize(
    "text", [*(template(name, "x") for name in template_names()), *map(Path.read_text, FILES)]
)
def test_a_plan_written_as_a_file_reads_as_the_same_plan(text: str) -> None:
    plan = read_tournament(text).competition
    if plan is not None:  # some name a file beside them
        assert read_tournament(file_of(plan)).competition == plan


def test_a_plan_is_changed_as_it_was_read_back_and_once(organizer: Chief) -> None:
    desk = organizer.house.desk
    text = file_of(desk.state(ID).plan)
    assert 'value="confirm"' not in text_of(looked(organizer, text)), "it is so already"
    read = looked(organizer, text.replace('"13:45"', '"13:50"').replace("quota = 48", "quota = 47"))
    assert read.status_code == 200
    organizer.house.done(
        "register-entrant", {"name_en": "Late", "birth_date": "1990-01-02", "session": "2027-03-06/1"}
    )
    done = confirmed(organizer, read)
    assert done.headers["Location"].startswith(f"/t/{ID}/staff?done="), (
        "who registers meanwhile hinders nothing"
    )
    assert desk.state(ID).plan.quota == 47
    seq = desk.head(ID).seq
    assert confirmed(organizer, read).status_code in (200, 303)
    assert desk.head(ID).seq == seq


def test_what_another_changed_meanwhile_is_read_first(organizer: Chief) -> None:
    desk = organizer.house.desk
    text = file_of(desk.state(ID).plan)
    read = looked(organizer, text.replace("quota = 48", "quota = 47"))
    meanwhile = looked(organizer, text.replace("A club", "Another club"))
    assert confirmed(organizer, meanwhile).status_code == 303
    again = confirmed(organizer, read)
    assert say("page-task-changed", "en") in text_of(again), "it would take back what another changed"
    assert desk.state(ID).plan.quota == 48


def test_a_fault_stands_at_its_line_and_what_rests_on_something_is_refused(organizer: Chief) -> None:
    text = file_of(organizer.house.desk.state(ID).plan)
    slip = text.replace("quota = 48", "quota = many")
    line = 1 + slip.split("\n").index("quota = many")
    wrong = looked(organizer, slip)
    assert wrong.status_code == 422
    assert say("page-list-line", "en", line=line) in text_of(wrong)
    assert "quota = many" in text_of(wrong).partition("<textarea")[2]
    refused = looked(organizer, text.replace("2027-03-06/1", "2027-03-06/9"))
    assert refused.status_code == 422
    assert "2027-03-06/9" in text_of(refused).partition("<textarea")[2]


def test_a_file_of_another_encoding_is_refused_and_an_id_that_differs_is_said(organizer: Chief) -> None:
    text = file_of(organizer.house.desk.state(ID).plan)
    file = FileStorage(BytesIO(text.encode("big5", "ignore")), "plan.toml")
    fields = {"form": organizer.word(PATH), "step": "look", "file": "", "file-file": file}
    headers = {"Origin": SITE, "Accept": "text/html"}
    answer = organizer.client.post(f"{PATH}?lang=en", data=fields, headers=headers)
    assert (answer.status_code, "Big5" in text_of(answer)) == (422, True)
    page = text_of(looked(organizer, text.replace(f'"{ID}"', '"other"')))
    assert "<code>id</code>" in page.partition("<form")[0]


def test_what_takes_a_file_is_listed_for_who_may(organizer: Chief) -> None:
    page = organizer.page(f"/t/{ID}/tasks")
    assert "/staff/found?" in page
    assert f"{PATH}?" in page
    assert COMMAND_RIGHTS[AMEND].get("chief_referee") is None
    assert Chief(organizer.house, PATH).get(PATH).status_code == 403
