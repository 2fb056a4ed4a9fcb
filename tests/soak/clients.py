"""Who writes and reads over HTTP while machines fail, and keeps what was answered."""

import http.client
import threading
import time
from collections import Counter
from collections.abc import Iterator
from itertools import cycle

import msgspec

from tests.api.served import Server

ID = "spring-cup"
"""The tournament."""
PAUSE = 0.05
"""Seconds that a writer rests after an acknowledgement."""
AGED = "200 with its age"


class Acknowledged(msgspec.Struct, frozen=True):
    """A command that was answered, and when it had been sent, on the clock of `monotonic`."""

    id: str
    last_seq: int
    sent_at: float
    at: float


class Writer(threading.Thread):
    """Sends one command after the other, each until it is answered.

    Attributes:
        acknowledged: in the order of their answers.
        refused: how often what else came instead of an answer.
        strange: answers that no program could act on.
    """

    def __init__(self, server: Server, token: str, name: str, entrant: str) -> None:
        super().__init__(name=name, daemon=True)
        self._server, self._entrant = server, entrant
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        self.acknowledged: list[Acknowledged] = []
        self.refused: Counter[str] = Counter()
        self.strange: list[str] = []
        self.enough = threading.Event()

    def run(self) -> None:
        number = 0
        while not self.enough.wait(PAUSE):
            number += 1
            body = msgspec.json.encode({"entrant": self._entrant, "shown": number % 2 == 1})
            while not self.enough.is_set() and not self._answered(f"{self.name}-{number}", body):
                time.sleep(0.2)

    def back_since(self, moment: float) -> float | None:
        """When the first command was acknowledged that was sent after a moment; None if none yet."""
        found = (answer.at for answer in self.acknowledged[-200:] if answer.sent_at > moment)
        return next(found, None)

    def _answered(self, id: str, body: bytes) -> bool:
        sent_at, path = time.monotonic(), f"/api/v1/tournaments/{ID}/commands/set-consent"
        try:
            status, answer = self._server.send(
                "POST", path, body=body, headers={**self._headers, "Idempotency-Key": id}
            )
        except (OSError, http.client.HTTPException) as error:
            self.refused[type(error).__name__] += 1
            return False
        said = msgspec.json.decode(answer)
        if status in (200, 201):
            self.acknowledged.append(Acknowledged(id, said["last_seq"], sent_at, time.monotonic()))
            return True
        self.refused[f"{status} {said.get('code')}"] += 1
        if status != 503:
            self.strange.append(f"{id}: {status} {said}")
        return False


class Reader(threading.Thread):
    """Looks at a public page and at the board, in turns, every half second.

    Attributes:
        seen: how often which status came, of pages that say how old they are apart.
        away: how long at most no page came, in seconds.
    """

    def __init__(self, server: Server, way: str) -> None:
        super().__init__(name=way, daemon=True)
        self._server = server
        self.seen: Counter[str] = Counter()
        self.away = 0.0
        self.enough = threading.Event()

    @property
    def missed(self) -> int:
        """How often something else came, or nothing."""
        return self.seen.total() - self.seen["200"] - self.seen[AGED]

    def run(self) -> None:
        last = time.monotonic()
        for path in cycle((f"/t/{ID}", f"/t/{ID}/board")):
            if self.enough.wait(0.5):
                return
            try:
                status, page = self._server.get(path)
                seen = AGED if status == 200 and b"data-age=" in page else str(status)
            except (OSError, http.client.HTTPException) as error:
                seen = type(error).__name__
            self.seen[seen] += 1
            if seen in ("200", AGED):
                self.away, last = max(self.away, time.monotonic() - last), time.monotonic()


class Load(msgspec.Struct, frozen=True):
    """Who writes and reads by one way."""

    writers: list[Writer]
    reader: Reader

    def start(self) -> None:
        for client in self._clients():
            client.start()

    def stop(self) -> None:
        """Let each come to the end of its request."""
        for client in self._clients():
            client.enough.set()
        for client in self._clients():
            client.join()

    def _clients(self) -> Iterator[Writer | Reader]:
        yield from self.writers
        yield self.reader
