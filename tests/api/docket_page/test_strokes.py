"""Signing on the screen: the figures that were shown are bound, and what was drawn is sealed beside that."""

import re
from collections.abc import Iterator, Mapping
from html import unescape
from typing import Any

import msgspec
import pytest

from services.desk.sqlite_export import sqlite_export
from services.desk.strokes import HEIGHT, LONGEST, WIDTH
from services.tournament.play.sheets import figures_digest
from shared.catalogue import say
from tests.api.conftest import BASE, ID, House, scores
from tests.api.docket_page.given import OTHER, TABLE, seats
from tests.api.signing_in.browser import Browser

SIGN = f"/t/{ID}/tables/{OTHER}/sign"
DRAWN = "100,200 150,120 210,260 300,90;400,300 460,310 520,280"
WRONG = say("problem-stroke-wrong", "en")


def fields_of(page: str) -> dict[str, str]:
    form = page.partition('id="sign"')[2]
    return {
        name: unescape(text) for name, text in re.findall(r'name="(form|draft|shown)" value="([^"]*)"', form)
    }


def chief_of(house: House, role: str = "chief_referee", subject: str = "CR") -> Browser:
    return Browser(house).sign_in(role, subject)


def shown(chief: Browser) -> str:
    return str(chief.get(f"{SIGN}?lang=en").get_data(as_text=True))


def sign(chief: Browser, entrant: str, drawn: str | None = DRAWN, page: str = "", **more: str) -> Any:
    fields = {**fields_of(page or shown(chief)), "entrant": entrant, **more}
    if drawn is not None:
        fields["drawn"] = drawn
    return chief.post(SIGN, fields)


def signed(house: House) -> list[dict[str, Any]]:
    found = (event for event in house.desk.events(ID, 0, 1000) if event.type == "sheet-signed")
    return [msgspec.json.decode(event.data) for event in found]


def rows(house: House) -> list[Any]:
    with house.desk.log.database.connection() as driver:
        return [tuple(row) for row in driver.execute("SELECT * FROM stroke").fetchall()]


def with_a_case(house: House) -> str:
    """A case about the sheet that was signed, which the Chief Referee opens."""
    house.done("raise-dispute", {"sheet": OTHER, "statement": "Counted wrongly."})
    return f"/t/{ID}/docket/{max(house.desk.state(ID).disputes)}"


def test_the_figures_shown_are_bound_and_what_was_drawn_stands_in_the_case_alone(
    disputed_on_each: House,
) -> None:
    house, chief = disputed_on_each, chief_of(disputed_on_each)
    first, second, *_ = seats(house, OTHER)
    digest = figures_digest(house.desk.state(ID).sheets[OTHER], first)
    answer = sign(chief, str(int(first)))
    assert answer.status_code == 303, answer.get_data(as_text=True)
    assert signed(house) == [{"sheet": OTHER, "entrant": first, "medium": "device", "digest": digest}]
    (row,) = rows(house)
    assert not [field for field in row if DRAWN.encode() in bytes(str(field), "utf-8")]
    assert b"100,200" not in bytes(row[-1])
    assert sign(chief, second, None).status_code == 303, "without a script by the press alone"
    assert len(signed(house)) == 2
    assert len(rows(house)) == 1
    case = chief.page(with_a_case(house))
    assert 'd="M100,200L150,120L210,260L300,90M400,300L460,310L520,280"' in case
    assert case.count("<figure>") == 1
    assert first in case.partition("<figcaption>")[2].partition("<")[0]
    for told in public(house, chief):
        assert "100,200" not in told


def public(house: House, chief: Browser) -> Iterator[str]:
    """What others than the officials of the case read, and what programs do."""
    for path in (f"/t/{ID}/tables/{OTHER}", f"/t/{ID}/history/thing?of=sheet&id={OTHER}", SIGN):
        yield chief.get(path).get_data(as_text=True)
    yield Browser(house).get(f"/t/{ID}/tables/{OTHER}").get_data(as_text=True)
    for path in (f"/sheets?sheet={OTHER}", "/events?limit=1000", "/timeline?limit=500", "/docket"):
        yield house.organizer.get(f"{BASE}{path}").get_data(as_text=True)
    for event in house.desk.log.read(ID, 0, 1000):
        yield repr((event.data, event.personal))
    for seen_by_all in (True, False):
        yield repr(sqlite_export(house.desk, ID, public=seen_by_all).content)


