"""What is awarded, by kind: places, families, teams, categories."""

from datetime import date
from typing import Annotated, ClassVar

import msgspec

from services.tournament.definition.texts import Text
from services.tournament.definition.words import MEDALS
from services.tournament.kernel.lengths import MOST_PLACES, Id
from shared.bounds import many

Titles = Annotated[tuple[Text, ...], many(MOST_PLACES)]


class _OfStage(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="kind"):
    """What is awarded by the results of one stage."""

    needs_ages: ClassVar[bool] = False

    stage: Id


class PlacesAward(_OfStage, frozen=True, tag="places"):
    """Titles for the first places of a stage.

    Attributes:
        stage: the stage whose standings decide.
        titles: for places 1, 2, 3 in this order.
    """

    titles: Titles


class FamilyAward(_OfStage, frozen=True, tag="family"):
    """The best unit of a child and a parent, by the sum of both results; ages in completed years.

    Attributes:
        stage: the stage whose results are added up; both members play in it.
        name: what the award is called.
        child_from: youngest age of a child.
        child_to: oldest age of a child.
        parent_from: youngest age of a parent.
        ages_on: the day on which ages count; by default the first day of the stage.
    """

    needs_ages: ClassVar[bool] = True

    name: Text
    child_from: int
    child_to: int
    parent_from: int
    ages_on: date | None = None


class Best(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The sum of a team's best members.

    Attributes:
        best: how many members count.
    """

    best: int


class TeamAward(_OfStage, frozen=True, tag="team"):
    """A table of teams.

    Attributes:
        stage: the stage whose standings decide.
        count: what counts: medals, or the sum of the best members.
        name: what the award is called.
        titles: for the first teams, in this order.
    """

    count: Id | Best = MEDALS
    name: Text | None = None
    titles: Titles = ()


class CategoryAward(_OfStage, frozen=True, tag="category"):
    """Titles for the first places among those of a category.

    Attributes:
        stage: the stage whose standings decide.
        category: id of the category.
        titles: for places 1, 2, 3 of the category in this order.
    """

    category: Id
    titles: Titles


Award = PlacesAward | FamilyAward | TeamAward | CategoryAward
"""One of these, by its `kind`."""
