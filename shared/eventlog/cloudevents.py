"""The lines of an export: CloudEvents 1.0 in JSON, one object a line.

Each event is one line. Beside the attributes of the standard it carries, as extension attributes, every
field that goes into its hash, so that anyone can recompute the chain (`shared.eventlog.chain` says how):
seq, hash (hex), version, actor, commandid, causedby, and occurredat and recordedat as microseconds since the
epoch, in decimal digits, because integers of the standard have 32 bits. `time` says recordedat again for
people. `personal` is the ciphertext in base64; `personaldigest`, its SHA-256 in hex, stands in its place in
a copy made without personal data. The last event of a command has `fingerprint`: the command's keyed
fingerprint and 8 bytes of SHA-256 over event hash and fingerprint, in hex, so that it cannot be mistyped.

After the events come the seals (`shared.eventlog.seal`), one a line: type "eventlog.seal", the signed
statement as its data and, as extension attribute, its `signature` in base64.

The last line closes the export: type "eventlog.head", its data the seq and hash of the last event. An export
without it was cut off.
"""

from base64 import b64decode, b64encode
from hashlib import sha256
from typing import Any, Literal
from urllib.parse import quote

import msgspec

from shared.catalogue import Phrase
from shared.clock import from_micros
from shared.codec import NotCanonical, canonical
from shared.eventlog.chain import PersonalDigest
from shared.eventlog.records import Recorded
from shared.eventlog.seal import Seal, Statement
from shared.misfits import why_unread

_CHECK_BYTES = 8


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One event as a CloudEvent. The fields that have a default may be absent."""

    specversion: str
    id: str
    source: str
    type: str
    subject: str
    time: str
    datacontenttype: str
    data: msgspec.Raw
    seq: int
    hash: str
    version: int
    actor: str
    commandid: str
    occurredat: str
    recordedat: str
    causedby: int | None = None
    personal: str | None = None
    personaldigest: str | None = None
    fingerprint: str | None = None


class HeadData(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Where the export ends."""

    seq: int
    hash: str


class HeadLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The closing line."""

    specversion: str
    id: str
    source: str
    type: Literal["eventlog.head"]
    datacontenttype: str
    data: HeadData


class SealLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One seal as a CloudEvent."""

    specversion: str
    id: str
    source: str
    type: Literal["eventlog.seal"]
    datacontenttype: str
    data: Statement
    signature: str


class Malformed(ValueError):
    """A line is not what an export's line is.

    Attributes:
        why: in words.
    """

    def __init__(self, why: Phrase) -> None:
        super().__init__(why)
        self.why = why


_encode = msgspec.json.Encoder().encode
_decode_line = msgspec.json.Decoder(Line).decode
_decode_head = msgspec.json.Decoder(HeadLine).decode
_decode_seal = msgspec.json.Decoder(SealLine).decode
_decode_any = msgspec.json.Decoder().decode


def event_line(event: Recorded, fingerprint: bytes | None, *, personal: bool) -> bytes:
    """The event's line without its end.

    Raises:
        Malformed: its data is not canonical JSON, so that no reader could restore the bytes.
    """
    if _recoded(event.data) != event.data:
        raise Malformed(Phrase("fault-line-not-canonical"))
    return _encode(_line(event, fingerprint, personal=personal))


def head_line(tournament_id: str, seq: int, hash_: bytes) -> bytes:
    """The closing line without its end."""
    return _encode(_head(tournament_id, seq, hash_))


def seal_line(seal: Seal) -> bytes:
    """The seal's line without its end."""
    return _encode(_seal_line(seal))


def parse(text: bytes | str) -> "tuple[Recorded, bytes | None] | Seal | HeadLine":
    """An event with its command's fingerprint, a seal, or the closing line.

    An event of a copy without personal data has a `PersonalDigest` in place of `personal`.

    Raises:
        Malformed: the line is not one of an export, or contradicts itself.
    """
    try:
        return _parse(text)
    except (msgspec.MsgspecError, ValueError, OverflowError, UnicodeError, RecursionError) as error:
        raise Malformed(why_unread(error, Line)) from error