def test_whoever_is_forgotten_has_drawn_nothing_that_anybody_reads(disputed_on_each: House) -> None:
    house, chief = disputed_on_each, chief_of(disputed_on_each)
    first, second, *_ = seats(house, OTHER)
    for number in (first, second):
        assert sign(chief, number).status_code == 303
    (row, kept) = rows(house)
    held = house.organizer.get(f"{BASE}/entrants/{first}/data").get_json()
    assert DRAWN in str(held), "it is held on them"
    other = house.organizer.get(f"{BASE}/entrants/0001/data").get_json()
    assert first == "0001" or second == "0001" or DRAWN not in str(other)
    case = with_a_case(house)
    assert chief.page(case).count("<figure>") == 2
    house.done("forget-person", {"person": first})
    assert rows(house) == [kept]
    assert chief.page(case).count("<figure>") == 1
    marks = ", ".join(["%s" if house.desk.log.database.kind == "postgresql" else "?"] * len(row))
    with house.desk.log.database.connection() as driver:
        driver.execute(f"INSERT INTO stroke VALUES ({marks})", row)
    assert chief.page(case).count("<figure>") == 1, "brought back from a copy it opens no more"
    assert DRAWN not in str(house.organizer.get(f"{BASE}/entrants/{first}/data").get_json())


@pytest.mark.parametrize(
    "drawn",
    [
        "",
        "x",
        "1,2",
        "1,1 1,1 1,1 1,1 1,1 1,1",
        "1,2;",
        ";1,2 3,4",
        "1,2  3,4",
        "-1,2 50,60 70,80 90,90 95,95",
        "1000,2 50,60 70,80 90,90 95,95",
        f"1,{HEIGHT} 50,60 70,80 90,90 95,95",
        "1.5,2 50,60 70,80 90,90 95,95",
        '"/><script>alert(1)</script>',
        " ".join(f"{at % WIDTH},{at % HEIGHT}" for at in range(1300)),
        "1" * (LONGEST + 1),
    ],
)
def test_what_is_no_signature_is_refused_and_nothing_is_signed(disputed: House, drawn: str) -> None:
    chief = chief_of(disputed)
    first = seats(disputed, OTHER)[0]
    refused = sign(chief, first, drawn)
    text = unescape(refused.get_data(as_text=True))
    assert (refused.status_code, signed(disputed), rows(disputed)) == (422, [], [])
    assert WRONG in text
    assert f'name="entrant" value="{first}"' in text
    assert "<script>alert" not in text
    assert 'data-drawn=""' in text


def test_a_wrong_number_leaves_what_was_drawn(disputed: House) -> None:
    chief = chief_of(disputed)
    refused = sign(chief, "9999").get_data(as_text=True)
    assert f'data-drawn="{DRAWN}"' in refused
    assert "data-drawn" in shown(chief)
    assert DRAWN not in shown(chief), "the next one begins anew"


def test_who_signed_is_said_with_the_figures_bound_and_whom_to_tell(disputed: House) -> None:
    chief = chief_of(disputed)
    (row,) = disputed.organizer.get(f"{BASE}/sheets?sheet={OTHER}").get_json()["rows"]
    scored = {total["entrant_no"]: total["score"] for total in row["sheet"]["totals"]}
    for entrant in seats(disputed, OTHER):
        led_to = sign(chief, entrant).headers["Location"]
        said = chief.page(led_to).partition('role="status"')[2].partition("</div>")[0]
        assert say("page-sign-who", "en", number=entrant, called=row["names"][entrant]) in said
        assert f'title="{scored[entrant]}"' in said
        assert say("page-sign-not-you", "en") in said
    other = f"/t/{ID}/tables/{TABLE}?{led_to.partition('?')[2]}"
    assert say("page-sign-not-you", "en") not in chief.page(other), "nobody there has just signed"


def test_whose_figures_changed_since_is_said_to_have_signed_no_more(disputed: House) -> None:
    chief = chief_of(disputed)
    first = seats(disputed, OTHER)[0]
    led_to = sign(chief, first).headers["Location"]
    figures = {"sheet": OTHER, "game": 1, "seats": scores(28, -4, -9, -15), "reason": "Misread."}
    disputed.done("correct-game", figures)
    assert say("page-sign-not-you", "en") not in chief.page(led_to)


