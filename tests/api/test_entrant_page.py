"""The page of an entrant: as much as its reader may see, the curve of the query, the way to the reasons."""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from shared.catalogue import say
from tests.api.conftest import BASE, ID, SESSION, Client, House, assert_problem, scores
from tests.api.courses import seat, steps
from tests.api.standings.reading import seen
from tests.api.telling_apart import Courses, courses
from tests.api.test_pages import ranked, read
from tests.made_once import MadeOnce

CURVE = re.compile(r'<script type="application/json" data-curve="([^"]+)">(.*?)</script>', re.DOTALL)


def page(client: Client, number: str, lang: str = "en") -> str:
    text, whole = read(client, f"/t/{ID}/entrants/{number}?lang={lang}")
    assert whole.open == []
    return text


@pytest.fixture
def played(in_play: House) -> House:
    return ranked(in_play)


@pytest.fixture
def at(made_once: MadeOnce, moments: Mapping[str, Path], tmp_path: Path) -> Iterator[Courses]:
    with courses(steps, made_once, moments, tmp_path) as found:
        yield found


def first_of(house: House, consenting: bool) -> str:
    """Somebody at the first table who lets the name be shown, or does not."""
    seats = house.desk.state(ID).sheets[f"{SESSION}/1"].seats
    return next(number for number in seats if (int(number) % 2 == 0) == consenting)


def test_everyone_reads_the_place_the_table_and_whom_they_met(played: House) -> None:
    number = first_of(played, consenting=True)
    (row,) = played.anyone.get(f"{BASE}/cross-table?entrant={number}").get_json()["rows"]
    (met,) = row["meetings"]
    text = page(played.anyone, number)
    assert f"Player Number{int(number)}" in text
    assert f"Place {row['place']}" in seen(text)
    assert f'href="/t/{ID}/tables/{SESSION}/1?lang=en"' in text
    for other in met["opponents"]:
        assert f'href="/t/{ID}/entrants/{other}?lang=en"' in text
    for word in ("Entry", "Why this place", "/history", "Case file"):
        assert word not in text, word
    assert say("page-place", "zh") in page(played.anyone, number, "zh")


def test_a_mistake_that_was_put_right_stands_in_no_place_after_a_session(played: House) -> None:
    if played.desk.state(ID).sessions[SESSION].status != "ended":
        played.done("end-session", {"session": SESSION})
    sheet = played.desk.state(ID).sheets[f"{SESSION}/1"]
    rows = played.anyone.get(f"{BASE}/standings").get_json()["rows"]
    worst = max((row for row in rows if row["entrant_no"] in sheet.seats), key=lambda row: row["place"])
    number = worst["entrant_no"]
    points = [30 if other == number else -10 for other in sheet.seats]
    for game in (1, 2, 3):
        seats = [
            {**each, "game_won": int(point > 0), "tiles": 0 if point > 0 else 2}
            for each, point in zip(scores(*points), points, strict=True)
        ]
        played.done(
            "correct-game", {"sheet": sheet.sheet, "game": game, "seats": seats, "reason": "Misread."}
        )
    (row,) = played.anyone.get(f"{BASE}/cross-table?entrant={number}").get_json()["rows"]
    assert row["place"] < worst["place"]
    assert [met["place"] for met in row["meetings"]] == [row["place"]]


def test_a_name_is_shown_by_consent_and_to_officials(played: House) -> None:
    number = first_of(played, consenting=False)
    name = f"Player Number{int(number)}"
    assert name not in page(played.anyone, number)
    assert name not in page(played.client("organizer", "org-2", "another-cup"), number)
    assert name in page(played.organizer, number)
    assert name in page(played.client("referee", "REF-2", ID), number)


def test_games_are_shown_to_whoever_may_open_the_sheet(played: House) -> None:
    number = first_of(played, consenting=True)
    other = played.desk.state(ID).sheets[f"{SESSION}/2"].seats[0]
    for client, sees in (
        (played.organizer, True),
        (played.client("referee", "REF-1", ID), True),
        (played.client("referee", "REF-2", ID), False),
        (played.client("participant", number, ID), True),
        (played.client("participant", other, ID), False),
        (played.anyone, False),
    ):
        assert ('data-label="Games"' in page(client, number)) == sees


