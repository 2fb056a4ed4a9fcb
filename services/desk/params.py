"""What each query is asked with."""

import msgspec

from services.tournament.definition.stages import Stage


class Params(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a query takes."""


class NoParams(Params, frozen=True, kw_only=True):
    pass


class PageParams(Params, frozen=True, kw_only=True):
    """A page of a list: what comes after a key or seq, at most so many."""

    after: str = ""
    limit: int = msgspec.field(default=100)


class StandingsParams(Params, frozen=True, kw_only=True):
    """Which stage, the first by default; of a tournament with categories, those of one of them only."""

    stage: Stage | None = None
    category: str | None = None


class EntrantParams(Params, frozen=True, kw_only=True):
    entrant: str


class ExplainParams(Params, frozen=True, kw_only=True):
    """Whose place; in the stage they are in, unless another is named."""

    entrant: str
    stage: Stage | None = None


class DiffParams(Params, frozen=True, kw_only=True):
    """Two moments: seqs or times."""

    before: str
    after: str


class SheetParams(PageParams, frozen=True, kw_only=True):
    """Sheets of a session, or one sheet."""

    session: str | None = None
    sheet: str | None = None


class PublicationParams(Params, frozen=True, kw_only=True):
    """All versions of a stage, the first by default, without their tables, or one with it."""

    stage: Stage | None = None
    version: int | None = None
