"""The moment that an answer shows: all that answers of a tournament's log follow from and that changes."""

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from services.web.onlookers import age_shown

if TYPE_CHECKING:
    from services.desk.desk import Desk
    from shared.vault import Vault

FOLLOWS_FROM = "tileledger.follows_from"
"""Where an answer that anyone gets says in the request's environment what it follows from."""


class Moment(NamedTuple):
    """Where a tournament stands.

    Attributes:
        seq, hash: of the last event.
        epoch: of the vault: someone may have been forgotten.
        age: in seconds, where what was read from a standby is old; else None.
    """

    seq: int
    hash: bytes
    epoch: int
    age: int | None = None


class Following(msgspec.Struct, frozen=True):
    """What an answer follows from, beside the request and the release."""

    tournament: str
    moment: Moment


def moment_of(desk: "Desk", vault: "Vault", tournament: str) -> Moment:
    """The moment of a tournament now: two small reads.

    Raises:
        Problem: tournament-unknown.
    """
    head = desk.head(tournament)
    return Moment(head.seq, head.hash, vault.epoch(), age_shown())
