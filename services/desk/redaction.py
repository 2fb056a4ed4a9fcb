"""What an event, a notice or an actor says of one person, without what is others'."""

from collections.abc import Collection
from typing import Any

from msgspec import structs

from services.notices.notice import Notice
from services.projections.timeline import event_text
from services.tournament.definition.places_called import MovedTo, as_planned
from services.tournament.definition.plan import Competition
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types
from shared.catalogue import say, values_of

_LISTS = frozenset({"entrants", "admitted", "byes", "unpaired"})
"""Fields that list entrants by number."""
_PEOPLE = frozenset({"entrant", "child", "parent", "by"})
"""Parameters of notices that are entrants."""


def told_of(
    event: Event,
    numbers: Collection[str],
    language: str,
    plan: Competition,
    day_before: MovedTo = as_planned,
) -> str:
    """An event in plain words: only their figures where it has several people's, and nobody else's number.

    Args:
        day_before: the day to which a session had been moved before the event.
    """

    def label(number: str) -> str:
        return number if number in numbers else say("part-another-entrant", language)

    return event_text(_without_others(event, numbers, language), language, label, plan, "", day_before)


def notice_of(notice: Notice, numbers: Collection[str]) -> Notice:
    """A notice to them, without the numbers of others."""
    kept = {
        name: value for name, value in notice.parameters.items() if name not in _PEOPLE or value in numbers
    }
    return structs.replace(notice, parameters=kept)


def actor_of(actor: str, numbers: Collection[str]) -> str:
    """Who did something; of another participant only that it was one."""
    role, _, number = actor.partition(":")
    return role if role == "participant" and number not in numbers else actor


def _without_others(event: Event, numbers: Collection[str], language: str) -> Event:
    named = values_of(f"event-{event_types()[type(event)].name}", language)
    changes: dict[str, Any] = {}
    for field in event.__struct_fields__:
        value = getattr(event, field)
        if isinstance(value, tuple) and f"n_{field}" not in named:
            kept = tuple(entry for entry in value if _entrant(field, entry) in numbers)
            if kept:
                changes[field] = kept
    return structs.replace(event, **changes) if changes else event


def _entrant(field: str, entry: object) -> str | None:
    """Whose an element is."""
    if isinstance(entry, str):
        return entry if field in _LISTS else None
    entrant = getattr(entry, "entrant", None)
    return entrant if isinstance(entrant, str) else None
