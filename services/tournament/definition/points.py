"""The points of a rule document in words, each with its place in it; and those that a ruling rests on."""

import msgspec

from services.rules.citing import Cited
from services.rules.clauses import share_a_place
from services.rules.ruleset import UNSPECIFIED, Axis, Basis, Ruleset, axes
from services.tournament.definition.words import in_turn
from shared.catalogue import Listed, catalogue, say
from shared.i18n import Language

_CHARGES = "scoring.charges."


class Point(msgspec.Struct, frozen=True):
    """One point of the rules in words, and its place in the document."""

    text: str
    cite: str
    basis: Basis


def points_at(cite: str, ruleset: Ruleset, language: Language) -> tuple[Point, ...]:
    """What a ruleset has from the part of its document that is cited; nothing of what is left open there."""
    points = [
        point_of(axis, language)
        for axis in axes(ruleset)
        if axis.basis != "silent" and share_a_place(cite, axis.cite)
    ]
    return tuple(point for point in points if point is not None)


def point_of(axis: Axis, language: Language) -> Point | None:
    """A point in words; None for one that no text is about, or that something else is played in place of."""
    name = axis.name
    if axis.value == UNSPECIFIED and axis.basis != "silent":
        return None
    key = f"axis-{name.replace('.', '-').replace('_', '-')}"
    if name.startswith(_CHARGES) and key not in catalogue(language):
        key = "axis-scoring-charges-other"
    if key not in catalogue(language):
        return None
    return Point(
        say(key, language, value=_value(axis, language)), Cited(axis.cite).in_language(language), axis.basis
    )


def _value(axis: Axis, language: Language) -> object:
    value = axis.value
    if not isinstance(value, tuple):
        return value
    if axis.name in ("ranking.keys", "ranking.round_keys"):
        return in_turn(value).in_language(language)
    return Listed([str(choice) for choice in value], "list-either")
