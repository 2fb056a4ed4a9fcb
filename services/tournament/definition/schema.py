"""The JSON Schema of a tournament file, for editors and programs: from its structs, bounds and words."""

from collections.abc import Mapping
from datetime import time
from typing import Any

import msgspec

from services.tournament.definition.attachments import Attachment, Attachments
from services.tournament.definition.awards import FamilyAward
from services.tournament.definition.checks.appearance import COLOUR
from services.tournament.definition.meanings import (
    BY_PLACE,
    PARTS,
    WORDS,
    attributes_of,
    lead_of,
    plain_default,
)
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import HALF, Bye, StagePlan
from services.tournament.definition.texts import Text
from services.tournament.definition.words import RANKING_KEYS

Schema = dict[str, Any]

_TIME = "^([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?$"
_DIALECT = "https://json-schema.org/draft/2020-12/schema"


def schema_of_file() -> Schema:
    """The schema of a whole file, every table of it under `$defs`."""
    _, parts = msgspec.json.schema_components([Competition], ref_template="#/$defs/{name}")
    described: tuple[type[Any], ...] = (*PARTS.values(), Text, Attachment, Attachments)
    for cls in described:
        _describe(parts[cls.__name__], cls)
    parts["Text"] = _text(parts["Text"])
    parts["Attachments"] = _attachments(parts["Attachments"])
    competition = parts.pop("Competition")
    plain: Schema = _plain(competition)
    return {
        "$schema": _DIALECT,
        "title": "Tournament file",
        **{name: value for name, value in plain.items() if name != "title"},
        "$defs": {name: _plain(part) for name, part in sorted(parts.items())},
    }


def _describe(schema: Schema, cls: type[Any]) -> None:
    """Give a struct's schema its meanings, words and defaults."""
    schema["description"] = lead_of(cls)
    meanings = attributes_of(cls)
    required = set(schema.get("required", ()))
    for field in msgspec.structs.fields(cls):
        property_schema = schema["properties"][field.encode_name]
        property_schema["description"] = meanings[field.name]
        property_schema.pop("default", None)
        default = plain_default(field)
        if default not in (None, {}):
            property_schema["default"] = default
        if (cls, field.name) in BY_PLACE:
            required.discard(field.encode_name)
            property_schema["description"] += f" By default {BY_PLACE[cls, field.name]}."
            property_schema.pop("default", None)
        if (cls, field.name) in WORDS:
            _choose(property_schema, WORDS[cls, field.name])
        if field.type == time | None:
            property_schema["anyOf"] = [{"type": "string", "pattern": _TIME}]
    if cls is Competition:
        schema["properties"]["banner"]["anyOf"] = [{"type": "string", "pattern": COLOUR}]
    if cls is StagePlan:
        keys = next(
            option for option in schema["properties"]["ranking"]["anyOf"] if option.get("type") == "array"
        )
        keys["items"] = _words(RANKING_KEYS)
    if cls is Bye:
        text = next(
            option for option in schema["properties"]["points"]["anyOf"] if option.get("type") == "string"
        )
        text.clear()
        text["const"] = HALF
    if cls is FamilyAward:
        schema["properties"]["ages_on"]["anyOf"].append({"const": "stage"})
    schema["required"] = [name for name in schema["properties"] if name in required]


def _choose(schema: Schema, known: Mapping[str, Any]) -> None:
    """Where a text stands in a field's schema, the words instead; of a list, those of its items."""
    if schema.get("type") == "array":
        schema["items"] = _words(known)
        return
    for place in [schema, *schema.get("anyOf", ())]:
        if place.get("type") == "string":
            for name in ("type", "maxLength", "pattern"):
                place.pop(name, None)
            place.update(_words(known))
            return


def _words(known: Mapping[str, Any]) -> Schema:
    return {"oneOf": [{"const": word, "description": meaning.en} for word, meaning in known.items()]}


def _text(schema: Schema) -> Schema:
    """A text is a string, or a table with a language or two."""
    line = {name: value for name, value in schema["properties"]["both"].items() if name in _BOUNDS}
    description = schema.pop("description")
    return {
        "description": description,
        "anyOf": [{"type": "string", "minLength": 1, **line}, {**schema, "minProperties": 1}],
    }


def _attachments(schema: Schema) -> Schema:
    """A file is a name or content, or a table with a language or two; of one that is there, what it is."""
    description = schema.pop("description")
    named = {"type": "string", "minLength": 1}
    for name, file in schema["properties"].items():
        meaning = file.pop("description")
        schema["properties"][name] = {"description": meaning, "anyOf": [named, file]}
    return {"description": description, "anyOf": [named, {**schema, "minProperties": 1}]}


_BOUNDS = ("type", "maxLength", "pattern")


def _plain(schema: Any) -> Any:
    """A schema without null, which only stands for what is left out."""
    if isinstance(schema, list):
        return [_plain(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    made = {name: _plain(value) for name, value in schema.items()}
    choices = made.get("anyOf")
    if choices is not None:
        left = [choice for choice in choices if choice != {"type": "null"}]
        made.pop("anyOf")
        if len(left) == 1:
            return {**left[0], **made}
        made["anyOf"] = left
    return made
