"""Files that cannot be read or written, and why, in words."""

import errno
from pathlib import Path

from shared.problems import Problem, ProblemType, Worded

FILE_UNREADABLE = ProblemType("file-unreadable", 400)
FILE_UNWRITABLE = ProblemType("file-unwritable", 400)
INPUT_TOO_LARGE = ProblemType("input-too-large", 413)
_NOT_READ = {
    errno.ENOENT: Worded("there is no such file", "沒有此檔案"),
    errno.EISDIR: Worded("it is a folder", "這是資料夾"),
    errno.ENOTDIR: Worded("a part of its path is no folder", "路徑中有一段並非資料夾"),
    errno.EACCES: Worded("it may not be read by you", "您沒有讀取權限"),
}
_NOT_WRITTEN = _NOT_READ | {
    errno.ENOENT: Worded("there is no such folder", "沒有此資料夾"),
    errno.EACCES: Worded("you may not write there", "您沒有寫入權限"),
    errno.ENOSPC: Worded("the disk is full", "磁碟已滿"),
    errno.EROFS: Worded("the disk can only be read", "磁碟只可讀取"),
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
