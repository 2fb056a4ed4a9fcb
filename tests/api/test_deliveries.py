"""Over HTTP: what became of notices, and trying again, muting and releasing."""

from datetime import datetime

import pytest

from services.delivery.muting import Muting
from shared.vault import Vault
from tests.api.conftest import BASE, ID, House, assert_problem, found
from tests.api.outcomes import three_outcomes as made_of

DELIVERIES = f"{BASE}/deliveries"


def three_outcomes(house: House) -> str:
    """Of a notice one delivery was read, one given up, and one person has no address; its reference."""
    return made_of(house.desk.log.database, ID, house.clock.now())


def test_counts_and_whom_nothing_reached_are_told(founded: House) -> None:
    reference = three_outcomes(founded)
    answer = founded.organizer.get(DELIVERIES).get_json()
    (line,) = answer["notices"]
    expected = {"reference": reference, "sent": 1, "acknowledged": 1, "failed": 1, "dead": 1, "unlinked": 1}
    assert expected.items() <= line.items()
    assert answer["unreached"] == answer["muted"] == []
    detail = founded.organizer.get(f"{DELIVERIES}?notice={reference}").get_json()
    assert [missing["recipient"] for missing in detail["unreached"]] == ["entrant:0002", "entrant:0003"]
    assert b"Number1" not in founded.organizer.get(DELIVERIES).get_data(), "numbers only"


@pytest.mark.parametrize("kind", ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def test_on_each_database_what_waits_is_not_done(
    request: pytest.FixtureRequest, vault: Vault, kind: str
) -> None:
    house = found(House(request.getfixturevalue(f"{kind}_database"), vault))
    three_outcomes(house)
    (line,) = house.organizer.get(DELIVERIES).get_json()["notices"]
    assert (line["progress"], line["due_at"]) == ("done", None)
    house.organizer.post(f"{DELIVERIES}/requeue", {})
    (line,) = house.organizer.get(DELIVERIES).get_json()["notices"]
    assert (line["progress"], line["pending"]) == ("sending", 1)
    assert datetime.fromisoformat(line["due_at"]) == house.clock.now()


def test_a_page_leads_to_the_next_and_an_unchanged_answer_is_not_sent_again(founded: House) -> None:
    three_outcomes(founded)
    first = founded.organizer.get(f"{DELIVERIES}?limit=1")
    assert "Link" not in first.headers, "there is but one"
    tag = first.headers["ETag"]
    again = founded.organizer.get(f"{DELIVERIES}?limit=1", {"If-None-Match": tag})
    assert again.status_code == 304
    assert founded.organizer.get(f"{DELIVERIES}?after=1").get_json()["notices"] == []


def test_what_was_given_up_is_tried_once_more(founded: House) -> None:
    reference = three_outcomes(founded)
    assert founded.organizer.post(f"{DELIVERIES}/requeue", {"notice": reference}).get_json() == {
        "requeued": 1
    }
    assert founded.organizer.post(f"{DELIVERIES}/requeue", {}).get_json() == {"requeued": 0}
    (line,) = founded.organizer.get(DELIVERIES).get_json()["notices"]
    assert (line["pending"], line["failed"], line["sent"]) == (1, 0, 1)


def test_a_tournament_is_muted_and_released(founded: House) -> None:
    muting = Muting(founded.desk.log.database, founded.clock)
    (muted,) = founded.organizer.post(f"{DELIVERIES}/mute", {"why": "a copy"}).get_json()["muted"]
    assert (muted["why"], muted["everything"]) == ("a copy", False)
    assert [other.tournament for other in muting.muted()] == [ID]
    muting.mute("another one", "another-cup")
    muting.mute("on the command line")
    (left,) = founded.organizer.post(f"{DELIVERIES}/release", None).get_json()["muted"]
    assert left["everything"], "that is not the organizer's to end"
    assert [other.tournament for other in muting.muted()] == ["", "another-cup"]


def test_what_is_not_there_and_who_may_not_are_refused(founded: House) -> None:
    three_outcomes(founded)
    organizer, referee = founded.organizer, founded.client("chief_referee", "CR")
    assert_problem(organizer.get(f"{DELIVERIES}?notice=N-999"), 404, "not-found")
    assert_problem(organizer.post(f"{DELIVERIES}/requeue", {"notice": "N-999"}), 404, "not-found")
    elsewhere = DELIVERIES.replace(ID, "nowhere")
    assert_problem(organizer.get(elsewhere), 404, "tournament-unknown")
    for what in ("requeue", "mute", "release"):
        assert_problem(organizer.post(f"{elsewhere}/{what}", {}), 404, "tournament-unknown")
        assert_problem(referee.post(f"{DELIVERIES}/{what}", {}), 403, "forbidden")
        assert_problem(founded.client("service", "s").post(f"{DELIVERIES}/{what}", {}), 403, "forbidden")
    assert_problem(referee.get(DELIVERIES), 403, "forbidden")
    assert founded.client("service", "s").get(DELIVERIES).status_code == 200


def hold(house: House) -> None:
    """A notice that piled up while nobody sent."""
    with house.desk.log.database.writing() as driver:
        driver.execute(
            "INSERT INTO fan_out (tournament_id, notice, reference, seq, kind, lane, status, due_at, cursor) "
            f"VALUES ('{ID}', 'a ruling', 'N-1', 1, 'ruling', 1, 'held', 0, '')"
        )


def progress(house: House) -> str:
    with house.desk.log.database.connection() as driver:
        (status,) = driver.execute("SELECT status FROM fan_out WHERE notice = 'a ruling'").fetchone()
    return str(status)


def test_what_is_held_is_shown_and_released_or_dropped_by_the_organizer_alone(founded: House) -> None:
    for path, status in (("drop", "dropping"), ("release", "open")):
        with founded.desk.log.database.writing() as driver:
            driver.execute("DELETE FROM fan_out WHERE notice = 'a ruling'")
        hold(founded)
        assert founded.organizer.get(DELIVERIES).get_json()["held"] == {"ruling": 1}
        service = founded.client("service", "robot", ID)
        assert_problem(service.post(f"{DELIVERIES}/{path}", None), 403, "forbidden")
        assert progress(founded) == "held"
        assert founded.organizer.post(f"{DELIVERIES}/{path}", None).status_code == 200
        assert progress(founded) == status
        assert founded.organizer.get(DELIVERIES).get_json()["held"] == {}
