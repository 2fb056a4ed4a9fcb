"""Standings that change: made anew for each state, and asked for by many while results come in."""

import http.client
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from itertools import cycle
from statistics import median, quantiles
from typing import Any

import msgspec

from tests.api.served import PATIENCE, Server
from tests.bench.http_demo import IN_PLAY, SESSION, WHOLE
from tests.bench.http_load import Paced, at_a_pace
from tests.bench.rounds import Settings

MOST_TO_MAKE, MOST_TO_WAIT = 60, 50
"""Milliseconds, for a page made anew and for the 99th percentile of askers."""
PER_SECOND, CONNECTIONS, SECONDS = 1000, 100, 20
ROUNDS = 30
_AS_BROWSERS = {"Accept-Encoding": "gzip, deflate, br"}
_ADDRESSES = {
    "page": "/t/{tournament}/standings?stage=preliminary",
    "JSON": "/api/v1/tournaments/{tournament}/standings?stage=preliminary",
}


class Office:
    """An organizer's connection to the server."""

    def __init__(self, server: Server, token: str) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self._authorized = {"Authorization": f"Bearer {token}"}
        self._shown = cycle((True, False))

    def get(self, path: str) -> Any:
        self._connection.request("GET", path, headers=self._authorized)
        response = self._connection.getresponse()
        answer = response.read()
        assert response.status == 200, answer
        return msgspec.json.decode(answer)

    def command(self, tournament: str, name: str, body: Mapping[str, object]) -> bool:
        """Carry out a command; whether it recorded anything."""
        path = f"/api/v1/tournaments/{tournament}/commands/{name}"
        headers = {**self._authorized, "Content-Type": "application/json"}
        self._connection.request("POST", path, msgspec.json.encode(body), headers)
        response = self._connection.getresponse()
        answer = response.read()
        assert response.status in (200, 201), answer
        return response.status == 201

    def change(self, tournament: str) -> None:
        """Record something small."""
        while not self.command(tournament, "set-consent", {"entrant": "0001", "shown": next(self._shown)}):
            pass

    def results(self) -> Iterator[Mapping[str, object]]:
        """The results of the games that are not recorded yet."""
        path = f"/api/v1/tournaments/{IN_PLAY}/sheets?session={SESSION}"
        sheets = [row["sheet"] for row in self.get(path)["rows"]]
        for game in (1, 2, 3):
            for sheet in sheets:
                if sheet["games"][game - 1 :] in ([], [None] * (4 - game)):
                    first, *others = sheet["seats"]
                    figures = [{"entrant": entrant, "count": 7, "tiles": 2} for entrant in others]
                    seats = [{"entrant": first, "rack": []}, *figures]
                    yield {"sheet": sheet["sheet"], "game": game, "ended_by": "cleared", "seats": seats}


def measure(server: Server, token: str, settings: Settings) -> None:
    """Print how long it takes to make standings anew, and how long askers wait while results come in."""
    office = Office(server, token)
    print("\nstandings of 1,200 made anew after a change, on one connection, milliseconds")
    for what, took in _made_anew(server, office, settings.amount(ROUNDS)).items():
        line = f"  {what}: median {median(took):.1f} ({min(took):.1f} to {max(took):.1f})"
        print(f"{line}, target {MOST_TO_MAKE}: {_verdict(median(took), MOST_TO_MAKE)}")
    seconds = max(3.0, SECONDS * settings.scale)
    print(
        f"\n{PER_SECOND} conditional requests/s on {CONNECTIONS} connections, milliseconds until the answer"
    )
    results = office.results()
    for what, address in _ADDRESSES.items():
        path = address.format(tournament=IN_PLAY)
        # Each process reads the log once, which is not what is measured here.
        at_a_pace(server.port, CONNECTIONS, path, PER_SECOND, 1.0)
        _show(f"{what}, nothing changes", at_a_pace(server.port, CONNECTIONS, path, PER_SECOND, seconds / 2))
        with _every_second(lambda: office.command(IN_PLAY, "record-game-result", next(results))):
            paced = at_a_pace(server.port, CONNECTIONS, path, PER_SECOND, seconds)
        _show(f"{what}, a result each second", paced, MOST_TO_WAIT)


def _made_anew(server: Server, office: Office, rounds: int) -> Mapping[str, list[float]]:
    """Milliseconds for the first answer after a change."""
    reader = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    found: dict[str, list[float]] = {what: [] for what in _ADDRESSES}
    for turn in range(rounds + 1):
        for what, address in _ADDRESSES.items():
            office.change(WHOLE)
            began = time.perf_counter()
            reader.request("GET", address.format(tournament=WHOLE), headers=_AS_BROWSERS)
            response = reader.getresponse()
            response.read()
            took = (time.perf_counter() - began) * 1000
            assert response.status == 200
            # For the first of all, the log was read.
            found[what] += [took] if turn else []
    reader.close()
    return found


@contextmanager
def _every_second(work: Callable[[], object]) -> Iterator[None]:
    """Do something once a second meanwhile."""
    enough = threading.Event()
    failed: list[BaseException] = []

    def keep_on() -> None:
        try:
            while not enough.wait(1.0):
                work()
        except BaseException as error:
            failed.append(error)

    working = threading.Thread(target=keep_on)
    working.start()
    try:
        yield
    finally:
        enough.set()
        working.join()
    if failed:
        raise failed[0]


def _show(what: str, paced: Paced, target: int | None = None) -> None:
    took = paced.milliseconds
    last = quantiles(took, n=100)[98]
    line = f"  {what:<28} median {median(took):6.1f}   99th percentile {last:6.1f}   most {max(took):6.1f}"
    verdict = "" if target is None else f", target {target}: {_verdict(last, target)}"
    share = paced.changed / len(took)
    print(f"{line}   {share:.0%} were new, {paced.bytes / len(took):.0f} bytes each{verdict}")


def _verdict(value: float, target: float) -> str:
    return "met" if value <= target else "NOT MET"
