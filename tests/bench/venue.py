"""Four full sessions at once over HTTP: how long a result waits while everybody looks and is written to.

Every game of 25 tables in each of four tournaments is recorded within a minute, sent again as by a phone that
heard nothing, and signed for by four. Alone, and while 1,200 people ask for what they see every ten seconds
and an announcement goes to 1,200 chats. Real web processes, a real worker, and a simulator of Telegram.
"""

import http.client
import multiprocessing
import tempfile
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from datetime import datetime, timedelta
from itertools import chain
from pathlib import Path
from queue import Empty, SimpleQueue
from statistics import median, quantiles
from time import perf_counter, sleep

import msgspec

from services.access.grants import Grants
from services.access.tokens import grant_token
from services.delivery.links import Links
from services.desk.correspondence import Correspondence
from services.desk.parts import key_for
from shared.clock import SystemClock
from shared.database import Database
from tests.api.served import PATIENCE, Server, program, serving
from tests.bench.hall import PEOPLE, chat_of
from tests.bench.http_load import at_a_pace
from tests.bench.rounds import Settings
from tests.bench.tournaments import SECRET, SESSION, Venue
from tests.postgresql_server import NoPostgreSQL, server
from tests.simulators.telegram import TOKEN, Telegram, simulating

HALL = "hall"
"""The tournament of 1,200 whose people are written to."""
TABLES, SESSIONS, GAMES = 25, 4, (1, 2, 3)
SECONDS, EVERY, SENDERS = 60.0, 10.0, 16
MOST = 150.0
"""Milliseconds for the 99th percentile of results."""
_WORKER = "from services.cli.main import main; main(['worker'])"


class Work(msgspec.Struct, frozen=True):
    """A command that is due at a moment, counted from the beginning."""

    due: float
    what: str
    path: str
    body: bytes
    key: str


def run(settings: Settings) -> None:
    with tempfile.TemporaryDirectory(prefix="tl-bench-") as name:
        folder = Path(name)
        _measured("SQLite", folder, f"sqlite:///{folder / 'log.db'}", settings)
    with tempfile.TemporaryDirectory(prefix="tl-bench-") as name:
        try:
            with server(durable=True, private=True) as running:
                _measured("PostgreSQL", Path(name), running.create(), settings)
        except NoPostgreSQL as reason:
            print(f"\nPostgreSQL: not measured, {reason}")


def _measured(database: str, folder: Path, url: str, settings: Settings) -> None:
    given = {
        "DATABASE_URL": url,
        "VAULT_URL": f"sqlite:///{folder / 'vault.db'}",
        "SECRET_KEY": SECRET.decode(),
        "RATE_LIMITS": "10000",
    }
    tables = settings.amount(TABLES)
    token = _venue(given)
    with simulating(folder, "--any-chat") as telegram, _served(folder, given) as web:
        alone = _carried_out(web, token, _work(web, token, "alone", tables, settings))
        with _worker(folder, telegram, given), _onlookers(web.port, settings) as looked:
            asked = {"audience": "everyone", "en": "Sign your sheet.", "zh": "請簽署記分紙。"}
            path = f"/api/v1/tournaments/{HALL}/commands/make-announcement"
            _sent(_connection(web), token, path, msgspec.json.encode(asked), "blast")
            pressed = _carried_out(web, token, _work(web, token, "pressed", tables, settings))
    seconds = SECONDS * settings.scale
    print(f"\n{database}: {SESSIONS} sessions of {tables} tables within {seconds:.0f} s, milliseconds")
    for what, took in pressed.items():
        _show(what, alone[what], took, MOST if what == "a result" else None)
    _show("onlookers", (), looked)
    print(f"  messages sent by then: {_messages_sent(url):,} of {PEOPLE:,}")


def _venue(given: Mapping[str, str]) -> str:
    """Everything as it is when the sheets come in; returns a token of an organizer."""
    venue = Venue(given["DATABASE_URL"], given["VAULT_URL"])
    try:
        for turn in ("alone", "pressed"):
            for number in range(SESSIONS):
                venue.in_play(f"{turn}-{number}")
        clock = SystemClock()
        venue.preliminary(HALL, _zone_of_noon(clock.now()))
        grants = Grants(venue.log.database, clock, lambda: key_for(SECRET, "grants"))
        links = Links(grants, venue.vault, Correspondence(venue.desk))
        for number in range(1, PEOPLE + 1):
            links.link(HALL, f"entrant:{number:04}", "telegram", str(chat_of(number)))
        expires = clock.now() + timedelta(days=1)
        return grant_token(grants, "organizer", "office", None, expires)[0]
    finally:
        venue.close()


def _zone_of_noon(now: datetime) -> str:
    """A time zone where it is past noon now: at night nobody is written to."""
    return f"Etc/GMT{now.hour - 12:+}"


def _served(folder: Path, given: Mapping[str, str]) -> AbstractContextManager[Server]:
    return serving(folder, workers=2, apart=True, **given)  # type: ignore[arg-type]


