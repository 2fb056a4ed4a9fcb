"""The moment that an answer shows: all that answers of a tournament's log follow from and that changes."""

from typing import TYPE_CHECKING, NamedTuple

import msgspec

from services.web.onlookers import old_read

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
        age, as_of: in seconds, and since 1970, where what was read from a standby is old; else None.
    """

    seq: int
    hash: bytes
    epoch: int
    age: int | None = None
    as_of: int | None = None


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
    moment, read = Moment(head.seq, head.hash, vault.epoch()), old_read()
    return moment if read is None else moment._replace(age=int(read.age), as_of=int(read.as_of.timestamp()))
