"""Commands over HTTP: what they lead to, who may send them, and that a repeated one happens once."""

import threading
from datetime import timedelta
from typing import Any

from services.access.rights import COMMAND_RIGHTS
from services.tournament.catalogue import commands
from services.web.api.examples import EXAMPLES, TOURNAMENT_FILE
from tests.api.conftest import BASE, ID, SESSION, START, House, assert_problem, entrants, scores
from tests.cases import cases
from tests.wording import fixed


def test_a_command_that_did_something_is_answered_201_with_its_events(in_play: House) -> None:
    before, _ = in_play.head
    response = in_play.organizer.command(
        "record-game-result", {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    )
    assert response.status_code == 201
    answer = response.get_json()
    assert answer["tournament"] == ID
    assert (answer["first_seq"], answer["last_seq"]) == (before + 1, before + 1)
    (event,) = answer["events"]
    assert event["type"] == "game-result-recorded"
    assert event["actor"] == "organizer:org-1"
    assert event["hash"] == in_play.head[1].hex()
    assert [result["score"] for result in event["data"]["results"]] == ["30", "-10", "-10", "-10"]


def test_a_command_with_nothing_to_do_is_answered_200_without_events(in_play: House) -> None:
    body = {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    assert in_play.organizer.command("record-game-result", body).status_code == 201
    head = in_play.head
    again = in_play.organizer.command("record-game-result", body)
    assert again.status_code == 200
    assert again.get_json()["events"] == []
    assert "Idempotency-Replayed" not in again.headers
    assert in_play.head == head


def test_the_answer_to_a_command_holds_no_name(founded: House) -> None:
    response = founded.organizer.command(
        "register-entrant", {"session": SESSION, "birth_date": "1990-01-01", "name_en": "Secretive Person"}
    )
    assert response.status_code == 201
    assert b"Secretive" not in response.get_data()
    assert b"1990-01-01" not in response.get_data()


def test_the_same_command_under_its_key_gets_the_same_answer_again(in_play_on_each: House) -> None:
    house = in_play_on_each
    body = {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    first = house.organizer.command("record-game-result", body, Idempotency_Key="sheet-1/game-1")
    head = house.head
    house.clock.advance(timedelta(minutes=3))
    second = house.organizer.command("record-game-result", body, Idempotency_Key="sheet-1/game-1")
    assert (first.status_code, second.status_code) == (201, 200)
    assert second.headers["Idempotency-Replayed"] == "true"
    assert "Idempotency-Replayed" not in first.headers
    assert second.get_data() == first.get_data()
    assert second.get_json()["command_id"] == "sheet-1/game-1"
    assert house.head == head


def test_a_repeated_command_keeps_its_remarks(founded: House) -> None:
    body = {
        "session": SESSION,
        "birth_date": "1990-01-01",
        "name_en": "A B",
        "entrant_no": "9",
    }
    first = founded.organizer.command("register-entrant", body, Idempotency_Key="k")
    founded.done("cancel-registration", {"entrant": "9"})
    assert (
        founded.organizer.command("register-entrant", body, Idempotency_Key="k").get_data()
        == first.get_data()
    )


def test_a_key_used_for_something_else_is_refused(in_play: House) -> None:
    first = {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    other = {"sheet": f"{SESSION}/1", "game": 2, "seats": scores(30, -10, -10, -10)}
    in_play.organizer.command("record-game-result", first, Idempotency_Key="k")
    head = in_play.head
    refused = in_play.organizer.command("record-game-result", other, Idempotency_Key="k")
    assert_problem(refused, 409, "command-id-reused")
    someone_else = in_play.client("chief_referee", "CR")
    assert_problem(
        someone_else.command("record-game-result", first, Idempotency_Key="k"), 409, "command-id-reused"
    )
    assert in_play.head == head


def test_a_late_duplicate_of_a_command_that_changed_nothing_undoes_nothing(in_play_on_each: House) -> None:
    house = in_play_on_each

    def language() -> str:
        entrant = house.desk.state(ID).entrants["0001"]
        return house.desk.directory.details(ID, [entrant])["0001"]["language"]

    chosen = language()
    same, other = (
        {"entrant": "0001", "language": language} for language in sorted(("en", "zh"), key=chosen.__ne__)
    )
    first = house.organizer.command("choose-language", same, Idempotency_Key="k1")
    assert (first.status_code, first.get_json()["events"]) == (200, [])
    assert house.organizer.command("choose-language", other, Idempotency_Key="k2").status_code == 201
    head = house.head
    late = house.organizer.command("choose-language", same, Idempotency_Key="k1")
    assert (late.status_code, late.headers["Idempotency-Replayed"]) == (200, "true")
    assert late.get_data() == first.get_data()
    reused = house.organizer.command("choose-language", other, Idempotency_Key="k1")
    assert_problem(reused, 409, "command-id-reused")
    assert house.head == head
    assert language() == other["language"] != chosen
    assert house.desk.log.verify(ID).fault is None


def test_a_refused_command_is_not_remembered_under_its_key(in_play: House) -> None:
    second_game = {"sheet": f"{SESSION}/1", "game": 2, "seats": scores(30, -10, -10, -10)}
    early = in_play.organizer.command("record-game-result", second_game, Idempotency_Key="g2")
    assert_problem(early, 409, "game-before-missing")
    in_play.done("record-game-result", {**second_game, "game": 1})
    assert (
        in_play.organizer.command("record-game-result", second_game, Idempotency_Key="g2").status_code == 201
    )


def test_one_key_sent_twice_at_once_has_one_effect(in_play_on_each: House) -> None:
    house = in_play_on_each
    before, _ = house.head
    body = {"sheet": f"{SESSION}/2", "game": 1, "seats": scores(30, -10, -10, -10)}
    gate = threading.Barrier(4)
    answers = []

    def send() -> None:
        gate.wait()
        answers.append(house.organizer.command("record-game-result", body, Idempotency_Key="race"))

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer.status_code for answer in answers) == [200, 200, 200, 201]
    assert len({answer.get_data() for answer in answers}) == 1
    assert house.head[0] == before + 1


@cases("key", ["", " ", "x" * 201, "schlüssel", "tab\there", "\x7f"])
def test_a_key_is_1_to_200_printable_ascii_characters(shared_founded: House, key: str) -> None:
    head = shared_founded.head
    response = shared_founded.organizer.command("check-in", {"entrant": "0001"}, Idempotency_Key=key)
    assert assert_problem(response, 400, "header-wrong")["where"] == {"field": "Idempotency-Key"}
    assert shared_founded.head == head


def test_a_key_of_200_characters_is_taken(founded: House) -> None:
    answer = founded.organizer.command(
        "set-consent", {"entrant": "0001", "shown": True}, Idempotency_Key="~" * 200
    )
    assert answer.status_code == 201


def test_what_happened_earlier_can_say_when(in_play: House) -> None:
    body = {"sheet": f"{SESSION}/1", "game": 1, "seats": scores(30, -10, -10, -10)}
    response = in_play.organizer.command("record-game-result", body, Occurred_At="2027-03-06T12:44:30+08:00")
    (event,) = response.get_json()["events"]
    assert event["occurred_at"] == "2027-03-06T04:44:30Z"
    assert event["recorded_at"] == "2027-03-06T04:45:00Z"


@cases(
    "moment",
    [
        "",
        "now",
        "2027-03-06",
        "2027-03-06T12:45:00",
        "0001-01-01T00:00:00+08:00",
        "1999-12-31T23:59:59Z",
        "1",
    ],
)
def test_a_time_without_zone_or_sense_is_refused(shared_in_play: House, moment: str) -> None:
    head = shared_in_play.head
    response = shared_in_play.organizer.command("call-time", {"session": SESSION}, Occurred_At=moment)
    assert_problem(response, 400, "header-wrong")
    assert shared_in_play.head == head


def test_the_future_is_refused(shared_in_play: House) -> None:
    response = shared_in_play.organizer.command(
        "call-time", {"session": SESSION}, Occurred_At="2027-03-06T23:00:00+08:00"
    )
    assert_problem(response, 422, "occurs-in-future")


def test_every_command_has_an_address_and_asks_for_its_own_right(shared_founded: House) -> None:
    display = shared_founded.client("display", "screen")
    for name in commands():
        if name == "define-tournament":
            continue
        assert COMMAND_RIGHTS[name]
        body = EXAMPLES.get(name, TOURNAMENT_FILE)
        assert_problem(shared_founded.anyone.command(name, body), 401, "unauthenticated")
        assert_problem(display.command(name, body), 403, "forbidden")


def test_every_example_is_read_as_its_command(founded: House) -> None:
    for name, body in EXAMPLES.items():
        response = founded.organizer.command(name, body)
        assert response.status_code in (200, 201, 404, 409, 422), (name, response.get_json())


def test_there_is_no_command_that_nobody_declared(shared_founded: House) -> None:
    assert_problem(shared_founded.organizer.command("burn-the-ledger", {}), 404, "route-unknown")
    assert_problem(shared_founded.organizer.command("define-tournament", {}), 404, "route-unknown")
    assert_problem(shared_founded.organizer.get(f"{BASE}/commands/check-in"), 405)


def test_a_command_to_no_tournament_is_refused(house: House) -> None:
    assert_problem(house.organizer.command("check-in", {"entrant": "1"}), 404, "tournament-unknown")


def test_as_of_belongs_to_reads(shared_founded: House) -> None:
    response = shared_founded.organizer.post(f"{BASE}/commands/check-in?as_of=1", {"entrant": "0001"})
    assert_problem(response, 400, "no-past-here")


def test_an_import_names_all_that_is_wrong_with_it_and_changes_nothing(shared_founded: House) -> None:
    before = shared_founded.head
    people = [{**person, "entrant_no": f"N{number}"} for number, person in enumerate(entrants(4))]
    people[1]["session"] = "2026-03-28/9"
    people[3]["birth_date"] = "2025-01-01"
    response = shared_founded.organizer.command("import-entrants", {"entrants": people})
    body = assert_problem(response, 404, "not-found")
    assert body["where"] == {"line": 2, "entrant_no": "N1", "field": "session"}
    (other,) = body["others"]
    assert (other["code"], other["where"]["line"], other["where"]["field"]) == ("too-young", 4, "birth_date")
    assert fixed("problem-too-young", minimum=7) in other["detail"]
    assert shared_founded.head == before


def test_it_is_remarked_that_a_session_starts_before_its_hour(in_play: House) -> None:
    for step in ("undo-session-start", "start-session"):
        more = {"reason": "Too soon."} if step == "undo-session-start" else {}
        answer = in_play.done(step, {"session": SESSION, **more})
    assert answer["remarks"] == []
    in_play.done("undo-session-start", {"session": SESSION, "reason": "Too soon."})
    in_play.clock.set(START - timedelta(minutes=5))
    (note,) = in_play.done("start-session", {"session": SESSION})["remarks"]
    assert note["code"] == "started-early"


def test_it_is_remarked_that_nobody_is_left_to_rule_on_open_cases(in_play: House) -> None:
    in_play.done("raise-dispute", {"sheet": f"{SESSION}/1", "statement": "It fell."})
    for referee in ("REF-9", "CR"):
        if referee == "REF-9":
            in_play.done("appoint-referee", {"referee": referee, "name": "Another"})
        answer = in_play.done("dismiss-referee", {"referee": referee, "reason": "Ill."})
        assert [note["code"] for note in answer["remarks"]] == ["no-chief-referee"][: referee == "CR"]


@cases(
    "command, body, field, code",
    [
        ("check-in", {"entrant": "0001", "colour": "red"}, "colour", "body-misshapen"),
        ("check-in", {}, "entrant", "body-misshapen"),
        (
            "import-entrants",
            {"entrants": [{"name_en": "A", "nick": "B"}]},
            "entrants[0].nick",
            "body-misshapen",
        ),
        ("import-entrants", {"entrants": []}, "entrants", "rows-missing"),
        ("import-results", {"rows": []}, "rows", "rows-missing"),
    ],
)
def test_what_is_wrong_with_a_body_is_said_at_its_field(
    founded: House, command: str, body: dict[str, Any], field: str, code: str
) -> None:
    for address in (f"{BASE}/commands/{command}", f"{BASE}/commands/{command}/preview"):
        problem = founded.organizer.post(address, body).get_json()
        assert (problem["type"], problem["where"]) == (f"/problems/{code}", {"field": field})
