"""Server-sent events: each event once and in order, however often the line is cut."""

import threading
from collections.abc import Iterator
from datetime import timedelta

import msgspec

from services.access.kinds import TOKEN
from services.web.api.events import follow
from services.web.api.watching import HeadWatcher
from shared.eventlog import EMPTY, Head
from tests.api.conftest import BASE, ID, House, assert_problem
from tests.api.reading_streams import Told, whole_events
from tests.cases import cases

ADDRESS = f"{BASE}/events/stream"


def test_each_event_has_its_seq_as_id_its_type_and_its_cloudevent(shared_in_play: House) -> None:
    response = shared_in_play.organizer.get(ADDRESS)
    assert response.content_type == "text/event-stream"
    assert response.headers["Cache-Control"] == "no-store"
    assert response.get_data().startswith(b"retry: 3000\n\n")
    found = whole_events(response.get_data().splitlines())
    feed = shared_in_play.organizer.get(f"{BASE}/events?limit=1000").get_json()
    assert [step.data for step in found] == feed
    assert [step.id for step in found] == [str(event["seq"]) for event in feed]
    assert [step.event for step in found] == [event["type"] for event in feed]
    assert b'"personal":' not in response.get_data()


def test_it_goes_on_after_the_last_event_one_has(shared_in_play: House) -> None:
    seq, _ = shared_in_play.head
    for address, header in (
        (ADDRESS, {"Last-Event-ID": str(seq - 2)}),
        (f"{ADDRESS}?after={seq - 2}", {}),
        (f"{ADDRESS}?after=3", {"Last-Event-ID": str(seq - 2)}),
    ):
        found = whole_events(shared_in_play.organizer.get(address, header).get_data().splitlines())
        assert [step.id for step in found] == [str(seq - 1), str(seq)]
    nothing = shared_in_play.organizer.get(ADDRESS, {"Last-Event-ID": str(seq)})
    assert whole_events(nothing.get_data().splitlines()) == []


@cases("text", ["", "x", "-1", "1.5", "9" * 30, "\xb3", "1 2"])
def test_a_last_event_id_that_is_none_is_refused(shared_in_play: House, text: str) -> None:
    problem = assert_problem(
        shared_in_play.organizer.get(ADDRESS, {"Last-Event-ID": text}), 400, "after-unclear"
    )
    assert problem["where"] == {"field": "Last-Event-ID"}
    assert_problem(shared_in_play.organizer.get(f"{ADDRESS}?after=x"), 400, "after-unclear")


def test_an_event_that_the_log_does_not_have_is_no_place_to_go_on_from(shared_in_play: House) -> None:
    beyond = {"Last-Event-ID": str(shared_in_play.head[0] + 1)}
    assert_problem(shared_in_play.organizer.get(ADDRESS, beyond), 404, "moment-after-end")


def test_the_stream_has_no_past_and_is_not_for_everyone(shared_in_play: House) -> None:
    assert_problem(shared_in_play.organizer.get(f"{ADDRESS}?as_of=5"), 400, "no-past-here")
    for role in ("participant", "referee", "display"):
        assert_problem(shared_in_play.client(role, "0001").get(ADDRESS), 403, "forbidden")
    assert_problem(shared_in_play.anyone.get(ADDRESS), 401, "unauthenticated")
    unknown = shared_in_play.organizer.get(ADDRESS.replace(ID, "no-cup"))
    assert_problem(unknown, 404, "tournament-unknown")


def test_silence_is_broken_by_a_comment(in_play: House) -> None:
    stopping = threading.Event()
    watcher = HeadWatcher(in_play.desk.log.head, stopping, 0.01)
    seq, _ = in_play.head
    stream = follow(
        in_play.desk.log, watcher, ID, seq, stopping=stopping, open_still=lambda: True, heartbeat=0.01
    )
    assert [next(stream) for _ in range(3)] == [b"retry: 3000\n\n", b":\n\n", b":\n\n"]
    in_play.done("set-consent", {"entrant": "0001", "shown": True})
    assert any(b"id: %d\n" % (seq + 1) in next(stream) for _ in range(1000))
    stopping.set()
    assert len(list(stream)) <= 2


def test_a_stream_ends_when_its_token_is_revoked_or_expires(in_play: House) -> None:
    in_play.stopping.clear()
    for end in ("revoked", "expired"):
        client = in_play.client("service", "robot")
        stream = iter(client.get(f"{ADDRESS}?after={in_play.head[0] - 1}").iter_encoded())
        assert next(stream).startswith(b"retry")
        assert next(stream).startswith(b"id: ")
        if end == "revoked":
            in_play.desk.grants.revoke_all([TOKEN], "robot")
        else:
            in_play.clock.advance(timedelta(days=31))
            in_play.organizer = in_play.client("organizer", "org-2")
        in_play.done("set-consent", {"entrant": "0001", "shown": end == "revoked"})
        assert list(stream) == []


def test_one_watcher_reads_each_head_for_all_who_wait() -> None:
    stopping, read = threading.Event(), []
    seq = 0

    def head(tournament: str) -> Head:
        read.append(threading.current_thread().name)
        return msgspec.structs.replace(EMPTY, seq=seq)

    watcher = HeadWatcher(head, stopping, 0.01)
    woken: list[bool] = []

    def wait() -> None:
        with watcher.watching("cup"):
            woken.append(watcher.wait_beyond("cup", 0, 60))

    waiting = [threading.Thread(target=wait) for _ in range(8)]
    for thread in waiting:
        thread.start()
    assert not watcher.wait_beyond("cup", 0, 0.05)
    seq = 1
    for thread in waiting:
        thread.join()
    assert woken == [True] * 8
    assert set(read) == {"heads"}


def test_the_watcher_outlives_a_database_that_cannot_be_reached() -> None:
    answers: Iterator[OSError | Head] = iter([OSError("gone"), OSError("gone")])

    def head(tournament: str) -> Head:
        answer = next(answers, msgspec.structs.replace(EMPTY, seq=1))
        if isinstance(answer, OSError):
            raise answer
        return answer

    watcher = HeadWatcher(head, threading.Event(), 0.001)
    with watcher.watching("cup"):
        assert watcher.wait_beyond("cup", 0, 60)


def test_told_reads_fields_as_the_standard_says() -> None:
    lines = [
        b"retry: 3000",
        b"",
        b":",
        b"",
        b"id: 7",
        b"event: x",
        b'data: {"a":',
        b"data: 1}",
        b"",
        b"id: 8",
    ]
    assert whole_events(lines) == [Told("7", "x", {"a": 1})]