def test_the_largest_signature_is_taken(disputed: House) -> None:
    chief = chief_of(disputed)
    first = seats(disputed, OTHER)[0]
    drawn = " ".join(f"{100 + at % 899},{100 + at % 299}" for at in range(1200))
    assert sign(chief, first, drawn).status_code == 303
    assert len(rows(disputed)) == 1


def test_figures_that_came_in_between_are_not_bound(disputed: House) -> None:
    chief = chief_of(disputed)
    first = seats(disputed, OTHER)[0]
    page = shown(chief)
    figures = {"sheet": OTHER, "game": 1, "seats": scores(28, -4, -9, -15), "reason": "Misread."}
    disputed.done("correct-game", figures)
    refused = sign(chief, first, page=page)
    assert (refused.status_code, signed(disputed), rows(disputed)) == (422, [], [])
    assert sign(chief, first, page=refused.get_data(as_text=True)).status_code == 303


@pytest.mark.parametrize("shown", ["", "{}", "[]", '{"0001": 1}', "x" * 100])
def test_a_form_that_says_nothing_of_figures_binds_none(disputed: House, shown: str) -> None:
    chief = chief_of(disputed)
    refused = sign(chief, seats(disputed, OTHER)[0], shown=shown)
    assert (refused.status_code, signed(disputed), rows(disputed)) == (422, [], [])


@pytest.mark.parametrize("entrant", ["", "9999", "x" * 300, "<b>", "-"])
def test_who_does_not_sit_there_signs_nothing(disputed: House, entrant: str) -> None:
    chief = chief_of(disputed)
    other = seats(disputed, TABLE)[0]
    for number in (entrant, other):
        refused = sign(chief, number)
        assert (refused.status_code, signed(disputed), rows(disputed)) == (422, [], [])
        assert 'id="wrong-entrant"' in refused.get_data(as_text=True)


def test_the_same_press_again_signs_once(disputed: House) -> None:
    chief = chief_of(disputed)
    first, page = seats(disputed, OTHER)[0], shown(chief)
    for _ in range(2):
        assert sign(chief, first, page=page).status_code == 303
    assert (len(signed(disputed)), len(rows(disputed))) == (1, 1)


def test_when_all_have_signed_the_screen_leads_back_to_the_table(disputed: House) -> None:
    chief = chief_of(disputed)
    assert f"{SIGN}?" in chief.page(f"/t/{ID}/tables/{OTHER}")
    *some, last = seats(disputed, OTHER)
    for number in some:
        assert sign(chief, number).headers["Location"].startswith(SIGN)
    led_to = sign(chief, last).headers["Location"]
    assert led_to.startswith(f"/t/{ID}/tables/{OTHER}?")
    page = chief.page(f"/t/{ID}/tables/{OTHER}")
    assert f"{SIGN}?" not in page
    assert say("page-sign-nobody", "en") in chief.page(SIGN)


REFUSED: Mapping[str, int] = {"REF-1": 403, "REF-2": 200}


@pytest.mark.parametrize("referee", REFUSED)
def test_a_referee_takes_signatures_at_their_own_tables_alone(disputed: House, referee: str) -> None:
    browser = chief_of(disputed, "referee", referee)
    answer = browser.get(f"{SIGN}?lang=en")
    assert answer.status_code == REFUSED[referee]
    if REFUSED[referee] != 200:
        assert say("part-rights-except-at-tables-they-supervise", "en") in answer.get_data(as_text=True)
        form = {"form": browser.word(), "entrant": seats(disputed, OTHER)[0], "drawn": DRAWN, "shown": "{}"}
        assert browser.post(SIGN, form).status_code in (403, 404)
    assert Browser(disputed).get(f"{SIGN}?lang=en").status_code == 401
    assert (signed(disputed), rows(disputed)) == ([], [])


@pytest.mark.parametrize("table", ["nowhere/1", "2027-03-06/1/99", "2027-03-06/1/x"])
def test_a_table_that_is_none_has_nothing_to_sign(disputed: House, table: str) -> None:
    assert chief_of(disputed).get(f"/t/{ID}/tables/{table}/sign?lang=en").status_code == 404
