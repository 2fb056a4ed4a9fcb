"""What is read back before it is confirmed, part by part, and what of it is otherwise by then.

Confirming counts for the meaning that was read. What is counted, timed or numbered anew with every event, and
what others move, is no part of it, so that it stands in nobody's way.
"""

import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping, Sequence
from hashlib import sha256
from typing import Literal

import msgspec

from services.personal.reader import Speaker
from shared.problems import ProblemType

NOT_AS_READ = ProblemType("not-as-read", 409)

_MARK, _MOST = 12, 12
_LONGEST = 1 << 20
"""Bytes of what is read."""
NAMES = "names"
"""What a part is about by which it shows whether the names in what was read may still be shown."""
May = Literal["", "come", "go", "either"]


class Part(msgspec.Struct, frozen=True, array_like=True):
    """A part of what is read back.

    Attributes:
        about: what it is of; it is the same part as long as this is the same.
        meaning: a mark of what counts in it.
        text: as it is read.
        may: "come", "go" or "either" where nothing has to be read again when it is new, or there no longer.
    """

    about: str
    meaning: str
    text: str
    may: May = ""


class Change(msgspec.Struct, frozen=True):
    """A part as it was read and as it is now; "" where it was not there, or is not, or may not be shown."""

    before: str
    after: str


def part(about: str, meaning: object, text: str, may: May = "") -> Part:
    """A part of what is read back; `meaning` is made of values that can be written as JSON."""
    mark = sha256(msgspec.json.encode(meaning, order="sorted")).hexdigest()[:_MARK]
    return Part(about, mark, text, may)


def names_known(forgotten: Iterable[str]) -> Part:
    """The part by which what was read is not shown once somebody whom it may name is forgotten.

    Who reads on in another language is shown it as it was read, beside how it is now.
    """
    return part(NAMES, sorted(forgotten), "", "go")


def differences(read: Iterable[Part], now: Iterable[Part]) -> list[Change]:
    """What is otherwise than it was read, and has to be read; as it was read only while it may name those."""
    before, after = ({each.about: each for each in parts} for parts in (read, now))
    known, names = before.pop(NAMES, None), after.pop(NAMES, None)
    changes = _differences(before, after)
    if names is None or (known is not None and known.meaning == names.meaning):
        return changes
    return [Change("", change.after) for change in changes]


def _differences(before: Mapping[str, Part], after: Mapping[str, Part]) -> list[Change]:
    found = []
    for about in dict.fromkeys((*before, *after)):
        old, new = before.get(about), after.get(about)
        if old is None:
            if new is not None and new.may not in ("come", "either"):
                found.append(Change("", new.text))
        elif new is None:
            if old.may not in ("go", "either"):
                found.append(Change(old.text, ""))
        elif old.meaning != new.meaning:
            found.append(Change(old.text, new.text))
    return list(dict.fromkeys(found))  # of several that say the same it is read once


def changes_shown(reader: Speaker, changes: Sequence[Change]) -> list[str]:
    """What is otherwise, a line or two each."""
    lines = [
        reader.text("read_back_differs", before=change.before or None, after=change.after or None)
        for change in changes[:_MOST]
    ]
    more = len(changes) - _MOST
    return [*lines, reader.text("read_back_more", count=more)] if more > 0 else lines


def written(parts: Sequence[Part]) -> str:
    """Parts as they are kept until they are confirmed, in letters that a form brings back as they are."""
    return urlsafe_b64encode(zlib.compress(msgspec.json.encode(parts))).decode()


def parts_in(text: str) -> list[Part] | None:
    """The parts that were kept; None for what nobody kept."""
    try:
        opened = zlib.decompressobj().decompress(urlsafe_b64decode(text), _LONGEST)
        return msgspec.json.decode(opened, type=list[Part])
    except (ValueError, zlib.error):  # also what is no JSON, or not of that structure
        return None
