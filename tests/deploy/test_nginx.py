"""The nginx file that operators put in front, with nginx started before the real server."""

import gzip
import http.client
import socket
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from tests.api.conftest import BASE
from tests.api.every_route import IN_ADDRESSES
from tests.api.founding import FOUND
from tests.api.served import PATIENCE, program, serving
from tests.deploy.proxies import nginx, program_of, running
from tests.ports import held_port


class Proxied:
    """Where nginx listens, a token, and requests through it."""

    def __init__(self, port: int, token: str, folder: Path) -> None:
        self.port = port
        self.folder = folder
        self._token = token

    def connect(self, source: str = "127.0.0.1") -> http.client.HTTPConnection:
        return http.client.HTTPConnection(
            "127.0.0.1", self.port, timeout=PATIENCE, source_address=(source, 0)
        )

    def send(
        self, method: str, path: str, body: bytes | None = None, source: str = "127.0.0.1", **headers: str
    ) -> tuple[int, http.client.HTTPMessage, bytes]:
        connection = self.connect(source)
        try:
            fields = {name.replace("_", "-"): value for name, value in headers.items()}
            connection.request(method, path, body, fields)
            response = connection.getresponse()
            return response.status, response.headers, response.read()
        finally:
            connection.close()

    def refused(self, request: bytes) -> bytes:
        """What comes of these bytes, until the connection is closed."""
        with socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE) as connection:
            connection.sendall(request)
            return b"".join(iter(lambda: connection.recv(65536), b""))

    @property
    def authorized(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self._token}"}


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Proxied]:
    program_of("nginx")
    folder = tmp_path_factory.mktemp("nginx")
    found = program(FOUND, folder)
    output, _ = found.communicate(timeout=120)
    assert found.returncode == 0, output.decode()
    # A hundredth of the rates, so that a test can go beyond them.
    with serving(folder, TRUSTED_PROXIES="1", RATE_LIMITS="1") as server, held_port() as port:
        through = Proxied(port, output.decode().split()[-1], folder)
        command = nginx(folder, f"127.0.0.1:{port}", server.port)
        with running(command, folder, lambda: socket.create_connection(("127.0.0.1", port), timeout=1)):
            yield through


SECRET = "A" * 43


ADDRESSES = [begin.replace("{tournament}", "spring-cup") + SECRET for begin in IN_ADDRESSES]
"""One of each kind that bears a secret, which opens nothing."""


def test_no_address_with_a_secret_is_in_a_log_whether_it_is_answered_or_refused(proxied: Proxied) -> None:
    for address in ADDRESSES:
        assert 400 <= proxied.send("GET", address)[0] < 500
        begin = f"GET {address} HTTP/1.1\r\n".encode()
        proxied.refused(begin + b"\r\n")
        proxied.refused(begin + b"Host: x\r\nX: " + b"x" * 9000 + b"\r\n\r\n")
        proxied.send("POST", address, b" " * 2_000_000)
    status, headers, _ = proxied.send("GET", f"/me/{SECRET}", Accept_Encoding="gzip")
    assert (status, headers["Cache-Control"], headers["Content-Encoding"]) == (404, "no-store", None)
    proxied.send("GET", "/t/of-nobody-else/standings")
    # The line of a request is written after its answer was sent.
    deadline = time.monotonic() + PATIENCE
    while "/t/of-nobody-else" not in (written := (proxied.folder / "access.log").read_text()):
        assert time.monotonic() < deadline
        time.sleep(0.05)
    assert SECRET not in written + (proxied.folder / "error.log").read_text()


def test_an_address_with_a_secret_is_in_no_log_while_the_program_is_away(tmp_path: Path) -> None:
    with held_port() as port, held_port() as away:
        through = Proxied(port, "", tmp_path)
        command = nginx(tmp_path, f"127.0.0.1:{port}", away)
        with running(command, tmp_path, lambda: socket.create_connection(("127.0.0.1", port), timeout=1)):
            for address in ADDRESSES:
                assert through.send("GET", address)[0] == 503
    logs = (tmp_path / "access.log").read_text() + (tmp_path / "error.log").read_text()
    assert SECRET not in logs


class Machine(threading.Thread):
    """Answers every request alike, or breaks off once it has come."""

    def __init__(self, *, well: bool) -> None:
        super().__init__(daemon=True)
        self._well = well
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listening.getsockname()[1]
        self.asked: list[bytes] = []
        self.start()

    def run(self) -> None:
        while True:
            connection, _ = self._listening.accept()
            with connection:
                self.asked.append(connection.recv(65536).partition(b" HTTP")[0])
                if self._well:
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n")


