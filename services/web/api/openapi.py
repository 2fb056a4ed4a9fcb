"""The OpenAPI 3.1 document, made of the routes themselves, so that it cannot say something else."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from http import HTTPStatus
from inspect import cleandoc
from typing import Any

import msgspec
from flask import Response

from services.access.rights import RIGHTS, is_public
from services.declarations import every_problem_type
from services.tournament.definition.checks.known import TOURNAMENT_ID
from services.web.etags import Answer
from services.web.parameters import Reader
from services.web.problems import CONTENT_TYPE, ProblemBody
from services.web.reads import read_of_content
from services.web.routes import API, Action, Call, Content, Header, Open, Route

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


PATH = f"{API}/openapi.json"
Part = dict[str, Any]

INTRODUCTION = """\
Tileledger runs tile-game tournaments from an append-only event log. Commands change a tournament; what
follows from them is read, now or as of any moment (`as_of`, a seq or a time).

Every error is `application/problem+json` (RFC 9457); match on `code`. Error texts and shown names follow
`lang=` or Accept-Language: `en`, or `zh` for Traditional Chinese. Send tokens as `Authorization: Bearer`;
what is public can be read without one, with names by consent. JSON is read strictly: no unknown or repeated
fields, and an integer is written as one (`2`, not `2.0`, though JSON Schema admits it). Scores are exact
text: `"11"`, `"-12"`, `"23/2"`. Answers are JSON whatever Accept says.
"""

_STATUS_MEANING = {
    400: "Address, header or body cannot be understood.",
    401: "No token, or one that holds no longer.",
    403: "The role may not do this here.",
    404: "What is named is not there.",
    408: "The body did not come in time.",
    409: "Not possible as things stand, or the Idempotency-Key was used for something else.",
    412: "The log ends elsewhere than If-Match says.",
    413: "The body is too long.",
    415: "The body is of another type, or encoded.",
    422: "The rules refuse it, or it goes beyond what is taken.",
    429: "Too many requests, or too many at once; Retry-After says when to come back.",
    500: "A fault of this program; the number in the text is in its log.",
    503: "Too busy, or the database cannot be reached just now; try again.",
}


def openapi_route(routes: Sequence[Route], release: str) -> Iterator[Route]:
    """The document of these routes and of its own."""

    @cache
    def made() -> Answer:
        return Answer(msgspec.json.encode(document(every, release)), (("Content-Type", "application/json"),))

    route = Route(
        name="openapi",
        method="GET",
        path=PATH,
        access=Open("the documentation is public"),
        handle=lambda call: _answer(call, made()),
        summary="This document",
        tag="Running it",
        answers={200: Content()},
    )
    every = (*routes, route)
    yield route


def _answer(call: Call, answer: Answer) -> Response:
    return read_of_content(call, answer)


def document(routes: Sequence[Route], release: str) -> Part:
    """The OpenAPI document as plain data."""
    tagged = [route for route in routes if route.tag]
    schemas = Schemas(tagged)
    paths: dict[str, Part] = {}
    for route in tagged:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route, schemas)
    of_routes = {status for route in tagged for status in refusals(route)}
    statuses = sorted(of_routes | {kind.status for kind in every_problem_type().values()})
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "Tileledger",
            "version": release,
            "description": INTRODUCTION,
            "license": {"name": "Apache-2.0", "identifier": "Apache-2.0"},
        },
        "servers": [{"url": "/"}],
        "tags": [{"name": tag} for tag in dict.fromkeys(route.tag for route in tagged)],
        "paths": paths,
        "components": {
            "schemas": schemas.components,
            "responses": {f"Problem{status}": _problem(status, schemas) for status in statuses},
            "securitySchemes": {
                "bearer": {
                    "type": "http",
                    "scheme": "bearer",
                    "description": "A token as granted by an organizer; it names a role and may be limited "
                    "to one tournament.",
                }
            },
        },
    }


def refusals(route: Route) -> list[int]:
    """Every status with which the route can refuse or fail."""
    found = {400, 500, *(int(status) for status in route.refusals)}
    if isinstance(route.access, Action):
        found |= {401, 403}
    if route.work != "instant":
        found |= {429, 503}
    if route.of_log:
        found.add(404)
    if route.bodies:
        found |= {408, 413, 415, 422}
    return sorted(found)


def _operation(route: Route, schemas: Schemas) -> Part:
    operation: Part = {
        "operationId": route.name,
        "tags": [route.tag],
        "summary": route.summary,
        "description": _description(route),
        "parameters": [
            *_in_path(route),
            *_in_query(route),
            *(_in_header(header) for header in _taken(route)),
        ],
        "responses": _responses(route, schemas),
    }
    if isinstance(route.access, Action):
        operation["security"] = [{"bearer": []}]
        if is_public(route.access.name):
            operation["security"].insert(0, {})
        operation["x-rights"] = dict(RIGHTS[route.access.name])
    else:
        operation["security"] = []
    if route.bodies:
        content = {body.media_type: _media(body, schemas) for body in route.bodies}
        operation["requestBody"] = {"required": True, "content": content}
    return operation


def _description(route: Route) -> str:
    text = described(route.description)
    if isinstance(route.access, Open):
        return text
    reach = {"any": "", "own_table": " (own tables)", "self": " (what concerns themselves)"}
    roles = ", ".join(f"{role}{reach[scope]}" for role, scope in RIGHTS[route.access.name].items())
    public = " Anyone may ask without a token." if is_public(route.access.name) else ""
    return f"{text}\n\nRoles: {roles}.{public}".strip()


def _in_path(route: Route) -> list[Part]:
    found = []
    for name in re.findall(r"{(\w+)}", route.path):
        schema = {
            "type": "string",
            "pattern": f"^{TOURNAMENT_ID.pattern}$" if name == "tournament" else "^[^/]+$",
        }
        found.append({"name": name, "in": "path", "required": True, "schema": schema})
    return found


def _in_query(route: Route) -> list[Part]:
    reader = Reader(route.parameters, of_log=route.of_log)
    found: list[Part] = [
        {"name": name, "in": "query", "required": required, "schema": schema}
        for name, schema, required in parameter_schemas(reader)
    ]
    if route.of_log:
        found.append(
            {
                "name": "as_of",
                "in": "query",
                "description": "The moment to look at: a seq, or a time (RFC 3339; without zone, in that of "
                "the tournament). Who is shown by name is judged as of now.",
                "schema": {"type": "string", "minLength": 1, "maxLength": 200},
            }
        )
    language = {"type": "string", "enum": ["en", "zh"]}
    return [*found, {"name": "lang", "in": "query", "description": "The language.", "schema": language}]


def _taken(route: Route) -> list[Header]:
    if any(header.name == "ETag" for header in route.gives):
        return [*route.takes, Header("If-None-Match", "Entity tags of answers you have.")]
    return list(route.takes)


def _in_header(header: Header) -> Part:
    made: Part = {
        "name": header.name,
        "in": "header",
        "description": header.meaning,
        "schema": {"type": "string"},
    }
    if header.example:
        made["example"] = header.example
    if header.name == "Idempotency-Key":
        made["schema"] = {"type": "string", "minLength": 1, "maxLength": 200, "pattern": "^[!-~]+$"}
    if header.name == "If-Match":
        made["schema"] = {"type": "string", "pattern": r'^(\*|"[0-9]{1,15}(-[0-9a-f]{64})?")$'}
    if header.name == "Occurred-At":
        made["schema"] = {"type": "string", "format": "date-time"}
    return made


def _responses(route: Route, schemas: Schemas) -> Part:
    headers = {
        header.name: {"description": header.meaning, "schema": {"type": "string"}} for header in route.gives
    }
    found: Part = {}
    for status, content in route.answers.items():
        found[str(status)] = {
            "description": _answered(status, content),
            "headers": headers,
            "content": {content.media_type: _media(content, schemas)},
        }
    if "ETag" in headers:
        found["304"] = {"description": "You have it already.", "headers": {"ETag": headers["ETag"]}}
    for status in refusals(route):
        found[str(status)] = {"$ref": f"#/components/responses/Problem{status}"}
    return found


def _answered(status: int, content: Content) -> str:
    if status == 201:
        return "Something happened."
    meaning = described(getattr(content.kind, "__doc__", "") or "").partition("\n")[0]
    return meaning or HTTPStatus(status).phrase


def _media(content: Content, schemas: Schemas) -> Part:
    made: Part = {"schema": schemas.of(content.kind) if content.kind is not None else {}}
    if content.example is not None:
        made["example"] = content.example
    return made


def _problem(status: int, schemas: Schemas) -> Part:
    codes = [code for code, kind in every_problem_type().items() if kind.status == status]
    headers: Mapping[str, Part] = {
        401: {"WWW-Authenticate": {"schema": {"type": "string"}}},
        429: {"Retry-After": {"schema": {"type": "string"}}},
        503: {"Retry-After": {"schema": {"type": "string"}}},
    }.get(status, {})
    return {
        "description": _STATUS_MEANING.get(status, HTTPStatus(status).phrase),
        "headers": headers,
        "content": {CONTENT_TYPE: {"schema": schemas.of(ProblemBody)}},
        "x-codes": codes,
    }
