"""Work done in a process of its own, of which nothing is left here but what it returns."""

import signal
import sys
from collections.abc import Callable, Sequence
from types import FrameType
from typing import TypeVar, cast

from shared.children import SECONDS_TO_STOP, start, stop
from shared.sendable import sendable

_SECONDS_TO_CLEAN_UP = 5
_Answer = TypeVar("_Answer")


def outcome(name: str, function: Callable[..., _Answer], *handed: object) -> _Answer:
    """What a function returns or raises when it runs in a process of its own, which leaves nothing here.

    Raises:
        Exception: whatever the function raises; ChildProcessError if the process ended without an answer.
    """
    child = start(name, _caught, function, handed)
    try:
        found = child.answer()
        child.join(SECONDS_TO_STOP)
    except EOFError:
        child.join()
        raise ChildProcessError(f"{name} ended with {child.exit_code}") from None
    finally:
        stop([child])
        child.close()
    if isinstance(found, _Raised):
        raise found.error
    return cast(_Answer, found)


class _Raised:
    """What a function raised, on its way to another process."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _caught(function: Callable[..., object], handed: Sequence[object]) -> object:
    def end(number: int, frame: FrameType | None) -> None:
        # What is open is closed, and the terminal left as it was. Where Python takes no exception, as while
        # an object is destroyed, the work would go on: then the alarm ends it.
        signal.alarm(_SECONDS_TO_CLEAN_UP)
        sys.exit(128 + number)

    signal.signal(signal.SIGTERM, end)
    try:
        return function(*handed)
    except Exception as error:
        return _Raised(sendable(error))