def _parse(text: bytes | str) -> "tuple[Recorded, bytes | None] | Seal | HeadLine":
    try:
        line = _decode_line(text)
    except msgspec.ValidationError:
        other = _closing(text) or _sealing(text)
        if other is None:
            raise
        return other
    tournament_id = line.id.rpartition("/")[0]
    personal = None if line.personal is None else b64decode(line.personal, validate=True)
    if line.personaldigest is not None:
        personal = PersonalDigest(bytes.fromhex(line.personaldigest))
    event = Recorded(
        tournament_id,
        line.seq,
        line.type,
        line.version,
        _recoded(line.data),
        personal,
        line.actor,
        line.commandid,
        line.causedby,
        int(line.occurredat),
        int(line.recordedat),
        bytes.fromhex(line.hash),
    )
    fingerprint = _unchecked(line.fingerprint, event.hash) if line.fingerprint is not None else None
    again = _line(event, fingerprint, personal=line.personaldigest is None)
    for name in Line.__struct_fields__:
        if name != "data" and getattr(again, name) != getattr(line, name):
            raise Malformed(Phrase("fault-line-contradicts", {"field": name}))
    return event, fingerprint


def _closing(text: bytes | str) -> HeadLine | None:
    try:
        head = _decode_head(text)
    except msgspec.ValidationError:
        return None
    again = _head(head.id.rpartition("/")[0], head.data.seq, bytes.fromhex(head.data.hash))
    if again != head:
        raise Malformed(Phrase("fault-closing-contradicts"))
    return head


def _sealing(text: bytes | str) -> Seal | None:
    try:
        line = _decode_seal(text)
    except msgspec.ValidationError:
        return None
    seal = Seal(line.data, b64decode(line.signature, validate=True))
    if _seal_line(seal) != line:
        raise Malformed(Phrase("fault-seal-contradicts"))
    return seal


def _line(event: Recorded, fingerprint: bytes | None, *, personal: bool) -> Line:
    sealed = event.personal
    return Line(
        specversion="1.0",
        id=f"{event.tournament_id}/{event.seq}",
        source=source_of(event.tournament_id),
        type=event.type,
        subject=event.tournament_id,
        time=rfc3339(event.recorded_at),
        datacontenttype="application/json",
        data=msgspec.Raw(event.data),
        seq=event.seq,
        hash=event.hash.hex(),
        version=event.version,
        actor=event.actor,
        commandid=event.command_id,
        occurredat=str(event.occurred_at),
        recordedat=str(event.recorded_at),
        causedby=event.caused_by,
        personal=b64encode(sealed).decode() if personal and sealed is not None else None,
        personaldigest=None if personal or sealed is None else _digest(sealed).hex(),
        fingerprint=None if fingerprint is None else _checked(fingerprint, event.hash),
    )


def _head(tournament_id: str, seq: int, hash_: bytes) -> HeadLine:
    return HeadLine(
        specversion="1.0",
        id=f"{tournament_id}/head",
        source=source_of(tournament_id),
        type="eventlog.head",
        datacontenttype="application/json",
        data=HeadData(seq, hash_.hex()),
    )


def _seal_line(seal: Seal) -> SealLine:
    statement = seal.statement
    return SealLine(
        specversion="1.0",
        id=f"{statement.tournament}/seal/{statement.seq}/{statement.key}",
        source=source_of(statement.tournament),
        type="eventlog.seal",
        datacontenttype="application/json",
        data=statement,
        signature=b64encode(seal.signature).decode(),
    )


def source_of(tournament_id: str) -> str:
    """The attribute `source` of every line."""
    return f"/tournaments/{quote(tournament_id)}"


def rfc3339(micros: int) -> str:
    """The moment with six decimals and Z."""
    return from_micros(micros).strftime("%Y-%m-%dT%H:%M:%S.%fZ")


def _digest(sealed: bytes) -> bytes:
    return sealed if isinstance(sealed, PersonalDigest) else sha256(sealed).digest()


def _recoded(data: Any) -> bytes:
    try:
        return canonical(_decode_any(data))
    except (msgspec.MsgspecError, NotCanonical, OverflowError) as error:
        raise Malformed(Phrase("fault-line-not-json")) from error


def _checked(fingerprint: bytes, hash_: bytes) -> str:
    return (fingerprint + sha256(hash_ + fingerprint).digest()[:_CHECK_BYTES]).hex()


def _unchecked(text: str, hash_: bytes) -> bytes:
    fingerprint = bytes.fromhex(text)[:-_CHECK_BYTES]
    if _checked(fingerprint, hash_) != text:
        raise Malformed(Phrase("fault-fingerprint-changed"))
    return fingerprint
