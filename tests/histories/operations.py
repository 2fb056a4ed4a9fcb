"""What clients asked of one tournament's log and were answered, each with its time on one monotonic clock."""

import math
from collections.abc import Sequence

import msgspec

NEVER = math.inf
"""When an operation ended that got no answer: it may take effect at any time, or not at all."""


class Stored(msgspec.Struct, frozen=True):
    """An event as it stands in the log at the end."""

    seq: int
    key: str
    hash: str


class Appended(msgspec.Struct, frozen=True):
    """The answer to a command that was carried out: the seqs of its events, the hash of the last, all bytes.

    Where nothing needed to be done `first` is after `last`, where the log ended then, and there is no hash.
    """

    first: int
    last: int
    hash: str = ""
    bytes: bytes = b""


class Refused(msgspec.Struct, frozen=True):
    """The answer to a command that was not carried out.

    Attributes:
        head: where the log ended, as a failed If-Match says; None where it is not said.
    """

    head: int | None = None
    code: str = ""


class Append(msgspec.Struct, frozen=True, kw_only=True):
    """A command sent once. Sent again under its key it is another operation.

    Attributes:
        expected: the seq in its If-Match.
        answer: None where none came, or one that says nothing about what was done.
    """

    client: int
    begun: float
    ended: float = NEVER
    key: str
    expected: int | None = None
    answer: Appended | Refused | None = None


class Read(msgspec.Struct, frozen=True, kw_only=True):
    """Something that was read, and where the log ended for it.

    Attributes:
        hash: of the event at `head`; "" where it was not said.
        whole: whether the log ended there; else it had come at least so far.
        seen: the events that were shown.
    """

    client: int
    begun: float
    ended: float
    head: int
    hash: str = ""
    whole: bool = True
    seen: tuple[Stored, ...] = ()


Operation = Append | Read


class History(msgspec.Struct, frozen=True):
    """All that was done to one tournament, and its log at the end.

    Attributes:
        before: the seq at which the log ended when the first operation began.
        stored: all events after that.
    """

    before: int
    stored: Sequence[Stored]
    operations: Sequence[Operation]
