"""Seals: a log's head, signed. Who keeps one can tell later that nothing up to it was changed or removed.

A statement is canonical JSON: tournament, seq, hash (hex) and recordedat (microseconds since the epoch, in
decimal digits) of the head as it was, and `key`, the first 16 bytes of SHA-256 of the raw public key, in hex.
The signature is Ed25519 over exactly these bytes. It is deterministic: the same head under the same key has
one seal. The hash chain makes a signature over the last event one over every event before it.
"""

from base64 import b64encode
from collections.abc import Callable, Iterable, Sequence
from hashlib import sha256
from typing import TYPE_CHECKING

import msgspec
import sqlalchemy as sa

from shared.catalogue import Phrase
from shared.codec import canonical
from shared.database import Database
from shared.database.tables import table
from shared.eventlog.records import Head, Write
from shared.eventlog.tables import metadata
from shared.eventlog.verifying import Fault, Verified
from shared.misfits import why_unread

# Cryptography is imported where a key is used: to read and list a log it is not needed.
if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

    from shared.eventlog.log import EventLog

SEED_BYTES = 32
_KEY_ID_BYTES = 16

HashAt = Callable[[int], bytes | None]
"""The hash of the event at a seq, None when there is none."""

seal_table = table(
    """seal: tournament_id key, seq number key, key key, statement bytes, signature bytes,
    sealed_at number""",
    metadata,
)


class Statement(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is signed."""

    tournament: str
    seq: int
    hash: str
    recordedat: str
    key: str


class Seal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A signed statement."""

    statement: Statement
    signature: bytes


class NotASeal(ValueError):
    """Something that should be a seal or a public key is none.

    Attributes:
        why: in words.
        seq: of the stored seal that is meant, None for what came from elsewhere.
    """

    def __init__(self, why: Phrase, seq: int | None = None) -> None:
        super().__init__(why)
        self.why = why
        self.seq = seq


class PublicKey:
    """Checks seals."""

    def __init__(self, key: "Ed25519PublicKey") -> None:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        self._key = key
        raw = key.public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.id = sha256(raw).digest()[:_KEY_ID_BYTES].hex()

    @classmethod
    def read(cls, pem: bytes) -> "PublicKey":
        """Raises NotASeal."""
        from cryptography.exceptions import UnsupportedAlgorithm
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
        from cryptography.hazmat.primitives.serialization import load_pem_public_key

        try:
            key = load_pem_public_key(pem)
        except (ValueError, UnsupportedAlgorithm):
            key = None
        if not isinstance(key, Ed25519PublicKey):
            raise NotASeal(Phrase("fault-no-public-key"))
        return cls(key)

    @property
    def pem(self) -> bytes:
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return self._key.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)

    def judges(self, seal: Seal) -> bool:
        """Whether this key has to have made the seal."""
        return True

    def signed(self, seal: Seal) -> bool:
        from cryptography.exceptions import InvalidSignature

        try:
            self._key.verify(seal.signature, canonical(seal.statement))
        except InvalidSignature:
            return False
        return seal.statement.key == self.id


class OwnKey(PublicKey):
    """The key of an installation: it judges its seals alone, since there may be older ones of another key."""

    def judges(self, seal: Seal) -> bool:
        return seal.statement.key == self.id


class SealKey:
    """Makes seals. Never shown, also not by repr.

    Args:
        seed: 32 bytes; whoever has them can seal.
    """

    __slots__ = ("_key", "installation", "public")

    def __init__(self, seed: bytes) -> None:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = PublicKey(self._key.public_key())
        self.installation = OwnKey(self._key.public_key())

    def seal(self, tournament_id: str, head: Head) -> Seal:
        statement = Statement(tournament_id, head.seq, head.hash.hex(), str(head.recorded_at), self.public.id)
        return Seal(statement, self._key.sign(canonical(statement)))

    def __repr__(self) -> str:
        return f"SealKey({self.public.id})"


