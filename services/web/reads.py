"""Answering a read of a tournament: its entity tag first, then the kept answer, and only then the work."""

from collections.abc import Callable, Sequence
from typing import Any, TypeVar
from urllib.parse import urlencode

import msgspec
from flask import Response, request

from services.web.etags import Answer, matches, matches_anything, tag_of, tag_of_bytes
from services.web.parts import Parts
from services.web.routes import Call

JSON = "application/json"
T = TypeVar("T")

_encode = msgspec.json.encode
_VARY = "Accept-Language, Authorization"
_TRIES = 3


def read_of_log(parts: Parts, call: Call, name: str, make: Callable[[], Answer]) -> Response:
    """Answer what follows from a tournament's log and the vault alone.

    Args:
        name: what is read; with the query string it makes the address.
        make: makes the answer; not called when the asker or this process has it already.

    Raises:
        Problem: tournament-unknown, and what `make` raises.
    """
    asked = request.headers.get("If-None-Match")
    moment = _moment(parts, call)
    tag = _tag(parts, call, name, moment)
    if asked is not None and matches(asked, tag):
        return not_modified(call, tag)
    answer = parts.answers.get(tag)
    for _ in range(_TRIES):
        if answer is not None:
            return _response(call, answer, tag, asked)
        made = make()
        # Someone may have written meanwhile; a tag is only given to what certainly follows from it.
        after = _moment(parts, call)
        if after == moment:
            answer = made
            parts.answers.put(tag, made)
        else:
            moment, tag = after, _tag(parts, call, name, after)
    return _response(call, answer or make(), tag if answer is not None else None, asked)


def read_of_content(call: Call, answer: Answer) -> Response:
    """Answer what does not follow from a log; its tag is made of its bytes."""
    tag = tag_of_bytes(answer.body)
    asked = request.headers.get("If-None-Match")
    if asked is not None and matches(asked, tag):
        return not_modified(call, tag)
    return _response(call, answer, tag, asked)


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


def _moment(parts: Parts, call: Call) -> tuple[object, ...]:
    """Everything an answer follows from that can change: head, generations, vault."""
    head = parts.desk.head(call.tournament)
    return head.seq, head.hash, head.generations, parts.vault.epoch()


def _tag(parts: Parts, call: Call, name: str, moment: tuple[object, ...]) -> str:
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
    return {**tagged, "Cache-Control": cache_control(call), "Vary": _VARY}


def not_modified(call: Call, tag: str) -> Response:
    """The answer for who has it under `tag` already."""
    response = Response(status=304, headers=headers_of(call, tag))
    response.headers.remove("Content-Type")
    return response


def _response(call: Call, answer: Answer, tag: str | None, asked: str | None) -> Response:
    if tag is not None and matches_anything(asked):
        return not_modified(call, tag)
    response = Response(answer.body, 200, list(answer.headers))
    response.headers.update(headers_of(call, tag))
    return response
