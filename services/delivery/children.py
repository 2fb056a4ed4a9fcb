"""The names of children in the hall, for what is said of a stopped day to parents who are not there."""

from collections.abc import Iterable, Mapping

from services.delivery.correspondents import Details, name_among, name_in
from services.notices.audiences import Recipient
from services.notices.notice import Notice
from services.notices.whereabouts import children_inside
from services.tournament.state import State
from shared.i18n import Language

_KINDS = ("suspended", "rescheduled", "further-word")


def with_children(state: State, notice: Notice, readers: Iterable[Recipient]) -> set[Recipient]:
    """The readers of a notice, and the children whom it names to them."""
    found = set(readers)
    return found | {child for reader in found for child in _children(state, notice, reader)}


def names_of_children(
    state: State, notice: Notice, reader: Recipient, details: Mapping[Recipient, Details], language: Language
) -> tuple[str, ...]:
    """The names that a notice says to a parent outside; none where it is about something else.

    Args:
        details: of the children too (`with_children`); who is not known there is not named.
    """
    children = _children(state, notice, reader)
    named = {each.number: name_in(details.get(each, {}), language) for each in (reader, *children)}
    return tuple(
        name_among(child.number, name, [named[other] for other in named if other != child.number])
        for child in children
        if (name := named[child.number])
    )


def _children(state: State, notice: Notice, reader: Recipient) -> list[Recipient]:
    session = state.sessions.get(notice.parameters.get("session", ""))
    if session is None or notice.kind not in _KINDS or reader.kind != "entrant":
        return []
    return [Recipient("entrant", child) for child in children_inside(state, reader.number, session)]
