"""Every limit the web holds its askers to. `docs/security.md` shows these values; nothing repeats them."""

from collections.abc import Mapping
from typing import Annotated, Literal, get_args, get_type_hints

import msgspec

from services.limits import BODY
from shared.problems import ProblemType

RateName = Literal["reads", "refused", "commands", "forms", "costly", "rules", "streams", "sign-in"]


class Means(msgspec.Struct, frozen=True):
    """What a limit bounds and what happens beyond it, for the table.

    Attributes:
        unit: of the value: "s", "bytes" or "" for a count.
    """

    unit: str
    bounds: str
    beyond: str


class Rate(msgspec.Struct, frozen=True):
    """How many requests of a kind are taken in so many seconds.

    Attributes:
        per_token: from one valid token; 0 where tokens make no difference.
        per_address: from one address without a valid token.
    """

    name: RateName
    what: str
    seconds: int
    per_token: int
    per_address: int


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """The bounds of one web process. Whatever counts requests or connections counts those of this process."""

    connections: Annotated[
        int,
        Means(
            "",
            "connections at once; fewer where the system allows fewer open files",
            "the one that waits longest without a request is closed",
        ),
    ] = 4096
    header_bytes: Annotated[
        int,
        Means(
            "bytes",
            "address and headers of a request together; likewise what a body in chunks has beside its data",
            "431 headers-too-large",
        ),
    ] = 32 << 10
    headers: Annotated[int, Means("", "headers of a request", "431 headers-too-large")] = 100
    unanswered_bytes: Annotated[
        int,
        Means(
            "bytes",
            "what has come on all connections and is not worked on yet, bodies being received apart",
            "the connection that holds most of it is closed",
        ),
    ] = 16 << 20
    header_seconds: Annotated[
        float,
        Means(
            "s", "from the connection, or from a request's first byte, to the end of its headers", "closed"
        ),
    ] = 10.0
    idle_seconds: Annotated[int, Means("s", "between an answer and the next request", "closed")] = 75
    body_bytes: Annotated[
        int, Means("bytes", "a body; for some routes less, see below", "413 body-too-large")
    ] = BODY
    body_seconds: Annotated[float, Means("s", "a body, from headers to its end", "408 body-too-slow")] = 30.0
    body_pause: Annotated[float, Means("s", "between two parts of a body", "408 body-too-slow")] = 5.0
    body_rate: Annotated[
        int, Means("bytes/s", "a body on average, after its first ten seconds", "408 body-too-slow")
    ] = 1000
    bodies: Annotated[int, Means("", "bodies being received at once", "503 server-busy")] = 1024
    bodies_per_asker: Annotated[
        int, Means("", "bodies being received at once from one token or address", "429 too-much-at-once")
    ] = 32
    body_bytes_held: Annotated[
        int, Means("bytes", "all bodies being received together", "503 server-busy")
    ] = 32 << 20
    refused_seconds: Annotated[
        float, Means("s", "reading on, after an answer that refused a body unread", "closed")
    ] = 1.0
    refused_bytes: Annotated[
        int, Means("bytes", "reading on, after an answer that refused a body unread", "closed")
    ] = 16 << 20
    refused_at_once: Annotated[
        int, Means("", "refused bodies being read on at once", "closed without reading on")
    ] = 32
    reader_seconds: Annotated[
        float, Means("s", "in which a reader takes at least 32 kB of an answer, or all of it", "cut off")
    ] = 30.0
    export_seconds: Annotated[
        float,
        Means("s", "an export, from its first byte to its last", "cut off, without its closing line"),
    ] = 600.0
    stream_seconds: Annotated[
        float,
        Means("s", "an event stream", "ended after an event; clients go on with Last-Event-ID"),
    ] = 3600.0
    read_threads: Annotated[int, Means("", "reads worked on at once", "they wait in line")] = 4
    write_threads: Annotated[
        int, Means("", "commands and other changes worked on at once", "they wait in line")
    ] = 8
    form_threads: Annotated[
        int, Means("", "forms of personal pages worked on at once", "they wait in line")
    ] = 4
    costly_threads: Annotated[
        int,
        Means("", "costly requests worked on at once, by all web processes together", "they wait in line"),
    ] = 1
    line: Annotated[
        int, Means("", "requests waiting in line, for reads and changes each", "503 server-busy")
    ] = 512
    costly_line: Annotated[int, Means("", "costly requests waiting in line", "503 server-busy")] = 16
    line_seconds: Annotated[float, Means("s", "waiting in line", "503 server-busy")] = 5.0
    costly_line_seconds: Annotated[
        float, Means("s", "a costly request waiting in line", "503 server-busy")
    ] = 15.0
    changes_per_asker: Annotated[
        int, Means("", "changes of one token or address under way or in line", "429 too-much-at-once")
    ] = 32
    costly_per_token: Annotated[
        int, Means("", "costly requests of one token under way or in line", "429 too-much-at-once")
    ] = 4
    costly_per_address: Annotated[
        int, Means("", "costly requests of one address under way or in line", "429 too-much-at-once")
    ] = 8
    streams_per_asker: Annotated[
        int, Means("", "event streams and exports of one token or address at once", "429 too-much-at-once")
    ] = 8
    askers: Annotated[
        int,
        Means("", "tokens and addresses whose rates are remembered", "those silent longest are forgotten"),
    ] = 50_000


def meanings() -> Mapping[str, Means]:
    """What each limit means, by its name."""
    hints = get_type_hints(Limits, include_extras=True)
    return {name: get_args(hints[name])[1] for name in Limits.__struct_fields__}


RATES: tuple[Rate, ...] = (
    Rate("reads", "reads and pages", 10, 600, 3000),
    Rate("refused", "what is refused from its headers: no such address, no right, size, type", 10, 600, 3000),
    Rate("commands", "commands and other changes", 60, 1200, 120),
    Rate("forms", "forms of personal pages", 60, 2400, 2400),
    Rate(
        "costly",
        "what-if, explain, diff, previews, calendars, verification, sealing, data of one entrant, reads as "
        "of a past moment",
        60,
        120,
        300,
    ),
    Rate("rules", "checking and judging by rules, without a tournament", 60, 120, 120),
    Rate("streams", "opening event streams and exports", 60, 240, 120),
    Rate("sign-in", "requests with a token that does not hold", 60, 0, 300),
)
"""Generous to 1,200 phones behind one address: each may read twice at once, and every 4 seconds for good."""


BUSY_SECONDS = 2

BODY_TOO_SLOW = ProblemType("body-too-slow", 408)
HEADERS_TOO_LARGE = ProblemType("headers-too-large", 431)
TOO_MANY_REQUESTS = ProblemType("too-many-requests", 429)
TOO_MUCH_AT_ONCE = ProblemType("too-much-at-once", 429, retry_after=BUSY_SECONDS)
SERVER_BUSY = ProblemType("server-busy", 503, retry_after=BUSY_SECONDS)