def test_the_curve_of_officials_is_that_of_the_query(played: House) -> None:
    number = first_of(played, consenting=True)
    answer = played.organizer.get(f"{BASE}/curves?entrants={number}").get_json()
    (curve,) = answer["entrants"]
    points = [[point[0], point[2]] for point in curve["points"]]
    assert len(points) > 1
    ((_, data),) = CURVE.findall(page(played.organizer, number))
    assert json.loads(data) == {"id": number, "points": points}
    text = seen(page(played.organizer, number))
    assert all(f"{seq} {place or '–'}" in text for seq, place in points)
    assert not CURVE.findall(page(played.anyone, number)), "one session makes no curve"


def test_who_may_ask_why_is_led_to_the_chain_and_reads_it(played: House) -> None:
    number = first_of(played, consenting=True)
    other = played.desk.state(ID).sheets[f"{SESSION}/2"].seats[0]
    chief, referee = played.client("chief_referee", "CR", ID), played.client("referee", "REF-2", ID)
    own = played.client("participant", number, ID)
    for client in (played.organizer, chief, referee, own):
        text = page(client, number)
        (address,) = set(re.findall(r'href="(/t/[^"]*/history/why[^"]*)"', text))
        chain, _ = read(client, address.replace("&amp;", "&"))
        assert "Game 1" in seen(chain)
        assert say("explain-signature", "en", medium=say("word-medium-paper", "en")) in seen(chain)
        leads = re.findall(r'href="[^"]*history\?as_of=\d+', chain)
        assert bool(leads) == (client in (played.organizer, chief))
    assert "/history/why" not in page(played.client("participant", other, ID), number)
    assert_problem(
        played.client("participant", other, ID).get(f"/t/{ID}/history/why?id={number}"), 403, "forbidden"
    )
    assert_problem(played.anyone.get(f"/t/{ID}/history/why?id={number}"), 401, "signed-out")


def test_while_places_are_hidden_nothing_tells_them(at: Courses) -> None:
    house = at("published", "first", "cut made")
    number = seat(house, "A")
    text = seen(page(house.anyone, number))
    assert "Places are shown once" in text
    assert say("page-way-place-after", "en") not in text
    assert not CURVE.findall(page(house.anyone, number))
    mine = page(house.client("participant", number, ID), number)
    assert say("page-way-place-after", "en") in mine
    assert 'data-label="Place after it" class="figure">–<' in mine
    assert "/history/why" in mine
    official = page(house.organizer, number)
    assert "Places are shown once" not in seen(official)
    published = at("published", "first", "published")
    assert say("page-way-place-after", "en") in page(published.anyone, number)


def test_who_is_not_there_and_who_has_nothing_to_show(played: House) -> None:
    for client in (played.anyone, played.organizer):
        assert_problem(client.get(f"/t/{ID}/entrants/9999"), 404, "not-found")
    house = played
    number = first_of(house, consenting=True)
    house.done("disqualify-entrant", {"entrant": number, "reason": "A solver"})
    assert say("page-way-nothing", "en") in page(house.anyone, number)
    assert "disqualified" in page(house.organizer, number)


def test_a_person_who_was_forgotten_stays_as_a_number(played: House) -> None:
    number = first_of(played, consenting=True)
    played.done("forget-person", {"person": number})
    for client in (played.anyone, played.organizer):
        text = page(client, number)
        assert f"Player Number{int(number)}" not in text
        assert f"Entrant {number}" in text


def test_tables_lead_to_the_pages_of_their_entrants(played: House) -> None:
    number = first_of(played, consenting=True)
    played.done("publish-results", {"stage": "preliminary"})
    for address in ("standings", "results"):
        text, _ = read(played.anyone, f"/t/{ID}/{address}?lang=en")
        assert f'href="entrants/{number}?lang=en"' in text
    text, _ = read(played.anyone, f"/t/{ID}/tables/{SESSION}/1?lang=en")
    assert f'href="/t/{ID}/entrants/{number}?lang=en"' in text


def test_officials_see_the_games_on_a_sheet_before_anybody_is_ranked(in_play: House) -> None:
    seats = in_play.desk.state(ID).sheets[f"{SESSION}/1"].seats
    in_play.done(
        "record-game-result", {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -5, -10, -15)}
    )
    text = page(in_play.client("chief_referee", "CR", ID), seats[0])
    assert say("page-way-nothing", "en") not in text
    assert "+30" in text
