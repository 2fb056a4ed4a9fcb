"""What stages lead to: published tables, the cut, and awards, as the state holds them."""

from typing import Literal

import msgspec

from services.tournament.definition.stages import Stage
from services.tournament.standings.entering.ties import Decision, Tie


class PublishedRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """One line of a published table; exact text scores. `figures` are what else ranks in the stage."""

    place: int
    entrant_no: str
    games_won: int
    score: str
    tiles: int
    qualified: bool | None = None
    figures: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


def figures_differ(before: PublishedRow | None, after: PublishedRow | None) -> bool:
    """Whether two lines of one entrant differ in more than in whether they go on."""
    if before is None or after is None:
        return before is not after
    return msgspec.structs.replace(before, qualified=None) != msgspec.structs.replace(after, qualified=None)


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
    """Where the cut into a stage stands.

    Attributes:
        tied: who lies across it and waits for a decision, for so many `free_places`.
        reserves: who follows in order.
        vacancies: freed places that nobody has taken yet.
        by_lot: reserves whose order was drawn.
        table: where the tie lies, if at a table.
        decisions: those made on ties of a cut that is still held.
        seed: of ties that the stage decides by lot.
        earlier: the cut as it was concluded last before this one, however often it was open again since.
        were_placed: whether those who went on had their sessions when it was opened again.
        given_up: who gave up a place, also among the reserves, however often it was open again since.
        decided: how the tie decided last was, and by whom: the choice, and role and id.
    """

    status: Literal["open", "held", "concluded"] = "open"
    qualified: tuple[str, ...] = ()
    tied: tuple[str, ...] = ()
    reserves: tuple[str, ...] = ()
    free_places: int = 0
    seq: int | None = None
    vacancies: tuple[Vacancy, ...] = ()
    by_lot: tuple[str, ...] = ()
    table: str = ""
    decisions: tuple[Decision, ...] = ()
    seed: str | None = None
    earlier: "Qualification | None" = None
    were_placed: bool = False
    given_up: tuple[str, ...] = ()
    decided: tuple[str, str] | None = None

    @property
    def tie(self) -> Tie:
        """What is to be decided."""
        return Tie(self.tied, self.free_places, self.table)


NO_CUT_YET = Qualification()


class AwardedPlace(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A place in the final that carries a title; several share it when equal on every key."""

    place: int
    entrants: tuple[str, ...]


class OtherAward(msgspec.Struct, frozen=True, forbid_unknown_fields=True, gc=False):
    """A title beyond those of the main award for places: of another stage, a category, or a team.

    Attributes:
        award: which award of the plan, from 0.
        place: among those it is for; the title is the plan's for this place.
        holders: entrant numbers; of a team those who counted, best first.
        team: whose title it is, if a team's.
    """

    award: int
    place: int
    holders: tuple[str, ...]
    team: str | None = None


class Awards(msgspec.Struct, frozen=True, gc=False):
    """The awards as made."""

    places: tuple[AwardedPlace, ...]
    family_units: tuple[str, ...]
    seq: int
    others: tuple[OtherAward, ...] = ()
