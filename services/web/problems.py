"""Problems over HTTP: RFC 9457 `application/problem+json` for every error there can be."""

import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException, MethodNotAllowed, NotFound, RequestEntityTooLarge

from services.desk.view_failures import VIEW_FAILED
from services.web.bodies import BODY_TOO_LARGE, most_of
from services.web.languages import spoken
from services.web.problem_pages import problem_page, wants_page
from services.web.shared_addresses import address_meant
from shared.catalogue import catalogue, say
from shared.catalogue.catalogue import FIRST
from shared.database.failures import explained
from shared.logs import logger
from shared.plain_text import legible
from shared.problems import Problem, ProblemType, quoted

CONTENT_TYPE = "application/problem+json"

ROUTE_UNKNOWN = ProblemType("route-unknown", 404)
METHOD_NOT_ALLOWED = ProblemType("method-not-allowed", 405)
REQUEST_REFUSED = ProblemType("request-refused", 400)
INTERNAL_ERROR = ProblemType("internal-error", 500)

_LONGEST = 300  # characters
_MOST_LISTED = 40
_encode = msgspec.json.Encoder(enc_hook=str).encode
_log = logger(__name__)


class FurtherProblem(msgspec.Struct, frozen=True):
    """One more thing that is wrong with the same input."""

    code: str
    detail: str
    where: Mapping[str, Any]


class ProblemBody(msgspec.Struct, frozen=True):
    """An error, after RFC 9457.

    Attributes:
        type: where the code is explained, relative to this server.
        title: what the code means in short; `detail` says it of this case. Both in the language asked for.
        code: the stable name of the problem, to match on.
        where: what in the input is meant: field, line, entrant, …, as far as known.
        others: what else is wrong with the same input, where that was looked for.
    """

    type: str
    title: str
    status: int
    detail: str
    code: str
    where: Mapping[str, Any]
    others: tuple[FurtherProblem, ...] | msgspec.UnsetType = msgspec.UNSET


def title_of(code: str, language: str = "en", status: int = 400) -> str:
    """What a problem is in short: its code as words, "Token expired"; in others, what its status means."""
    key = f"title-{status}"
    if language == FIRST or key not in catalogue(FIRST):
        return code.replace("-", " ").capitalize()
    return say(key, language)


def problem_response(
    problem: Problem, headers: Iterable[tuple[str, str]] = (), *, status: int | None = None
) -> Response:
    """The answer for a problem, in the language of the request; a page where a browser asks for pages."""
    language, status = spoken(request), status or problem.status
    problem = _shortened_problem(problem).along_with([_shortened_problem(other) for other in problem.others])
    title = title_of(problem.code, language, status)
    if wants_page(request):
        if status in (400, 404) and (meant := _address_meant()) is not None:
            return Response(status=302, headers={"Location": meant, "Cache-Control": "no-store"})
        shown = problem_page(problem, status, title, language, request)
        response = Response(shown.body, status, list(shown.headers))
    else:
        body = ProblemBody(
            f"/problems/{problem.code}",
            title,
            status,
            problem.text(language),
            problem.code,
            dict(problem.where),
            tuple(
                FurtherProblem(other.code, other.text(language), dict(other.where))
                for other in problem.others
            )
            or msgspec.UNSET,
        )
        response = Response(_bytes(body), status, content_type=CONTENT_TYPE)
    response.headers["Content-Language"] = language
    response.headers["Cache-Control"] = "no-store"
    if problem.retry_after is not None:
        response.headers["Retry-After"] = str(problem.retry_after)
    if status == 401:
        response.headers["WWW-Authenticate"] = _challenge()
    for name, value in headers:
        response.headers[name] = value
    return response


def _address_meant() -> str | None:
    if request.method not in ("GET", "HEAD"):
        return None
    return address_meant(request.path, request.query_string.decode("utf-8", "replace"))


def handle_problems(app: Flask) -> None:
    """Answer whatever is raised anywhere with a problem."""
    app.register_error_handler(Problem, problem_answer)
    app.register_error_handler(HTTPException, _http)
    app.register_error_handler(Exception, unexpected)


