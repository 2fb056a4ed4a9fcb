"""Histories of real servers on one database, whose processes are killed, stopped and started anew."""

import os
import signal
import socket
import threading
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager, suppress
from datetime import timedelta
from pathlib import Path
from random import Random
from time import monotonic, sleep

from services.access.grants import Grants
from services.access.tokens import grant_token
from services.desk.parts import key_for
from shared.clock import SystemClock
from shared.database import Database
from shared.eventlog import EventLog
from tests.api.served import PATIENCE, Server, serving
from tests.api.test_web_workers import workers
from tests.bench.tournaments import SECRET, Venue
from tests.histories.clients import Client
from tests.histories.operations import History, Stored
from tests.ports import held_port
from tests.postgresql_server import OwnServer

TOURNAMENTS = ("one", "other")
CLIENTS = 4
"""Of each tournament."""
_PEOPLE = 8


class Servers:
    """Servers on the same databases, at ports that stay.

    Args:
        postgresql: the database server, where it may be killed too.
    """

    def __init__(
        self,
        stack: ExitStack,
        folder: Path,
        url: str,
        number: int,
        postgresql: OwnServer | None,
    ) -> None:
        self.troubles: Counter[str] = Counter()
        self.ports = [stack.enter_context(held_port()) for _ in range(number)]
        self._folder, self._url, self._postgresql = folder, url, postgresql
        self._lives = [stack.enter_context(ExitStack()) for _ in self.ports]
        self._servers = [self._started(place) for place in range(number)]

    def trouble(self, chance: Random) -> None:
        """Something that happens to processes; when it returns it is over."""
        kinds: dict[str, Callable[[Random], None]] = {
            "kills of a web process": self._kill_one,
            "stops of a web process": self._stop_one,
        }
        weights = [6, 4]
        if len(self._servers) > 1:
            kinds["restarts of a server"] = self._restart
            weights.append(1)
        if self._postgresql is not None:
            kinds["kills of PostgreSQL"] = self._kill_postgresql
            weights.append(1)
        name = chance.choices(list(kinds), weights)[0]
        kinds[name](chance)
        self.troubles[name] += 1

    def _one(self, chance: Random) -> int | None:
        found = [pid for server in self._servers for pid in workers(server)]
        return chance.choice(found) if found else None

    def _kill_one(self, chance: Random) -> None:
        if (pid := self._one(chance)) is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _stop_one(self, chance: Random) -> None:
        """Long enough that clients give up, and that what it was about to do comes late."""
        if (pid := self._one(chance)) is not None:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGSTOP)
                sleep(chance.uniform(0.1, 1.5))
                os.kill(pid, signal.SIGCONT)

    def _restart(self, chance: Random) -> None:
        number = chance.randrange(len(self._servers))
        if chance.random() < 0.5:
            self._servers[number].stop(signal.SIGTERM)
        self._lives[number].close()
        _wait_until_free(self.ports[number])
        self._servers[number] = self._started(number)

    def _kill_postgresql(self, chance: Random) -> None:
        assert self._postgresql is not None
        self._postgresql.kill()
        sleep(chance.uniform(0, 0.5))
        self._postgresql.start()

    def _started(self, number: int) -> Server:
        served = serving(
            self._folder,
            wait_for="/livez",
            workers=2,
            BIND=f"127.0.0.1:{self.ports[number]}",
            DATABASE_URL=self._url,
            VAULT_URL=vault_url(self._folder),
            SECRET_KEY=SECRET.decode(),
            RATE_LIMITS="0",
        )
        return self._lives[number].enter_context(served)


def _wait_until_free(port: int) -> None:
    """Wait for the last process of a server that was killed to let its port go."""
    until = monotonic() + PATIENCE
    while True:
        with socket.socket() as trying:
            trying.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                trying.bind(("127.0.0.1", port))
                trying.listen()
                return
            except OSError:
                assert monotonic() < until, "a process of the server lives on"
        sleep(0.02)


def vault_url(folder: Path) -> str:
    return f"sqlite:///{folder / 'vault.db'}"


def record(
    url: str,
    folder: Path,
    seconds: float,
    seed: int,
    *,
    servers: int = 2,
    postgresql: OwnServer | None = None,
) -> tuple[list[History], Counter[str]]:
    """What clients of two tournaments on an empty database saw, and how often what happened to servers.

    Args:
        servers: how many, each with two processes that answer, as on several machines; of one alone there
            are no restarts.
        postgresql: the database server, where it is to be killed too.
    """
    chance = Random(seed)
    token, ends, seats = _set_up(url, vault_url(folder))
    with ExitStack() as stack:
        running = Servers(stack, folder, url, servers, postgresql)
        clients = [
            Client(
                number, TOURNAMENTS[number % 2], token, running.ports, seats[TOURNAMENTS[number % 2]], chance
            )
            for number, chance in enumerate(Random(f"{seed} {n}") for n in range(2 * CLIENTS))
        ]
        with _at_work(clients):
            over = monotonic() + seconds
            while monotonic() < over:
                sleep(min(chance.uniform(0.2, 1.0), max(0.0, over - monotonic())))
                running.trouble(chance)
    with _opened(url) as log:
        histories = [
            History(
                ends[tournament],
                _stored(log, tournament, ends[tournament]),
                [each for client in clients[place::2] for each in client.operations],
            )
            for place, tournament in enumerate(TOURNAMENTS)
        ]
    return histories, running.troubles


@contextmanager
def _at_work(clients: Sequence[Client]) -> Iterator[None]:
    enough, failed = threading.Event(), list[BaseException]()

    def work(client: Client) -> None:
        try:
            client.run(enough)
        except BaseException as error:
            failed.append(error)

    threads = [threading.Thread(target=work, args=(client,)) for client in clients]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        enough.set()
        for thread in threads:
            thread.join()
    if failed:
        raise failed[0]


def _set_up(url: str, vault: str) -> tuple[str, Mapping[str, int], Mapping[str, Mapping[str, Sequence[str]]]]:
    """Tournaments in play; an organizer's token, where each log ends, and who sits where."""
    venue = Venue(url, vault)
    ends, seats = {}, {}
    for tournament in TOURNAMENTS:
        venue.in_play(tournament, _PEOPLE)
        state = venue.desk.state(tournament)
        ends[tournament] = state.seq
        seats[tournament] = {name: sheet.seats for name, sheet in state.sheets.items()}
    clock = SystemClock()
    grants = Grants(venue.log.database, clock, lambda: key_for(SECRET, "grants"))
    token, _ = grant_token(grants, "organizer", "org", None, clock.now() + timedelta(days=1))
    venue.close()
    return token, ends, seats


@contextmanager
def _opened(url: str) -> Iterator[EventLog]:
    database = Database(url)
    try:
        yield EventLog(database, SystemClock())
    finally:
        database.close()


def _stored(log: EventLog, tournament: str, before: int) -> list[Stored]:
    """The events after a seq, from a log whose chain is whole."""
    assert log.verify(tournament).fault is None
    found: list[Stored] = []
    while page := log.read(tournament, found[-1].seq if found else before):
        found += [Stored(event.seq, event.command_id, event.hash.hex()) for event in page]
    return found
