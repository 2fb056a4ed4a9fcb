"""No long answer keeps its place for ever: an export breaks off, a stream ends where its reader can go on."""

import threading
from collections.abc import Callable

import pytest

from services.web import long_answers
from services.web.api import proof
from services.web.api.events import LONGEST, follow
from services.web.api.watching import HeadWatcher
from services.web.front.limits import Limits
from tests.api.conftest import BASE, ID, House
from tests.api.reading_streams import whole_events


class Hands:
    """A clock that moves on by so much whenever it is looked at."""

    def __init__(self, step: float) -> None:
        self.step, self.seconds = step, 0.0

    def __call__(self) -> float:
        self.seconds += self.step
        return self.seconds


def clocked(monkeypatch: pytest.MonkeyPatch, now: Callable[[], float]) -> None:
    """Let answers be sent by this clock, in small pieces."""
    monkeypatch.setattr(proof, "_PIECE", 1000)
    send = long_answers.LongAnswers.send
    monkeypatch.setattr(
        long_answers.LongAnswers, "send", lambda *given, **more: send(*given, **{**more, "now": now})
    )


def test_an_export_that_lasts_too_long_breaks_off_and_gives_its_place_back(
    in_play: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = in_play.organizer.get(f"{BASE}/export").get_data()
    clocked(monkeypatch, Hands(Limits().export_seconds / 10))
    for _ in range(20):  # more often than there are places
        response = in_play.organizer.get(f"{BASE}/export")
        read: list[bytes] = []
        with pytest.raises(long_answers.LastedTooLong):
            read.extend(response.iter_encoded())
        response.close()
        assert 5 < len(read) < 11
        assert whole.startswith(b"".join(read))
        assert b"eventlog.head" not in b"".join(read)


def test_an_export_within_its_time_is_whole(in_play: House, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = in_play.organizer.get(f"{BASE}/export").get_data()
    clocked(monkeypatch, Hands(Limits().export_seconds / 1000))
    assert in_play.organizer.get(f"{BASE}/export").get_data() == whole
    assert b"eventlog.head" in whole


def test_a_stream_ends_after_its_time_and_its_reader_goes_on_without_a_gap(in_play: House) -> None:
    stopping = threading.Event()
    found: list[str] = []
    watcher = HeadWatcher(in_play.desk.log.head, stopping, 0.01)
    late = threading.Timer(30, stopping.set)
    late.start()
    for shown in (True, False, True):
        after = int(found[-1]) if found else in_play.head[0]
        in_play.done("set-consent", {"entrant": "0001", "shown": shown})
        stream = follow(
            in_play.desk.log,
            watcher,
            ID,
            after,
            stopping=stopping,
            open_still=lambda: True,
            heartbeat=0.01,
            now=Hands(LONGEST / 20),
        )
        found += [event.id for event in whole_events(b"".join(stream).splitlines())]
    late.cancel()
    assert not stopping.is_set()
    last = in_play.head[0]
    assert found == [str(seq) for seq in range(last - 2, last + 1)]
