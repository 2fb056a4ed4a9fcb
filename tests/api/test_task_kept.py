"""What was typed into a task's form stays: in another language, loaded again, gone back to."""

from typing import Any
from urllib.parse import urlencode, urlsplit

import pytest

from shared.catalogue import say
from tests.api.conftest import ID, House
from tests.api.docket_page.given import TABLE
from tests.api.docket_page.ruling_forms import Chief, kept
from tests.api.signing_in.browser import FORM, SITE

TASKS = f"/t/{ID}/tasks"
TYPED = "Talked 大聲 while others played"


def posted(chief: Chief, task: str, **fields: str) -> Any:
    """What a form of the task is answered with, before the browser goes where that leads."""
    path = f"{TASKS}/{task}"
    body = urlencode({"form": chief.word(), "step": "look", **fields})
    headers = {"Accept": "text/html", "Origin": SITE}
    return chief.client.post(f"{path}?lang=en", data=body, content_type=FORM, headers=headers)


def led_to(answer: Any) -> str:
    """The address that a form leads to, which names nothing that was typed."""
    assert answer.status_code == 303
    address = urlsplit(answer.headers["Location"])
    assert not {"Talked", "0001", "%E5"} & {*address.query.replace("=", "+").split("+")}
    return f"{address.path}?{address.query}"


def other(address: str) -> str:
    return address.replace("lang=en", "lang=zh")


@pytest.mark.parametrize("entrant", ["0001", "1", "9999"])
def test_what_was_sent_stands_when_loaded_again_and_in_another_language(in_play: House, entrant: str) -> None:
    chief = Chief(in_play, TASKS)
    address = led_to(posted(chief, "give-warning", entrant=entrant, breach=TYPED))
    for each in (address, other(address), address):
        answer = chief.get(each)
        assert answer.status_code == (422 if entrant == "9999" else 200)
        page = answer.get_data(as_text=True)
        assert TYPED in page
        assert say("page-task-look" if entrant == "9999" else "page-task-confirm", _language(each)) in page
    assert not in_play.desk.state(ID).entrants["0001"].warnings


def _language(address: str) -> str:
    return address.partition("lang=")[2]


@pytest.mark.parametrize("language", ["en", "zh"])
def test_the_language_is_switched_with_what_is_typed_and_not_sent(in_play: House, language: str) -> None:
    chief = Chief(in_play, TASKS)
    path = f"{TASKS}/give-warning"
    other_one = {"en": "zh", "zh": "en"}[language]
    assert f'form="asked" formnovalidate name="switch" value="{other_one}"' in chief.page(
        f"{path}?lang={language}"
    )
    address = led_to(posted(chief, "give-warning", breach=TYPED, switch=other_one))
    assert _language(address) == other_one
    page = chief.page(address)
    assert TYPED in page
    assert 'role="alert"' not in page, "nothing was asked for yet"


