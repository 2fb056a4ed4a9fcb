"""Child processes: what they answer, how they end, and that nothing of this process crosses into them."""

import os
import random
import signal
import sys
import threading
import time
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shared import children
from shared.children import start, stop
from shared.database.failures import DATABASE_BUSY
from shared.outcome import outcome
from tests.refusing import refusing
from tests.sampling import mostly_wide

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="only Linux has /proc and copies processes")

PATIENCE = 30.0


@pytest.fixture(params=mostly_wide(["a copy", "started anew"], ["a copy"]))
def mostly_copied(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """In both ways, where it makes hardly any difference in which."""
    come_about(request.param, monkeypatch)


@pytest.fixture(params=["a copy", "started anew"])
def way(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """Children come about in both ways."""
    come_about(request.param, monkeypatch)
    return str(request.param)


def come_about(way: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "_may_copy", way == "a copy")
    monkeypatch.setattr(threading, "active_count", lambda: 1)


def what_it_is(text: str) -> tuple[str, str, bool]:
    return (
        text,
        Path("/proc/self/comm").read_text().strip(),
        signal.getsignal(signal.SIGINT) is signal.SIG_IGN,
    )


def draws() -> tuple[float, bytes]:
    return random.random(), AESGCM.generate_key(256)


def refuses(table: str) -> None:
    raise DATABASE_BUSY(seconds=table).at(line=3).after(7)


def fails() -> None:
    raise LookupError("not there")


class Unreadable(Exception):
    """One that no other process can read."""

    def __init__(self, first: str, second: str) -> None:
        super().__init__(f"{first} {second}")


def fails_unreadably() -> None:
    raise Unreadable("cannot be", "read")


def kills_itself() -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def waits() -> None:
    Path("willing").touch()
    time.sleep(PATIENCE)


def is_deaf() -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    Path("deaf").touch()
    time.sleep(PATIENCE)


def test_a_child_has_its_name_gives_its_answer_and_leaves_ctrl_c_to_its_parent(
    way: str, capfd: pytest.CaptureFixture[str]
) -> None:
    assert outcome("tl-test", what_it_is, "text") == ("text", "tl-test", True)
    assert capfd.readouterr() == ("", ""), "it ended by itself, in good order"


def test_each_child_has_chance_of_its_own(mostly_copied: None) -> None:
    drawn = [outcome("tl-test", draws) for _ in range(2)] + [draws()]
    assert len({number for number, _ in drawn}) == len({key for _, key in drawn}) == 3


def test_what_a_child_raises_is_raised_here(way: str) -> None:
    with pytest.raises(LookupError, match="not there"):
        outcome("tl-test", fails)
    with pytest.raises(RuntimeError, match="Unreadable: cannot be read"):
        outcome("tl-test", fails_unreadably)


def test_a_problem_comes_as_it_was(way: str) -> None:
    with refusing("database-busy") as raised:
        outcome("tl-test", refuses, "A1")
    problem = raised.value
    assert (dict(problem.params), dict(problem.where), problem.retry_after) == (
        {"seconds": "A1"},
        {"line": 3},
        7,
    )
    assert problem.kind is DATABASE_BUSY


def test_a_child_says_why_it_could_not_start(mostly_copied: None) -> None:
    child = start("tl-test", refuses, "A1")
    child.join(PATIENCE)
    refusal = child.refusal()
    assert refusal is not None
    assert (refusal.code, child.exit_code) == ("database-busy", 1)
    child.close()


def test_a_child_that_is_killed_gives_no_answer(mostly_copied: None) -> None:
    with pytest.raises(ChildProcessError, match="tl-test ended with -9"):
        outcome("tl-test", kills_itself)


class _Deaf:
    """Where an exception is ignored, as Python does while an object is destroyed."""

    def __del__(self) -> None:
        time.sleep(PATIENCE)


def destroys() -> None:
    deaf = _Deaf()
    Path("destroying").touch()
    del deaf
    time.sleep(PATIENCE)


def kill_once_there(file: str, parent: int) -> None:
    while not Path(file).exists():
        time.sleep(0.01)
    found = Path(f"/proc/{parent}/task").glob("*/children")
    for pid in " ".join(path.read_text() for path in found).split():
        if Path(f"/proc/{pid}/comm").read_text().strip() == "tl-test":
            os.kill(int(pid), signal.SIGTERM)


def test_a_child_that_is_told_to_end_where_it_cannot_listen_ends_a_little_later(
    mostly_copied: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    beside = threading.Thread(target=kill_once_there, args=("destroying", os.getpid()))
    beside.start()
    begun = time.monotonic()
    with pytest.raises(ChildProcessError, match=f"ended with -{signal.SIGALRM:d}"):
        outcome("tl-test", destroys)
    beside.join()
    assert time.monotonic() - begun < PATIENCE


def test_a_child_that_does_not_end_is_killed(
    way: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    willing, deaf = start("tl-willing", waits), start("tl-deaf", is_deaf)
    deadline = time.monotonic() + PATIENCE
    while not (Path("willing").exists() and Path("deaf").exists()):
        assert time.monotonic() < deadline
        time.sleep(0.01)
    pid = deaf.pid
    assert stop([willing, deaf], 2.0) == [pid]
    assert (willing.exit_code, deaf.exit_code) == (-signal.SIGTERM, -signal.SIGKILL)


def test_where_threads_run_or_databases_may_be_open_nothing_is_copied(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(children, "_may_copy", False)  # a test before may have run a program here
    assert children._context().get_start_method() == "spawn", "nobody has said that it may be copied"
    monkeypatch.setattr(children, "_may_copy", True)
    enough = threading.Event()
    beside = threading.Thread(target=enough.wait)
    beside.start()
    try:
        assert children._context().get_start_method() == "spawn"
    finally:
        enough.set()
        beside.join()


def test_a_problem_type_of_a_module_that_is_not_imported_is_understood() -> None:
    rebuild, (_, *rest) = DATABASE_BUSY.__reduce__()
    kind = rebuild("of-another-module", *rest)
    assert (kind.code, kind.status) == ("of-another-module", DATABASE_BUSY.status)
    assert kind.retry_after == DATABASE_BUSY.retry_after
    assert rebuild(DATABASE_BUSY.code, *rest) is DATABASE_BUSY
