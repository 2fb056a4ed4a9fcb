"""What each query is asked with."""

from typing import Annotated, Literal

import msgspec

from services.tournament.definition.stages import Stage
from shared.bounds import read_as

Entrant = Annotated[str, read_as("entrant")]
"""The number of an entrant; leading zeros say nothing."""
Named = Annotated[str, read_as("narrow")]
"""What a sheet, a case or a category is called by."""
SessionNamed = Annotated[str, read_as("session")]
"""A session by its id or what people call it."""


class Params(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a query takes."""


class NoParams(Params, frozen=True, kw_only=True):
    pass


class PageParams(Params, frozen=True, kw_only=True):
    """A page of a list: what comes after a key or seq, at most so many."""

    after: str = ""
    limit: int = msgspec.field(default=100)


class StageParams(Params, frozen=True, kw_only=True):
    """Which stage, the first by default."""

    stage: Stage | None = None


class StandingsParams(StageParams, frozen=True, kw_only=True):
    """Which stage, the first by default; of it only those of a category, or who played in a session."""

    category: Named | None = None
    session: SessionNamed | None = None


class EntrantParams(Params, frozen=True, kw_only=True):
    entrant: Entrant


class CalendarParams(Params, frozen=True, kw_only=True):
    """Of an entrant, of a session, or of all."""

    entrant: Entrant | None = None
    session: SessionNamed | None = None


class ExplainParams(Params, frozen=True, kw_only=True):
    """Whose place; in the stage they are in, unless another is named."""

    entrant: Entrant
    stage: Stage | None = None


class DiffParams(Params, frozen=True, kw_only=True):
    """Two moments: seqs or times."""

    before: str
    after: str


class SheetParams(PageParams, frozen=True, kw_only=True):
    """Sheets of a session, or one sheet."""

    session: SessionNamed | None = None
    sheet: Named | None = None


class PublicationParams(Params, frozen=True, kw_only=True):
    """All versions of a stage, the first by default, without their tables, or one with it."""

    stage: Stage | None = None
    version: int | None = None


class TimelineParams(PageParams, frozen=True, kw_only=True):
    """All events, or those about things: an entrant, a session, a sheet, a case; of all that are named.

    Attributes:
        kind: a kind of mark, such as `ruling`, or the type of an event, such as `game-corrected`.
        order: `falling` for the newest first; `after` then goes on to what is older.
    """

    order: Literal["rising", "falling"] = "rising"
    kind: str | None = None
    entrant: Entrant | None = None
    session: SessionNamed | None = None
    sheet: Named | None = None
    dispute: Named | None = None
