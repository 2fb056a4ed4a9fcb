"""Where a sender expects a tournament's log to end: a command or preview on anything else is refused.

Looked at in the transaction that appends, so that between the look and the append nothing comes in.
"""

import re

import msgspec

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
