"""Answering a read of a tournament: its entity tag first, then the kept answer, and only then the work.

What came of a change, and what follows from more than the log, is JSON that nobody keeps.
"""

import io
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

import msgspec
from flask import Response, request

from services.desk.cache import at_one_moment
from services.web.etags import Answer, matches_anything, matching, tag_of, tag_of_bytes
from services.web.moments import FOLLOWS_FROM, Following, Moment, moment_of
from services.web.parts import Parts
from services.web.routes import API, Call
from services.web.signing_in.cookies import counts_at
from shared.csv_out import write_rows

JSON = "application/json"
T = TypeVar("T")

_encode = msgspec.json.encode
_VARY = "Accept-Language, Authorization"
_VARY_OF_PAGES = f"{_VARY}, Cookie"
_TRIES = 3


def read_of_log(
    parts: Parts,
    call: Call,
    name: str,
    make: Callable[[], Answer],
    says: Callable[[Moment], Mapping[str, str]] = lambda moment: {},
) -> Response:
    """Answer what follows from a tournament's log and the vault alone.

    What anyone gets is given again by the front while the moment is the same.

    Args:
        name: what is read; with the query string it makes the address. It is the route's, and more where the
            answer follows from more, such as seals, which lie beside the log: then it is asked for each time.
        make: makes the answer; not called when the asker or this process has it already.
        says: gives further headers, of a 304 as well; they follow from the moment alone.

    Raises:
        Problem: tournament-unknown, and what `make` raises.
    """
    moment = _moment(parts, call)
    known = matching(request.headers.get("If-None-Match"), _tag(parts, call, name, moment))
    if known is not None:
        response, is_settled = not_modified(call, known), True
    else:
        answer, tag, moment = _settled(parts, call, name, make, moment)
        response, is_settled = _response(call, answer, tag), tag is not None
    response.headers.update(says(moment))
    if is_settled and call.anonymous and name == request.endpoint:
        request.environ[FOLLOWS_FROM] = Following(call.tournament, moment)
    return response


def _settled(
    parts: Parts, call: Call, name: str, make: Callable[[], Answer], moment: Moment
) -> tuple[Answer, str | None, Moment]:
    """The answer, its tag and its moment; without a tag where others write faster than it is made."""
    for _ in range(_TRIES):
        tag = _tag(parts, call, name, moment)
        found = parts.answers.get(tag)
        if found is not None:
            return found, tag, moment
        with at_one_moment():
            answer = make()
        # Someone may have written meanwhile; a tag is only given to what certainly follows from it.
        before, moment = moment, _moment(parts, call)
        if moment == before:
            parts.answers.put(tag, answer)
            return answer, tag, moment
    return answer, None, before


def read_of_content(call: Call, answer: Answer) -> Response:
    """Answer what does not follow from a log; its tag is made of its bytes."""
    tag = tag_of_bytes(answer.body)
    known = matching(request.headers.get("If-None-Match"), tag)
    return _response(call, answer, tag) if known is None else not_modified(call, known)


def json_answer(value: Any, *headers: tuple[str, str]) -> Answer:
    return Answer(_encode(value), (("Content-Type", JSON), *headers))


def next_link(path: str, **changed: str) -> tuple[str, str]:
    """The header that leads to the page after this one: what was asked for, but for what has changed."""
    return "Link", f'<{path}?{urlencode({**request.args.to_dict(), **changed})}>; rel="next"'


def page_of(
    path: str, found: Sequence[T], after: int, limit: int
) -> tuple[Sequence[T], list[tuple[str, str]]]:
    """`limit` of what was found after so many, and the header that leads on where there is more."""
    end = after + limit
    return found[after:end], [next_link(path, after=str(end))] if end < len(found) else []


def cache_control(call: Call) -> str:
    """Keep what is public, but ask each time; what a token or a signed address opened, nobody keeps."""
    return "public, no-cache" if call.anonymous else "no-store"


def _moment(parts: Parts, call: Call) -> Moment:
    return moment_of(parts.desk, parts.vault, call.tournament)


def _tag(parts: Parts, call: Call, name: str, moment: Moment) -> str:
    if request.path.startswith(API):
        moment = moment._replace(age=None, as_of=None)  # only pages say it in what they show
    return tag_of(
        parts.release,
        call.tournament,
        name,
        request.query_string,
        call.visibility,
        call.language,
        *moment,
    )


def headers_of(call: Call, tag: str | None) -> dict[str, str]:
    """What every read says of itself: its tag, who may keep it, what it depends on."""
    tagged = {"ETag": tag} if tag is not None else {}
    return {**tagged, "Cache-Control": cache_control(call), "Vary": vary(request.path)}


def vary(path: str) -> str:
    """What of a request the answer at an address depends on."""
    return _VARY_OF_PAGES if counts_at(path) else _VARY


def not_modified(call: Call, tag: str) -> Response:
    """The answer for who has it under `tag` already."""
    response = Response(status=304, headers=headers_of(call, tag))
    response.headers.remove("Content-Type")
    return response


def _response(call: Call, answer: Answer, tag: str | None) -> Response:
    if tag is not None and matches_anything(request.headers.get("If-None-Match")):
        return not_modified(call, tag)
    response = Response(answer.body, 200, list(answer.headers))
    response.headers.update(headers_of(call, tag))
    return response


def answered(value: Any, status: int = 200) -> Response:
    """`value` as JSON, without a tag and for no cache."""
    body = msgspec.json.encode(value)
    return Response(body, status, {"Cache-Control": "no-store"}, content_type="application/json")


def csv_file(name: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Response:
    """Rows as a file for a spreadsheet, for no cache."""
    out = io.StringIO()
    write_rows(out, columns, rows)
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(out.getvalue().encode(), 200, headers, content_type="text/csv; charset=utf-8")
