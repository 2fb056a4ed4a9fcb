"""Places that are not seen yet: what is said in their place, to whom, and until when."""

import json
from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from tests.api.conftest import BASE, ID
from tests.api.courses import FINAL, seat, steps
from tests.api.telling_apart import Courses, courses, sent
from tests.made_once import MadeOnce
from tests.wording import fixed


@pytest.fixture
def at(made_once: MadeOnce, moments: Mapping[str, Path], tmp_path: Path) -> Iterator[Courses]:
    with courses(steps, made_once, moments, tmp_path) as found:
        yield found


def test_nobody_learns_from_giving_a_place_up_whether_there_is_one(at: Courses) -> None:
    houses = [at("published", course, "cut made") for course in ("first", "other")]
    number = seat(houses[0], "B")
    assert [number in house.desk.state(ID).cut_into("final").qualified for house in houses] == [True, False]
    for house in houses:
        head = house.head
        for preview in (True, False):
            for who in (number, seat(house, "D")):
                status, text = sent(
                    house.client("participant", who, ID), "withdraw-qualifier", {"entrant": who}, preview
                )
                assert (status, json.loads(text)["code"]) == (409, "places-not-seen")
                assert fixed("part-places-seen-published", stage="Preliminary") in text
        assert house.head == head
    assert houses[0].done("withdraw-qualifier", {"entrant": number})["events"]


def test_who_is_placed_in_the_final_knows_it_and_may_give_the_place_up(at: Courses) -> None:
    house = at("published", "first", "final seated")
    number, none = seat(house, "A"), seat(house, "D")
    client = house.client("participant", number, ID)
    row = client.get(f"{BASE}/entrant?entrant={number}").get_json()["entrant"]
    assert (row["qualified"], row["final_session"], row["final_table"]) == (True, FINAL, f"{FINAL}/1")
    tables = client.get(f"{BASE}/sessions").get_json()["rows"][-1]["tables"]
    assert [number in [seat["entrant_no"] for seat in table["seats"]] for table in tables] == [True]
    row = house.client("participant", none, ID).get(f"{BASE}/entrant?entrant={none}").get_json()["entrant"]
    assert (row["qualified"], row["final_session"]) == (None, None)


def test_what_is_hidden_says_in_words_and_for_programs_when_it_is_shown(at: Courses) -> None:
    house = at("published", "first", "cut made")
    fields = {
        "until": "published",
        "stage": "preliminary",
        "text": "Places are shown once the Preliminary results are published.",
    }
    chinese = "初賽成績公布後方會顯示名次。"
    number = seat(house, "A")
    client = house.client("participant", number, ID)
    table = house.anyone.get(f"{BASE}/standings").get_json()
    assert (table["rows"], table["places_hidden"]) == ([], fields)
    of_final = house.anyone.get(f"{BASE}/standings?stage=final").get_json()["places_hidden"]
    assert of_final == {**fields, "stage": "final", "text": fields["text"].replace("Preliminary", "Final")}
    for asker in (client, house.anyone):
        page = asker.get(f"/t/{ID}/standings?lang=zh").get_data(as_text=True)
        assert chinese in page
    (mine,) = client.get(f"{BASE}/standings").get_json()["rows"]
    assert mine | {"name": ""} == {
        "place": None, "entrant_no": number, "games_won": 2, "score": "34", "average": "34/3", "tiles": 2,
        "qualified": None, "tied": None, "name": "",
    }  # fmt: skip
    explained = client.get(f"{BASE}/explain?entrant={number}&lang=zh").get_json()
    assert (explained["place"], explained["above"], explained["below"], explained["qualified"]) == (
        None,
        None,
        None,
        None,
    )
    assert explained["keys"]["games_won"] == 2
    assert explained["chain"][-1]["text"] == chinese
    assert [row.get("places_hidden") for row in house.anyone.get(f"{BASE}/sessions").get_json()["rows"]] == [
        None,
        None,
        fields,
    ]
    families = house.anyone.get(f"{BASE}/families").get_json()
    assert families["places_hidden"] == of_final
    child = next(iter(house.desk.state(ID).units.values())).child
    member = house.client("participant", child, ID).get(f"{BASE}/families").get_json()
    assert {row["place"] for row in member["rows"]} == {None}


def test_awards_wait_for_the_stage_they_rest_on(at: Courses) -> None:
    made, out = (at("published", "first", moment) for moment in ("awards made", "final published"))
    answer = made.anyone.get(f"{BASE}/awards").get_json()
    assert (answer["rows"], answer["places_hidden"]["stage"]) == ([], "final")
    assert made.organizer.get(f"{BASE}/awards").get_json()["rows"]
    assert out.anyone.get(f"{BASE}/awards").get_json()["rows"]


def test_the_data_of_a_person_tell_the_organizer_the_cut_and_the_person_not_yet(at: Courses) -> None:
    house = at("published", "first", "cut made")
    number = seat(house, "A")
    address = f"{BASE}/entrants/{number}/data"
    hers, whole_data = (
        client.get(address).get_json()
        for client in (house.client("participant", number, ID), house.organizer)
    )
    assert [row["qualified"] for row in (*hers["entries"], *hers["standings"])] == [None, None]
    assert [row["qualified"] for row in (*whole_data["entries"], *whole_data["standings"])] == [True, True]
    left_out = {event["type"] for event in whole_data["events"]} - {event["type"] for event in hers["events"]}
    assert left_out == {"qualification-concluded"}


def test_what_is_kept_for_officials_is_not_handed_to_others_and_a_publication_shows_places(
    at: Courses,
) -> None:
    house = at("published", "first", "final seated")
    address = f"{BASE}/standings"
    assert house.organizer.get(address).get_json()["rows"][0]["place"] == 1
    before = house.anyone.get(address)
    assert before.get_json()["rows"] == []
    assert house.organizer.get(address).get_json()["rows"][0]["place"] == 1
    house.done("publish-results", {"stage": "preliminary"})
    after = house.anyone.get(address, {"If-None-Match": before.headers["ETag"]})
    assert after.status_code == 200
    assert after.get_json()["rows"][0]["place"] == 1
    assert "places_hidden" not in after.get_json()
    past = house.anyone.get(f"{address}?as_of={before.get_json()['seq']}").get_json()
    assert past["rows"][0]["place"] == 1, "who may see places now may see those of the past"


def test_in_a_session_the_past_is_hidden_as_well(at: Courses) -> None:
    house = at("session", "first", "in session 2")
    with_places = house.anyone.get(f"{BASE}/standings?as_of={house.head[0] - 1}").get_json()
    assert (with_places["rows"], with_places["places_hidden"]["until"]) == ([], "session")
    assert at("session", "first", "between sessions").anyone.get(f"{BASE}/standings").get_json()["rows"]
