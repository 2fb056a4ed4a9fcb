"""A channel: one way to reach someone, and what can be known of an attempt."""

from typing import Literal, Protocol

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
    """

    known: Known
    remote: str = ""
    why: str = ""
    seconds: float = 0.0
    to: str = ""


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
