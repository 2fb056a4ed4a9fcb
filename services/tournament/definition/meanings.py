"""What each field of a tournament file means, and its default: from the structs and their docstrings."""

import re
from collections.abc import Iterator, Mapping
from inspect import getdoc
from typing import Any

import msgspec
from msgspec import NODEFAULT

from services.tournament.definition import words
from services.tournament.definition.awards import Best, CategoryAward, FamilyAward, PlacesAward, TeamAward
from services.tournament.definition.categories import Category
from services.tournament.definition.plan import Competition, Reading, Venue
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Bye, Clock, From, Rating, StagePlan, TableSize, Target

PARTS: Mapping[str, type[Any]] = {
    "tournament": Competition,
    "stage": StagePlan,
    "enter": From,
    "table": TableSize,
    "games": Target,
    "bye": Bye,
    "clock": Clock,
    "rating": Rating,
    "session": SessionPlan,
    'award, kind = "places"': PlacesAward,
    'award, kind = "family"': FamilyAward,
    'award, kind = "team"': TeamAward,
    "count": Best,
    'award, kind = "category"': CategoryAward,
    "category": Category,
    "venue": Venue,
    "reading": Reading,
}
"""The tables of the file, by what they are called in its documentation."""
WORDS: Mapping[tuple[type[Any], str], words.Words] = {
    **{(StagePlan, name): known for name, known in words.OF_STAGE.items()},
    (StagePlan, "enter"): words.ENTER,
    (StagePlan, "games"): words.GAMES,
    (StagePlan, "ranking"): words.RANKING,
    (StagePlan, "apart"): words.APART,
    (From, "ties"): words.TIES,
    (TeamAward, "count"): words.COUNT,
    (Competition, "languages"): words.LANGUAGES,
}
"""The words a field may hold."""
BY_PLACE: Mapping[tuple[type[Any], str], str] = {
    (StagePlan, "enter"): "`registration` in the first stage; required after",
    (StagePlan, "split"): "`chosen` where people register for one of several sessions, `in_turn` after",
    (TableSize, "fewest"): "3, or `most` where that is less",
}
"""Defaults that depend on where a field stands, in words."""
_ATTRIBUTE = re.compile(r"^    (\w+): (.*(?:\n {8}.*)*)", re.MULTILINE)


class Meant(msgspec.Struct, frozen=True):
    """One field as it is documented.

    Attributes:
        required: whether it can not be left out.
        default: as written in a file; None where it is required or there is none.
        by_place: the default in words, where it depends on where the field stands.
    """

    name: str
    meaning: str
    required: bool
    default: str | None
    by_place: str | None


def fields_of(cls: type[Any]) -> Iterator[Meant]:
    """The fields of a table of the file, in order."""
    meanings = attributes_of(cls)
    for field in msgspec.structs.fields(cls):
        by_place = BY_PLACE.get((cls, field.name))
        required = field.required and by_place is None
        default = None if by_place is not None else _written(plain_default(field))
        yield Meant(field.encode_name, meanings[field.name], required, default, by_place)


def attributes_of(cls: type[Any]) -> Mapping[str, str]:
    """What the docstring of a struct says of its fields, by name."""
    _, _, attributes = (getdoc(cls) or "").partition("Attributes:\n")
    return {name: " ".join(text.split()) for name, text in _ATTRIBUTE.findall(attributes)}


def lead_of(cls: type[Any]) -> str:
    """What the docstring of a struct begins with."""
    return (getdoc(cls) or "").partition("\n")[0]


def plain_default(field: msgspec.structs.FieldInfo) -> Any:
    """The default of a field as it would stand in JSON; None where there is none."""
    default = field.default_factory() if field.default_factory is not NODEFAULT else field.default
    if default is NODEFAULT:
        return None
    if isinstance(default, msgspec.Struct):
        return {name: getattr(default, name) for name in default.__struct_fields__}
    return list(default) if isinstance(default, tuple) else default


def _written(default: Any) -> str | None:
    """A default as it is written in a file."""
    if default is None or default == {}:
        return None
    if isinstance(default, dict):
        return "{ " + ", ".join(f"{name} = {_written(value)}" for name, value in default.items()) + " }"
    return msgspec.json.encode(default).decode().replace(",", ", ")
