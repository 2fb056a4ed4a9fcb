"""Many writers of one tournament, whose commands share commits, beside one: whole commands at the desk.

A disk whose fsync takes four milliseconds is made by a wait after each commit, on a memory file system, which
is measured without that wait, too. On a disk one writer waits for every commit; many should not.
"""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from threading import Thread
from time import sleep
from typing import Any

import pytest

from services.tournament.play.incidents import DetermineFirstPlayer
from shared.database.lease import Lease
from shared.eventlog.optimistic import OneRoundTrip
from tests.bench import sharing_http
from tests.bench.log import MEMORY
from tests.bench.rounds import Settings, Target, show, take_turns
from tests.bench.tournaments import SESSION, Venue
from tests.postgresql_server import NoPostgreSQL, server

FSYNC_SECONDS = 0.004
WRITERS = 64
TIMES_ONE = 10.0
OF_MEMORY = 0.8
_TABLES = 25


def run(settings: Settings) -> None:
    folder = MEMORY if os.path.isdir(MEMORY) else tempfile.gettempdir()
    with tempfile.TemporaryDirectory(dir=folder) as place:
        vaults = (f"sqlite:///{Path(place) / f'vault{number}.db'}" for number in range(9))
        _kind("sqlite", f"sqlite:///{Path(place) / 'log.db'}", next(vaults), settings)
        try:
            with server(durable=True, private=True, folder=folder) as running:
                _kind("postgresql", running.create(), next(vaults), settings)
        except NoPostgreSQL as reason:
            print(f"\npostgresql: not measured, {reason}")


def _kind(kind: str, url: str, vault_url: str, settings: Settings) -> None:
    venue = Venue(url, vault_url)
    try:
        venue.in_play("t")
        many = settings.amount(40)
        figures = take_turns(
            settings.rounds,
            {
                "one writer, 4 ms": partial(_slowly, venue, 1, settings.amount(100)),
                f"{WRITERS} writers, 4 ms": partial(_slowly, venue, WRITERS, many),
                "one writer, no wait": partial(_written, venue, 1, settings.amount(400)),
                f"{WRITERS} writers, no wait": partial(_written, venue, WRITERS, many),
            },
        )
        targets = [
            Target(f"{WRITERS} writers, 4 ms", "one writer, 4 ms", TIMES_ONE),
            Target(f"{WRITERS} writers, 4 ms", f"{WRITERS} writers, no wait", OF_MEMORY),
            Target(f"{WRITERS} writers, no wait", "one writer, no wait"),
        ]
        show(
            f"{kind}: commands of one tournament, a commit shared by those that wait", "1/s", figures, targets
        )
        sharing_http.measure(kind, venue, url, vault_url, settings)
    finally:
        venue.close()


def _slowly(venue: Venue, writers: int, times: int) -> int:
    with _commits_wait():
        return _written(venue, writers, times)


@contextmanager
def _commits_wait() -> Iterator[None]:
    def waiting(method: Callable[..., Any]) -> Callable[..., Any]:
        def committed(*arguments: Any) -> Any:
            try:
                return method(*arguments)
            finally:
                sleep(FSYNC_SECONDS)

        return committed

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Lease, "commit", waiting(Lease.commit))
        patched.setattr(OneRoundTrip, "append", waiting(OneRoundTrip.append))
        yield


def _written(venue: Venue, writers: int, times: int) -> int:
    sheets = venue.desk.state("t").sheets

    def write(number: int) -> None:
        sheet = f"{SESSION}/{number % _TABLES + 1}"
        draws = {entrant: place for place, entrant in enumerate(sheets[sheet].seats, 1)}
        for _ in range(times):
            venue.do("t", DetermineFirstPlayer(sheet=sheet, game=1, draws=draws))

    threads = [Thread(target=write, args=(number,)) for number in range(writers)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return writers * times
