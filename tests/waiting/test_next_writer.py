"""Who waits to write to a SQLite file is next, however busy the machine and whoever writes on."""

import fcntl
import os
import signal
from multiprocessing.synchronize import Event
from pathlib import Path
from time import monotonic, sleep

from shared.database.queue import FileQueue
from tests.forking import processes

PATIENCE = 60.0


def _write_once(path: str, had: Event) -> None:
    queue = FileQueue(path)
    if queue.enter(PATIENCE):
        had.set()
        queue.leave()


def _is_next(path: str) -> bool:
    """Whether somebody waits for the turn."""
    file = os.open(f"{path}-queue-next", os.O_RDWR)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(file)
    return False


def test_who_writes_on_does_not_pass_over_one_that_waits_and_is_given_no_time(tmp_path: Path) -> None:
    path = str(tmp_path / "log.db")
    queue, had = FileQueue(path), processes.Event()
    assert queue.enter(PATIENCE)
    waiting = processes.Process(target=_write_once, args=(path, had))
    waiting.start()
    assert waiting.pid is not None
    until = monotonic() + PATIENCE
    while not _is_next(path) and monotonic() < until:
        sleep(0.01)
    os.kill(waiting.pid, signal.SIGSTOP)
    queue.leave()
    assert not queue.enter(0.5)
    os.kill(waiting.pid, signal.SIGCONT)
    assert had.wait(PATIENCE)
    assert queue.enter(PATIENCE)
    queue.leave()
    waiting.join()
    queue.close()
