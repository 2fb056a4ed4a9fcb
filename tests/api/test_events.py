"""The feed of events as CloudEvents, and what it gives away: nothing about anyone."""

from urllib.parse import quote

import pytest

from shared.eventlog.cloudevents import parse
from tests.api.conftest import BASE, ID, House, assert_problem

BATCH = "application/cloudevents-batch+json"


def test_the_feed_is_a_batch_of_cloudevents_in_order(shared_in_play: House) -> None:
    response = shared_in_play.organizer.get(f"{BASE}/events?limit=1000")
    assert response.content_type == BATCH
    batch = response.get_json()
    assert [event["seq"] for event in batch] == list(range(1, shared_in_play.head[0] + 1))
    assert batch[-1]["hash"] == shared_in_play.head[1].hex()
    for event in batch:
        assert event["specversion"] == "1.0"
        assert event["id"] == f"{ID}/{event['seq']}"
        assert event["type"]
        assert event["source"]
        assert event["time"].endswith("Z")
        # CloudEvents 1.0: names of attributes are lower-case letters and digits.
        assert all(name.isalnum() and name == name.lower() for name in event)


def test_a_reader_that_goes_on_after_what_it_has_misses_nothing(shared_in_play: House) -> None:
    after, seen = 0, []
    while batch := shared_in_play.organizer.get(f"{BASE}/events?after={after}&limit=7").get_json():
        seen += [event["seq"] for event in batch]
        after = seen[-1]
    assert seen == list(range(1, shared_in_play.head[0] + 1))


def test_link_leads_to_the_next_page_while_there_is_one(shared_in_play: House) -> None:
    first = shared_in_play.organizer.get(f"{BASE}/events?limit=20")
    assert first.headers["Link"] == f'<{BASE}/events?limit=20&after=20>; rel="next"'
    last = shared_in_play.organizer.get(f"{BASE}/events?after=20")
    assert "Link" not in last.headers


def test_the_feed_as_of_a_moment_ends_there(shared_in_play: House) -> None:
    batch = shared_in_play.organizer.get(f"{BASE}/events?as_of=5&limit=1000").get_json()
    assert [event["seq"] for event in batch] == [1, 2, 3, 4, 5]
    moment = quote("2027-03-01T02:00:00Z")
    assert len(shared_in_play.organizer.get(f"{BASE}/events?as_of={moment}").get_json()) == 20


def test_the_feed_holds_no_personal_data_and_can_be_checked_all_the_same(shared_in_play: House) -> None:
    response = shared_in_play.organizer.get(f"{BASE}/events?limit=1000")
    for text in (b"Player", "玩家".encode(), b"@example.org", b"-05-17", b'"personal":'):
        assert text not in response.get_data()
    assert b"personaldigest" in response.get_data()


def test_each_event_reads_as_a_line_of_an_export(shared_in_play: House) -> None:
    body = shared_in_play.organizer.get(f"{BASE}/events?limit=1000").get_data()
    for line in (
        body.removeprefix(b"[")
        .removesuffix(b"]")
        .replace(b'},{"specversion"', b'}\n{"specversion"')
        .split(b"\n")
    ):
        event, _ = parse(line)  # type: ignore[misc]
        assert event.tournament_id == ID


@pytest.mark.parametrize("role", ["participant", "referee", "display"])
def test_the_feed_is_not_for_everyone(shared_in_play: House, role: str) -> None:
    assert_problem(shared_in_play.client(role, "0001").get(f"{BASE}/events"), 403, "forbidden")
    assert_problem(shared_in_play.anyone.get(f"{BASE}/events"), 401)


def test_a_place_that_is_no_seq_is_refused(shared_in_play: House) -> None:
    for after in ("x", "-1", "1.5", "9" * 30, "٣"):
        assert_problem(shared_in_play.organizer.get(f"{BASE}/events?after={after}"), 400)
    assert shared_in_play.organizer.get(f"{BASE}/events?after=99999999").get_json() == []