def _http(error: HTTPException) -> Response:
    if isinstance(error, NotFound):
        return problem_response(ROUTE_UNKNOWN(path=quoted(request.path)))
    if isinstance(error, MethodNotAllowed):
        allowed = ", ".join(sorted(error.valid_methods or ()))
        problem = METHOD_NOT_ALLOWED(method=legible(request.method), allowed=allowed)
        return problem_response(problem, [("Allow", allowed)])
    if isinstance(error, RequestEntityTooLarge):
        return problem_response(BODY_TOO_LARGE(most=most_of(request)))
    if error.code is not None and error.code >= 500:
        return unexpected(getattr(error, "original_exception", None) or error)
    status = error.code if error.code is not None and error.code >= 400 else None
    return problem_response(REQUEST_REFUSED(detail=error.name), status=status)


GUESSES = frozenset(
    {
        "unauthenticated", "token-expired", "token-revoked", "personal-link-invalid", "code-wrong",
        "code-tried-out", "codes-enough", "board-link-invalid", "case-link-invalid", "case-link-over",
        "sign-in-link-invalid", "sign-in-link-used", "sign-in-code-wrong", "form-outdated", "form-cross-site",
        "form-from-elsewhere", "calendar-feed-ended", "too-many-requests",
    }
)  # fmt: skip
"""What a person, or a program that bars addresses, looks for in the log to see guessing."""


def note_refusal(problem: Problem) -> None:
    """Log that a secret did not hold: who asked, where and why; nothing of the secret itself."""
    if problem.code in GUESSES:
        route = request.url_rule.rule if request.url_rule is not None else None
        _log.warning(
            "refused", code=problem.code, asker=request.remote_addr, route=route, method=request.method
        )


def problem_answer(problem: Problem, headers: Iterable[tuple[str, str]] = ()) -> Response:
    """The answer for a problem; of what the machine itself lacks, the log tells why."""
    if problem.status >= 500 and problem.__cause__ is not None:
        route = request.url_rule.rule if request.url_rule is not None else None
        _log.warning(
            "request_unavailable",
            code=problem.code,
            route=route,
            method=request.method,
            error=" ".join(f"{type(problem.__cause__).__name__}: {problem.__cause__}".split()),
        )
    note_refusal(problem)
    return problem_response(_damage(problem) if problem.kind is VIEW_FAILED else problem, headers)


def _damage(problem: Problem) -> Problem:
    """The damage that is known, else the problem: what was read may be other than what was written."""
    damage: Problem | None = current_app.damage()  # type: ignore[attr-defined]
    return damage or problem


def unexpected(error: Exception) -> Response:
    """The answer when the program itself failed; logs why under the number it gives."""
    if (problem := explained(error)) is not None:
        problem.__cause__ = error
        return problem_answer(problem)
    number = _logged("request_failed", error)
    return problem_response(_damage(INTERNAL_ERROR(error_id=number)))


def _logged(what: str, error: Exception) -> str:
    """Log the error under a number that whoever meets it can report; the answer tells no more."""
    number = secrets.token_hex(5)
    route = request.url_rule.rule if request.url_rule is not None else None
    _log.error(what, error_id=number, route=route, method=request.method, exc_info=error)
    return number


def _shortened_problem(problem: Problem) -> Problem:
    return Problem(problem.kind, _shortened(problem.params), _shortened(problem.where), problem.retry_after)


def _shortened(fields: Mapping[str, Any]) -> dict[str, Any]:
    """What is said of the input, without sending a megabyte of it back."""
    return {name: _short(value) for name, value in fields.items()}


def _short(value: Any) -> Any:
    if isinstance(value, str) and len(value) > _LONGEST:
        return f"{value[:_LONGEST]}…"
    if isinstance(value, list | tuple) and len(value) > _MOST_LISTED:
        return [*map(_short, value[:_MOST_LISTED]), "…"]
    return value


def _challenge() -> str:
    presented = "Authorization" in request.headers
    return 'Bearer realm="tileledger"' + (', error="invalid_token"' if presented else "")


def _bytes(body: object) -> bytes:
    try:
        return _encode(body)
    except UnicodeEncodeError:
        # A parameter carried half a surrogate pair from outside; show it escaped rather than fail here.
        return _encode(_escaped(msgspec.to_builtins(body)))


def _escaped(value: Any) -> Any:
    if isinstance(value, dict):
        return {_escaped(key): _escaped(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_escaped(item) for item in value]
    return value.encode("utf-8", "backslashreplace").decode() if isinstance(value, str) else value
