"""What a command put on record: a case, a ruling, a table, an announcement, with what people call it by."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

import msgspec

from services.desk.answers import EventView
from services.tournament.kernel.ids import TableId

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
_TABLES = frozenset(
    {
        "table-opened", "table-closed", "game-result-recorded", "game-corrected", "score-sheet-recorded",
        "sheet-conflict-found", "sheet-conflict-settled", "sheet-signed", "signature-missing",
        "signature-closed", "incident-noted", "first-player-determined", "chief-referee-called",
    }
)  # fmt: skip
"""Events that a table shows; whoever names it calls it by number and session."""
_NOTICES = {"announcement-made": "", "people-invited": ".1", "people-invited-again": ".1"}
"""Events that are messages and nothing else, and what follows the seq in the reference of the first."""


def on_record(events: Iterable[EventView]) -> Mapping[str, str]:
    """By the key of the subject that shows it what was recorded; nothing of what only followed.

    A table is called "", as what people call it depends on the day and on their language.
    """
    found = {}
    for event in events:
        if event.caused_by is not None:
            continue
        if event.type in _NOTICES:
            reference = f"N-{event.seq}{_NOTICES[event.type]}"
            found[f"notice:{reference}"] = reference
        elif event.type in _TABLES:
            fields = msgspec.json.decode(event.data)
            sheet = fields.get("sheet") or str(TableId(fields["session"], fields["table"]))
            found[f"table:{sheet}"] = ""
        elif event.type in _FIELDS:
            kind, id, called = _FIELDS[event.type]
            fields = msgspec.json.decode(event.data)
            found[f"{kind}:{fields[id]}"] = fields[called]
    return found
