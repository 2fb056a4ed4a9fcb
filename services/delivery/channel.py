"""A channel: one way to reach someone, and what can be known of an attempt."""

from typing import Literal, Protocol, runtime_checkable

import msgspec

from services.notices.rendering import Message

Known = Literal["sent", "not_sent", "unknown", "refused", "gone", "wait", "moved", "stop"]


class Outcome(msgspec.Struct, frozen=True):
    """What is known after an attempt.

    Attributes:
        known: sent; not_sent, it surely never arrived, try again; unknown, it may have; refused, it never
            will (a bad request); gone, the address is dead (blocked, no such chat); wait, the other side
            asks for `seconds` of patience, for all addresses; moved, to the address `to`; stop, the channel
            itself is unusable (a revoked token), so nothing more can be sent by it.
        remote: the other side's id of the message, if it gave one; never an address.
        why: for the ledger and logs; never an address or a name.
        seconds: of patience: for all addresses with wait, for this one with not_sent.
    """

    known: Known
    remote: str = ""
    why: str = ""
    seconds: float = 0.0
    to: str = ""


Mark = Literal["plain", "pinned", "unpinned"]
"""How a message is to be changed that is in a chat: without its buttons; pinned at the top; no longer so."""


@runtime_checkable
class Marks(Protocol):
    """A channel whose messages can be changed once they are there."""

    async def mark(self, address: str, remote: str, mark: Mark) -> Outcome:
        """Try once; the same mark again does no harm.

        Args:
            remote: the other side's id of the message.
        """
        ...


@runtime_checkable
class CarriesFiles(Protocol):
    """A channel that brings a file along with the text, in one message.

    Attributes:
        longest_beside_file: characters that the text may then have; None for as many as it likes.
    """

    @property
    def longest_beside_file(self) -> int | None: ...


class Channel(Protocol):
    """Sends one message to one address. Never raises for what the other side does: it says what is known."""

    name: str

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        """Try once.

        Args:
            key: the same for every attempt at the same delivery, for channels that can use it (a Message-ID).
        """
        ...

    async def close(self) -> None: ...
