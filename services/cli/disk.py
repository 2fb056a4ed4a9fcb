"""Files that cannot be read or written, and why, in words."""

import errno
from pathlib import Path

from shared.catalogue import Phrase
from shared.problems import Problem, ProblemType

FILE_UNREADABLE = ProblemType("file-unreadable", 400)
FILE_UNWRITABLE = ProblemType("file-unwritable", 400)
INPUT_TOO_LARGE = ProblemType("input-too-large", 413)
_NOT_READ = {
    errno.ENOENT: Phrase("part-disk-there-no-such-file"),
    errno.EISDIR: Phrase("part-disk-folder"),
    errno.ENOTDIR: Phrase("part-disk-part-path-no-folder"),
    errno.EACCES: Phrase("part-disk-may-not-read-you"),
}
_NOT_WRITTEN = _NOT_READ | {
    errno.ENOENT: Phrase("part-disk-there-no-such-folder"),
    errno.EACCES: Phrase("part-disk-you-may-not-write-there"),
    errno.ENOSPC: Phrase("part-disk-disk-full"),
    errno.EROFS: Phrase("part-disk-disk-can-only-read"),
}


def read_within(file: Path, most: int) -> bytes:
    """The bytes of a file that has no more than `most`.

    Raises:
        Problem: file-unreadable or input-too-large.
    """
    try:
        with file.open("rb") as opened:
            data = opened.read(most + 1)
    except OSError as error:
        raise unreadable(error) from None
    if len(data) > most:
        raise INPUT_TOO_LARGE(most=int(most))
    return data


def unreadable(error: OSError) -> Problem:
    """The refusal of a file that could not be read."""
    return FILE_UNREADABLE(detail=_NOT_READ.get(error.errno or 0, error.strerror or error))


def unwritable(error: OSError) -> Problem:
    """The refusal of a file that could not be written."""
    return FILE_UNWRITABLE(detail=_NOT_WRITTEN.get(error.errno or 0, error.strerror or error))
