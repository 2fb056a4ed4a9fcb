"""Proof that nobody touched a log: recomputing it, comparing it with its seals, sealing where it ends."""

from collections.abc import Callable
from typing import Protocol

import msgspec

from shared.catalogue import FIRST
from shared.clock import Clock, to_micros
from shared.eventlog import EventLog, Head, Verified
from shared.eventlog.seal import NotASeal, PublicKey, Seal, SealKey, SealStore, verify_seals
from shared.problems import Problem, ProblemType
from shared.working import still_time

NO_SEAL_KEY = ProblemType("no-seal-key", 409)
LOG_TOUCHED = ProblemType("log-touched", 422)


class OwnSeals:
    """The key that this server seals with, where it has one: gets it when it is needed.

    Args:
        source: gets it; None where there is none.
    """

    def __init__(self, source: Callable[[], SealKey] | None) -> None:
        self.source = source

    def key(self) -> SealKey | None:
        """The key that seals; None without one, and where it is lost or spoilt, which is logged and counted.

        So publishing does not wait for a key: a seal made later is over everything before it.
        """
        if self.source is None:
            return None
        try:
            return self.source()
        except Problem as problem:
            from services.desk import alarms

            alarms.no_seal_key(problem.code)
            return None

    def required(self) -> SealKey:
        """The key that seals.

        Raises:
            Problem: no-seal-key, or why it cannot be had.
        """
        if self.source is None:
            raise NO_SEAL_KEY()
        return self.source()


class ProvingDesk(Protocol):
    """What is used of the desk to verify and seal."""

    @property
    def log(self) -> EventLog: ...
    @property
    def clock(self) -> Clock: ...
    @property
    def seals(self) -> OwnSeals: ...
    def head(self, tournament_id: str) -> Head: ...


class Verification(msgspec.Struct, frozen=True):
    """What recomputing a log found.

    Attributes:
        sound: every event is as it was written, and no seal says otherwise.
        events: how many events from the beginning are sound.
        seq, hash: of the head.
        sealed_seq: the last seq that a seal vouches for, null without one.
        first_bad_seq, what, detail: the first event that was touched, how in one word, and in a sentence.
    """

    tournament: str
    sound: bool
    events: int
    seq: int
    hash: str
    sealed_seq: int | None
    first_bad_seq: int | None
    what: str | None
    detail: str | None


def verification(found: Verified, language: str = FIRST) -> Verification:
    """What was found, as it is shown outside; its sentence in a language."""
    fault = found.fault
    return Verification(
        found.tournament_id,
        fault is None,
        found.events,
        found.head.seq,
        found.head.hash.hex(),
        found.sealed or None,
        None if fault is None else fault.seq,
        None if fault is None else fault.what,
        None if fault is None else fault.detail.in_language(language),
    )


def verify(desk: ProvingDesk, tournament_id: str) -> Verified:
    """Recompute the log and check its stored seals.

    Seals of this server's key are checked with it, and only they count as sealing. Seals of another key, from
    before it was changed, are compared with the log.

    Raises:
        Problem: tournament-unknown.
    """
    key = desk.seals.key()
    verified = desk.log.verify(tournament_id, lambda done, of: still_time())
    found = verify_seals(desk.log, verified, None if key is None else key.installation)
    if found.fault is None:
        # Only now: where just the head is gone, or all but the seals, it was known once.
        desk.head(tournament_id)
    return found


def refuse_touched(found: Verified) -> None:
    """Refuse a log with a fault, naming the first event concerned.

    Raises:
        Problem: log-touched.
    """
    fault = found.fault
    if fault is not None:
        sound = min(fault.seq - 1, found.events)
        raise LOG_TOUCHED(tournament=found.tournament_id, seq=fault.seq, detail=fault.detail, sound=sound)


def seal(desk: ProvingDesk, tournament_id: str) -> Seal:
    """Seal where the log ends, once it is verified, and keep the seal; the same head has one seal.

    Raises:
        Problem: tournament-unknown, no-seal-key, log-touched.
    """
    key = desk.seals.required()
    found = verify(desk, tournament_id)
    refuse_touched(found)
    made = key.seal(tournament_id, found.head)
    SealStore(desk.log.database).put(made, to_micros(desk.clock.now()))
    return made


def seals(desk: ProvingDesk, tournament_id: str) -> list[Seal]:
    """Every seal kept of a tournament, by seq.

    Raises:
        Problem: tournament-unknown; log-touched, if one cannot be read.
    """
    head = desk.head(tournament_id)
    try:
        return SealStore(desk.log.database).read(tournament_id)
    except NotASeal as error:
        seq = error.seq or head.seq
        raise LOG_TOUCHED(tournament=tournament_id, seq=seq, detail=error.why, sound=head.seq) from None


def seal_over(desk: ProvingDesk, tournament_id: str, seq: int) -> Seal | None:
    """The first seal at or after a seq; of several there, that of this server's key."""
    seal_key = desk.seals.key()
    key = seal_key.public.id if seal_key is not None else ""
    over = [seal for seal in seals(desk, tournament_id) if seal.statement.seq >= seq]
    return min(over, key=lambda seal: (seal.statement.seq, seal.statement.key != key), default=None)


def public_key(desk: ProvingDesk) -> PublicKey:
    """What this server's seals are checked with; raises no-seal-key."""
    return desk.seals.required().public
