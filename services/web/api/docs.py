"""Documentation to read: the API, rendered from its OpenAPI document, and what each problem code means."""

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import msgspec
from flask import Response, request
from markupsafe import Markup, escape

from services.declarations import every_problem_type
from services.web.api.openapi import document
from services.web.etags import Answer
from services.web.problems import title_of
from services.web.reads import json_answer, read_of_content
from services.web.rendering import page
from services.web.routes import Call, Open, Route
from shared.i18n import Language
from shared.plain_text import legible
from shared.problems import ProblemType, not_found

PATH = "/api/docs"
_DOCUMENTED = Open("the documentation is public")


class ProblemKind(msgspec.Struct, frozen=True):
    """A kind of problem: its sentence in both languages, parameters in braces."""

    type: str
    code: str
    title: str
    status: int
    en: str
    zh: str
    rule: str


def docs_routes(routes: Sequence[Route], release: str) -> Iterator[Route]:
    """The readable API documentation and the pages that problems name as their type."""

    @cache
    def api(language: Language) -> Answer:
        shown = document(routes, release)
        return page(
            "docs.html", language, api=shown, chapters=_chapters(shown), resolved=_named, prose=_prose
        )

    yield Route(
        name="docs",
        path=PATH,
        access=_DOCUMENTED,
        handle=lambda call: read_of_content(call, api(call.language)),
    )
    yield Route(name="problems", path="/problems", access=_DOCUMENTED, handle=_problems)
    yield Route(name="problem", path="/problems/{code}", access=_DOCUMENTED, handle=_problem)


def _chapters(shown: dict[str, Any]) -> list[tuple[str, list[tuple[str, str, dict[str, Any]]]]]:
    """The operations by tag: method, path, operation."""
    by_tag: dict[str, list[tuple[str, str, dict[str, Any]]]] = {tag["name"]: [] for tag in shown["tags"]}
    for path, methods in shown["paths"].items():
        for method, operation in methods.items():
            by_tag[operation["tags"][0]].append((method.upper(), path, operation))
    return list(by_tag.items())


def _named(schema: dict[str, Any]) -> list[tuple[str, str]]:
    """A schema in a few words, each with the name of the component it links to, or ""."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return [(name, name)]
    if "anyOf" in schema:
        return [piece for choice in schema["anyOf"] for piece in (*_named(choice), (" | ", ""))][:-1]
    if "enum" in schema:
        return [(" | ".join(f'"{choice}"' for choice in schema["enum"]), "")]
    if schema.get("type") == "array":
        inner = schema.get("items")
        return [("list of ", ""), *_named(inner)] if isinstance(inner, dict) else [("list", "")]
    if schema.get("type") == "object" and isinstance(schema.get("additionalProperties"), dict):
        return [("map to ", ""), *_named(schema["additionalProperties"])]
    text = schema.get("type", "anything")
    return [(f"{text} ({schema['format']})" if "format" in schema else str(text), "")]


def _prose(text: str) -> Markup:
    """Text as HTML, what stands between backticks as code."""
    pieces = [
        Markup("<code>{}</code>").format(piece) if place % 2 else escape(piece)
        for place, piece in enumerate(text.split("`"))
    ]
    return Markup("").join(pieces)


def _problems(call: Call) -> Response:
    kinds = [_kind(problem_type) for problem_type in every_problem_type().values()]
    if not _wants_html():
        return _varied(read_of_content(call, json_answer(kinds)))
    return _varied(read_of_content(call, page("problems.html", call.language, kinds=kinds)))


def _problem(call: Call) -> Response:
    known = every_problem_type().get(call.path["code"])
    if known is None:
        raise not_found("problem-code", legible(call.path["code"]))
    if not _wants_html():
        return _varied(read_of_content(call, json_answer(_kind(known))))
    return _varied(read_of_content(call, page("problem.html", call.language, kind=_kind(known))))


def _kind(problem_type: ProblemType) -> ProblemKind:
    return ProblemKind(
        f"/problems/{problem_type.code}",
        problem_type.code,
        title_of(problem_type.code),
        problem_type.status,
        problem_type.sentence("en"),
        problem_type.sentence("zh"),
        problem_type.rule,
    )


def _wants_html() -> bool:
    return "text/html" in request.headers.get("Accept", "")


def _varied(response: Response) -> Response:
    response.headers["Vary"] = "Accept, Accept-Language, Authorization"
    return response
