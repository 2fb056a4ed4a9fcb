"""A log that says ages in clear is handed out only to whoever asks for that and may have it."""

import pytest

from services.web.api.examples import TOURNAMENT_FILE
from shared.eventlog.transfer import verify_export
from tests.api.conftest import BASE, ID, SESSION, Client, House, assert_problem
from tests.earlier_log import LABEL, write_version_1

OUTLETS = ("events?limit=1000", "events/stream", "export", "export?public=true")


def asking(address: str) -> str:
    return f"{BASE}/{address}{'&' if '?' in address else '?'}with_ages=true"


@pytest.fixture
def old(house: House) -> House:
    """Registrations were written by version 1; one more event since."""
    assert house.organizer.post("/api/v1/tournaments", TOURNAMENT_FILE).status_code == 201
    house.done("appoint-referee", {"referee": "CR1", "name": "Judge", "chief": True})
    write_version_1(house.desk.log, house.desk.vault, ID, SESSION, None)
    house.done("set-consent", {"entrant": "0003", "shown": True})
    return house


@pytest.mark.parametrize("outlet", OUTLETS)
def test_a_log_with_ages_goes_out_only_where_they_are_asked_for(old: House, outlet: str) -> None:
    problem = assert_problem(old.organizer.get(f"{BASE}/{outlet}"), 409, "ages-in-clear")
    assert "with_ages=true" in problem["detail"]
    assert LABEL not in str(problem)
    answer = old.organizer.get(asking(outlet))
    assert answer.status_code == 200
    assert LABEL.encode() in answer.get_data(), "bytes that were written stay as they are"


@pytest.mark.parametrize("outlet", OUTLETS[:2])
def test_a_chief_referee_reads_the_feed_but_not_the_ages(old: House, outlet: str) -> None:
    chief = old.client("chief_referee", "CR1", ID)
    assert_problem(chief.get(f"{BASE}/{outlet}"), 409, "ages-in-clear")
    assert_problem(chief.get(asking(outlet)), 403, "forbidden")


def test_an_export_with_ages_verifies_as_ever(old: House) -> None:
    exported = old.organizer.get(asking("export?public=true")).get_data().splitlines(keepends=True)
    assert verify_export(exported).fault is None


def test_what_comes_after_the_ages_goes_out_freely(old: House) -> None:
    seq, _ = old.head
    assert [event["seq"] for event in old.organizer.get(f"{BASE}/events?after={seq - 1}").get_json()] == [seq]
    stream = old.organizer.get(f"{BASE}/events/stream", {"Last-Event-ID": str(seq - 1)})
    assert b"consent-changed" in stream.get_data()
    assert_problem(old.organizer.get(f"{BASE}/events?after={seq - 2}"), 409, "ages-in-clear")


def test_a_kept_answer_with_ages_is_nobody_elses(old: House) -> None:
    with_ages = old.organizer.get(asking(OUTLETS[0]))
    again = {"If-None-Match": with_ages.headers["ETag"]}
    assert old.organizer.get(asking(OUTLETS[0]), again).status_code == 304
    assert_problem(old.organizer.get(f"{BASE}/{OUTLETS[0]}", again), 409, "ages-in-clear")
    assert_problem(old.client("chief_referee", "CR1", ID).get(asking(OUTLETS[0]), again), 403, "forbidden")


@pytest.mark.parametrize("outlet", OUTLETS)
def test_a_log_of_today_has_none_and_flows_freely(founded: House, outlet: str) -> None:
    answers: list[bytes] = []
    for client in (founded.organizer, Client(founded.app, founded.organizer.token)):
        answers.append(client.get(f"{BASE}/{outlet}").get_data())
    assert b"entrant-registered" in answers[0]
    assert b'"age"' not in answers[0]


def test_a_command_sent_again_is_answered_without_ages(old: House) -> None:
    events = old.desk.events(ID, 0, 1000)
    assert {event.version for event in events if event.type == "entrant-registered"} == {2}
    assert not any(LABEL.encode() in bytes(event.data) for event in events)
