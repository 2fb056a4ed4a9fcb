"""JSON Schemas of the structs, as components of the OpenAPI document."""

import re
from collections.abc import Iterable, Mapping
from functools import cache
from inspect import cleandoc
from typing import Any

import msgspec

from services.web.parameters import Reader
from services.web.problems import ProblemBody
from services.web.routes import Route

Schema = dict[str, Any]

_REF = "#/components/schemas/"


class Schemas:
    """The schemas of every body and answer, each struct once, under a tidy name."""

    def __init__(self, routes: Iterable[Route]) -> None:
        kinds = [ProblemBody]
        for route in routes:
            for content in (*route.bodies, *route.answers.values()):
                if content.kind is not None and content.kind not in kinds:
                    kinds.append(content.kind)
        made, components = msgspec.json.schema_components(kinds, ref_template=_REF + "{name}")
        self._by_kind = {kind: _tidied(schema) for kind, schema in zip(kinds, made, strict=True)}
        self.components: Mapping[str, Schema] = {
            _tidy_name(name): _tidied(schema) for name, schema in sorted(components.items())
        }

    def of(self, kind: Any) -> Schema:
        """The schema of a struct, a reference to its component."""
        found: Schema = self._by_kind[kind]
        return found


def parameter_schemas(reader: Reader) -> list[tuple[str, Schema, bool]]:
    """Name, schema and whether it is required, for each of a route's own parameters."""
    _, components = msgspec.json.schema_components([reader.kind])
    schema = components[reader.kind.__name__]
    required = schema.get("required", ())
    found = []
    for name, property_schema in schema["properties"].items():
        # A parameter that may be left out is never sent as null.
        choices = [choice for choice in property_schema.get("anyOf", ()) if choice != {"type": "null"}]
        property_schema = {**property_schema, **choices[0]} if choices else dict(property_schema)
        property_schema.pop("anyOf", None)
        if property_schema.get("default", ...) in (None, ""):
            property_schema.pop("default")
        if property_schema.get("type") == "integer":
            property_schema["minimum"] = property_schema.get("minimum", 1 if name == "limit" else 0)
            property_schema["maximum"] = property_schema.get(
                "maximum", 1000 if name == "limit" else 10**15 - 1
            )
        else:
            property_schema["type"] = "string"
            property_schema.update({} if "enum" in property_schema else {"maxLength": 200})
        found.append((name, property_schema, name in required))
    return found


@cache
def described(text: str | None) -> str:
    """A docstring as prose: its own line breaks gone, paragraphs kept."""
    paragraphs = re.split(r"\n\s*\n", cleandoc(text or ""))
    return "\n\n".join(" ".join(paragraph.split()) for paragraph in paragraphs).strip()


def _tidy_name(name: str) -> str:
    """A component's name; private parts of a file may share theirs with something else."""
    private = "Part" if name.startswith("_") else ""
    return re.sub(r"_+", "_", name.replace("typing.", "").replace(".", "_")).strip("_") + private


def _tidied(schema: Any) -> Any:
    if isinstance(schema, dict):
        made = {key: _tidied(value) for key, value in schema.items()}
        if isinstance(made.get("$ref"), str):
            made["$ref"] = _REF + _tidy_name(made["$ref"].removeprefix(_REF))
        if isinstance(made.get("description"), str):
            made["description"] = described(made["description"])
        if isinstance(made.get("title"), str):
            made["title"] = _tidy_name(re.sub(r"[^A-Za-z0-9_.]", "_", made["title"]))
        return made
    return [_tidied(item) for item in schema] if isinstance(schema, list) else schema
