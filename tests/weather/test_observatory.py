"""The client against servers on loopback that answer, break off, stay silent or send too much."""

import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from services.weather.observatory import Observatory, Unreachable
from services.weather.reading import MOST_BYTES, Unreadable, read
from tests.weather.test_reading import NOW

HEAD = "HTTP/1.1 200 OK\r\nContent-Type: application/json; charset=utf-8\r\nConnection: close\r\n"


@contextmanager
def answering(answer: Callable[[str], bytes]) -> Iterator[str]:
    """A server that writes whatever `answer` says for a request line, and the address of it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def serve() -> None:
            while True:
                try:
                    peer, _ = listener.accept()
                except OSError:
                    return
                with peer:
                    asked = peer.recv(4096).decode()
                    try:
                        peer.sendall(answer(asked.partition("\r\n")[0]))
                    except OSError:
                        continue

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
        assert read(Observatory(url)(), NOW) == ()
    assert sorted(asked) == [
        "GET /weather.php?dataType=warningInfo&lang=en HTTP/1.1",
        "GET /weather.php?dataType=warnsum&lang=en HTTP/1.1",
    ]


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
    with pytest.raises(Unreadable, match="bytes"):
        read(fetched, NOW)


def test_a_page_in_html_with_status_200_is_unreadable() -> None:
    body = b"<html>maintenance</html>"
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(body)}\r\n\r\n"
    with answering(lambda _: head.encode() + body) as url, pytest.raises(Unreadable, match="text/html"):
        read(Observatory(url)(), NOW)
