"""Where the kept documents lie, and how they are read and written; README.md says what is in them."""

import lzma
from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

import msgspec

from services.tournament.kernel.facts import Command
from services.tournament.kernel.registry import command_name, commands
from shared.codec import canonical

FOLDER = Path(__file__).parent / "data"

Sections = dict[str, Any]


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A command as it was given: its name and fields as in the API, when, and by whom (`role:subject`)."""

    name: str
    fields: Mapping[str, Any]
    at: datetime
    by: str

    @property
    def command(self) -> Command:
        return msgspec.convert(self.fields, commands()[self.name])

    @classmethod
    def of(cls, command: Command, at: datetime, by: str) -> "Given":
        return cls(command_name(command), msgspec.json.decode(canonical(command)), at, by)


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What holds after the command with this index: the sections that differ from the moment before."""

    after: int
    changed: Sections


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One tournament: the commands that it was given in order, and what held at several moments."""

    tournament: str
    commands: Sequence[Given]
    moments: Sequence[Moment]


def names() -> list[str]:
    """The names of all documents, in order."""
    return sorted(file.name.removesuffix(".json.xz") for file in FOLDER.glob("*.json.xz"))


def read(name: str) -> Document:
    """The document of that name."""
    return msgspec.json.decode(lzma.decompress((FOLDER / f"{name}.json.xz").read_bytes()), type=Document)


def write(name: str, document: Document) -> None:
    """Write a document in canonical JSON, compressed; the same document gives the same bytes."""
    (FOLDER / f"{name}.json.xz").write_bytes(lzma.compress(canonical(document), preset=9))


def changed(before: Sections, after: Sections) -> Sections:
    """The sections of `after` that are new or other than before; None for those that are gone."""
    other = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return {**other, **{key: None for key in before if key not in after}}


def applied(before: Sections, changes: Sections) -> Sections:
    """The sections after the changes."""
    merged = {**before, **changes}
    return {key: value for key, value in merged.items() if value is not None}
