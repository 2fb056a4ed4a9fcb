"""The vault: who has a key, and what it opens."""

import os
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from copy import copy

import msgspec
import sqlalchemy as sa
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from shared.codec import canonical
from shared.database import Database, Driver, array_of
from shared.database.standby import is_alone
from shared.vault import tables
from shared.vault.ciphers import BlindIndex, Fields, Random, Unreadable, Wrapping, WrongSecret, seal, unseal
from shared.vault.quarantine import KnownHead, Quarantine
from shared.vault.secret_check import SecretCheck, opens, opens_most

__all__ = [
    "Forgotten",
    "Found",
    "Opened",
    "UnknownSubject",
    "Unreadable",
    "Vault",
    "WrongSecret",
    "subjects_in",
]

Found = dict[str, str] | None | Unreadable
"""What was sealed for a subject: None when it was forgotten, `Unreadable` when it is damaged."""

Opened = dict[str, Found] | Unreadable
"""What an event carries, by subject; `Unreadable` when not even the subjects can be read."""

Key = AESGCM | Unreadable | None
"""A subject's key ready to use, or why there is none: None when it was forgotten."""

NOBODY_KNOWN = -1
"""The epoch in which everybody counts as forgotten."""

_decode_personal = msgspec.json.Decoder(dict[str, bytes]).decode


class Forgotten(Exception):
    """The subject was forgotten; its id is never used again."""

    def __init__(self, subject: str) -> None:
        super().__init__(f"{subject} was forgotten")


class UnknownSubject(KeyError):
    """No key was ever made for the subject."""

    def __init__(self, subject: str) -> None:
        super().__init__(subject)
        self.subject = subject


class _Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        prepare, bind = database.prepare, sa.bindparam
        key, stone, entry, epoch = tables.subject_key, tables.tombstone, tables.blind_index, tables.epoch
        listed = database.listed("subjects", sa.Text())
        self.keys = prepare(sa.select(key.c.subject, key.c.wrapped).where(key.c.subject.in_(listed)))
        self.any_key = prepare(sa.select(key.c.subject).limit(sa.literal_column("1")))
        self.tombstones = prepare(sa.select(stone.c.subject).where(stone.c.subject.in_(listed)))
        self.insert_key = prepare(sa.insert(key))
        self.delete_key = prepare(sa.delete(key).where(key.c.subject == bind("gone")))
        self.insert_tombstone = prepare(database.insert(stone).on_conflict_do_nothing())
        self.epoch = prepare(sa.select(epoch.c.value))
        self.bump_epoch = prepare(sa.update(epoch).values(value=epoch.c.value + 1))
        self.insert_index = prepare(database.insert(entry).on_conflict_do_nothing())
        self.delete_index = prepare(sa.delete(entry).where(entry.c.subject == bind("gone")))
        same = (entry.c.kind == bind("k"), entry.c.digest == bind("d"))
        self.delete_entry = prepare(sa.delete(entry).where(*same, entry.c.subject == bind("s")))
        self.find = prepare(sa.select(entry.c.subject).where(*same).order_by(entry.c.subject))


