"""The timeline: every event in plain words, rendered when it is read.

The text of an event names its fields, and `n_<field>` for how many a field holds. Whoever asks says how to
label an entrant.
"""

from collections.abc import Callable
from typing import Any

from services.tournament.definition.amending import Changed
from services.tournament.definition.difference import in_short
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types
from shared.catalogue import Listed, say, values_of

Label = Callable[[str], str]

_ENTRANT_FIELDS = frozenset(
    {
        "entrant",
        "entrant_no",
        "kept",
        "dropped",
        "child",
        "parent",
        "first",
        "second",
        "replaces",
        "raised_by",
    }
)


def told(event: Event, language: str, label: Label) -> str:
    """The event in plain words.

    Args:
        label: how to call an entrant, by number.
    """
    key = f"event-{event_types()[type(event)].name}"
    return say(key, language, **{name: _value(event, name, label) for name in values_of(key, language)})


def _value(event: Event, name: str, label: Label) -> object:
    """What a field of the event reads like; of `n_<field>` how many there are."""
    if name.startswith("n_"):
        return len(getattr(event, name.removeprefix("n_")))
    value = getattr(event, name)
    return _changes(value) if name == "changes" else _shown(name, value, label)


def _changes(value: tuple[Any, ...]) -> Listed:
    """What another plan says otherwise; of a corrected table the timeline only counts the lines."""
    named = [in_short(own.field, own.stage, own.session) for own in value if isinstance(own, Changed)]
    return Listed(named, "list-between-sentences")


def _shown(name: str, value: Any, label: Label) -> str:
    if value is None:
        return "–"
    if name in _ENTRANT_FIELDS:
        return label(str(value))
    if name in ("entrants", "admitted", "byes"):
        return ", ".join(label(str(one)) for one in value) or "–"
    if name == "results":
        return ", ".join(f"{one.entrant} {one.score}{' ★' if one.game_won else ''}" for one in value)
    if name == "judged":
        whose = f", {label(value.entrant)}" if value.entrant is not None else ""
        return f"{value.__struct_config__.tag}{whose}: {value.verdict}"
    if name == "effects":
        return ", ".join(str(one.__struct_config__.tag) for one in value)
    if isinstance(value, tuple) and all(isinstance(one, str) for one in value):
        return ", ".join(value) or "–"
    return str(value)
