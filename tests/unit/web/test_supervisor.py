"""Keeping processes: one that cannot be started now is started later, and only a needed one ends all."""

import sys

import pytest

from services.web.front.supervisor import Post, Supervisor
from shared import children
from shared.children import Child, start
from shared.database.failures import DATABASE_BUSY
from shared.problems import NOT_FOUND
from tests.refusing import refusing


@pytest.fixture(autouse=True)
def _copied(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes are copies of this one, as in the program, which take a tenth of the time of new ones."""
    monkeypatch.setattr(children, "_may_copy", sys.platform == "linux")


def refuses() -> None:
    raise NOT_FOUND(what="secret", id="x")


def passes() -> None:
    raise DATABASE_BUSY(seconds=1)


def test_a_process_that_there_is_no_room_for_is_started_later() -> None:
    tries: list[int] = []

    def start_or_fail() -> Child:
        tries.append(len(tries))
        if len(tries) == 1:
            raise OSError("no room")
        return start("tl-test", refuses)

    with refusing(NOT_FOUND.code):
        Supervisor([Post(start_or_fail)], lambda problem: False).run()
    assert tries == [0, 1]


def test_a_reason_that_passes_or_of_a_process_that_is_not_needed_ends_nothing() -> None:
    started: list[str] = []
    ended: list[tuple[str, int | None, float]] = []

    def post(name: str, *, needed: bool) -> Post:
        def start_next() -> Child:
            started.append(name)
            enough = name == "needed" and started.count(name) > 1
            return start("tl-test", refuses if enough or not needed else passes)

        return Post(start_next, needed, lambda _, code, pause: ended.append((name, code, pause)))

    posts = [post("needed", needed=True), post("spare", needed=False)]
    with refusing(NOT_FOUND.code):
        Supervisor(posts, lambda problem: problem.kind is DATABASE_BUSY).run()
    assert ("needed", 1, 0.5) in ended, "the first end"
    assert ("needed", 1, 1.0) in ended, "the pause has grown"
    assert ("spare", 1, 0.5) in ended
