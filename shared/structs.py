"""Structs that several threads read: msgspec has to know each before they begin."""

from typing import Any

import msgspec

_understood: set[type[Any]] = set()


def understand_all() -> None:
    """Have msgspec look into every struct that is new by now. To be called before threads read any.

    It looks into a struct when one is first read, and takes it for known before it has finished: a second
    thread that reads the same struct in that moment ends the whole process (msgspec 0.22).
    """
    waiting: list[type[Any]] = [msgspec.Struct]
    while waiting:
        kind = waiting.pop()
        waiting += kind.__subclasses__()
        if kind not in _understood:
            _understood.add(kind)
            understand(kind)


def understand(kind: type[Any]) -> None:
    """Have msgspec look into a struct and all that it holds."""
    try:
        msgspec.json.Decoder(kind)
    except (TypeError, NameError):
        # It holds what is never read, or names a type that only the type checker knows.
        return
