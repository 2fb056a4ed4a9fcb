"""Steps that bring events of earlier versions forward, and what those versions still hold in clear.

Version 1 of some events says an age, a language, a family name or the side of a family in clear. Stored bytes
stay as they are; these steps leave an age to be settled on the state (`tournament.kernel.settled`), and put a
digest in the place of a family name. Language, family name and side are read as if they were in the vault.
"""

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec

from services.tournament.definition.earlier import FINAL, competition_of
from services.tournament.definition.early_shapes import Definition
from services.tournament.kernel.facts import Earlier, Event
from services.tournament.people.entrants import CONSENT_SCOPES
from services.tournament.people.families import unit_of
from shared.eventlog import EVENT_RETIRED, Catalogue, Recorded

Fields = dict[str, Any]

IN_CLEAR: tuple[tuple[str, int], ...] = (
    ("entrant-registered", 1),
    ("entrant-moved", 1),
    ("details-amended", 1),
    ("language-chosen", 1),
    ("family-unit-declared", 1),
    ("family-unit-dissolved", 1),
    ("family-award-made", 1),
)
"""Type and version of every event whose stored bytes may say an age, a language or a family name."""

_PERSONAL = ("language", "family", "family_role")


def add_steps(catalogue: Catalogue[Event]) -> None:
    """Register every step with the decoder of events."""
    catalogue.upcast("tournament-defined", 1, _defined)
    catalogue.upcast("seats-drawn", 1, _seats_drawn)
    catalogue.upcast("seats-drawn", 2, _all_byes)
    catalogue.upcast("entrant-registered", 1, _registered)
    catalogue.upcast("entrant-moved", 1, _moved)
    catalogue.upcast("details-amended", 1, _amended)
    catalogue.upcast("language-chosen", 1, _language)
    catalogue.upcast("consent-changed", 1, _consented)
    catalogue.upcast("family-unit-declared", 1, _declared)
    catalogue.upcast("family-unit-dissolved", 1, _dissolved)
    catalogue.upcast("family-award-made", 1, _awarded)
    catalogue.upcast("awards-made", 1, lambda data: {**data, "others": ()})
    catalogue.upcast("qualification-held", 1, _held)
    catalogue.upcast("qualification-concluded", 1, _concluded)
    for name in ("qualification-undone", "cut-tie-decided", "qualifier-withdrew"):
        catalogue.upcast(name, 1, _of_the_final)
    catalogue.upcast("reserve-moved-up", 1, _of_the_final)
    catalogue.upcast("sessions-suspended", 1, lambda data: {**data, "since": None, "next_word": None})
    catalogue.upcast("question-asked", 1, lambda data: {**data, "urgent": False, "beside": ()})
    catalogue.upcast("finalists-placed", 1, lambda data: {**_of_the_final(data), "seed": None})


def personal_in_clear(recorded: Recorded) -> tuple[str, Mapping[str, str]] | None:
    """What belongs into the vault and stands in the stored bytes, with the person or else entrant number."""
    key = (recorded.type, recorded.version)
    if key not in (("entrant-registered", 1), ("language-chosen", 1)):
        return None
    data = msgspec.json.decode(recorded.data, type=Fields)
    found = {name: data[name] for name in _PERSONAL if data.get(name)}
    return data.get("person") or data["entrant"], found


def _defined(data: Fields) -> Fields:
    if "format" in data["definition"]:
        # Rounds were a world of their own; no log of it is in use.
        raise EVENT_RETIRED(type="tournament-defined")
    plan = msgspec.convert(data["definition"], Definition)
    return {**data, "definition": msgspec.to_builtins(competition_of(plan)), "stage_rules": ()}


def _seats_drawn(data: Fields) -> Fields:
    return {**data, "method": "lot-1", "byes": (), "absent": ()}


def _all_byes(data: Fields) -> Fields:
    """Whoever sat out had a bye, however many they had had."""
    return {**data, "unpaired": ()}


def _of_the_final(data: Fields) -> Fields:
    """Early tournaments had one cut, into their final."""
    return {**data, "stage": FINAL}


def _held(data: Fields) -> Fields:
    return {**_of_the_final(data), "table": "", "seed": None}


def _concluded(data: Fields) -> Fields:
    return {"by_lot": (), **_of_the_final(data), "seed": None}


def _registered(data: Fields) -> Fields:
    kept = {name: value for name, value in data.items() if name not in ("age", *_PERSONAL)}
    earlier = Earlier(age=data["age"], label=_digest(data["family"]))
    return {**kept, "categories": (), "may_be": (), "group": None, "earlier": earlier}


def _moved(data: Fields) -> Fields:
    return {name: value for name, value in data.items() if name != "age"}


def _amended(data: Fields) -> Fields:
    kept = {name: value for name, value in data.items() if name != "age"}
    settled = {**kept, "categories": None, "may_be": None}
    return settled if data["age"] is None else {**settled, "earlier": Earlier(age=data["age"])}


def _language(data: Fields) -> Fields:
    return {"entrant": data["entrant"]}


def _consented(data: Fields) -> Fields:
    """Early on there was one consent, to every place, and nobody wrote down whose."""
    return {
        "entrant": data["entrant"],
        "scopes": CONSENT_SCOPES,
        "given": data["shown"],
        "by": "unsaid",
        "text": "",
        "unchecked": False,
        "case": None,
    }


def _declared(data: Fields) -> Fields:
    child, parent = data["child"], data["parent"]
    earlier = Earlier(label=_digest(data["unit"]))
    return {"unit": unit_of(child, parent), "child": child, "parent": parent, "earlier": earlier}


def _dissolved(data: Fields) -> Fields:
    return {"unit": "", "case": data["case"], "earlier": Earlier(label=_digest(data["unit"]))}


def _awarded(data: Fields) -> Fields:
    return {"units": (), "earlier": Earlier(labels=tuple(_digest(unit) for unit in data["units"]))}


def _digest(label: str | None) -> str:
    return hashlib.sha256(label.encode()).hexdigest() if label else ""