def test_a_read_goes_on_to_another_machine_and_a_command_that_was_sent_does_not(tmp_path: Path) -> None:
    gone, well = Machine(well=False), Machine(well=True)
    with held_port() as port:
        through = Proxied(port, "", tmp_path)
        command = nginx(tmp_path, f"127.0.0.1:{port}", gone.port)
        file = tmp_path / "tileledger.conf"
        one = f"server 127.0.0.1:{gone.port};"
        both = f"{one[:-1]} max_fails=0; server 127.0.0.1:{well.port} max_fails=0;"
        file.write_text(file.read_text().replace(one, both))
        with running(command, tmp_path, lambda: socket.create_connection(("127.0.0.1", port), timeout=1)):
            assert {through.send("GET", f"/t/{number}")[0] for number in range(4)} == {200}
            assert any(b"/t/" in asked for asked in gone.asked)
            statuses = [through.send("POST", f"/c/{number}", b"{}")[0] for number in range(4)]
    sent = [{asked for asked in machine.asked if asked.startswith(b"POST")} for machine in (gone, well)]
    assert (len(sent[0]), len(sent[1]), sent[0] & sent[1]) == (2, 2, set())
    assert sorted(statuses) == [200, 200, 503, 503]


@pytest.mark.parametrize(
    ("request_bytes", "status", "code"),
    [
        (b"GET / HTTP/1.1\r\n\r\n", 400, "request-refused"),
        (b"GET HTTP/1.1\r\n\r\n", 400, "request-refused"),
        (b"POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n", 400, "request-refused"),
        (b"GET / HTTP/3.0\r\nHost: x\r\n\r\n", 400, "request-refused"),
        (b"GET /" + b"a" * 9000 + b" HTTP/1.1\r\nHost: x\r\n\r\n", 431, "headers-too-large"),
        (b"GET / HTTP/1.1\r\nHost: x\r\nX: " + b"a" * 9000 + b"\r\n\r\n", 431, "headers-too-large"),
    ],
    ids=["no host", "no address", "unknown coding", "unknown version", "long address", "long header"],
)
def test_what_nginx_cannot_read_is_refused_as_a_problem(
    proxied: Proxied, request_bytes: bytes, status: int, code: str
) -> None:
    head, _, body = proxied.refused(request_bytes).partition(b"\r\n\r\n")
    assert head.split()[1] == str(status).encode()
    assert b"application/problem+json" in head
    assert msgspec.json.decode(body)["code"] == code


def test_a_read_arrives_compressed_and_unchanged_it_costs_a_304(proxied: Proxied) -> None:
    status, headers, body = proxied.send("GET", f"{BASE}", Accept_Encoding="gzip")
    assert status == 200
    assert headers["Content-Encoding"] == "gzip"
    assert msgspec.json.decode(gzip.decompress(body))["id"] == "spring-cup"
    status, _, body = proxied.send("GET", f"{BASE}", If_None_Match=headers["ETag"])
    assert (status, body) == (304, b"")


def test_a_command_is_carried_out(proxied: Proxied) -> None:
    body = msgspec.json.encode({"entrant": "1", "shown": True})
    address = f"{BASE}/commands/set-consent"
    status, _, answer = proxied.send(
        "POST", address, body, Content_Type="application/json", **proxied.authorized
    )
    assert status == 201, answer


def test_a_stream_comes_event_by_event(proxied: Proxied) -> None:
    connection = proxied.connect()
    connection.request("GET", f"{BASE}/events/stream", headers=proxied.authorized)
    response = connection.getresponse()
    assert response.status == 200
    # Nothing ends the stream, so whatever is read here came while it was open.
    assert response.readline() == b"retry: 3000\n"
    assert response.readline() == b"\n"
    assert response.readline() == b"id: 1\n"
    response.close()
    connection.close()


def test_a_body_that_is_too_long_is_refused_as_a_problem_by_nginx_itself(proxied: Proxied) -> None:
    status, headers, body = proxied.send("POST", f"{BASE}/commands/set-consent", b" " * 2_000_000)
    assert status == 413
    assert headers["Content-Type"] == "application/problem+json"
    assert msgspec.json.decode(body)["code"] == "body-too-large"


def test_the_address_that_counts_is_the_one_that_nginx_saw(proxied: Proxied) -> None:
    forged = (f"203.0.113.{number}" for number in range(200))
    answers = (
        proxied.send("GET", f"{BASE}/standings", source="127.0.0.2", X_Forwarded_For=address)[0]
        for address in forged
    )
    assert 429 in answers, "a forged address is believed"
    assert proxied.send("GET", f"{BASE}/standings", source="127.0.0.3")[0] == 200


def test_figures_are_for_this_machine_only(proxied: Proxied) -> None:
    assert proxied.send("GET", "/metrics")[0] == 200
    assert proxied.send("GET", "/metrics", source="127.0.0.4")[0] == 403
    assert proxied.send("GET", "/livez", source="127.0.0.4")[0] == 200
