"""Where processes keep the figures that `/metrics` shows.

Web processes keep theirs in one folder, so that each can answer for all. The environment decides that when
the library of figures is imported.
"""

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which several processes keep their figures together."""
_PREFIX = "tileledger-figures-"
_IN_USE = "in-use"
"""A file in the folder that is locked while any process that shares it lives."""


@contextmanager
def figures_together() -> Iterator[Path]:
    """A folder for the figures of the processes that are started meanwhile, and for what they share."""
    _remove_left_over()
    with tempfile.TemporaryDirectory(prefix=_PREFIX) as folder, _in_use(Path(folder)):
        os.environ[SHARED_FOLDER] = folder
        try:
            yield Path(folder)
        finally:
            os.environ.pop(SHARED_FOLDER, None)


def folder_together() -> Path | None:
    """The folder that this process shares with others; None for one that is alone."""
    folder = os.environ.get(SHARED_FOLDER)
    return None if folder is None else Path(folder)


def keep_figures_apart() -> None:
    """Have this process, which is no web process, keep its figures to itself, before it counts anything."""
    if together := os.environ.get(SHARED_FOLDER):
        os.environ[SHARED_FOLDER] = tempfile.mkdtemp(dir=together)


@contextmanager
def _in_use(folder: Path) -> Iterator[None]:
    """The lock, which processes that are forked hold as well. It has its name only once it is locked."""
    unnamed = folder / f"{_IN_USE}-soon"
    with unnamed.open("wb") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        unnamed.rename(folder / _IN_USE)
        yield


def _remove_left_over() -> None:
    """Take away the folders of processes that were killed, which could not do so themselves."""
    for folder in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*"):
        try:
            if folder.is_symlink() or folder.stat().st_uid != os.getuid():
                continue
            with (folder / _IN_USE).open("rb") as file:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            # In use, or going at this moment.
            continue
        shutil.rmtree(folder, ignore_errors=True)
