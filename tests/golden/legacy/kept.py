"""Where the kept exports lie, and what is kept beside each. README.md says how they were made."""

import lzma
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec

from services.desk.desk import Desk
from shared.codec import canonical
from shared.eventlog.seal import PublicKey
from tests.golden.comparison.documents import Sections
from tests.golden.comparison.outcomes import shown

FOLDER = Path(__file__).parent / "data"
KEY = FOLDER / "seal-key.pem"


class Expected(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the version that wrote an export read from it.

    Attributes:
        events, head: how many events, and the head hash.
        seals, sealed: how many seals, and the last seq they vouch for.
        first_of_type: by event type the first seq; so also which types are in it.
        publications: digests of published tables by stage and version.
        signatures: digests by sheet and entrant as signed last, in the state at the end.
        standings: by seq, what of standings, medals, families and awards differs from the seq before.
    """

    tournament: str
    events: int
    head: str
    seals: int
    sealed: int
    first_of_type: Mapping[str, int]
    publications: Mapping[str, str]
    signatures: Mapping[str, Mapping[str, str]]
    standings: Mapping[str, Mapping[str, Any]]


def names() -> list[str]:
    """The names of all exports, in order."""
    return sorted(file.name.removesuffix(".expected.json.xz") for file in FOLDER.glob("*.expected.json.xz"))


def lines(name: str, *, public: bool = False) -> list[bytes]:
    """The lines of an export, each with its end."""
    ending = ".public.jsonl.xz" if public else ".jsonl.xz"
    return lzma.decompress((FOLDER / f"{name}{ending}").read_bytes()).splitlines(keepends=True)


def expected(name: str) -> Expected:
    content = lzma.decompress((FOLDER / f"{name}.expected.json.xz").read_bytes())
    return msgspec.json.decode(content, type=Expected)


def public_key() -> PublicKey:
    """The key that every seal was made with."""
    return PublicKey.read(KEY.read_bytes())


def standing_at(desk: Desk, tournament_id: str, seq: int) -> Sections:
    """What anyone may read as of a seq, as JSON has it."""
    found: Sections = msgspec.json.decode(canonical(shown(desk, tournament_id, seq)))
    return found


def signatures(desk: Desk, tournament_id: str) -> dict[str, dict[str, str]]:
    """The digests that were signed, by sheet and entrant."""
    sheets = desk.state(tournament_id).sheets
    return {
        key: {entrant: signature.digest for entrant, signature in sheet.signatures.items()}
        for key, sheet in sheets.items()
        if sheet.signatures
    }


def publications(desk: Desk, tournament_id: str) -> dict[str, str]:
    """The digests of published tables."""
    published = desk.state(tournament_id).publications.values()
    return {f"{item.stage} {item.version}": item.digest for item in published}
