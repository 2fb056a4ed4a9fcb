"""What a desk is made of: every part is made here, once, and handed to those that need it."""

import hmac
import os
from collections.abc import Callable, Iterable, Sequence
from datetime import timedelta
from typing import Self

import msgspec

from services.access.grants import Grants
from services.desk.allowances import Allowances
from services.desk.appending import Appending, ForgetAlong
from services.desk.business_time import PARTICIPANTS_PAST
from services.desk.cache import StateCache
from services.desk.directory import Directory
from services.desk.history.keeping import Histories
from services.desk.proving import OwnSeals
from services.desk.site.news import NewsKept
from services.desk.site.tournaments import TournamentsKept
from services.desk.strokes import Strokes
from services.desk.submission import Random
from services.desk.vault_guard import VaultGuard
from services.desk.vault_log_heads import HeadNotes
from services.notices.store import NoticeStore
from services.projections.attachments import AttachmentContents
from services.projections.listing import ListingStore
from services.projections.titles import Titles
from shared.clock import Clock
from shared.eventlog import EventLog, Write
from shared.eventlog.seal import SealKey, SealStore
from shared.vault import Vault


class Parts(msgspec.Struct, frozen=True):
    """The parts of one desk.

    Attributes:
        secret: keys the fingerprints of commands.
        random: source of subject ids, seeds and command ids; injected so that a demo repeats exactly.
        participants_past: how long ago something may have happened that a participant enters.
    """

    log: EventLog
    vault: Vault
    clock: Clock
    secret: bytes
    random: Random
    participants_past: timedelta
    cache: StateCache
    histories: Histories
    directory: Directory
    titles: Titles
    tournaments: TournamentsKept
    news: NewsKept
    attachments: AttachmentContents
    listings: ListingStore
    notices: NoticeStore
    seals: OwnSeals
    appending: Appending
    heads: HeadNotes
    guard: VaultGuard
    allowances: Allowances
    grants: Grants
    strokes: Strokes

    @classmethod
    def over(
        cls,
        log: EventLog,
        vault: Vault,
        clock: Clock,
        secret: bytes,
        random: Random = os.urandom,
        seal_key: Callable[[], SealKey] | None = None,
        forget_along: ForgetAlong | None = None,
        participants_past: timedelta = PARTICIPANTS_PAST,
    ) -> Self:
        """The parts of a desk over a log and its vault.

        Args:
            seal_key: gets the key that seals each publication, in its transaction; without it none is sealed.
            forget_along: what else to write in the transaction that forgets these subjects of a tournament.
        """
        database = log.database
        cache, notices, seals = StateCache(log), NoticeStore(database), OwnSeals(seal_key)
        listings, key = ListingStore(database), key_for(secret, "grants")
        grants = Grants(database, clock, lambda: key, random)
        strokes = Strokes(database, vault)

        def forget(tournament_id: str, subjects: Sequence[str]) -> Iterable[Write]:
            more = () if forget_along is None else forget_along(tournament_id, subjects)
            return [*strokes.removal(tournament_id, subjects), *more]

        appending = Appending(vault, listings, notices, grants, SealStore(database), seals.key, forget)
        return cls(
            log,
            vault,
            clock,
            secret,
            random,
            participants_past,
            cache,
            Histories(log),
            Directory(log, vault),
            Titles(log),
            TournamentsKept(),
            NewsKept(),
            AttachmentContents(log),
            listings,
            notices,
            seals,
            appending,
            HeadNotes(log, vault),
            VaultGuard(log, vault, lambda tournament_id: cache.current(tournament_id).state),
            Allowances(log, clock),
            grants,
            strokes,
        )


def key_for(secret: bytes, purpose: str) -> bytes:
    """A key for signing that serves one purpose and tells nothing of the secret."""
    return hmac.digest(secret, f"tileledger {purpose}".encode(), "sha256")
