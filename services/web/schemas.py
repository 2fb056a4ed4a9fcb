"""JSON Schemas of the structs, as components of the OpenAPI document."""

import re
from collections.abc import Iterable, Mapping
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
        own, components = msgspec.json.schema_components(kinds, ref_template=_REF + "{name}")
        self._by_kind = {kind: _tidied(schema) for kind, schema in zip(kinds, own, strict=True)}
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
    for name, own in schema["properties"].items():
        # A parameter that may be left out is never sent as null.
        choices = [choice for choice in own.get("anyOf", ()) if choice != {"type": "null"}]
        own = {**own, **choices[0]} if choices else dict(own)
        own.pop("anyOf", None)
        if own.get("default", ...) in (None, ""):
            own.pop("default")
        if own.get("type") == "integer":
            own["minimum"] = own.get("minimum", 1 if name == "limit" else 0)
            own["maximum"] = own.get("maximum", 1000 if name == "limit" else 10**15 - 1)
        else:
            own["type"] = "string"
            own.update({} if "enum" in own else {"maxLength": 200})
        found.append((name, own, name in required))
    return found


def described(text: str | None) -> str:
    """A docstring as prose: its own line breaks gone, paragraphs kept."""
    paragraphs = re.split(r"\n\s*\n", cleandoc(text or ""))
    return "\n\n".join(" ".join(own.split()) for own in paragraphs).strip()


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
