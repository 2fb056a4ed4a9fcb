"""Clients of one tournament over HTTP, each in a thread, who note what they asked, when, and what they got.

Where no answer comes in time a client sends the same command again under its key, to any of the servers, or
gives it up; what was sent and not answered may be done at any time.
"""

import http.client
import re
import threading
from collections.abc import Callable, Mapping, Sequence
from random import Random
from time import monotonic, sleep
from typing import Any

import msgspec

from tests.histories.operations import NEVER, Append, Appended, Operation, Read, Refused, Stored

PATIENCES = (0.25, 1.0, 5.0)
"""Seconds after which a client gives a request up."""
TRIES = 8
_REFUSED = (400, 403, 404, 409, 412, 422, 429)
_NOTHING_DONE = ("database-busy", "no-connection-left")
"""503 whose code says that nothing was changed."""
_SHEETS = ("2026-03-28/1/1", "2026-03-28/1/2")


class Client:
    """One client. `run` goes on until it is told that it is enough.

    Args:
        ports: where the servers listen.
        seats: who sits at each table.
    """

    def __init__(
        self,
        number: int,
        tournament: str,
        token: str,
        ports: Sequence[int],
        seats: Mapping[str, Sequence[str]],
        chance: Random,
    ) -> None:
        self.operations: list[Operation] = []
        self._number, self._tournament, self._token, self._ports = number, tournament, token, ports
        self._seats, self._chance = seats, chance
        self._seen, self._sent = 0, 0
        self._tags: dict[str, tuple[str, int]] = {}
        self._connections: dict[int, http.client.HTTPConnection] = {}

    def run(self, enough: threading.Event) -> None:
        reads: list[Callable[[], None]] = [self._read_head, self._read_events, self._read_query]
        while not enough.is_set():
            if self._chance.random() < 0.5:
                self._send(enough)
            else:
                self._chance.choice(reads)()
        for connection in self._connections.values():
            connection.close()

    # Commands

    def _send(self, enough: threading.Event) -> None:
        """Send a command until it is answered."""
        self._sent += 1
        key, (name, body) = f"client {self._number}, {self._sent}", self._command()
        expected = self._seen if self._seen and self._chance.random() < 0.3 else None
        for _ in range(TRIES):
            sent = self._send_once(key, name, body, expected)
            self.operations.append(sent)
            if sent.answer is not None or enough.is_set() or self._chance.random() < 0.1:
                return

    def _send_once(self, key: str, name: str, body: object, expected: int | None) -> Append:
        headers = {"Idempotency-Key": key, "Content-Type": "application/json"}
        if expected is not None:
            headers["If-Match"] = f'"{expected}"'
        begun = monotonic()
        answered = self._ask("POST", f"/commands/{name}", headers, msgspec.json.encode(body))
        ended = monotonic()
        answer: Appended | Refused | None = None
        if answered is not None:
            status, _, content = answered
            said = msgspec.json.decode(content)
            if status in (200, 201):
                hash = said["events"][-1]["hash"] if said["events"] else ""
                answer = Appended(said["first_seq"], said["last_seq"], hash, content)
                self._seen = max(self._seen, said["last_seq"])
            elif status == 412:
                # The one number in the sentence is where the log ends.
                (head,) = re.findall(r"\d+", said["detail"])
                answer = Refused(int(head), said["code"])
            elif status in _REFUSED or said["code"] in _NOTHING_DONE:
                answer = Refused(code=said["code"])
        ended = NEVER if answer is None else ended
        return Append(
            client=self._number, begun=begun, ended=ended, key=key, expected=expected, answer=answer
        )

    def _command(self) -> tuple[str, Mapping[str, Any]]:
        """A command: some are recorded each time, some once, some lead to nothing, some are refused."""
        sheet = self._chance.choice(_SHEETS)
        seats = self._seats[sheet]
        draws = {seat: place for place, seat in enumerate(seats, 1)}
        entrant, game = self._chance.choice(seats), self._chance.randint(1, 3)
        commands: list[tuple[str, Mapping[str, Any]]] = [
            ("determine-first-player", {"sheet": sheet, "game": 1, "draws": draws}),
            ("note-incident", {"sheet": sheet, "game": 1, "kind": "break_over", "entrant": entrant}),
            ("set-consent", {"entrant": entrant, "shown": self._chance.random() < 0.5}),
            ("choose-language", {"entrant": entrant, "language": self._chance.choice(("en", "zh"))}),
            ("register-entrant", {"session": "2026-03-28/2", "birth_date": "1990-01-01", "name_en": "New"}),
            ("record-game-result", {"sheet": sheet, "game": game, "ended_by": "time", "seats": _FIGURES}),
            ("sign-sheet", {"sheet": sheet, "entrant": entrant, "medium": "device"}),
            ("check-in", {"entrant": entrant}),
        ]
        return self._chance.choices(commands, (6, 6, 4, 2, 1, 3, 3, 1))[0]

    # Reads

    def _read_head(self) -> None:
        begun = monotonic()
        answered = self._ask("GET", "", self._anyone_or_official())
        if answered is not None and answered[0] == 200:
            seq, _, hash = answered[1]["Tournament-Head"].strip('"').partition("-")
            self._note(begun, int(seq), hash)

    def _read_events(self) -> None:
        """A page of the feed, from a little before what was seen; where more follows it is not the end."""
        after = max(0, self._seen - self._chance.randrange(4))
        limit = self._chance.choice((2, 200))
        begun = monotonic()
        answered = self._ask("GET", f"/events?after={after}&limit={limit}", self._anyone_or_official())
        if answered is not None and answered[0] == 200:
            shown = [
                Stored(event["seq"], event["commandid"], event["hash"])
                for event in msgspec.json.decode(answered[2])
            ]
            head, hash = (shown[-1].seq, shown[-1].hash) if shown else (after, "")
            self._note(begun, head, hash, whole="Link" not in answered[1], seen=tuple(shown))

    def _read_query(self) -> None:
        """Standings or sheets as of the head; 304 where they are those of the entity tag seen last."""
        path, headers = self._chance.choice(("/standings", "/sheets")), self._anyone_or_official()
        kept = f"{path} {headers.get('Authorization')}"
        tag, seq = self._tags.get(kept, ("", 0))
        begun = monotonic()
        answered = self._ask("GET", path, {**headers, **({"If-None-Match": tag} if tag else {})})
        if answered is not None and answered[0] == 200:
            seq = msgspec.json.decode(answered[2])["seq"]
            self._tags[kept] = (answered[1]["ETag"], seq)
        if answered is not None and answered[0] in (200, 304):
            self._note(begun, seq)

    def _note(
        self, begun: float, head: int, hash: str = "", *, whole: bool = True, seen: tuple[Stored, ...] = ()
    ) -> None:
        ended = monotonic()
        self._seen = max(self._seen, head)
        self.operations.append(
            Read(client=self._number, begun=begun, ended=ended, head=head, hash=hash, whole=whole, seen=seen)
        )

    def _anyone_or_official(self) -> dict[str, str]:
        """Answers that anyone gets are kept by the front, those of an official by the application."""
        return {"Authorization": ""} if self._chance.random() < 0.5 else {}

    # Over the wire

    def _ask(
        self, method: str, path: str, headers: Mapping[str, str], body: bytes | None = None
    ) -> tuple[int, http.client.HTTPMessage, bytes] | None:
        """Status, headers and content; None where no whole answer came in time."""
        port = self._chance.choice(self._ports)
        connection = self._connections.get(port) or http.client.HTTPConnection("127.0.0.1", port)
        connection.timeout = self._chance.choice(PATIENCES)
        if connection.sock is not None:
            connection.sock.settimeout(connection.timeout)
        fields = {"Authorization": f"Bearer {self._token}", **headers}
        if not fields["Authorization"]:
            del fields["Authorization"]
        try:
            connection.request(method, f"/api/v1/tournaments/{self._tournament}{path}", body, fields)
            response = connection.getresponse()
            content = response.read()
        except (OSError, http.client.HTTPException):
            connection.close()
            self._connections.pop(port, None)
            sleep(0.01)
            return None
        self._connections[port] = connection
        if response.status == 503:
            sleep(0.05)
        return response.status, response.headers, content


_FIGURES = [
    {"seat": seat, "count": count, "tiles": tiles}
    for seat, count, tiles in (("A", 5, 1), ("B", 10, 1), ("C", 15, 3), ("D", 20, 4))
]
