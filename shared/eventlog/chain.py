"""The hash chain. Frozen: a log once written can be checked only by this arithmetic.

An event's hash is SHA-256 over, in this order: the previous event's hash (32 zero bytes before seq 1),
tournament_id, seq, type, version, data, SHA-256 of personal, actor, command_id, caused_by, occurred_at,
recorded_at. Each goes in as a 4-byte big-endian length and then its bytes: integers as 8-byte big-endian
signed, text as UTF-8. A field that is NULL goes in as the length 0xFFFFFFFF and no bytes; for an event
without personal data that stands in place of the digest.

The digest in place of the ciphertext is what keeps a chain whole when personal data is left out of a copy.
"""

from collections.abc import Callable
from hashlib import sha256
from struct import Struct

ZERO = bytes(32)
NULL = b"\xff\xff\xff\xff"

_length = Struct(">I").pack
_integer = Struct(">Iq").pack
_two_integers = Struct(">IqIq").pack
_CACHED = 4096
_DIGEST_LENGTH = b"\x00\x00\x00\x20"

Fields = tuple[int, str, int, bytes, bytes | None, str, str, int | None, int, int]
Hasher = Callable[[bytes, int, str, int, bytes, bytes | None, str, str, int | None, int, int], bytes]


class PersonalDigest(bytes):
    """SHA-256 of personal data that is not at hand: it stands in its place where a hash is computed."""


def hasher(tournament_id: str) -> Hasher:
    """A function `(previous hash, seq, type, version, …, recorded_at) -> hash` for one tournament.

    It raises struct.error, AttributeError or TypeError when a field is of a wrong type, struct.error for an
    integer beyond 64 bits, and UnicodeEncodeError for text with a lone surrogate.
    """
    ledger = _text(tournament_id) + b"\x00\x00\x00\x08"
    starts: dict[tuple[str, int], Callable[[bytes, int, int], bytes]] = {}
    actors: dict[str, bytes] = {}

    def link(
        previous: bytes,
        seq: int,
        type_: str,
        version: int,
        data: bytes,
        personal: bytes | None,
        actor: str,
        command_id: str,
        caused_by: int | None,
        occurred_at: int,
        recorded_at: int,
    ) -> bytes:
        start = starts.get((type_, version))
        if start is None:
            if len(starts) > _CACHED:
                starts.clear()
            start = starts[type_, version] = _start(ledger, _text(type_) + _integer(8, version))
        who = actors.get(actor)
        if who is None:
            if len(actors) > _CACHED:
                actors.clear()
            who = actors[actor] = _text(actor)
        if personal is None:
            sealed = NULL
        elif isinstance(personal, PersonalDigest):
            sealed = _DIGEST_LENGTH + personal
        else:
            sealed = _DIGEST_LENGTH + sha256(personal).digest()
        command = command_id.encode()
        return sha256(
            b"".join(
                (
                    start(previous, seq, len(data)),
                    data,
                    sealed,
                    who,
                    _length(len(command)),
                    command,
                    NULL if caused_by is None else _integer(8, caused_by),
                    _two_integers(8, occurred_at, 8, recorded_at),
                )
            )
        ).digest()

    return link


def _start(ledger: bytes, kind: bytes) -> Callable[[bytes, int, int], bytes]:
    """Everything before the data, up to its length, in one step: most of it is the same for many events."""
    pack = Struct(f">4s32s{len(ledger)}sq{len(kind)}sI").pack

    def start(previous: bytes, seq: int, length: int) -> bytes:
        return pack(_DIGEST_LENGTH, previous, ledger, seq, kind, length)

    return start


def _text(text: str) -> bytes:
    encoded = text.encode()
    return _length(len(encoded)) + encoded
