"""A command over HTTP: what of its time is HTTP, rights, decision and append, and what sixteen clients get.

One server process on the same database; the clients are threads here. The shares are of the processor's time,
which other work on the machine changes little, and differences: what the server takes for a constant answer
is HTTP; what the desk takes, in this process, is in each command; of that what foreseeing takes is rights and
decision. What a PostgreSQL server takes is not in them.
"""

import http.client
import tempfile
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from datetime import timedelta
from functools import partial
from pathlib import Path
from time import process_time

import msgspec

from services.access.grants import Grants
from services.access.tokens import grant_token
from services.access.visibility import admit, visibility
from services.desk.parts import key_for
from services.tournament.kernel.registry import command_name
from services.tournament.play.incidents import DetermineFirstPlayer
from shared.clock import SystemClock
from tests.api.served import PATIENCE, Server, serving
from tests.bench.rounds import Settings, Target, show, take_turns
from tests.bench.tournaments import ORGANIZER, SECRET, SESSION, Venue

OVER_HTTP, AT_THE_DESK = "over-http", "at-the-desk"
CLIENTS = 16
TIMES_ONE = 3.0


def measure(kind: str, venue: Venue, url: str, vault_url: str, settings: Settings) -> None:
    """Print the shares of a command of one client, then the pace of many beside one."""
    for tournament in (OVER_HTTP, AT_THE_DESK):
        venue.in_play(tournament)
    grants = Grants(venue.log.database, SystemClock(), lambda: key_for(SECRET, "grants"))
    token, _ = grant_token(grants, "organizer", "bench", None, SystemClock().now() + timedelta(days=1))
    with (
        tempfile.TemporaryDirectory() as folder,
        serving(
            Path(folder),
            DATABASE_URL=url,
            VAULT_URL=vault_url,
            SECRET_KEY=SECRET.decode(),
            RATE_LIMITS="10000",
        ) as server,
    ):
        clients = [Client(server, token, command) for command in _commands(venue, OVER_HTTP)]
        _shares(kind, venue, server, clients[0], settings.amount(300))
        figures = take_turns(
            settings.rounds,
            {
                "one client": lambda: _sent(clients[:1], settings.amount(200)),
                f"{CLIENTS} clients": lambda: _sent(clients, settings.amount(40)),
            },
        )
    target = Target(f"{CLIENTS} clients", "one client", TIMES_ONE)
    show(f"{kind}: commands of one tournament over HTTP", "1/s", figures, [target])


class Client:
    """A connection that sends one command again and again."""

    def __init__(self, server: Server, token: str, command: DetermineFirstPlayer) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
        self._headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
        body = {"sheet": command.sheet, "game": command.game, "draws": command.draws}
        self._body = msgspec.json.encode(body)

    def constant(self) -> None:
        self._ask("GET", "/livez")

    def send(self) -> None:
        self._ask(
            "POST",
            f"/api/v1/tournaments/{OVER_HTTP}/commands/determine-first-player",
            self._body,
            self._headers,
        )

    def _ask(self, method: str, path: str, *more: object) -> None:
        self._connection.request(method, path, *more)  # type: ignore[arg-type]
        answer = self._connection.getresponse()
        said = answer.read()
        assert answer.status in (200, 201), said


def _commands(venue: Venue, tournament: str) -> list[DetermineFirstPlayer]:
    sheets = venue.desk.state(tournament).sheets
    found = []
    for table in range(1, CLIENTS + 1):
        sheet = f"{SESSION}/{table}"
        draws = {entrant: place for place, entrant in enumerate(sheets[sheet].seats, 1)}
        found.append(DetermineFirstPlayer(sheet=sheet, game=1, draws=draws))
    return found


def _sent(clients: Sequence[Client], times: int) -> int:
    def send(client: Client) -> None:
        for _ in range(times):
            client.send()

    with ThreadPoolExecutor(len(clients)) as pool:
        list(pool.map(send, clients))
    return len(clients) * times


def _shares(kind: str, venue: Venue, server: Server, client: Client, times: int) -> None:
    tournament, (command, *_) = AT_THE_DESK, _commands(venue, AT_THE_DESK)
    state = venue.desk.state(tournament)

    def rights() -> None:
        seen = visibility(ORGANIZER, tournament, lambda: state)
        admit(ORGANIZER, tournament, seen, command_name(command))

    of_server = partial(_processor_time_of, server.process.pid)
    client.send()
    whole = _each(client.send, of_server, times)
    constant = _each(client.constant, of_server, times)
    desk = _each(lambda: venue.do(tournament, command), process_time, times)
    foreseen = _each(lambda: venue.desk.foresee(tournament, command, ORGANIZER), process_time, times)
    of_rights = _each(rights, process_time, times)
    shares = {
        "HTTP, as a constant answer": constant,
        "token, limits, threads, JSON": whole - constant - desk,
        "rights": of_rights,
        "decide": foreseen - of_rights,
        "append": desk - foreseen,
    }
    print(f"\n{kind}: processor time of a command over HTTP by one client, {whole:.2f} ms (mean of {times})")
    for name, milliseconds in shares.items():
        print(f"  {name:<30}  {milliseconds:6.3f} ms  {milliseconds / whole:4.0%}")


def _each(work: Callable[[], object], seconds: Callable[[], float], times: int) -> float:
    """Milliseconds of a processor that each takes."""
    started = seconds()
    for _ in range(times):
        work()
    return (seconds() - started) * 1e3 / times


def _processor_time_of(group: int) -> float:
    """Seconds of a processor that the threads of a process group have had."""
    nanoseconds = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):  # it ended meanwhile
            if int(stat.read_text().rpartition(")")[2].split()[2]) == group:
                for thread in stat.parent.glob("task/*/schedstat"):
                    nanoseconds += int(thread.read_text().split()[0])
    return nanoseconds / 1e9
