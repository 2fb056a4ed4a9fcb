"""The Telegram simulator in a process of its own, and the phones and faults in it."""

import http.client
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from uuid import uuid4
from weakref import finalize

import msgspec

from tests.ports import port_told
from tests.warm import MODULE, WARM

TOKEN = "7000000001:a-token-that-opens-nothing"
PATIENCE = 60.0
_ROOT = Path(__file__).parents[2]


class Telegram:
    """A running simulator, seen from the phones' side."""

    def __init__(self, port: int, transcript: Path) -> None:
        self.port = port
        self.file = transcript
        self._idle: list[http.client.HTTPConnection] = []
        self._known: dict[int, list[dict[str, Any]]] = {}
        finalize(self, _close, self._idle)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def ask(self, verb: str, path: str, body: Any = None, **headers: str) -> Any:
        content = None if body is None else msgspec.json.encode(body)
        while True:
            kept = bool(self._idle)
            connection = self._idle.pop() if kept else _connection(self.port)
            try:
                connection.request(verb, f"/control/{path}", content, headers)
                answer = msgspec.json.decode(connection.getresponse().read())
            except BaseException as error:
                connection.close()
                if kept and isinstance(error, ConnectionError):
                    continue  # it was closed meanwhile
                raise
            self._idle.append(connection)
            return answer

    def phone(self, name: str = "Ada", language: str = "en", id: int | None = None) -> int:
        """A new phone; the id of its chat."""
        body = {"first_name": name, "language_code": language, "id": id}
        chats: list[int] = self.ask("POST", "chats", body)["chats"]
        return chats[0]

    def say(self, chat: int, text: str) -> None:
        self.ask("POST", f"chats/{chat}/say", {"text": text})

    def press(self, chat: int, data: str, message: int | None) -> str:
        query: str = self.ask("POST", f"chats/{chat}/press", {"data": data, "message": message})["query"]
        return query

    def block(self, chat: int, blocked: bool = True) -> None:
        self.ask("POST", f"chats/{chat}/block", {"blocked": blocked})

    def fault(self, fault: str, **more: Any) -> None:
        self.ask("POST", "faults", {"fault": fault, **more})

    def messages(self, chat: int, last: int = 0) -> list[dict[str, Any]]:
        """What stands in a chat now, oldest first: all of it, or so many of the last."""
        found: list[dict[str, Any]] = self.ask("GET", f"chats/{chat}?last={last}")["messages"]
        return found

    def pinned(self, chat: int) -> list[int]:
        """Which messages stand at the top of a chat, by number."""
        found: list[int] = self.ask("GET", f"chats/{chat}")["pinned"]
        return found

    def transcript(self, chat: int | None = None) -> list[dict[str, Any]]:
        """What every chat sent and received, or one of them."""
        if chat is None:
            lines: list[dict[str, Any]] = self.ask("GET", "transcript")
            return lines
        known = self._known.setdefault(chat, [])  # a line that was written stays as it is
        known += self.ask("GET", f"transcript?chat={chat}&behind={len(known)}")
        return [*known]

    def beyond(self, chat: int, count: int) -> list[dict[str, Any]]:
        """What comes in the transcript of a chat behind so many lines; waited for a second at most."""
        lines: list[dict[str, Any]] = self.ask("GET", f"transcript?chat={chat}&beyond={count}")
        return lines

    def wait(self, chat: int, count: int) -> list[dict[str, Any]]:
        """The transcript of a chat, once it has so many lines."""
        deadline = time.monotonic() + PATIENCE
        while len(found := self.transcript(chat)) < count:
            assert time.monotonic() < deadline, f"chat {chat} has {found}"
            self.beyond(chat, count - 1)
        return found


def _connection(port: int) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)


def _close(connections: list[http.client.HTTPConnection]) -> None:
    for connection in connections:
        connection.close()


@contextmanager
def simulating(folder: Path, *options: str, port: int = 0) -> Iterator[Telegram]:
    """A simulator for the time of the block, at a port that is free unless one is given."""
    transcript = folder / f"transcript-{uuid4()}.jsonl"
    given = ("--transcript", str(transcript), *options)
    command = [sys.executable, "-c", MODULE, "infra.telegram_simulator", "--port", str(port), *given]
    with WARM(command, cwd=_ROOT, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            yield Telegram(port_told(process.stdout.readline()), transcript)
        finally:
            process.terminate()
