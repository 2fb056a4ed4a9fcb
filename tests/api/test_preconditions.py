"""If-Match names where the log is expected to end; a command on another head is not carried out."""

import threading

import pytest

from services.web.api.examples import TOURNAMENT_FILE
from tests.api.conftest import BASE, ID, House, assert_problem
from tests.cases import cases

BODY = {"entrant": "0001", "shown": True}


def head_of(house: House) -> str:
    return house.anyone.get(BASE).headers["Tournament-Head"]


def test_a_command_on_the_head_that_was_seen_is_carried_out(founded: House) -> None:
    seen = head_of(founded)
    done = founded.organizer.command("set-consent", BODY, If_Match=seen)
    assert done.status_code == 201
    assert done.headers["Tournament-Head"] == head_of(founded) != seen


@pytest.mark.parametrize("form", ["seq", "tag", "one of several", "any"])
def test_the_head_is_named_by_seq_by_its_tag_among_others_or_not_at_all(founded: House, form: str) -> None:
    tag, seq = head_of(founded), founded.anyone.get(f"{BASE}/standings").get_json()["seq"]
    text = {"seq": f'"{seq}"', "tag": tag, "one of several": f'"1", {tag}', "any": "*"}[form]
    assert founded.organizer.command("set-consent", BODY, If_Match=text).status_code == 201


def test_a_command_on_a_head_that_has_moved_is_refused_and_changes_nothing(founded: House) -> None:
    seen = head_of(founded)
    founded.done("set-consent", BODY)
    head = founded.head
    for text in (seen, f'"{head[0] - 1}"', f'"{head[0] + 1}"', f'"{head[0]}-{"0" * 64}"', '"0"'):
        refused = founded.organizer.command(
            "choose-language", {"entrant": "0001", "language": "en"}, If_Match=text
        )
        assert_problem(refused, 412, "precondition-failed")
        preview = founded.organizer.command(
            "choose-language/preview", {"entrant": "0001", "language": "en"}, If_Match=text
        )
        assert_problem(preview, 412, "precondition-failed")
    assert founded.head == head


def test_of_many_on_the_same_head_one_is_carried_out(founded: House) -> None:
    seen, statuses = head_of(founded), []

    def send(entrant: int) -> None:
        body = {"entrant": f"{entrant:04d}", "name_en": f"Renamed {entrant}"}
        statuses.append(founded.organizer.command("amend-details", body, If_Match=seen).status_code)

    threads = [threading.Thread(target=send, args=(number,)) for number in range(1, 7)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(statuses) == [201, 412, 412, 412, 412, 412]


def test_a_command_known_under_its_key_is_answered_again_though_the_head_has_moved(founded: House) -> None:
    headers = {"If_Match": head_of(founded), "Idempotency_Key": "consent-1"}
    first = founded.organizer.command("set-consent", BODY, **headers)
    again = founded.organizer.command("set-consent", BODY, **headers)
    assert (first.status_code, again.status_code) == (201, 200)
    assert again.get_data() == first.get_data()
    assert again.headers["Tournament-Head"] == first.headers["Tournament-Head"]


@cases("text", ['W/"5"', "5", '"five"', '"5-abc"', '"05"', "", '"1",' * 20 + '"1"', "*, *"])
def test_what_names_no_head_is_refused(shared_founded: House, text: str) -> None:
    head = shared_founded.head
    refused = shared_founded.organizer.command("set-consent", BODY, If_Match=text)
    assert assert_problem(refused, 400, "header-wrong")["where"] == {"field": "If-Match"}
    assert shared_founded.head == head


@pytest.mark.parametrize("name", ["If-None-Match", "If-Unmodified-Since"])
def test_a_condition_that_nobody_would_look_at_is_refused(shared_founded: House, name: str) -> None:
    head = shared_founded.head
    for path in ("commands/set-consent", "commands/set-consent/preview"):
        assert_problem(
            shared_founded.organizer.post(f"{BASE}/{path}", BODY, {name: "*"}), 400, "header-wrong"
        )
    refused = shared_founded.organizer.post(f"{BASE}/what-if", {"without": []}, {"If-Match": "*"})
    assert_problem(refused, 400, "header-wrong")
    assert shared_founded.head == head


def test_nothing_is_founded_on_a_head_that_is_not_there(house: House) -> None:
    for etag in ("*", '"1"', '"0"'):
        refused = house.organizer.post("/api/v1/tournaments", TOURNAMENT_FILE, {"If-Match": etag})
        assert_problem(refused, 412, "precondition-failed")
    assert ID not in house.desk.log.tournaments()
