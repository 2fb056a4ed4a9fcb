"""Everything held on one person: whole, hers alone, and after forgetting nothing but ids and figures."""

import re
from typing import Any

from tests.api.conftest import BASE, ID, SESSION, House, assert_problem, scores
from tests.wording import fixed


def address(number: str) -> str:
    return f"{BASE}/entrants/{number}/data"


def data_of_first(house: House) -> Any:
    """0001 amended her details and raised a dispute that was ruled on; so did another at her table."""
    house.done("amend-details", {"entrant": "0001", "email": "new@example.org"})
    house.done("give-warning", {"entrant": "0001", "breach": "Looked at the neighbour"})
    sheet, seats = next((key, seats) for key, seats in seated(house).items() if "0001" in seats)
    for game in (1, 2, 3):
        house.done("record-game-result", {"sheet": sheet, "game": game, "seats": scores(30, -10, -12, -8)})
    other = next(seat for seat in seats if seat != "0001")
    for raised_by, statement in (("0001", "The joker was mine"), (other, "A secret of another")):
        house.done("raise-dispute", {"sheet": sheet, "entrant": raised_by, "game": 1, "statement": statement})
    house.done(
        "make-ruling",
        {
            "dispute": "D-0001",
            "finding": "It was hers indeed",
            "cites": "HK rules 3",
            "reason": "All saw it",
            "effects": [{"type": "none"}],
        },
    )
    response = house.organizer.get(address("0001"))
    assert response.status_code == 200, response.get_data()
    return response


def seated(house: House) -> dict[str, tuple[str, ...]]:
    tables = house.desk.state(ID).sessions[SESSION].tables
    return {f"{SESSION}/{number}": table for number, table in tables.items()}


def test_it_holds_her_details_with_their_history_and_what_was_said_of_her(in_play: House) -> None:
    in_play.client("participant", "0001", "spring-cup")
    response = data_of_first(in_play)
    found = response.get_json()
    assert response.headers["Cache-Control"] == "no-store"
    assert found["personal_held"]
    assert found["details"]["email"] == "new@example.org"
    assert found["history"][0]["fields"]["email"] == "player1@example.org"
    assert [entry["fields"].get("email") for entry in found["history"]][-1] == "new@example.org"
    assert len(found["games"]) == 3
    assert [token["subject"] for token in found["tokens"]] == ["0001"]
    assert "token" not in found["tokens"][0]
    assert any(notice["audience"] == "entrant:0001" for notice in found["notices"])
    hers, others = found["disputes"]
    assert (hers["raised_by_them"], hers["statement"]) == (True, "The joker was mine")
    assert (others["raised_by_them"], others["statement"]) == (False, None)
    (ruling,) = found["rulings"]
    assert ruling["text"] == {"finding": "It was hers indeed", "reason": "All saw it"}
    assert "Looked at the neighbour" in str(found["events"])
    assert {"entrant-registered", "entrant-checked-in", "seats-drawn"} <= {
        event["type"] for event in found["events"]
    }
    assert any(
        fixed("event-entrant-checked-in", entrant="0001") in event["sentence"] for event in found["events"]
    )


def test_what_others_said_and_who_they_are_is_not_in_it(in_play: House) -> None:
    text = data_of_first(in_play).get_data(as_text=True)
    assert "A secret of another" not in text
    for number in range(2, 9):
        assert f"Number{number}" not in text
        assert f"player{number}@" not in text


def test_others_are_in_it_by_neither_number_nor_figures(in_play: House) -> None:
    response = data_of_first(in_play)
    seats = next(seats for seats in seated(in_play).values() if "0001" in seats)
    found = response.get_json()
    sentences = [event["sentence"] for event in found["events"]]
    recorded = [event["sentence"] for event in found["events"] if event["type"] == "game-result-recorded"]
    assert len(recorded) == 3
    assert all(sentence.count("0001") == 1 for sentence in recorded)
    for other in set(seats) - {"0001"}:
        assert not [sentence for sentence in sentences if re.search(rf"(?<!D-){other}", sentence)]
    assert {game_row["figures"]["entrant_no"] for game_row in found["games"]} == {"0001"}


def test_of_another_participant_who_wrote_there_is_the_role_alone(in_play: House) -> None:
    sheet, seats = next((key, seats) for key, seats in seated(in_play).items() if "0001" in seats)
    other = next(seat for seat in seats if seat != "0001")
    for game in (1, 2, 3):
        in_play.done("record-game-result", {"sheet": sheet, "game": game, "seats": scores(30, -10, -12, -8)})
    raised = in_play.client("participant", other, ID).command(
        "raise-dispute", {"sheet": sheet, "entrant": other, "game": 1, "statement": "No"}
    )
    assert raised.status_code in (200, 201), raised.get_data()
    found = in_play.organizer.get(address("0001")).get_json()
    (event,) = [other for other in found["events"] if other["type"] == "dispute-raised"]
    assert event["actor"] == "participant"
    theirs = in_play.organizer.get(address(other)).get_json()
    (event,) = [other for other in theirs["events"] if other["type"] == "dispute-raised"]
    assert event["actor"] == f"participant:{other}"


def test_it_is_for_herself_and_the_organizer(shared_in_play: House) -> None:
    assert shared_in_play.client("participant", "0001").get(address("0001")).status_code == 200
    assert_problem(shared_in_play.client("participant", "0002").get(address("0001")), 403, "forbidden")
    for role in ("referee", "chief_referee", "display", "service"):
        assert_problem(shared_in_play.client(role, "0001").get(address("0001")), 403, "forbidden")
    assert_problem(shared_in_play.anyone.get(address("0001")), 401, "unauthenticated")
    assert_problem(shared_in_play.organizer.get(address("9999")), 404, "not-found")
    assert_problem(shared_in_play.organizer.get(f"{address('0001')}?as_of=5"), 400, "no-past-here")


def test_after_forgetting_there_are_ids_and_figures_only(in_play: House) -> None:
    data_of_first(in_play)
    in_play.done("forget-person", {"person": "0001"})
    response = in_play.organizer.get(address("0001"))
    found, text = response.get_json(), response.get_data(as_text=True)
    assert not found["personal_held"]
    assert found["forgotten_seq"]
    assert (found["details"], found["history"]) == ({}, [])
    assert len(found["games"]) == 3
    for gone in ("Number1", "@example.org", "-05-17", "joker", "neighbour", "hers indeed"):
        assert gone not in text


def test_the_session_she_sits_in_is_told_by_its_id(shared_in_play: House) -> None:
    found = shared_in_play.organizer.get(address("0001")).get_json()
    assert found["entries"][0]["session"] == SESSION
