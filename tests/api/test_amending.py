"""Changing a tournament over HTTP: its file is sent whole, previewed, taken once, and shown by every page."""

from typing import Any

import msgspec

from services.web.api.examples import TOURNAMENT_FILE
from tests.api.conftest import House, assert_problem
from tests.whole_files import HK, in_one_piece

PATH = "/api/v1/tournaments"
CUP = f"{PATH}/spring-cup"
AMEND = f"{CUP}/commands/amend-tournament"


def file(**fields: Any) -> dict[str, Any]:
    return {**TOURNAMENT_FILE, **fields}


def moved() -> dict[str, Any]:
    """The file with its final a week later."""
    first, final = msgspec.json.decode(msgspec.json.encode(TOURNAMENT_FILE["stage"]))
    final["sessions"][0]["day"] = "2027-03-20"
    return file(stage=[first, final])


def founded(house: House) -> House:
    assert house.organizer.post(PATH, TOURNAMENT_FILE).status_code == 201
    return house


def test_a_file_changes_the_plan_and_the_past_keeps_its_own(house: House) -> None:
    founded(house)
    answer = house.organizer.post(AMEND, moved())
    assert answer.status_code == 201, answer.get_json()
    assert [event["type"] for event in answer.get_json()["events"]] == ["tournament-amended"]
    now, before = (house.anyone.get(f"{CUP}{at}").get_json()["definition"] for at in ("", "?as_of=1"))
    assert now["stage"][1]["sessions"][0]["day"] == "2027-03-20"
    assert before["stage"][1]["sessions"][0]["day"] == "2027-03-13"
    assert "2027-03-20" in house.anyone.get(f"{CUP}/sessions").get_data(as_text=True)


def test_the_same_file_again_changes_nothing(house: House) -> None:
    founded(house)
    head = house.head
    assert house.organizer.post(AMEND, TOURNAMENT_FILE).status_code == 200
    assert house.head == head


def test_toml_is_taken_as_well(house: House) -> None:
    hk = in_one_piece(HK)
    assert house.organizer.send("POST", PATH, data=hk, content_type="application/toml").status_code == 201
    changed = hk.replace(b"tables_per_official = 2", b"tables_per_official = 3")
    assert changed != hk
    path = f"{PATH}/hk-2026/commands/amend-tournament"
    assert (
        house.organizer.send("POST", path, data=changed, content_type="application/toml").status_code == 201
    )
    assert house.anyone.get(f"{PATH}/hk-2026").get_json()["definition"]["tables_per_official"] == 3


def test_a_preview_has_every_change_and_whom_it_concerns_and_writes_nothing(house: House) -> None:
    founded(house)
    head = house.head
    seen = house.organizer.post(f"{AMEND}/preview", moved())
    assert seen.status_code == 200, seen.get_json()
    (line,) = seen.get_json()["plan"]
    assert line["change"]["field"] == "session.day"
    assert (
        line["change"]["text"]
        == "session 1 of Saturday, 13 March 2027: day: Saturday, 13 March 2027 → Saturday, 20 March 2027"
    )
    assert (line["entrants"], line["officials"]) == (0, 0)
    assert [notice["audience"] for notice in seen.get_json()["notices"]] == ["public", "referees"]
    assert house.head == head
    other = house.organizer.post(f"{CUP}/commands/make-awards/preview", {})
    assert "plan" not in (other.get_json() or {})


def test_another_id_and_rules_that_are_not_there_are_refused(house: House) -> None:
    founded(house)
    head = house.head
    assert_problem(house.organizer.post(AMEND, file(id="other")), 409, "never-changes")
    assert_problem(house.organizer.post(AMEND, file(ruleset="house")), 422, "definition-invalid")
    assert_problem(house.organizer.post(AMEND, file(quota=0)), 422, "definition-invalid")
    assert_problem(house.organizer.post(f"{PATH}/nowhere/commands/amend-tournament", moved()), 404)
    assert house.head == head


def test_only_the_organizer_may(house: House) -> None:
    founded(house)
    for role in ("service", "display"):
        assert_problem(house.client(role, "x").post(AMEND, moved()), 403, "forbidden")
    assert_problem(house.anyone.post(AMEND, moved()), 401, "unauthenticated")


def titles(house: House) -> list[Any]:
    return [line["title"] for line in house.anyone.get(PATH).get_json()["rows"]]


def test_a_changed_title_stands_in_the_list_and_on_the_pages(house: House) -> None:
    founded(house)
    assert titles(house) == [{"en": "Spring Cup", "zh": "春季盃"}]
    house.organizer.post(AMEND, file(title={"en": "Summer Cup", "zh": "夏季盃"}))
    assert titles(house) == [{"en": "Summer Cup", "zh": "夏季盃"}]
    assert "Summer Cup" in house.anyone.get("/").get_data(as_text=True)
    house.organizer.post(AMEND, file(title={"en": "Autumn Cup", "zh": "秋季盃"}))
    assert titles(house) == [{"en": "Autumn Cup", "zh": "秋季盃"}]


def test_a_calendar_entry_moves_with_its_session_and_one_more_is_there(house: House) -> None:
    founded(house)
    before = house.anyone.get(f"{CUP}/calendar.ics").get_data(as_text=True)
    plan = moved()
    plan["stage"][0]["sessions"].append({**plan["stage"][0]["sessions"][0], "id": "extra", "start": "12:50"})
    plan["stage"][0]["sessions"][1]["day"] = "2027-03-07"
    house.organizer.post(AMEND, plan)
    after = house.anyone.get(f"{CUP}/calendar.ics").get_data(as_text=True)
    assert before.count("BEGIN:VEVENT") + 1 == after.count("BEGIN:VEVENT") == 3
    assert "20270320T" in after
    assert "SEQUENCE:2" in after
    assert "UID:session-extra@spring-cup.tileledger" in after


def test_it_stands_in_the_timeline_and_is_told_again_as_it_was(house: House) -> None:
    founded(house)
    house.organizer.post(AMEND, moved())
    lines = house.organizer.get(f"{CUP}/timeline").get_json()["rows"]
    assert "session 1 of Saturday, 20 March 2027: day" in lines[-1]["text"]
    answer = house.organizer.post(f"{CUP}/what-if", {}).get_json()
    assert (answer["commands_differing"], answer["misfits"]) == (0, [])
    without = house.organizer.post(f"{CUP}/what-if", {"without": [2]}).get_json()
    assert without["misfits"] == []


def test_what_if_takes_no_rules_from_outside(house: House) -> None:
    founded(house)
    shown = house.anyone.get(CUP).get_json()
    body = {"definition": shown["definition"], "ruleset": {**shown["ruleset"], "document": "Another"}}
    question = {"insert": [{"seq": 1, "command": "amend-tournament", "body": body}]}
    assert_problem(house.organizer.post(f"{CUP}/what-if", question), 400, "invalid-input")
    body["ruleset"] = shown["ruleset"]
    assert house.organizer.post(f"{CUP}/what-if", question).status_code == 200
