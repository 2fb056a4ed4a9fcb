"""The names of a family in what is told to it: known to whoever reads for both, and to nobody else."""

from collections.abc import Collection, Iterable, Mapping

from services.delivery.correspondents import Details, name_among, name_in, recipient_of
from services.notices.audiences import Recipient
from services.notices.notice import Notice
from services.tournament.state import State
from shared.i18n import Language

_TEMPLATES = ("family-award", "family-asked", "family-dissolved")
_MEMBERS = ("child", "parent")


def with_family(notice: Notice, readers: Iterable[Recipient]) -> set[Recipient]:
    """The readers of a notice, and the two of the family that it is about."""
    return {*readers, *_members(notice)}


def names_of_family(
    notice: Notice, stands_for: Iterable[str], details: Mapping[Recipient, Details], language: Language
) -> dict[str, str]:
    """By number the names of both, where the place of reading stands for both; else none.

    Args:
        stands_for: the keys of all whom a chat, page or address is for.
        details: of the family too (`with_family`).
    """
    readers = {recipient_of(key) for key in stands_for}
    members = _members(notice)
    if not readers.issuperset(members):
        return {}
    named = {member.number: name_in(details.get(member, {}), language) for member in members}
    return {
        number: name_among(number, name, [named[other] for other in named if other != number])
        for number, name in named.items()
        if name
    }


def relatives(state: State, numbers: Iterable[str]) -> Mapping[str, Collection[str]]:
    """By number the family of each of these: the unit, and those registered under one family name."""
    asked = {number: state.entrants[number] for number in numbers if number in state.entrants}
    together: dict[str, set[str]] = {entrant.group: set() for entrant in asked.values() if entrant.group}
    for number, entrant in state.entrants.items() if together else ():
        if entrant.group in together:
            together[entrant.group].add(number)
    found = {number: {*together.get(entrant.group or "", ())} for number, entrant in asked.items()}
    for unit in state.units.values():
        for number in {unit.child, unit.parent} & found.keys():
            found[number] |= {unit.child, unit.parent}
    return found


def _members(notice: Notice) -> list[Recipient]:
    if notice.template not in _TEMPLATES:
        return []
    return [Recipient("entrant", notice.parameters[member]) for member in _MEMBERS]
