"""A walk-in on the console: registered and checked in on one screen, told first what is odd, once."""

import re
from collections.abc import Mapping
from datetime import timedelta
from html import unescape
from typing import Any
from zoneinfo import ZoneInfo

import pytest

from shared.catalogue import say
from tests.api.conftest import ID, SEATING, SESSION, House
from tests.api.signing_in.browser import Browser
from tests.wording import fixed

CONSOLE = f"/t/{ID}/sessions/{SESSION}/console"
TYPED = {"name_zh": "黃樂兒", "birth_date": "2015-09-02", "phone": "91234567", "language": "zh"}
BOTH = ["entrant-registered", "place-confirmed", "entrant-checked-in"]


def desk_of(house: House, role: str = "organizer", subject: str = "org-1") -> Browser:
    house.clock.set(SEATING - timedelta(minutes=10))
    return Browser(house).sign_in(role, subject)


def fields_of(page: str) -> dict[str, str]:
    """What the form of a walk-in brings back by itself."""
    form = page.partition('id="walk-in"')[2].partition("</form>")[0]
    return dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', form))


def pressed(desk: Browser, page: str = "", **typed: str) -> Any:
    return desk.post(CONSOLE, {**fields_of(page or desk.page(CONSOLE)), "walk_in": "do", **typed})


def refusals(answer: Any) -> dict[str, str]:
    """What is said to be wrong, by the id of the paragraph that stands at a field; "" on top."""
    text = unescape(answer.get_data(as_text=True))
    return dict(re.findall(r'<p class="wrong"(?: id="([^"]+)")? role="alert">(.*?)</p>', text, re.DOTALL))


def events(house: House, after: int) -> list[str]:
    return [event.type for event in house.desk.events(ID, after, 100)]


def test_one_press_registers_and_checks_in_and_can_be_undone(founded_on_each: House) -> None:
    desk = desk_of(founded_on_each)
    before = founded_on_each.head[0]
    answer = pressed(desk, **TYPED, consent="yes")
    assert answer.status_code == 303, answer.get_data(as_text=True)
    assert events(founded_on_each, before) == BOTH
    page = desk.page(answer.headers["Location"])
    assert say("page-walk-in-done", "en", who="0009 黃樂兒") in page
    assert f'name="undo" value="0009">{say("page-console-undo", "en")}<' in page
    assert say("page-walk-in-stays", "en") in page
    entrant = founded_on_each.desk.state(ID).entrants["0009"]
    assert entrant.consents, "to every place"
    undone = desk.post(CONSOLE, {"form": fields_of(page)["form"], "undo": "0009"})
    assert undone.status_code == 303
    page = desk.page(undone.headers["Location"])
    assert 'data-key="missing-0009"' in page
    assert say("page-walk-in-stays", "en") not in page


def test_the_same_press_again_registers_nobody_else(founded: House) -> None:
    desk = desk_of(founded)
    page = desk.page(CONSOLE)
    assert pressed(desk, page, **TYPED).status_code == 303
    head = founded.head
    again = pressed(desk, page, **TYPED)
    assert "0009" in desk.page(again.headers["Location"])
    assert founded.head == head
    other = pressed(desk, page, **{**TYPED, "name_zh": "另一人", "phone": "", "birth_date": "2014-01-01"})
    assert (other.status_code, founded.head) == (422, head)
    text = other.get_data(as_text=True)
    assert "另一人" in text, "nothing typed is lost"
    assert pressed(desk, text, name_zh="另一人", birth_date="2014-01-01").status_code == 303


@pytest.mark.parametrize(
    "typed",
    [
        {"name_en": "Player Number1", "birth_date": "1961-05-17"},
        {"name_en": "Number1 player", "birth_date": "17/5/1961"},
        {"name_en": "Somebody Else", "birth_date": "1990-01-01", "email": "player1@example.org"},
    ],
)
def test_who_may_be_the_same_is_told_before_it_counts(founded: House, typed: Mapping[str, str]) -> None:
    desk, head = desk_of(founded), founded.head
    told = pressed(desk, **typed)
    text = unescape(told.get_data(as_text=True))
    assert (told.status_code, founded.head) == (200, head)
    assert "0001" in text.partition('id="walk-in-told"')[2].partition("</details>")[0]
    assert say("page-walk-in-alike", "en") in text
    assert typed["name_en"] in text
    changed = pressed(desk, text, **{**typed, "guardian": "Another"})
    assert (changed.status_code, founded.head) == (200, head), "something else was read"
    before = head[0]
    assert pressed(desk, text, **typed).status_code == 303
    assert events(founded, before) == BOTH


def test_what_is_odd_is_told_as_it_is_typed_and_nothing_is_done(founded: House) -> None:
    desk, head = desk_of(founded), founded.head
    page = desk.page(CONSOLE)

    def told(**typed: str) -> str:
        sent = {**fields_of(page), **typed, "walk_in": "look"}
        answer = desk.post(CONSOLE, sent)
        assert answer.status_code == 200
        return unescape(answer.get_data(as_text=True)).partition('id="walk-in-told"')[2]

    young = told(name_en="Young", birth_date="2024-01-01")
    assert say("problem-too-young", "en", minimum=7, session="").partition("{")[0][:30] in young
    assert "is-warning" in young
    for fine in ({}, {"name_en": "New"}, TYPED, {"birth_date": "?"}):
        assert "is-warning" not in told(**fine).partition("</details>")[0]
    looked = told(name_en="Player Number1", birth_date="1961-05-17")
    assert "0001" in looked
    assert f"{len(founded.desk.state(ID).entrants) + 1:04d}" not in looked, "nobody has that number yet"
    assert founded.head == head
    told_then = dict(re.findall(r'type="hidden" name="(told)" value="([^"]*)"', looked))
    sent = {**fields_of(page), **told_then, "name_en": "Player Number1", "birth_date": "1961-05-17"}
    assert desk.post(CONSOLE, {**sent, "walk_in": "do"}).status_code == 303, "it was read beside the form"


