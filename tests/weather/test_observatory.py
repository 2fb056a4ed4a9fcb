"""The client against servers on loopback that answer, break off, stay silent or send too much."""

import gzip
import re
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress

import msgspec
import pytest

from services.weather.observatory import Observatory, Unreachable
from services.weather.reading import MOST_BYTES, Answer, read
from shared.catalogue import say
from tests.cases import cases
from tests.weather.answers import cyclone, detail, details
from tests.weather.test_reading import NOW

HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n"


@contextmanager
def answering(answer: Callable[[str], bytes]) -> Iterator[str]:
    """A server that writes whatever `answer` says for a request line, and the address of it."""
    with socket.create_server(("127.0.0.1", 0)) as listener, ThreadPoolExecutor(4) as pool:

        def say(peer: socket.socket) -> None:
            with peer, suppress(OSError):
                asked = peer.recv(4096).decode()
                peer.sendall(answer(asked.partition("\r\n")[0]))

        def serve() -> None:
            while True:
                try:
                    peer, _ = listener.accept()
                except OSError:
                    return
                pool.submit(say, peer)

        thread = threading.Thread(target=serve, daemon=True)
        thread.start()
        yield f"http://127.0.0.1:{listener.getsockname()[1]}/weather.php"
        listener.shutdown(socket.SHUT_RDWR)
        thread.join()


def whole(body: bytes) -> bytes:
    return f"{HEAD}Content-Length: {len(body)}\r\n\r\n".encode() + body


def test_both_kinds_are_asked_for_and_read() -> None:
    asked: list[str] = []

    def answer(line: str) -> bytes:
        asked.append(line)
        return whole(b'{"details": []}' if "warningInfo" in line else b"{}")

    with answering(answer) as url:
        assert read(Observatory(url)(), NOW) == Answer(())
    assert sorted(asked) == [
        "GET /weather.php?dataType=warningInfo&lang=en HTTP/1.1",
        "GET /weather.php?dataType=warnsum&lang=en HTTP/1.1",
    ]


SIGNAL_8 = msgspec.json.encode(cyclone("TC8NE", "2026-09-16T09:40"))
CUT = f"{HEAD}Content-Length: 500\r\n\r\n".encode() + b'{"details": ['
NOT_GZIP = f"{HEAD}Content-Encoding: gzip\r\nContent-Length: 5\r\n\r\n".encode() + b"plain"


@cases(
    "other, why",
    [
        (b"HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n", "status 503"),
        (CUT, "ClientPayloadError"),
        (NOT_GZIP, "ClientPayloadError"),
        (b"", "ServerDisconnectedError"),
        (b"nonsense\r\n\r\n", "ClientResponseError|BadStatusLine|BadHttp"),
    ],
)
@cases("whole_is", ["warnsum", "warningInfo"])
def test_one_answer_counts_where_the_other_does_not_come(other: bytes, why: str, whole_is: str) -> None:
    words = msgspec.json.encode(details(detail("WTCSGNL", "TC8NE", "2026-09-16T11:45")))
    answer = SIGNAL_8 if whole_is == "warnsum" else words
    with answering(lambda line: whole(answer) if f"{whole_is}&" in line else other) as url:
        found = read(Observatory(url)(), NOW)
    assert [listed.code for listed in found.listed] == ["TC8NE"]
    assert re.search(why, found.unread)


def test_a_slow_answer_keeps_no_danger_from_being_read() -> None:
    enough = threading.Event()

    def answer(line: str) -> bytes:
        if "warningInfo" in line:
            enough.wait(10)
        return whole(SIGNAL_8)

    with answering(answer) as url:
        found = read(Observatory(url, seconds=0.5)(), NOW)
        enough.set()
    assert [listed.code for listed in found.listed] == ["TC8NE"]
    assert say("cli-clock-in-time", "en") in found.unread


def test_what_comes_compressed_is_read() -> None:
    body = gzip.compress(SIGNAL_8)
    head = f"{HEAD}Content-Encoding: gzip\r\nContent-Length: {len(body)}\r\n\r\n".encode()
    with answering(lambda line: head + body if "warnsum" in line else whole(b"{}")) as url:
        found = read(Observatory(url)(), NOW)
    assert (found.unread, [listed.code for listed in found.listed]) == ("", ["TC8NE"])


def test_an_answer_that_breaks_off_is_no_answer() -> None:
    broken = f"{HEAD}Content-Length: 500\r\n\r\n".encode() + b'{"WTCSGNL": {'
    with answering(lambda _: broken) as url, pytest.raises(Unreachable):
        Observatory(url)()


def test_nobody_listening_is_unreachable() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    with pytest.raises(Unreachable):
        Observatory(f"http://127.0.0.1:{port}/")()


def test_silence_is_given_up_on() -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent, pytest.raises(Unreachable, match="in time"):
        Observatory(f"http://127.0.0.1:{silent.getsockname()[1]}/", seconds=0.2)()


def test_what_has_no_end_is_cut_off_and_unreadable() -> None:
    with answering(lambda _: whole(b" " * (4 * MOST_BYTES))) as url:
        fetched = Observatory(url)()
    assert len(fetched.warnsum.content) < 4 * MOST_BYTES
    assert "bytes" in read(fetched, NOW).unread


def test_a_page_in_html_with_status_200_is_unreadable() -> None:
    body = b"<html>maintenance</html>"
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
    with answering(lambda _: head.encode() + body) as url:
        assert "text/html" in read(Observatory(url)(), NOW).unread