class SealStore:
    """The seals in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        columns = seal_table.c
        # The table refuses a row in the place of another, so the same seal again is not even offered to it.
        known = sa.exists().where(*(column == sa.bindparam(column.name) for column in seal_table.primary_key))
        fresh = sa.select(*(sa.cast(sa.bindparam(column.name), column.type) for column in columns))
        insert = database.insert(seal_table).from_select(
            [column.name for column in columns], fresh.where(~known)
        )
        self._insert = database.prepare(insert.on_conflict_do_nothing())
        self._all = database.prepare(
            sa.select(columns.tournament_id, columns.seq, columns.key, columns.statement, columns.signature)
            .where(columns.tournament_id == sa.bindparam("t"))
            .order_by(columns.seq, columns.key)
        )

    def writes(self, seals: Iterable[Seal], sealed_at: int) -> list[Write]:
        """What to write for these seals."""
        rows = [
            {
                "tournament_id": statement.tournament,
                "seq": statement.seq,
                "key": statement.key,
                "statement": canonical(statement),
                "signature": seal.signature,
                "sealed_at": sealed_at,
            }
            for seal in seals
            for statement in (seal.statement,)
        ]
        return [Write(self._insert, rows)] if rows else []

    def put(self, seal: Seal, sealed_at: int) -> None:
        """Keep one seal; the same again changes nothing."""
        for write in self.writes([seal], sealed_at):
            self._database.write(write.statement, write.rows)

    def read(self, tournament_id: str) -> list[Seal]:
        """Every seal of a tournament, by seq.

        Raises:
            NotASeal: a row is none, or is kept under another tournament, seq or key than it states.
        """
        return [_seal(*row) for row in self._database.fetch(self._all, (tournament_id,))]


def seal_json(seal: Seal) -> bytes:
    """The seal as it is handed out: {"statement": {…}, "signature": base64}."""
    return canonical(seal)


def parse_seal(text: bytes | str) -> Seal:
    """A seal that was handed out; raises NotASeal."""
    try:
        return msgspec.json.decode(text, type=Seal)
    except (msgspec.MsgspecError, ValueError, RecursionError) as error:
        raise NotASeal(Phrase("fault-no-seal", {"why": why_unread(error, Seal)})) from None


def first_broken(
    seals: Iterable[Seal], tournament_id: str, last: int, hash_at: HashAt, key: PublicKey | None
) -> Fault | None:
    """The first seal that the log does not bear out, or, given a key, that was not made with it."""
    for seal in seals:
        fault = broken(seal, tournament_id, last, hash_at, key)
        if fault is not None:
            return fault
    return None


def verify_seals(
    log: "EventLog", verified: Verified, key: PublicKey | None, kept: Sequence[Seal] = ()
) -> Verified:
    """What was found about a log, with its seals and those kept elsewhere taken into account.

    An event that was touched is named rather than a seal over it.
    """
    tournament_id, head = verified.tournament_id, verified.head
    if verified.fault is not None:
        return verified
    try:
        seals = [*kept, *SealStore(log.database).read(tournament_id)]
    except NotASeal as error:
        unread = Phrase("fault-seal-unread", {"why": error.why})
        fault = Fault(error.seq or head.seq, "seal", unread)
        return msgspec.structs.replace(verified, fault=fault)

    def hash_at(seq: int) -> bytes | None:
        event = log.read_one(tournament_id, seq)
        return None if event is None else event.hash

    # Appends go on meanwhile, and a publication seals: what counts is where the log ends now.
    last = max(head.seq, log.head(tournament_id).seq)
    fault_ = first_broken(seals, tournament_id, last, hash_at, key)
    sealed, unchecked = sealed_up_to(seals, key), unchecked_of(seals, key)
    return msgspec.structs.replace(verified, fault=fault_, sealed=sealed, unchecked=unchecked)


def sealed_up_to(seals: Iterable[Seal], key: PublicKey | None = None) -> int:
    """The last seq that a seal vouches for, 0 when there is none; given a key, a seal that it judges."""
    return max((seal.statement.seq for seal in seals if key is None or key.judges(seal)), default=0)


def unchecked_of(seals: Iterable[Seal], key: PublicKey | None) -> int:
    """How many seals are only compared with the log, because their key is not at hand."""
    return sum(key is None or not key.judges(seal) for seal in seals)


def broken(seal: Seal, tournament_id: str, last: int, hash_at: HashAt, key: PublicKey | None) -> Fault | None:
    """What is wrong with one seal, or with the log under it; `last` is the log's last seq."""
    statement = seal.statement
    if statement.tournament != tournament_id:
        return Fault(
            statement.seq, "seal", Phrase("fault-seal-elsewhere", {"tournament": statement.tournament})
        )
    if key is not None and key.judges(seal) and not key.signed(seal):
        return Fault(statement.seq, "seal", Phrase("fault-seal-key"))
    if statement.seq > last:
        return Fault(last + 1, "seal", Phrase("fault-sealed-beyond", {"seq": statement.seq}))
    found = hash_at(statement.seq)
    if found is None or found.hex() != statement.hash:
        return Fault(statement.seq, "seal", Phrase("fault-sealed-hash"))
    return None


def _seal(tournament_id: str, seq: int, key: str, statement: bytes, signature: bytes) -> Seal:
    text = b'{"statement":%b,"signature":"%b"}' % (bytes(statement), b64encode(bytes(signature)))
    try:
        seal = parse_seal(text)
    except NotASeal as error:
        raise NotASeal(error.why, seq) from None
    stated = seal.statement
    if canonical(stated) != bytes(statement):
        raise NotASeal(Phrase("fault-seal-not-canonical", {"seq": seq}), seq)
    if stated.tournament == tournament_id and (stated.seq, stated.key) != (seq, key):
        misplaced = Phrase("fault-seal-misplaced", {"seq": stated.seq})
        raise NotASeal(misplaced, min(seq, stated.seq))
    return seal
