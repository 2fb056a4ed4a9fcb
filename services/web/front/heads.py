"""The head of a request, held to what can be read in one way only.

Whoever stands in front passes on what they understood. Where something else is understood here, somebody gets
the answer to what somebody else sent. So what two readers may read in two ways is refused, and the connection
ends with it. Lines that are not written as they should be were refused by the parser.
"""

import re

import msgspec

from services.web.front.bridge import RawHeaders

_LINE = re.compile(
    rb"(?:\r\n)*(?!CONNECT)[A-Z-]{1,20} (?:(?i:https?)://([^/?#]*))?(/[^ #]*) HTTP/1\.([01])\r\n"
)
"""Authority, path with query, and which HTTP/1. Empty lines before it are to be passed over."""
_HOST = re.compile(rb"(?:[\w.-]{1,255}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?")
_ONCE = frozenset(
    b"host content-length transfer-encoding expect content-type authorization idempotency-key origin"
    b" sec-fetch-site last-event-id".split()
)
"""What has one value. Lines of lists (If-Match, X-Forwarded-For) and of Cookie are put together."""


class Misread(Exception):
    """The head can be read in two ways, or asks for what there is not."""


class Head(msgspec.Struct, frozen=True):
    """What is said of a request and of its body.

    Attributes:
        target: path and query.
        length: of the body; None where it comes in chunks.
        has_length: whether anything was said of the body.
        is_old: whether it is HTTP/1.0.
    """

    target: bytes
    length: int | None
    has_length: bool
    is_old: bool


def read_head(text: bytes, headers: RawHeaders) -> Head:
    """Read a head that the parser found to be well formed.

    Args:
        headers: the same, name by name.

    Raises:
        Misread: it is refused.
    """
    line = _LINE.match(text)
    once = [name for name, _ in headers if name in _ONCE]
    if line is None or len(once) != len(set(once)):
        raise Misread
    given, is_old = dict(headers), line[3] == b"0"
    _check_host(given.get(b"host"), line[1], is_old)
    coding, length = given.get(b"transfer-encoding"), given.get(b"content-length")
    if coding is not None and (is_old or coding.lower() != b"chunked" or length is not None):
        raise Misread
    if given.get(b"expect", b"100-continue").lower() != b"100-continue":
        raise Misread
    announced = int(length or b"0") if coding is None else None
    return Head(line[2], announced, coding is not None or length is not None, is_old)


def _check_host(host: bytes | None, authority: bytes | None, is_old: bool) -> None:
    """One host, and the same in the target where that names one; HTTP/1.0 may do without."""
    if host is None and is_old:
        host = authority or b"-"
    if host is None or not _HOST.fullmatch(host):
        raise Misread
    if authority is not None and authority.lower() != host.lower():
        raise Misread
