"""What stages lead to: published tables, the cut, and awards, as the state holds them."""

from typing import Literal

import msgspec

from services.tournament.definition.stages import Stage


class PublishedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One line of a published table; exact text scores. `figures` are those of a format played in rounds."""

    place: int
    entrant_no: str
    games_won: int
    score: str
    tiles: int
    qualified: bool | None = None
    figures: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class Publication(msgspec.Struct, frozen=True, gc=False):
    """A numbered version of published results, as it went out."""

    stage: Stage
    version: int
    digest: str
    rows: tuple[PublishedRow, ...]
    seq: int


class Vacancy(msgspec.Struct, frozen=True, gc=False):
    """A freed place in the final: who left it, and in which session, once finalists are placed."""

    entrant: str | None
    session: str | None


class Qualification(msgspec.Struct, frozen=True, gc=False):
    """Where the cut stands. `tied` lie across it and wait for a decision; `reserves` follow in order.

    `vacancies` are freed places that nobody has taken yet; `by_lot` are reserves whose order was drawn.
    """

    status: Literal["open", "held", "concluded"] = "open"
    qualified: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    reserves: tuple[str, ...] = ()
    free_places: int = 0
    seq: int | None = None
    vacancies: tuple[Vacancy, ...] = ()
    by_lot: tuple[str, ...] = ()


class AwardedPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A place in the final that carries a title; several share it when equal on every key."""

    place: int
    entrants: tuple[str, ...]


class Awards(msgspec.Struct, frozen=True, gc=False):
    """The awards as made."""

    places: tuple[AwardedPlace, ...]
    family_units: tuple[str, ...]
    seq: int
