"""Content codings: which an asker takes, and the bytes of an answer in it.

Where a secret stands beside words that a stranger chooses, the length of the compressed answer tells of the
secret (BREACH). So only what anyone may read is compressed, which holds none, and what a token in
`Authorization` opened, which no other site can have a browser send. What a cookie or a link opened is sent as
it is.
"""

import gzip
import re
from functools import lru_cache
from typing import NamedTuple

import brotli
from flask import Request, Response

from services.web.etags import CODINGS, Answer, AnswerCache, Coding, tag_in

_LEAST_BYTES = 500
"""A shorter answer fits into one packet as it is."""
_LONGEST_HEADER = 500
_OTHER_NAMES = {"x-gzip": "gzip"}
_MEMBER = re.compile(r"\s*([!#$%&'*+.^_`|~0-9a-z-]+)\s*(?:;\s*q\s*=\s*([01](?:\.[0-9]{0,3})?)\s*)?")
_BR_QUALITY, _GZIP_LEVEL = 5, 6
"""They take two milliseconds for standings of 1,200; the highest save a fifth more and take 170."""
_TEXT = re.compile(r"text/.*|application/(?:json|javascript|xml)|.*\+(?:json|xml)")


class Taken(NamedTuple):
    """What an asker takes.

    Attributes:
        coding: the best of ours; None where the answer is to be sent as it is.
        as_it_is: whether an answer without a coding is taken, too.
    """

    coding: Coding | None
    as_it_is: bool


def taken(accept_encoding: str | None) -> Taken:
    """What an Accept-Encoding header asks for (RFC 9110, 12.5.3).

    Brotli is preferred where both weigh the same. What cannot be read, such as a weight of 2, counts for
    nothing, and so does a header that is longer than any browser's.
    """
    if accept_encoding is None or len(accept_encoding) > _LONGEST_HEADER:
        return Taken(None, as_it_is=True)
    return _taken(accept_encoding)


@lru_cache(maxsize=512)
def _taken(accept_encoding: str) -> Taken:
    weights: dict[str, float] = {}
    for member in accept_encoding.lower().split(","):
        read = _MEMBER.fullmatch(member)
        if read is not None and float(read[2] or 1) <= 1:
            weights[_OTHER_NAMES.get(read[1], read[1])] = float(read[2] or 1)
    others = weights.get("*", 0.0)
    best = max(CODINGS, key=lambda coding: weights.get(coding, others))
    weight = weights.get(best, others)
    as_it_is = weights.get("identity", weights.get("*", 1.0)) > 0
    preferred = weight > 0 and weight >= weights.get("identity", 0.0)
    return Taken(best if preferred else None, as_it_is)


def compress(request: Request, response: Response, answers: AnswerCache) -> None:
    """Put an answer that has an entity tag into the coding that its asker prefers, if it may be compressed.

    Its bytes in the coding are kept beside others under the tag they have, so that they are made once.
    """
    headers = response.headers
    if "ETag" not in headers or not _is_open(request, response):
        return
    headers["Vary"] = f"Accept-Encoding, {headers['Vary']}" if "Vary" in headers else "Accept-Encoding"
    if not _has_text(response):
        return
    coding, as_it_is = taken(request.headers.get("Accept-Encoding"))
    body = response.get_data()
    if coding is None or (as_it_is and len(body) < _LEAST_BYTES) or not answers.has_room_for(len(body)):
        return
    tag = tag_in(response.headers["ETag"], coding)
    coded = answers.get(tag)
    if coded is None:
        coded = Answer(_in_coding(coding, body), ())
        answers.put(tag, coded)
    response.set_data(coded.body)
    response.headers["Content-Encoding"] = coding
    response.headers["ETag"] = tag


def _is_open(request: Request, response: Response) -> bool:
    """Whether no stranger can add words to it and learn of a secret beside them."""
    return "Authorization" in request.headers or response.headers.get("Cache-Control", "").startswith(
        "public"
    )


def _has_text(response: Response) -> bool:
    """Whether it has a whole body of a kind that gets shorter."""
    whole = response.status_code == 200 and not response.is_streamed
    return whole and _TEXT.fullmatch(response.mimetype or "") is not None


def _in_coding(coding: Coding, body: bytes) -> bytes:
    if coding == "br":
        coded: bytes = brotli.compress(body, quality=_BR_QUALITY)
        return coded
    return gzip.compress(body, _GZIP_LEVEL, mtime=0)
