"""What a command put on record: a case, a ruling, somebody's entry, with what people call it by."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from services.desk.answers import EventView

_FIELDS: Mapping[str, tuple[str, str, str]] = MappingProxyType(
    {
        "dispute-raised": ("case", "dispute", "dispute"),
        "evidence-presented": ("case", "dispute", "dispute"),
        "ruling-made": ("case", "dispute", "ruling"),
        "verbal-warning-given": ("entrant", "entrant", "entrant"),
        "entrant-registered": ("entrant", "entrant_no", "entrant_no"),
        "parent-called": ("entrant", "entrant", "entrant"),
        "question-asked": ("entrant", "entrant", "question"),
        "family-unit-declared": ("entrant", "child", "unit"),
        "family-unit-proposed": ("entrant", "child", "child"),
    }
)
"""By event: of which kind the subject is that shows it, the field with its id, and what it is called by."""


def on_record(events: Iterable[EventView]) -> Mapping[str, str]:
    """By the key of the subject that shows it what was recorded; nothing of what only followed."""
    found = {}
    for event in events:
        if event.caused_by is None and event.type in _FIELDS:
            kind, id, called = _FIELDS[event.type]
            fields = msgspec.json.decode(event.data)
            found[f"{kind}:{fields[id]}"] = fields[called]
    return found
