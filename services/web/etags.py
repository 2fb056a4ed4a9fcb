"""Entity tags and the answers kept under them.

A tag names everything that an answer follows from: the tournament's head, the vault's epoch (someone may
have been forgotten), who asks, in which language, what, and the release.
So it is known before the answer is, and a poll that already has the answer costs two small reads.
"""

import threading
from base64 import urlsafe_b64encode
from collections import OrderedDict
from hashlib import blake2b
from typing import Literal

import msgspec

_TAG_BYTES = 15
_MOST_BYTES = 24 << 20
"""Most of what a web process gains over a day; the pages of a hall are some 10 kB each."""
_MOST_ANSWERS = 4096

Header = tuple[str, str]
Coding = Literal["br", "gzip"]
CODINGS: tuple[Coding, ...] = ("br", "gzip")
"""What an answer may be compressed in, the better first."""


class Answer(msgspec.Struct, frozen=True, gc=False):
    """A finished answer: its bytes and the headers that belong to them."""

    body: bytes
    headers: tuple[Header, ...]


def tag_of(*parts: object) -> str:
    """A strong entity tag, quotes included, for what follows from `parts` alone."""
    digest = blake2b(repr(parts).encode("utf-8", "surrogatepass"), digest_size=_TAG_BYTES)
    return f'"{urlsafe_b64encode(digest.digest()).decode()}"'


def tag_of_bytes(body: bytes) -> str:
    """A strong entity tag for an answer that is known only by its content."""
    return f'"{urlsafe_b64encode(blake2b(body, digest_size=_TAG_BYTES).digest()).decode()}"'


def tag_in(tag: str, coding: Coding) -> str:
    """The tag of the same answer in a coding: its bytes are others, and a strong tag names bytes."""
    return f'{tag[:-1]}.{coding}"'


def without_coding(tag: str) -> str:
    """The tag of the same answer as it is, whatever coding it was sent in."""
    ends = [f'.{coding}"' for coding in CODINGS]
    return next((f'{tag.removesuffix(end)}"' for end in ends if tag.endswith(end)), tag)


def matching(if_none_match: str | None, tag: str) -> str | None:
    """The tag in an If-None-Match header that names the answer of `tag` in some coding; None without one.

    Whoever has an answer in another coding than they would be sent now has it all the same.
    """
    if not if_none_match:
        return None
    names = (tag, *(tag_in(tag, coding) for coding in CODINGS))
    if if_none_match in names:
        return if_none_match
    given = (tag_given.strip().removeprefix("W/") for tag_given in if_none_match.split(","))
    return next((tag_given for tag_given in given if tag_given in names), None)


def matches_anything(if_none_match: str | None) -> bool:
    """Whether it is "*": any answer at all, so it is only known once there is one."""
    return if_none_match is not None and if_none_match.strip() == "*"


class AnswerCache:
    """Answers by tag, the least recently asked for dropped first. Safe for threads.

    Args:
        most_bytes: of all bodies together.
    """

    def __init__(self, most_bytes: int = _MOST_BYTES, most_answers: int = _MOST_ANSWERS) -> None:
        self._most_bytes = most_bytes
        self._most_answers = most_answers
        self._held: OrderedDict[str, Answer] = OrderedDict()
        self._bytes = 0
        self._guard = threading.Lock()

    def get(self, tag: str) -> Answer | None:
        with self._guard:
            found = self._held.get(tag)
            if found is not None:
                self._held.move_to_end(tag)
            return found

    def has_room_for(self, size: int) -> bool:
        """Whether a body of so many bytes is kept: it may not take more than an eighth of the room."""
        return size <= self._most_bytes // 8

    def put(self, tag: str, answer: Answer) -> None:
        """Keep an answer, if there is room for it."""
        if not self.has_room_for(len(answer.body)):
            return
        with self._guard:
            before = self._held.pop(tag, None)
            if before is not None:
                self._bytes -= len(before.body)
            self._held[tag] = answer
            self._bytes += len(answer.body)
            while self._bytes > self._most_bytes or len(self._held) > self._most_answers:
                _, dropped = self._held.popitem(last=False)
                self._bytes -= len(dropped.body)