@pytest.mark.parametrize(
    ("typed", "at"),
    [
        ({"name_en": "Young", "birth_date": "2024-01-01"}, "birth_date"),
        ({"name_en": "No date"}, "birth_date"),
        ({"name_en": "Ages ago", "birth_date": "1800-01-01"}, "birth_date"),
        ({"birth_date": "2000-01-01"}, "name_en"),
        ({"name_en": "x" * 500, "birth_date": "2000-01-01"}, "name_en"),
        ({"name_en": "A", "birth_date": "soon"}, "birth_date"),
        ({"name_en": "A", "birth_date": "2000-01-01", "email": "no address"}, "email"),
        ({"name_en": "A", "birth_date": "2000-01-01", "phone": "<script>"}, "phone"),
        ({"name_en": "A", "birth_date": "2000-01-01", "language": "xx"}, "language"),
    ],
)
def test_what_cannot_be_is_said_at_its_field_and_nothing_is_done(
    founded: House, typed: Mapping[str, str], at: str
) -> None:
    desk, head = desk_of(founded), founded.head
    refused = pressed(desk, **typed)
    text = refused.get_data(as_text=True)
    assert (refused.status_code, founded.head) == (422, head)
    assert f'id="wrong-{at}"' in text
    assert '<details class="card" id="walk-in-desk" open>' in text
    assert "<script>" not in text.partition("<main")[2]


def test_that_no_place_is_left_stands_there_with_the_way_to_the_waiting_list(founded: House) -> None:
    for number in range(9, 49):
        body = {"session": SESSION, "name_en": f"Other Person{number}", "birth_date": "1990-01-01"}
        founded.done("register-entrant", body)
    desk = desk_of(founded)
    page = desk.page(CONSOLE)
    assert say("page-walk-in-full", "en", waiting=0) in page
    assert 'name="walk_in" value="wait"' in page
    assert 'id="walk-in"' not in page
    head = founded.head
    refused = desk.post(
        CONSOLE, {"form": re.findall(r'name="form" value="([^"]+)"', page)[0], **TYPED, "walk_in": "do"}
    )
    assert (refused.status_code, founded.head) == (422, head)
    typed = dict(re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', refused.get_data(as_text=True)))
    assert typed["name_zh"] == TYPED["name_zh"]
    led_to = desk.post(CONSOLE, {**typed, "walk_in": "wait"}).headers["Location"]
    form = desk.page(f"{led_to}&lang=en")
    assert f'action="/t/{ID}/tasks/register-entrant?' in form
    assert f'value="{TYPED["name_zh"]}"' in form, "what was typed goes along"
    assert f'name="back" value="{CONSOLE}"' in form


def test_who_came_in_time_is_registered_late_with_the_time_of_arrival(founded: House) -> None:
    desk = desk_of(founded)
    founded.clock.set(SEATING + timedelta(minutes=5))
    head, over = founded.head, fixed("problem-check-in-over")
    looked = desk.post(CONSOLE, {**fields_of(desk.page(CONSOLE)), **TYPED, "walk_in": "look"})
    assert over in looked.get_data(as_text=True).partition('id="walk-in-told"')[2], "as it is typed"
    refused = pressed(desk, **TYPED)
    assert (refused.status_code, founded.head) == (422, head)
    assert over in refusals(refused)["wrong-arrived"]
    before, to_come = (
        f"{(SEATING + timedelta(minutes=each)).astimezone(ZoneInfo('Asia/Hong_Kong')):%H:%M}"
        for each in (-3, 40)
    )
    for wrong in (to_come, "soon"):
        assert list(refusals(pressed(desk, **TYPED, arrived=wrong))) == ["wrong-arrived"]
    assert pressed(desk, **TYPED, arrived=before).status_code == 303
    assert founded.desk.events(ID, 0, 1000)[-1].occurred_at == SEATING - timedelta(minutes=3)


@pytest.mark.parametrize(("role", "subject"), [("referee", "REF-1"), ("chief_referee", "CR")])
def test_who_may_not_register_sees_no_form_and_registers_nobody(
    founded: House, role: str, subject: str
) -> None:
    desk, head = desk_of(founded, role, subject), founded.head
    page = desk.page(CONSOLE)
    assert 'id="walk-in' not in page
    form = re.findall(r'name="form" value="([^"]+)"', page)[0]
    refused = desk.post(CONSOLE, {"form": form, "walk_in": "do", **TYPED})
    assert say("page-walk-in-over", "en") in refused.get_data(as_text=True)
    assert founded.head == head


def test_what_is_refused_at_a_field_that_is_not_shown_stands_on_top(founded: House) -> None:
    desk, head = desk_of(founded), founded.head
    refused = pressed(desk, **TYPED, arrived="soon")
    assert (refused.status_code, founded.head) == (422, head)
    assert list(refusals(refused)) == [""]


def test_once_seats_are_drawn_there_is_no_form(in_play: House) -> None:
    desk = Browser(in_play).sign_in("organizer", "org-1")
    assert 'id="walk-in' not in desk.page(CONSOLE)
    form, head = desk.word(), in_play.head
    refused = desk.post(CONSOLE, {"form": form, "walk_in": "do", **TYPED})
    assert refused.status_code == 422
    assert say("page-walk-in-over", "en") in refused.get_data(as_text=True)
    assert in_play.head == head