def test_cells_and_boxes_stand_as_they_were_left(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    cells = {"points_A": "1x", "tiles_A": "0", "ended_by": "cleared"}
    address = led_to(posted(chief, "record-game-result", sheet=TABLE, game="1", **cells, switch="zh"))
    assert 'value="1x"' in chief.page(address)
    assert 'value="1x"' in chief.get(
        led_to(posted(chief, "record-game-result", sheet=TABLE, game="1", **cells))
    ).get_data(as_text=True)


def test_each_page_of_a_task_is_gone_back_to(in_play: House) -> None:
    """Filled in, read back, changed, read back: each has its address."""
    chief = Chief(in_play, TASKS)
    first = led_to(posted(chief, "give-warning", entrant="0001", breach=TYPED))
    fields = kept(chief.page(first))
    change = led_to(posted(chief, "give-warning", **{**fields, "step": "change"}))
    second = led_to(
        posted(chief, "give-warning", **{**kept(chief.page(change)), "entrant": "0001", "breach": "Ran"})
    )
    confirm, look = say("page-task-confirm", "en"), say("page-task-look", "en")
    for address, text, button in ((second, "Ran", confirm), (change, TYPED, look), (first, TYPED, confirm)):
        page = chief.page(address)
        assert text in page
        assert f">{button}</button>" in page
    assert len({urlsplit(each).path for each in (first, change, second)}) == 1, "it is one draft, done once"


def test_whoever_goes_back_to_what_is_done_reads_that_it_is(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    address = led_to(posted(chief, "give-warning", entrant="0001", breach=TYPED))
    fields = {**kept(chief.page(address)), "step": "confirm"}
    done = posted(chief, "give-warning", **fields)
    assert done.status_code == 303
    head = in_play.head
    for each in (address, other(address)):
        page = chief.get(each).get_data(as_text=True)
        assert say("page-task-already-about", _language(each)) in page
        assert TYPED not in page, "nothing of it is kept once it is done"
    again = led_to(posted(chief, "give-warning", **fields))
    assert TYPED in chief.get(other(again)).get_data(as_text=True), "it can be begun anew"
    assert in_play.head == head


def test_what_means_something_else_since_is_read_again_in_another_language(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    address = led_to(posted(chief, "give-warning", entrant="0001", breach=TYPED))
    fields = {**kept(chief.page(address)), "step": "confirm"}
    in_play.done("give-warning", {"entrant": "0001", "breach": "Before"})
    changed = led_to(posted(chief, "give-warning", **fields))
    for each in (changed, other(changed)):
        assert say("page-task-changed", _language(each)) in chief.page(each)
    assert len(in_play.desk.state(ID).entrants["0001"].warnings) == 1


def test_a_decision_about_a_day_goes_on_in_another_language(in_play: House) -> None:
    chief = Chief(in_play, TASKS)
    known = {"what": "suspend", "day": "2027-03-06", "grounds": "signal_8_or_above", "at": "since"}
    switched = led_to(posted(chief, "decide-day", **known, since="2027-03-06T10:30", switch="zh"))
    refused = led_to(posted(chief, "decide-day", **known, since="2027-13-06T10:30"))
    for address in (switched, refused, other(refused)):
        page = chief.get(address).get_data(as_text=True)
        assert 'name="since"' in page
        assert ('value="2027-03-06T10:30"' in page) == (address == switched)
        assert ('id="wrong-since"' in page) == (address != switched)


def test_nobody_else_reads_what_somebody_typed(in_play: House) -> None:
    address = led_to(posted(Chief(in_play, TASKS), "give-warning", entrant="0001", breach=TYPED))
    another = Chief(in_play, TASKS)
    another.sign_in("referee", "REF-1")
    answer = another.get(address)
    assert answer.status_code in (403, 404)
    assert TYPED not in answer.get_data(as_text=True)


def test_a_list_of_people_stays_in_any_language_until_it_was_brought_in(founded: House) -> None:
    organizer = Chief(founded, TASKS)
    organizer.sign_in("organizer", "org-1")
    task, people = "import-entrants", "name_en,birth_date\nBo Ho,1990-01-02"
    typed = led_to(posted(organizer, task, list=people, switch="zh"))
    assert _language(typed) == "zh"
    assert "Bo Ho" in organizer.page(typed).partition("<textarea")[2]
    wrong = led_to(posted(organizer, task, list="name_en,birth_date\nBo Ho,soon"))
    read = led_to(posted(organizer, task, list=people))
    for address, status in ((wrong, 422), (read, 200)):
        for each in (address, other(address)):
            answer = organizer.get(each)
            assert answer.status_code == status
            assert "Bo Ho" in answer.get_data(as_text=True)
    fields = {**kept(organizer.page(read)), "step": "confirm"}
    assert posted(organizer, task, **fields).status_code == 303
    head = founded.head
    assert say("page-task-already", "zh") in organizer.get(other(read)).get_data(as_text=True)
    again = posted(organizer, task, **fields)
    assert say("page-task-already", "en") in organizer.get(led_to(again)).get_data(as_text=True)
    assert founded.head == head


def test_a_changed_plan_stays_in_any_language_until_it_is_taken(founded: House) -> None:
    organizer = Chief(founded, TASKS)
    organizer.sign_in("organizer", "org-1")
    task = "amend-tournament"
    plan = organizer.page(f"{TASKS}/{task}").partition("<textarea")[2].partition(">")[2].partition("<")[0]
    changed = plan.replace('en = "Spring Cup"', 'en = "Autumn Cup"')
    assert changed != plan
    typed = led_to(posted(organizer, task, file=changed, switch="zh"))
    wrong = led_to(posted(organizer, task, file=f"{changed}\nwhat = 1"))
    read = led_to(posted(organizer, task, file=changed))
    for address, status in ((typed, 200), (wrong, 422), (read, 200)):
        for each in (address, other(address)):
            answer = organizer.get(each)
            assert answer.status_code == status
            assert "Autumn Cup" in answer.get_data(as_text=True)
    fields = {**kept(organizer.get(read).get_data(as_text=True)), "step": "confirm"}
    assert posted(organizer, task, **fields).status_code == 303
    assert say("page-task-already", "zh") in organizer.get(other(read)).get_data(as_text=True)
