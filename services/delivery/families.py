"""The names of a family in what is told to it: known to whoever reads for both, and to nobody else."""

from collections.abc import Iterable, Mapping

from services.delivery.correspondents import Details, name_in, recipient_of
from services.notices.audiences import Recipient
from services.notices.notice import Notice
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
    return {number: name for number, name in named.items() if name}


def _members(notice: Notice) -> list[Recipient]:
    if notice.template not in _TEMPLATES:
        return []
    return [Recipient("entrant", notice.parameters[member]) for member in _MEMBERS]
