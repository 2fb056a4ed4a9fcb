"""What is costly to make and then only copied or read: made once in a run, by whichever worker needs it."""

import fcntl
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.workers import NUMBER


class MadeOnce:
    """Folders by name: `made_once("whole demo", play)` is the folder that `play` was given to fill."""

    def __init__(self, factory: pytest.TempPathFactory) -> None:
        place = factory.getbasetemp()
        # Workers have a folder each, in one for the whole run.
        place = place.parent if {NUMBER, "PYTEST_XDIST_WORKER"} & os.environ.keys() else place
        self._place = place / "made-once"
        self._place.mkdir(exist_ok=True)

    def __call__(self, name: str, make: Callable[[Path], object]) -> Path:
        folder = self._place / name
        with (self._place / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not folder.exists():
                unfinished = self._place / f"{name}.unfinished"
                shutil.rmtree(unfinished, ignore_errors=True)
                unfinished.mkdir()
                make(unfinished)
                unfinished.rename(folder)
        return folder
