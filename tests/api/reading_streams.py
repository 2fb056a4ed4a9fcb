"""Reading a stream of server-sent events as a browser does."""

from collections.abc import Iterable
from typing import Any

import msgspec


class Told(msgspec.Struct, frozen=True):
    """One event of a stream; one that the cut left unfinished is none."""

    id: str
    event: str
    data: Any


def whole_events(lines: Iterable[bytes]) -> list[Told]:
    """The events that are whole."""
    found: list[Told] = []
    fields: dict[str, list[str]] = {}
    for line in lines:
        text = line.decode().rstrip("\r\n")
        if text:
            name, _, value = text.partition(":")
            fields.setdefault(name, []).append(value.removeprefix(" "))
            continue
        if "data" in fields:
            data = msgspec.json.decode("\n".join(fields["data"]))
            found.append(Told(fields["id"][-1], fields["event"][-1], data))
        fields = {}
    return found
