"""A command on its way through the desk: what stays the same however often it is decided.

Where a sender expects the log to end it is looked at in the transaction that appends, so that between the
two nothing comes in; a command or preview on anything else is refused.
"""

import re
from collections.abc import Callable

import msgspec

from services.tournament.kernel.facts import Command
from shared.eventlog import Head
from shared.problems import ProblemType

PRECONDITION_FAILED = ProblemType("precondition-failed", 412)

_TAG = re.compile(r'"(0|[1-9][0-9]{0,14})(?:-([0-9a-f]{64}))?"')


class ExpectedHead(msgspec.Struct, frozen=True):
    """A head that is accepted: its seq, and its hash unless that may be any."""

    seq: int
    hash: str | None


class Expected(msgspec.Struct, frozen=True):
    """The heads that are accepted; None for any of a tournament that exists."""

    heads: tuple[ExpectedHead, ...] | None

    def require(self, head: Head) -> None:
        """Refuse another head than expected.

        Raises:
            Problem: precondition-failed.
        """
        if self.heads is None:
            met = head.seq > 0
        else:
            met = any(
                expected_head.seq == head.seq
                and expected_head.hash in (None, head.hash.hex())
                and head.seq > 0
                for expected_head in self.heads
            )
        if not met:
            raise PRECONDITION_FAILED(seq=head.seq)


def head_tag(seq: int, hash_: str) -> str:
    """The end of a log as a strong entity tag, quotes included."""
    return f'"{seq}-{hash_}"'


def expected_head(tag: str) -> ExpectedHead | None:
    """The head that a tag names: "812", or with its hash "812-…"; None for what is no such tag."""
    found = _TAG.fullmatch(tag)
    return None if found is None else ExpectedHead(int(found[1]), found[2])


Random = Callable[[int], bytes]


class Submission(msgspec.Struct, frozen=True):
    """A command on its way, with what stays the same however often it is decided.

    Attributes:
        named: the sender chose its id, so it may have come before, and may come again.
    """

    tournament_id: str
    command: Command
    actor: str
    command_id: str
    fingerprint: bytes
    named: bool


class Subjects:
    """Vault subjects for a decision; decided again, it gets the same ones, so that no key is orphaned."""

    def __init__(self, random: Random) -> None:
        self._random = random
        self._made: list[str] = []
        self.given: list[str] = []

    def again(self) -> Callable[[str], str]:
        self.given = []
        return self._give

    def _give(self, kind: str) -> str:
        place = len(self.given)
        if place == len(self._made):
            self._made.append(self._random(10).hex())
        subject = f"{kind}-{self._made[place]}"
        self.given.append(subject)
        return subject
