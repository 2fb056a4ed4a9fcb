"""Where the kept documents lie, and how they are read and written; README.md says what is in them."""

import lzma
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec

from shared.codec import canonical

FOLDER = Path(__file__).parent / "data"

Input = Mapping[str, Any]
Sections = dict[str, Any]


class Moment(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What holds after the input with this index: the sections that differ from the moment before."""

    after: int
    changed: Sections


class Difference(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """From this input on a later version is expected to come to something else; README.md says why."""

    input: int
    why: str


class Document(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One tournament: what it is, what it was fed in order, and what held at several moments."""

    name: str
    definition: Mapping[str, Any]
    ruleset: str
    inputs: Sequence[Input]
    moments: Sequence[Moment]
    differs: Sequence[Difference] = ()


def names() -> list[str]:
    """The names of all documents, in order."""
    return sorted(file.name.removesuffix(".json.xz") for file in FOLDER.glob("*.json.xz"))


def read(name: str) -> Document:
    """The document of that name."""
    return msgspec.json.decode(lzma.decompress((FOLDER / f"{name}.json.xz").read_bytes()), type=Document)


def write(document: Document) -> None:
    """Write a document in canonical JSON, compressed; the same document gives the same bytes."""
    content = canonical(document)
    (FOLDER / f"{document.name}.json.xz").write_bytes(lzma.compress(content, preset=9))


def changed(before: Sections, after: Sections) -> Sections:
    """The sections of `after` that are new or other than before; None for those that are gone."""
    other = {key: value for key, value in after.items() if key not in before or before[key] != value}
    return {**other, **{key: None for key in before if key not in after}}


def applied(before: Sections, changes: Sections) -> Sections:
    """The sections after the changes."""
    merged = {**before, **changes}
    return {key: value for key, value in merged.items() if value is not None}
