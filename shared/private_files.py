"""Files that only their owner may read, whatever the umask: databases, keys, exports with personal data."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

MODE = 0o600
FOLDER_MODE = 0o700
OTHERS = 0o077
"""The bits that let anyone but the owner do anything."""


def open_private(file: Path) -> BinaryIO:
    """Open a file for writing, emptied, for its owner only, also where it was there for others.

    Raises:
        OSError: it cannot be made or is another's.
    """
    descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_CLOEXEC, MODE)
    try:
        os.fchmod(descriptor, MODE)
        return os.fdopen(descriptor, "wb")
    except BaseException:
        os.close(descriptor)
        raise


@contextmanager
def whole_file(file: Path, *, private: bool = True) -> Iterator[BinaryIO]:
    """Write a file that gets its name when it is whole and on the disk; until then what was there stays.

    What is there and no file, as a terminal, is written to as it is.

    Args:
        private: for its owner only; else the umask says who may read it.

    Raises:
        OSError: it cannot be made.
    """
    if file.exists() and not file.is_file():
        with file.open("wb") as out:
            yield out
        return
    place = file.resolve()
    partial = place.with_name(f"{place.name}.partial")
    try:
        with open_private(partial) if private else partial.open("wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        partial.replace(place)
    finally:
        partial.unlink(missing_ok=True)


def make_private(file: Path) -> None:
    """Make an empty file for its owner only; one that is there is left as it is."""
    with suppress(FileExistsError):
        descriptor = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, MODE)
        try:
            os.fchmod(descriptor, MODE)
        finally:
            os.close(descriptor)


def make_private_folder(folder: Path) -> None:
    """Make a folder and those missing above it, for their owner only; what is there stays as it is."""
    if not folder.parent.exists():
        make_private_folder(folder.parent)
    with suppress(FileExistsError):
        folder.mkdir(FOLDER_MODE)
    if not folder.is_dir():
        raise NotADirectoryError(20, "Not a directory", str(folder))


def open_to_others(file: Path) -> bool:
    """Whether anyone but the owner may do anything with a file."""
    return bool(file.stat().st_mode & OTHERS)
