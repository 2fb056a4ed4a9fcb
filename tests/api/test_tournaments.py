"""Founding tournaments over HTTP, listing them, showing one."""

from typing import Any

import msgspec
import pytest

from services.rules.ruleset import content_hash, load
from services.web.api.examples import TOURNAMENT_FILE
from tests.api.conftest import House, assert_problem
from tests.whole_files import HK, in_one_piece

PATH = "/api/v1/tournaments"
WHOLE = in_one_piece(HK)


def variant(**fields: Any) -> dict[str, Any]:
    return {**TOURNAMENT_FILE, **fields}


def toml(house: House, body: bytes, content_type: str = "application/toml") -> Any:
    return house.organizer.send("POST", PATH, data=body, content_type=content_type)


def sessions_in(shown: Any) -> list[str]:
    return [session["id"] for stage in shown["definition"]["stage"] for session in stage["sessions"]]


def test_a_tournament_is_founded_from_json(house: House) -> None:
    response = house.organizer.post(PATH, TOURNAMENT_FILE)
    assert response.status_code == 201
    assert response.headers["Location"] == f"{PATH}/spring-cup"
    shown = house.anyone.get(response.headers["Location"]).get_json()
    assert shown["definition"]["title"] == {"en": "Spring Cup", "zh": "春季盃"}
    assert sessions_in(shown) == ["2027-03-06/1", "2027-03-13/1"]
    assert shown["ruleset_hash"] == content_hash(load("hk-2026"))
    assert shown["seq"] == 1
    assert shown["hash"] == house.head[1].hex()


def test_a_tournament_is_founded_from_its_toml_file(house: House) -> None:
    response = toml(house, WHOLE)
    assert response.status_code == 201, response.get_json()
    shown = house.anyone.get(f"{PATH}/hk-2026").get_json()
    assert shown["definition"]["quota"] == 1200
    assert len(sessions_in(shown)) == 14


def test_both_notations_of_a_file_found_the_same(house: House) -> None:
    as_json = msgspec.json.encode({**msgspec.toml.decode(WHOLE), "id": "other"})
    toml(house, WHOLE)
    house.organizer.post(PATH, as_json)
    first, second = (house.anyone.get(f"{PATH}/{id}").get_json()["definition"] for id in ("hk-2026", "other"))
    assert {**first, "id": ""} == {**second, "id": ""}


def test_a_tournament_is_founded_once(house: House) -> None:
    house.organizer.post(PATH, TOURNAMENT_FILE)
    head = house.head
    assert_problem(house.organizer.post(PATH, TOURNAMENT_FILE), 409, "already-defined")
    assert house.head == head


def test_founding_again_under_its_key_is_answered_again(house: House) -> None:
    header = {"Idempotency-Key": "found"}
    first = house.organizer.post(PATH, TOURNAMENT_FILE, header)
    again = house.organizer.post(PATH, TOURNAMENT_FILE, header)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.get_data() == first.get_data()
    assert again.headers["Idempotency-Replayed"] == "true"


@pytest.mark.parametrize(
    "file",
    [
        variant(id="Spring Cup"),
        variant(id=""),
        variant(id="x" * 64),
        variant(id="a\nb"),
        variant(organizer="x" * 900_000),
        variant(quota=10**15),
        variant(ruleset="chess"),
        variant(zone="Asia/Atlantis"),
        variant(zone="../etc"),
        variant(quota="many"),
        variant(quota=1.5),
        variant(colour="red"),
        variant(results_published_on="soon"),
        {"id": "x"},
        [],
    ],
)
def test_a_file_that_makes_no_sense_founds_nothing(house: House, file: Any) -> None:
    body = assert_problem(house.organizer.post(PATH, file), 422, "definition-invalid")
    assert len(body["detail"]) < 1_000
    assert house.desk.log.tournaments() == []


def test_a_file_that_nothing_plays_yet_founds_nothing_and_says_what(house: House) -> None:
    first, *others = TOURNAMENT_FILE["stage"]
    again = {**first["sessions"][0], "id": "2027-03-06/9"}
    stages = [{**first, "split": "lot", "sessions": [*first["sessions"], again]}, *others]
    body = assert_problem(house.organizer.post(PATH, variant(stage=stages)), 422, "not-played-yet")
    assert "split = lot (chosen)" in body["detail"]
    assert house.desk.log.tournaments() == []


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"id = ", 422),
        (b"id = 'x'", 422),
        (b"\xff\xfe", 422),
        (b"", 400),
        (b"a=" + b"[" * 100_000, 422),
        (b"a." * 10_000 + b"a=1", 422),
        (b"quota = " + b"1" * 5_000, 422),
        (b"# " + b"x" * 2_000_000, 413),
    ],
)
def test_toml_that_cannot_be_read_founds_nothing(house: House, body: bytes, status: int) -> None:
    assert_problem(toml(house, body), status)
    assert house.desk.log.tournaments() == []


def test_only_who_may_found_founds(house: House) -> None:
    assert_problem(house.anyone.post(PATH, TOURNAMENT_FILE), 401)
    assert_problem(house.client("chief_referee", "CR").post(PATH, TOURNAMENT_FILE), 403)
    assert_problem(house.client("organizer", "o", "another-cup").post(PATH, TOURNAMENT_FILE), 403)
    assert house.desk.log.tournaments() == []
    assert house.client("organizer", "o", "spring-cup").post(PATH, TOURNAMENT_FILE).status_code == 201


def test_the_list_pages_by_id(house: House) -> None:
    assert house.anyone.get(PATH).get_json() == {"rows": [], "next": None}
    for name in ("cup-a", "cup-b", "cup-c"):
        house.organizer.post(PATH, variant(id=name))
    first = house.anyone.get(f"{PATH}?limit=2")
    assert [row["id"] for row in first.get_json()["rows"]] == ["cup-a", "cup-b"]
    assert first.get_json()["next"] == "cup-b"
    following = first.headers["Link"].partition(">")[0].strip("<")
    last = house.anyone.get(following)
    assert [row["id"] for row in last.get_json()["rows"]] == ["cup-c"]
    assert last.get_json()["next"] is None
    assert "Link" not in last.headers
    row = last.get_json()["rows"][0]
    assert house.anyone.get(row["href"]).status_code == 200


def test_a_tournament_as_of_a_seq_shows_the_hash_that_proves_it(shared_founded: House) -> None:
    events = shared_founded.organizer.get(f"{PATH}/spring-cup/events").get_json()
    shown = shared_founded.anyone.get(f"{PATH}/spring-cup?as_of=7").get_json()
    assert (shown["seq"], shown["hash"]) == (7, events[6]["hash"])