class Vault:
    """Keys by subject, in a database of their own, wrapped under a secret that never stands in it.

    A subject is a person or a case: any id that says nothing about anyone. What an event carries is
    canonical JSON `{subject: base64 of nonce and ciphertext}`, so each subject in it can be forgotten alone.

    Args:
        database: an address, or an open database; a SQLite file should keep no old pages, as one opened from
            an address here does (no WAL, deleted content overwritten). On PostgreSQL see `scrub`.
        secret: at least 16 bytes from outside.
        random: source of keys and nonces; injected so that a demo is the same every time.

    Attributes:
        secret_check: whether the secret is the one this vault was made under; every write here asks.
        quarantine: keys that nothing names, and the heads for which keys were made.
    """

    def __init__(self, database: Database | str, secret: bytes, random: Random = os.urandom) -> None:
        if isinstance(database, str):
            database = Database(database, journal="DELETE", secure_delete=True)
        self.database = database
        database.holds = "vault"
        self._wrapping = Wrapping(secret, random)
        self.secret_check = SecretCheck(database, self._wrapping)
        self.quarantine = Quarantine(database)
        self._index = BlindIndex(secret)
        self._random = random
        self._cache: tuple[int, dict[str, Key]] = (-1, {})
        self._statements = database.prepared(_Statements)

    def over(self, database: Database) -> "Vault":
        """The same vault by another opening of its database."""
        other = copy(self)
        other.database, other._cache = database, (-1, {})
        other.secret_check = SecretCheck(database, self._wrapping)
        other.quarantine = Quarantine(database)
        return other

    # Keys

    def create(self, subjects: Iterable[str], after: Iterable[KnownHead] = ()) -> None:
        """Make a key for each subject that has none yet, all or nothing.

        Args:
            after: the head of the log that the keys are made for, to be noted.

        Raises:
            Forgotten: one of them was forgotten.
            Problem: secret-does-not-fit.
        """
        wanted = list(dict.fromkeys(subjects))
        with self.database.writing() as driver:
            self.secret_check.require_in(driver)
            listed = array_of(wanted)
            for (subject,) in self.database.fetch(self._statements.tombstones, (listed,)):
                raise Forgotten(subject)
            present = {row.subject for row in self.database.fetch(self._statements.keys, (listed,))}
            fresh = [
                (subject, self._wrapping.new(subject)[1]) for subject in wanted if subject not in present
            ]
            self.database.run(driver, self._statements.insert_key, fresh)
            self.quarantine.note(driver, after)

    def holds_keys(self) -> bool:
        """Whether there is a key of anyone."""
        return bool(self.database.fetch(self._statements.any_key))

    def holds_any(self, subjects: Iterable[str]) -> bool:
        """Whether there is a key of any of these."""
        return bool(self.database.fetch(self._statements.keys, (array_of(list(subjects)),)))

    def opens(self, subject: str, wrapped: bytes) -> bool:
        """Whether a wrapped key, from here or from a copy, opens under the secret."""
        return opens(self._wrapping, subject, wrapped)

    def opens_most(self, keys: Mapping[str, bytes]) -> bool:
        """Whether of wrapped keys by subject more open under the secret than do not."""
        return opens_most(self._wrapping, keys.items())

    def forget(self, subject: str) -> bool:
        """Destroy the subject's key and index rows for good; False when there was no key.

        What was sealed for the subject can then be read by nobody, wherever copies of the log lie. That it is
        forgotten is kept in any case, so that a key which is not there is not taken for a lost one.
        """
        with self.database.writing() as driver:
            had_key = driver.execute(self._statements.delete_key.text, (subject,)).rowcount > 0
            driver.execute(self._statements.delete_index.text, (subject,))
            driver.execute(self._statements.insert_tombstone.text, (subject,))
            if had_key:
                driver.execute(self._statements.bump_epoch.text, self._statements.bump_epoch.row())
        self._cache = (-1, {})
        return had_key

    def scrub(self) -> None:
        """Have the database let go of what destroyed keys leave behind, as far as it can.

        SQLite overwrites them at once. PostgreSQL keeps old row versions in the tables' files until they are
        written anew, which is done here; the write-ahead log and its archive are the server's.
        """
        if self.database.kind == "postgresql":
            with self.database.connection() as driver:
                for table in (tables.subject_key, tables.blind_index):
                    driver.execute(f"VACUUM FULL {table.name}")

    def epoch(self) -> int:
        """How often something was forgotten; answers kept from an earlier epoch must not be shown.

        `NOBODY_KNOWN` while the primary is away: nobody can say then who was forgotten meanwhile.
        """
        if is_alone():
            return NOBODY_KNOWN
        with self.database.connection() as driver:
            return _epoch(driver, self._statements.epoch.text)

    # Records

    def seal(self, subject: str, fields: Fields) -> bytes:
        """Nonce and ciphertext of `fields` under the subject's key.

        Raises:
            UnknownSubject, Forgotten, Unreadable: the subject has no key, or a damaged one.
        """
        return seal(self._key(subject, self._load([subject])), subject, fields, self._random)

    def open(self, subject: str, sealed: bytes) -> dict[str, str] | None:
        """The fields, or None when the subject is forgotten; raises Unreadable."""
        (found,) = self.open_each([(subject, sealed)])
        if isinstance(found, Unreadable):
            raise found
        return found

    def open_each(self, records: Sequence[tuple[str, bytes]]) -> list[Found]:
        """The same for many subjects and their records, with one query for their keys."""
        keys = self._load({subject for subject, _ in records})
        return [_opened(keys, subject, sealed) for subject, sealed in records]

    def seal_all(self, records: Mapping[str, Fields]) -> bytes:
        """What an event carries for these subjects; raises as `seal` does."""
        keys = self._load(records)
        return canonical({s: seal(self._key(s, keys), s, records[s], self._random) for s in sorted(records)})

    def open_all(self, personal: bytes) -> Opened:
        """What an event carries, by subject."""
        return self.open_many([personal])[0]

    def open_many(self, personals: Sequence[bytes]) -> list[Opened]:
        """The same for many events, with one query for their keys. One that is damaged spoils no other."""
        sealed = [subjects_in(personal) for personal in personals]
        keys = self._load({subject for record in sealed if record is not None for subject in record})
        return [
            Unreadable("an event", "record")
            if record is None
            else {subject: _opened(keys, subject, blob) for subject, blob in record.items()}
            for record in sealed
        ]

    # Blind index

    def index(self, kind: str, value: str, subject: str) -> None:
        """Let `find(kind, value)` lead to the subject; `value` normalised by the caller.

        Raises:
            UnknownSubject, Forgotten: the subject has no key.
            Problem: secret-does-not-fit.
        """
        with self.database.writing() as driver:
            self.secret_check.require_in(driver)
            if not driver.execute(self._statements.keys.text, (array_of([subject]),)).fetchall():
                raise self._absence(driver, subject)
            driver.execute(
                self._statements.insert_index.text, (kind, self._index.digest(kind, value), subject)
            )

    def unindex(self, kind: str, value: str, subject: str) -> None:
        """Take back what `index` did; raises Problem: secret-does-not-fit."""
        with self.database.writing() as driver:
            self.secret_check.require_in(driver)
            driver.execute(
                self._statements.delete_entry.text, (kind, self._index.digest(kind, value), subject)
            )

    def find(self, kind: str, value: str) -> list[str]:
        """The subjects indexed under this value, sorted."""
        rows = self.database.fetch(self._statements.find, (kind, self._index.digest(kind, value)))
        return [row.subject for row in rows]

    # Behind the door

    def _key(self, subject: str, keys: Mapping[str, Key]) -> AESGCM:
        key = keys.get(subject)
        if isinstance(key, AESGCM):
            return key
        if isinstance(key, Unreadable) and key.why == "key":
            raise key
        raise Forgotten(subject) if key is None else UnknownSubject(subject)

    def _absence(self, driver: Driver, subject: str) -> Exception:
        gone = driver.execute(self._statements.tombstones.text, (array_of([subject]),)).fetchall()
        return Forgotten(subject) if gone else UnknownSubject(subject)

    def _load(self, subjects: Iterable[str]) -> Mapping[str, Key]:
        """How each of these subjects is kept, and perhaps others; only of the present epoch.

        While the primary is away all are as if they were forgotten.
        """
        if is_alone():
            return dict.fromkeys(subjects)
        with self.database.connection() as driver:
            epoch = _epoch(driver, self._statements.epoch.text)
            cached_epoch, keys = self._cache
            if cached_epoch != epoch:
                keys = {}
                self._cache = (epoch, keys)
            asked = [subject for subject in subjects if subject not in keys]
            if not asked:
                return keys
            lost = self._unwrap(driver, asked, keys)
        return ChainMap(lost, keys) if lost else keys

    def _unwrap(self, driver: Driver, asked: Sequence[str], keys: dict[str, Key]) -> dict[str, Key]:
        """Put the keys of these subjects to `keys`; what is wrong with those that do not come there."""
        lost: dict[str, Key] = {}
        for subject, wrapped in driver.execute(self._statements.keys.text, (array_of(asked),)).fetchall():
            try:
                keys[subject] = self._wrapping.unwrap(subject, bytes(wrapped))
            except WrongSecret:
                lost[subject] = Unreadable(subject, "key")
        absent = [subject for subject in asked if subject not in keys and subject not in lost]
        if absent:
            stones = self.database.fetch(self._statements.tombstones, (array_of(absent),))
            forgotten = {row.subject for row in stones}
            for subject in absent:
                lost[subject] = None if subject in forgotten else Unreadable(subject, "missing")
        return lost


def subjects_in(personal: bytes) -> dict[str, bytes] | None:
    """What an event carries, sealed as it is, by subject; None when it is damaged beyond that."""
    try:
        return _decode_personal(personal)
    except (msgspec.MsgspecError, ValueError):
        return None


def _opened(keys: Mapping[str, Key], subject: str, sealed: bytes) -> Found:
    key = keys[subject]
    if not isinstance(key, AESGCM):
        return key
    try:
        return unseal(key, subject, sealed)
    except Unreadable as error:
        return error


def _epoch(driver: Driver, text: str) -> int:
    value: int = driver.execute(text).fetchone()[0]
    return value
