"""A tournament in rounds over HTTP: made from its file as JSON, drawn, recorded by its players, looked at."""

import tomllib
from typing import Any

import msgspec
import pytest

from tests.api.conftest import Client, House, assert_problem
from tests.unit.tournament.given_rounds import BSG, FOLDER, MSO

BASE = f"/api/v1/tournaments/{MSO}"


@pytest.fixture
def swiss(house: House) -> House:
    """The Swiss tournament with four entrants and its first round drawn."""
    found_in(house, MSO)
    for number, birth in (
        ("0001", "1980-05-17"),
        ("0002", "2008-01-02"),
        ("0003", "1990-01-01"),
        ("0004", "1970-03-03"),
    ):
        done(
            house.organizer,
            "register-entrant",
            {
                "session": "2019-08-19/1",
                "entrant_no": number,
                "name_en": f"Player {number}",
                "birth_date": birth,
            },
        )
    done(house.organizer, "draw-round", {"seed": "read out"})
    return house


def found_in(house: House, name: str) -> str:
    """Create the tournament of a file; the address of what is read and done in it."""
    file = tomllib.loads((FOLDER / f"{name}.toml").read_text("utf-8"))
    body = msgspec.json.decode(msgspec.json.encode(file))
    assert house.organizer.post("/api/v1/tournaments", body).status_code == 201
    return f"/api/v1/tournaments/{name}"


def done(client: Client, name: str, body: dict[str, Any], base: str = BASE) -> Any:
    answer = client.post(f"{base}/commands/{name}", body)
    assert answer.status_code in (200, 201), answer.get_json()
    return answer.get_json()


def first_table(house: House) -> list[str]:
    state = house.desk.state(MSO)
    return list(state.rounds[1].tables[1].entrants)


def game(loser: str, winner: str) -> dict[str, Any]:
    seats = [{"entrant": winner, "rack": []}, {"entrant": loser, "count": 21, "tiles": 3}]
    return {"round": 1, "table": 1, "seats": seats}


def test_standings_show_the_columns_of_the_format_now_and_as_of_before(swiss: House) -> None:
    one, other = first_table(swiss)
    before = swiss.desk.head(MSO).seq
    done(swiss.organizer, "record-round-game", game(other, one))
    answer = swiss.anyone.get(f"{BASE}/standings").get_json()
    assert (answer["format"], answer["columns"][0]) == ("swiss", "match_points")
    assert answer["rows"][0]["entrant_no"] == one
    assert answer["rows"][0]["figures"]["match_points"] == "1"
    assert answer["rows"][0]["opponents"] == [other]
    past = swiss.anyone.get(f"{BASE}/standings?as_of={before}").get_json()
    assert {row["figures"]["match_points"] for row in past["rows"]} == {"0"}
    children = swiss.anyone.get(f"{BASE}/standings?category=child").get_json()["rows"]
    assert [row["entrant_no"] for row in children] == ["0002"]
    assert len(swiss.anyone.get(f"{BASE}/standings?limit=2").get_json()["rows"]) == 2


def test_a_participant_records_the_game_of_her_own_table_and_no_other(swiss: House) -> None:
    one, other = first_table(swiss)
    stranger = next(number for number in ("0001", "0002", "0003", "0004") if number not in (one, other))
    wrong = swiss.client("participant", stranger, MSO).post(
        f"{BASE}/commands/record-round-game", game(other, one)
    )
    assert_problem(wrong, 403, "forbidden")
    done(swiss.client("participant", one, MSO), "record-round-game", game(other, one))
    correction = {**game(one, other), "reason": "the other way round"}
    done(swiss.organizer, "appoint-referee", {"referee": "R1", "name": "Judge"})
    done(swiss.organizer, "appoint-referee", {"referee": "CR1", "name": "Chief", "chief": True})
    for role, subject in (("participant", one), ("referee", "R1")):
        answer = swiss.client(role, subject, MSO).post(f"{BASE}/commands/correct-round-game", correction)
        assert_problem(answer, 403, "forbidden")
    done(swiss.client("chief_referee", "CR1", MSO), "correct-round-game", correction)


def test_a_preview_shows_who_would_move(swiss: House) -> None:
    one, other = first_table(swiss)
    answer = swiss.organizer.post(f"{BASE}/commands/record-round-game/preview", game(other, one)).get_json()
    assert answer["events"] == ["round-game-recorded"]
    assert {move["entrant_no"] for move in answer["difference"]["stages"][0]["moves"]} >= {one, other}


def test_a_command_of_sessions_is_refused_with_what_to_use(swiss: House) -> None:
    answer = swiss.organizer.post(f"{BASE}/commands/draw-seats", {"session": "2019-08-19/1"})
    assert "draw-round" in assert_problem(answer, 409, "not-in-rounds")["detail"]


def test_the_pages_show_it_without_fault(swiss: House) -> None:
    one, other = first_table(swiss)
    done(swiss.organizer, "record-round-game", game(other, one))
    for address in (f"/t/{MSO}/standings", f"/t/{MSO}/results", "/"):
        assert swiss.anyone.get(address).status_code == 200
    shown = swiss.anyone.get(f"/t/{MSO}/standings?lang=en").text
    assert "Median Buchholz" in shown
    assert "Preliminary" not in shown
    assert "累進分" in swiss.anyone.get(f"/t/{MSO}/standings?lang=zh").text


def test_the_page_of_medals_shows_them_by_team(house: House) -> None:
    base = found_in(house, BSG)
    for number, team in (("0001", "Condo 1"), ("0002", "Condo 5")):
        said = {
            "session": "2015-07-18/1",
            "entrant_no": number,
            "name_en": number,
            "birth_date": "1950-02-03",
        }
        done(house.organizer, "register-entrant", {**said, "team": team}, base)
    done(house.organizer, "draw-round", {}, base)
    seats = [{"entrant": "0002", "rack": []}, {"entrant": "0001", "count": 21, "tiles": 3}]
    done(house.organizer, "record-round-game", {"round": 1, "table": 1, "seats": seats}, base)
    assert house.anyone.get(f"{base}/standings").get_json()["teams"][0] == {
        "place": 1,
        "team": "Condo 5",
        "gold": 1,
        "silver": 0,
        "bronze": 0,
    }
    shown = house.anyone.get(f"/t/{BSG}/standings?lang=en").text
    assert "Medals by team" in shown
    assert "Condo 5" in shown
