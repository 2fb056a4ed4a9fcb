"""Which reads go to a standby, by what the servers say of themselves."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from shared.clock import SystemClock
from shared.database import standby
from shared.database.driver import Driver
from shared.database.failures import DATABASE_AWAY
from shared.database.standby import Standby, standby_read
from tests.refusing import refusing


class Place:
    """A server, and a connection to it."""

    started = "at noon"

    def __init__(self, position: int, *, replays: bool, cluster: int = 1) -> None:
        self.position, self.replays, self.cluster = position, replays, cluster
        self.away = False
        self.closed = 0

    def execute(self, sql: str, parameters: Any = ()) -> "Place":
        return self

    def fetchone(self) -> tuple[str, str | None, int]:
        return f"{self.cluster}/log", None if self.replays else self.started, self.position

    def close(self) -> None:
        self.closed += 1

    @contextmanager
    def connection(self) -> Iterator[Driver]:
        if self.away:
            raise DATABASE_AWAY(seconds=2)
        yield self  # type: ignore[misc]

    reading = connection


@pytest.fixture
def primary() -> Place:
    return Place(10, replays=False)


def over(copy: Place, primary: Place) -> tuple[Standby, list[str]]:
    """Both as they are seen once, and why the standby is not read from, look by look."""
    why: list[str] = []
    made = Standby(copy, primary, SystemClock(), 10, lambda age, text: why.append(text))
    made.look()
    return made, why


def source(made: Standby) -> str:
    def answer() -> str:
        read = standby_read()
        return "primary" if read is None else "alone" if read.alone else "standby"

    return made.read(answer)


def test_what_has_replayed_all_is_read_and_of_another_cluster_nothing(primary: Place) -> None:
    assert source(over(Place(10, replays=True), primary)[0]) == "standby"
    assert source(over(Place(9, replays=True), primary)[0]) == "primary"
    made, why = over(Place(99, replays=True, cluster=2), primary)
    assert source(made) == "primary"
    assert why == ["it is of another cluster"]
    primary.away = True
    made.look()
    assert source(made) == "primary"


def test_a_connection_to_another_standby_has_to_be_as_far(primary: Place) -> None:
    copy = Place(10, replays=True)
    made, _ = over(copy, primary)

    def answer() -> None:
        read = standby_read()
        if read is None:
            return
        behind = Place(9, replays=True)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(read, "_database", behind)
            with refusing("database-busy"), read.connection():
                pass
            behind.position = 10
            with read.reading() as driver:
                assert driver is behind  # type: ignore[comparison-overlap]

    made.read(answer)


def test_a_connection_that_leads_to_a_primary_by_now_is_read_from_and_let_go(primary: Place) -> None:
    copy = Place(10, replays=False)
    made, _ = over(copy, primary)
    assert source(made) == "standby"
    assert copy.closed == 1


def test_while_the_primary_is_away_another_connection_to_the_standby_is_tried(primary: Place) -> None:
    made, _ = over(Place(10, replays=True), primary)
    primary.away = True
    made.look()
    tried = []

    def answer() -> str:
        tried.append(standby_read())
        if len(tried) == 1:
            raise DATABASE_AWAY(seconds=2)
        return "answered"

    assert made.read(answer) == "answered"
    assert all(read is not None and read.alone for read in tried)


def test_what_looks_as_if_it_were_the_primary_but_replays_counts_as_away() -> None:
    copy = Place(10, replays=True)
    made, _ = over(copy, Place(10, replays=False))
    made._primary = Place(10, replays=True)
    made.look()
    assert source(made) == "alone"


def test_what_is_older_than_an_hour_is_not_shown(primary: Place, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [0.0]
    monkeypatch.setattr(standby, "monotonic", lambda: now[0])
    made, why = over(Place(10, replays=True), primary)
    primary.position, now[0] = 11, 1800.0
    made.look()
    primary.away = True
    made.look()
    assert source(made) == "alone"
    now[0] = 3700.0
    made.look()
    assert why[-1] == "its age is unknown"
    assert source(made) == "primary"


def test_a_standby_that_was_promoted_beside_its_primary_is_not_read(primary: Place) -> None:
    copy = Place(10, replays=True)
    made, why = over(copy, primary)
    copy.replays, copy.started = False, "later"
    made.look()
    assert (source(made), why[-1]) == ("primary", "it is a primary of its own")
    primary.away = True
    made.look()
    assert source(made) == "primary", "nor once the primary is away"


def test_a_standby_that_was_promoted_as_its_primary_went_is_read(primary: Place) -> None:
    copy = Place(10, replays=True)
    made, _ = over(copy, primary)
    primary.away = True
    made.look()
    copy.replays, copy.started = False, "later"
    assert source(made) == "alone"


def test_what_a_standby_refuses_or_lacks_the_primary_is_asked_for(primary: Place) -> None:
    made, _ = over(Place(10, replays=True), primary)

    def answer() -> str:
        if standby_read() is not None:
            raise LookupError("not there yet")
        return "primary"

    assert made.read(answer) == "primary"


def test_a_look_that_fails_is_followed_by_others(monkeypatch: pytest.MonkeyPatch) -> None:
    looks = []

    def look() -> None:
        looks.append(1)
        raise LookupError("by chance")

    def stop_after_three(_: float) -> None:
        if len(looks) == 3:
            raise KeyboardInterrupt

    monkeypatch.setattr(standby, "sleep", stop_after_three)
    with pytest.raises(KeyboardInterrupt):
        standby._again_and_again(look)
    assert len(looks) == 3