@contextmanager
def _worker(folder: Path, telegram: Telegram, given: Mapping[str, str]) -> Iterator[None]:
    """A worker that sends messages; it asks nobody about the weather."""
    more = {"TELEGRAM_TOKEN": TOKEN, "TELEGRAM_API_URL": telegram.url, "HKO_URL": "http://127.0.0.1:9/"}
    process = program(_WORKER, folder, **given, **more)
    try:
        sleep(2)
        assert process.poll() is None, "the worker has ended"
        yield
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)


def _messages_sent(url: str) -> int:
    database = Database(url)
    try:
        with database.reading() as driver:
            rows = driver.execute("SELECT count(*) FROM delivery WHERE status = 'sent'").fetchone()
            count: int = rows[0]
            return count
    finally:
        database.close()


@contextmanager
def _onlookers(port: int, settings: Settings) -> Iterator[list[float]]:
    """People who ask for the standings of their tournament again and again; how long each answer took."""
    seconds = SECONDS * settings.scale
    took: list[float] = []
    with multiprocessing.get_context("spawn").Pool(SESSIONS) as pool:
        asking = [
            (port, 20, f"/t/pressed-{number}/standings", int(PEOPLE / EVERY / SESSIONS), seconds)
            for number in range(SESSIONS)
        ]
        answers = pool.starmap_async(at_a_pace, asking)
        yield took
        took += chain.from_iterable(paced.milliseconds for paced in answers.get(PATIENCE + seconds))


def _work(server: Server, token: str, turn: str, tables: int, settings: Settings) -> Iterator[Work]:
    """What is sent from each table, in the order in which it is due."""
    found: list[Work] = []
    connection = _connection(server)
    for number in range(SESSIONS):
        base = f"/api/v1/tournaments/{turn}-{number}"
        connection.request(
            "GET", f"{base}/sheets?session={SESSION}", headers={"Authorization": f"Bearer {token}"}
        )
        sheets = [row["sheet"] for row in msgspec.json.decode(connection.getresponse().read())["rows"]]
        for place, sheet in enumerate(sheets[:tables]):
            due = SECONDS * settings.scale * (place * SESSIONS + number) / (tables * SESSIONS)
            found += _of_table(base, sheet["sheet"], sheet["seats"], due)
    return iter(sorted(found, key=lambda work: work.due))


def _of_table(base: str, sheet: str, seats: Sequence[str], due: float) -> Iterator[Work]:
    first, *others = seats
    for game in GAMES:
        figures = [{"entrant": entrant, "count": 7, "tiles": 2} for entrant in others]
        body = {"sheet": sheet, "game": game, "ended_by": "cleared"}
        sent = msgspec.json.encode({**body, "seats": [{"entrant": first, "rack": []}, *figures]})
        for what, later in (("a result", 0.0), ("the same again", 0.3)):
            key = f"{base[-9:]}-{sheet}-{game}"
            yield Work(due + game + later, what, f"{base}/commands/record-game-result", sent, key)
    for place, entrant in enumerate(seats):
        sent = msgspec.json.encode({"sheet": sheet, "entrant": entrant, "medium": "device"})
        key = f"{base[-9:]}-{sheet}-{entrant}"
        yield Work(due + 5 + place, "a signature", f"{base}/commands/sign-sheet", sent, key)


def _carried_out(server: Server, token: str, work: Iterator[Work]) -> dict[str, list[float]]:
    """Send everything when it is due, on a few connections; milliseconds from then to each answer."""
    took: dict[str, list[float]] = {"a result": [], "the same again": [], "a signature": []}
    waiting: SimpleQueue[Work] = SimpleQueue()
    for each in work:
        waiting.put(each)
    began, refused = perf_counter(), SimpleQueue[str]()

    def keep_on() -> None:
        connection = _connection(server)
        try:
            while True:
                each = waiting.get_nowait()
                sleep(max(0.0, began + each.due - perf_counter()))
                _sent(connection, token, each.path, each.body, each.key)
                took[each.what].append((perf_counter() - began - each.due) * 1000)
        except Empty:
            connection.close()
        except Exception as error:
            refused.put(repr(error))

    senders = [threading.Thread(target=keep_on) for _ in range(SENDERS)]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    assert refused.empty(), refused.get()
    return took


def _connection(server: Server) -> http.client.HTTPConnection:
    return http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)


def _sent(connection: http.client.HTTPConnection, token: str, path: str, body: bytes, key: str) -> None:
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json", "Idempotency-Key": key}
    connection.request("POST", path, body, headers)
    response = connection.getresponse()
    answer = response.read()
    assert response.status in (200, 201), answer


def _show(what: str, alone: Sequence[float], took: Sequence[float], most: float | None = None) -> None:
    def figures(times: Sequence[float]) -> str:
        return f"{median(times):6.1f} {_99th(times):7.1f} (worst {max(times):.0f})"

    verdict = ""
    if most is not None:
        verdict = f", target {most:g}: {'met' if _99th(took) <= most else 'NOT MET'}"
    beside = f"{figures(alone)} alone, " if alone else ""
    print(f"  {what:<15} {beside}{figures(took)} under load{verdict}")


def _99th(times: Sequence[float]) -> float:
    return quantiles(times, n=100, method="inclusive")[98]
