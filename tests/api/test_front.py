"""The front: what is refused from the headers, how long anyone may take, and what is kept free for others."""

import socket
import struct
import threading
import time
from collections.abc import Awaitable, Callable, Iterator

import msgspec
import pytest
from flask import Response
from werkzeug.routing import Map, Rule

from services.web.app import Web
from services.web.front.askers import Asker
from services.web.front.limits import Limits
from services.web.front.pools import Gate
from services.web.routes import Open, Route
from tests.api.conftest import BASE, House
from tests.api.fronted import SECONDS, Fronted, everything, fronted

QUICK = Limits(
    header_seconds=0.5,
    body_seconds=1.5,
    body_pause=0.4,
    refused_seconds=0.3,
    reader_seconds=0.6,
    bodies_per_asker=3,
)
COMMAND = f"{BASE}/commands/check-in"
CHECK = "/api/v1/rulesets/check"
JSON = "application/json"


@pytest.fixture
def front(founded: House) -> Iterator[Fronted]:
    with fronted(founded.app, QUICK) as started:
        yield started


def request(method: str, path: str, **headers: str) -> str:
    """A request's head; `_` in names of headers for `-`."""
    lines = [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join([f"{method} {path} HTTP/1.1", "Host: x", *lines, "", ""])


def announced(path: str, size: int = 100_000, kind: str = JSON, **headers: str) -> str:
    return request("POST", path, Content_Length=str(size), Content_Type=kind, **headers)


@pytest.mark.parametrize(
    ("text", "status", "code"),
    [
        (announced("/nowhere"), 404, "route-unknown"),
        (announced("/livez"), 405, "method-not-allowed"),
        (announced(COMMAND), 401, "unauthenticated"),
        (announced(COMMAND, Authorization="Bearer tl_wrong"), 401, "unauthenticated"),
        (announced(COMMAND, Authorization="Basic eDp5"), 401, "unauthenticated"),
        (announced(CHECK), 415, "body-type-unsupported"),
        (announced(CHECK, 2_000_000, "application/toml"), 413, "body-too-large"),
        (announced(CHECK, kind="application/toml", Content_Encoding="gzip"), 415, "body-encoded"),
    ],
    ids=["no route", "method", "no token", "wrong token", "no bearer", "type", "size", "encoding"],
)
def test_what_the_headers_show_to_be_wrong_is_refused_though_no_body_ever_comes(
    front: Fronted, text: str, status: int, code: str
) -> None:
    began = time.monotonic()
    assert front.answer(text) == (status, code)
    assert time.monotonic() - began < SECONDS
    chunked = text.replace("Content-Length: 100000", "Transfer-Encoding: chunked")
    if code != "body-too-large":
        assert front.answer(chunked) == (status, code)


def test_someone_whose_role_may_not_do_it_is_refused_before_the_body(founded: House, front: Fronted) -> None:
    token = founded.client("display", "screen").token
    assert front.answer(announced(COMMAND, Authorization=f"Bearer {token}")) == (403, "forbidden")


def test_a_sender_who_waits_for_leave_to_send_is_refused_without_it(front: Fronted) -> None:
    text = announced(COMMAND, Expect="100-continue")
    with front.opened(text) as connection:
        assert connection.recv(1000).startswith(b"HTTP/1.1 401")


def test_a_body_that_does_not_come_is_given_up(front: Fronted) -> None:
    silent = announced(CHECK, kind="application/toml")
    assert front.answer(silent) == (408, "body-too-slow")
    assert front.answer(silent + "title = ") == (408, "body-too-slow")
    chunked = request("POST", CHECK, Transfer_Encoding="chunked", Content_Type="application/toml")
    assert front.answer(chunked + "1\r\na\r\n") == (408, "body-too-slow")


def test_a_body_that_trickles_is_given_up_at_its_deadline(front: Fronted) -> None:
    with front.opened(announced(CHECK, kind="application/toml")) as connection:
        connection.settimeout(0.1)
        began = time.monotonic()
        received = b""
        while not received:
            assert time.monotonic() - began < 10
            connection.sendall(b" ")
            try:
                received = connection.recv(1000)
            except TimeoutError:
                continue
        assert received.startswith(b"HTTP/1.1 408")


def test_a_body_in_parts_is_taken_as_one(founded: House, front: Fronted) -> None:
    token = founded.organizer.token
    body = msgspec.json.encode({"referee": "REF-9", "name": "Judge 9"})
    head = request(
        "POST",
        f"{BASE}/commands/appoint-referee",
        Transfer_Encoding="chunked",
        Content_Type="application/json; charset=utf-8",
        Authorization=f"Bearer {token}",
        Connection="close",
    )
    with front.opened(head) as connection:
        for byte in (body[:5], body[5:]):
            connection.sendall(b"%x\r\n%s\r\n" % (len(byte), byte))
            time.sleep(0.1)
        connection.sendall(b"0\r\n\r\n")
        assert everything(connection).startswith(b"HTTP/1.1 201")


def test_one_asker_has_only_so_many_bodies_on_the_way(founded: House, front: Fronted) -> None:
    text = announced(COMMAND, Authorization=f"Bearer {founded.organizer.token}")
    held = [front.opened(text) for _ in range(3)]
    time.sleep(0.2)
    assert front.answer(text) == (429, "too-much-at-once")
    other = {"Authorization": f"Bearer {founded.client('organizer', 'org-2').token}", "Content-Type": JSON}
    assert front.send("POST", COMMAND, b'{"entrant":"0001"}', other)[0] in (201, 409, 422)
    for connection in held:
        connection.close()


def test_an_honest_sender_of_too_much_gets_to_read_so(front: Fronted) -> None:
    for path, expected in ((CHECK, 413), ("/nowhere", 404)):
        status, headers, body = front.send(
            "POST", path, b" " * 10_000_000, {"Content-Type": "application/toml"}
        )
        assert status == expected
        assert headers["Connection"] == "close"
        assert msgspec.json.decode(body)["status"] == expected


def test_half_a_header_and_a_connection_without_a_word_are_closed(front: Fronted) -> None:
    for text in ("", "GET /livez HTTP/1.1\r\nHost:"):
        with front.opened(text) as connection:
            assert everything(connection) == b""


def test_half_a_header_after_an_answer_is_closed_as_well(front: Fronted) -> None:
    with front.opened(request("GET", "/livez")) as connection:
        connection.sendall(b"GET /li")
        assert everything(connection).endswith(b'{"status":"ok"}')


def test_a_connection_that_waits_is_closed_and_one_with_a_request_on_it_is_not(founded: House) -> None:
    def slow() -> Response:
        time.sleep(2)
        return Response("done")

    route = Route(name="slow", method="GET", path="/slow", access=Open("a test"), handle=lambda call: slow())
    add_route(founded.app, route, slow)
    with fronted(founded.app, Limits(idle_seconds=1)) as front:
        began = time.monotonic()
        with front.opened(request("GET", "/livez")) as connection:
            assert everything(connection).endswith(b'{"status":"ok"}')
        assert time.monotonic() - began < SECONDS
        with front.opened(request("GET", "/livez") + request("GET", "/slow")) as connection:
            assert everything(connection).endswith(b"done")


def test_headers_that_are_too_long_and_what_is_not_http_are_problems_too(front: Fronted) -> None:
    for text in (
        request("GET", "/livez", X_Long="x" * 40_000),
        request("GET", "/" + "x" * 40_000),
        "GET /livez HTTP/1.1\r\n" + "X-More: x\r\n" * 4_000,
    ):
        assert front.answer(text) == (431, "headers-too-large")
    assert front.answer("hello\r\n\r\n") == (400, "request-refused")
    assert front.answer(request("POST", COMMAND, Content_Length="-1")) == (400, "request-refused")


def test_a_name_with_an_underscore_does_not_pass_for_another_header(front: Fronted) -> None:
    text = "GET /api/v1/tokens HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization_: Bearer x\r\n\r\n"
    assert front.answer(text) == (401, "unauthenticated")
    forged = "X_Forwarded_For: 203.0.113.9"
    assert front.answer(text.replace("Authorization_: Bearer x", forged)) == (401, "unauthenticated")


def add_route(app: Web, route: Route, view: Callable[[], Response]) -> None:
    """Let this application alone answer at one more address."""
    app.routes = {**app.routes, route.name: route}
    rule = Rule(route.path, methods=[route.method], endpoint=route.name)
    app.url_map = Map([*(known.empty() for known in app.url_map.iter_rules()), rule], merge_slashes=False)
    app.view_functions[route.name] = view


class Endless:
    """An answer without an end, in pieces of a size; notes how many were made and that it was closed."""

    def __init__(self, house: House, size: int, pause: float = 0.0) -> None:
        self.made = 0
        self.closed = threading.Event()
        self._size, self._pause = size, pause
        route = Route(
            name="endless",
            method="GET",
            path="/endless",
            access=Open("a test"),
            handle=self._answer,
            work="stream",
        )
        add_route(house.app, route, lambda: self._answer(None))

    def _answer(self, call: object) -> Response:
        return Response(self._pieces())

    def _pieces(self) -> Iterator[bytes]:
        try:
            while True:
                self.made += 1
                yield b"x" * self._size
                time.sleep(self._pause)
        finally:
            self.closed.set()


def test_an_answer_is_made_no_faster_than_it_is_read_and_cut_off_when_nobody_reads(founded: House) -> None:
    endless = Endless(founded, 1 << 16)
    with fronted(founded.app, QUICK) as front, front.opened(request("GET", "/endless")):
        assert endless.closed.wait(SECONDS)
    assert endless.made < 200, "so much fits into the buffers of the system"


@pytest.mark.parametrize("abruptly", [False, True])
def test_a_stream_ends_within_a_second_of_its_reader(founded: House, abruptly: bool) -> None:
    endless = Endless(founded, 0, 0.1)
    with fronted(founded.app) as front:
        reader = front.opened(request("GET", "/endless"))
        assert reader.recv(1000).startswith(b"HTTP/1.1 200")
        if abruptly:
            reader.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        reader.close()
        began = time.monotonic()
        assert endless.closed.wait(SECONDS)
        assert time.monotonic() - began < 5, "far less than until the next event or heartbeat"


def test_when_there_are_too_many_connections_the_one_that_waits_longest_gives_way(founded: House) -> None:
    with fronted(founded.app, Limits(connections=10)) as front:
        held = [front.opened("") for _ in range(12)]
        for _ in range(3):
            assert front.send("GET", "/livez")[0] == 200
        assert [_is_closed(connection) for connection in held] == [True] * 3 + [False] * 9
        for connection in held:
            connection.close()


def test_a_line_that_is_full_or_too_slow_is_told_so(founded: House) -> None:
    limits = Limits(read_threads=1, line=1, line_seconds=0.3)
    started, go = threading.Event(), threading.Event()

    def slow() -> Response:
        started.set()
        assert go.wait(SECONDS)
        return Response("done")

    route = Route(name="slow", method="GET", path="/slow", access=Open("a test"), handle=lambda call: slow())
    add_route(founded.app, route, slow)
    with fronted(founded.app, limits) as front:
        first = front.opened(request("GET", "/slow", Connection="close"))
        assert started.wait(SECONDS)
        status, headers, body = front.send("GET", f"{BASE}/standings")
        assert (status, msgspec.json.decode(body)["code"]) == (503, "server-busy")
        assert headers["Retry-After"] == "2"
        assert front.send("GET", "/livez")[0] == 200
        go.set()
        assert everything(first).endswith(b"done")
        first.close()
        assert front.send("GET", f"{BASE}/standings")[0] == 200


PHONES = 64


@pytest.mark.parametrize("tokens", [PHONES, 1])
def test_phones_with_tokens_behind_one_address_are_queued_and_one_token_is_held_to_its_share(
    founded: House, monkeypatch: pytest.MonkeyPatch, tokens: int
) -> None:
    go, came, limits = threading.Event(), threading.Semaphore(0), Limits(line_seconds=SECONDS)
    run = Gate.run

    async def counted(gate: Gate, asker: Asker, work: Callable[[], Awaitable[object]]) -> object:
        if gate._per_asker[True] == limits.changes_per_asker:
            came.release()
        return await run(gate, asker, work)

    def slow() -> Response:
        assert go.wait(SECONDS)
        return Response("done")

    monkeypatch.setattr(Gate, "run", counted)

    route = Route(name="slow", method="POST", path="/slow", access=Open("a test"), handle=lambda call: slow())
    add_route(founded.app, route, slow)
    held = [founded.client("referee", f"REF-{number}").token for number in range(tokens)]
    with fronted(founded.app, limits) as front:
        asked = [
            front.opened(
                request(
                    "POST",
                    "/slow",
                    Content_Length="0",
                    Authorization=f"Bearer {held[number % tokens]}",
                    Connection="close",
                )
            )
            for number in range(PHONES)
        ]
        for _ in range(PHONES):
            assert came.acquire(timeout=SECONDS)
        go.set()
        answers = [everything(connection).split(b" ", 2)[1] for connection in asked]
        for connection in asked:
            connection.close()
    refused = answers.count(b"429")
    assert answers.count(b"200") == PHONES - refused
    assert refused == (0 if tokens == PHONES else PHONES - limits.changes_per_asker)


def _is_closed(connection: socket.socket) -> bool:
    connection.settimeout(0.2)
    try:
        return connection.recv(1) == b""
    except TimeoutError:
        return False
    except ConnectionResetError:
        return True
