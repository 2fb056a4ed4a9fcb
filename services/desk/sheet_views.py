"""What the record of a score sheet holds beside its figures: times, signatures, and what was struck out."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from services.projections.rows import GameCell
from services.tournament.seating.sessions import SessionStatus


class Made(msgspec.Struct, frozen=True):
    """By which event something was done, and when it happened; `by` whom is for officials."""

    seq: int
    at: datetime
    by: str | msgspec.UnsetType = msgspec.UNSET


class GameVersion(msgspec.Struct, frozen=True):
    """A game as it stands, or stood until it was amended."""

    game: GameCell
    made: Made


class SheetSignature(msgspec.Struct, frozen=True):
    """A signature in the form of `SignatureCell`, with when it was given."""

    entrant_no: str
    medium: str
    closed: bool
    made: Made


class SheetRuling(msgspec.Struct, frozen=True):
    """A ruling that a game of the sheet stands by, or stood by.

    Attributes:
        dispute, cites, effects: there for officials; others know that there was one.
    """

    made: Made
    dispute: str | msgspec.UnsetType = msgspec.UNSET
    cites: str | msgspec.UnsetType = msgspec.UNSET
    effects: tuple[str, ...] | msgspec.UnsetType = msgspec.UNSET


class SheetRecord(msgspec.Struct, frozen=True):
    """How a sheet came to be what it is.

    Attributes:
        status, started_at, ended_at: of its session.
        referee: the number of who supervises the table; null for nobody.
        closed: null while it is open.
        games: for each game how it stands, and before that how it stood, the latest first; none where nothing
            is recorded.
        signatures: in the order of the seats.
        rulings: by number.
        open_points: what keeps it open, in the reader's language.
    """

    status: SessionStatus
    referee: str | None
    started_at: datetime | None
    ended_at: datetime | None
    closed: Made | None
    games: tuple[tuple[GameVersion, ...], ...]
    signatures: tuple[SheetSignature, ...]
    rulings: Mapping[str, SheetRuling]
    open_points: tuple[str, ...]
