"""The web on a fresh database, in this process: a house with a client for each role.

The tournament is that of the documentation's example: one preliminary session, one of the final. `in_play`
is the moment when seats are drawn, referees assigned and the first session has started.
"""

import shutil
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cached_property
from pathlib import Path
from typing import Any

import msgspec
import pytest
from werkzeug.test import Client as WerkzeugClient
from werkzeug.test import TestResponse

from services.access.tokens import grant_token
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.desk.queries import QUERIES
from services.web.api.examples import TOURNAMENT_FILE
from services.web.app import Web, create_app
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.eventlog.seal import SealKey
from shared.vault import Vault
from tests.api.served import Server, serving
from tests.conftest import VAULT_SECRET
from tests.made_once import MadeOnce

ID = "spring-cup"
BASE = f"/api/v1/tournaments/{ID}"
SESSION = "2027-03-06/1"
MORNING = datetime(2027, 3, 1, 2, 0, tzinfo=UTC)
SEATING = datetime(2027, 3, 6, 4, 30, tzinfo=UTC)
START = SEATING + timedelta(minutes=15)


class Client:
    """Sends requests with one token, or with none."""

    def __init__(self, app: Web, token: str | None = None) -> None:
        self._client = WerkzeugClient(app, TestResponse, use_cookies=False)
        self.token = token

    def send(
        self, method: str, path: str, headers: Mapping[str, str] | None = None, **more: Any
    ) -> TestResponse:
        fields = dict(headers or {})
        if self.token is not None:
            fields.setdefault("Authorization", f"Bearer {self.token}")
        response: TestResponse = self._client.open(path, method=method, headers=fields, **more)
        return response

    def get(self, path: str, headers: Mapping[str, str] | None = None) -> TestResponse:
        return self.send("GET", path, headers)

    def post(self, path: str, body: Any, headers: Mapping[str, str] | None = None) -> TestResponse:
        data = body if isinstance(body, bytes) else msgspec.json.encode(body)
        return self.send("POST", path, headers, data=data, content_type="application/json")

    def command(self, name: str, body: Any = None, **headers: str) -> TestResponse:
        """Send a command to the tournament; headers by name with underscores for dashes."""
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.post(f"{BASE}/commands/{name}", {} if body is None else body, fields)


BOT = "https://t.me/our_bot?start="


class House:
    """Everything behind the web, and clients to it."""

    def __init__(self, database: Database, vault: Vault) -> None:
        self.clock = ManualClock(MORNING)
        self.seal_key = SealKey(bytes(range(32)))
        self.desk = Desk(
            Parts.over(
                EventLog(database, self.clock),
                vault,
                self.clock,
                VAULT_SECRET,
                seal_key=lambda: self.seal_key,
            )
        )
        # A stream of a process that is to stop ends with what there is, so that a test can read it whole.
        self.stopping = threading.Event()
        self.stopping.set()
        self._token = self.token("organizer", "org-1")

    @cached_property
    def app(self) -> Web:
        """Made when the first request is sent: most tests of chats send none."""
        return create_app(
            self.desk,
            self.desk.vault,
            self.clock,
            release="test",
            stopping=self.stopping,
            links_begin=lambda: BOT,
        )

    @cached_property
    def anyone(self) -> Client:
        return Client(self.app)

    @cached_property
    def organizer(self) -> Client:
        return Client(self.app, self._token)

    def client(self, role: str, subject: str, tournament: str | None = None) -> Client:
        return Client(self.app, self.token(role, subject, tournament))

    def token(self, role: str, subject: str, tournament: str | None = None) -> str:
        expires = self.clock.now() + timedelta(days=30)
        token, _ = grant_token(self.desk.grants, role, subject, tournament, expires)
        return token

    @property
    def head(self) -> tuple[int, bytes]:
        """Where the tournament's log ends; compared before and after what must change nothing."""
        head = self.desk.log.head(ID)
        return head.seq, head.hash

    def done(self, name: str, body: Any = None) -> Any:
        """Carry a command out as organizer; it must succeed."""
        response = self.organizer.command(name, body)
        assert response.status_code in (200, 201), response.get_json()
        return response.get_json()


def entrants(count: int) -> list[dict[str, Any]]:
    """Entrants 0001, 0002, …; every second one lets her name be shown."""
    return [
        {
            "session": SESSION,
            "birth_date": f"19{60 + number % 40}-05-17",
            "entrant_no": f"{number:04d}",
            "name_en": f"Player Number{number}",
            "name_zh": f"玩家{number}號",
            "email": f"player{number}@example.org",
            "consent": number % 2 == 0,
        }
        for number in range(1, count + 1)
    ]


@pytest.fixture(scope="session")
def moments(made_once: MadeOnce, _sqlite_template: Path, _vault_template: Path) -> dict[str, Path]:
    """Folders with both databases, as they are at each moment; a test copies the one it needs."""

    def bare(folder: Path) -> None:
        shutil.copyfile(_sqlite_template, folder / "log.db")
        shutil.copyfile(_vault_template, folder / "vault.db")

    house = made_once("house", bare)
    founded = later(made_once, house, "founded", found)
    return {"house": house, "founded": founded, "in_play": later(made_once, founded, "in_play", start)}


def later(made_once: MadeOnce, before: Path, name: str, play: Callable[[House], object]) -> Path:
    """A folder with both databases as they are once it was played on from an earlier moment."""

    def make(folder: Path) -> None:
        with opened(before, folder) as house:
            play(house)

    return made_once(f"house {name}", make)


@contextmanager
def opened(moment: Path, folder: Path) -> Iterator[House]:
    """A house on copies of a moment's databases that do not wait for the disk."""
    for name in ("log.db", "vault.db"):
        shutil.copyfile(moment / name, folder / name)
    log = Database(f"sqlite:///{folder / 'log.db'}")
    vault = Database(f"sqlite:///{folder / 'vault.db'}", secure_delete=True)
    yield House(log, Vault(vault, VAULT_SECRET))
    log.close()
    vault.close()


@pytest.fixture
def house(moments: dict[str, Path], tmp_path: Path) -> Iterator[House]:
    """The web on SQLite, without any tournament."""
    with opened(moments["house"], tmp_path) as house:
        yield house


@pytest.fixture
def founded(moments: dict[str, Path], tmp_path: Path) -> Iterator[House]:
    """The tournament exists, with eight entrants, two referees and a Chief Referee."""
    with opened(moments["founded"], tmp_path) as house:
        yield house


@pytest.fixture
def in_play(moments: dict[str, Path], tmp_path: Path) -> Iterator[House]:
    """Seats are drawn at two tables, REF-1 has the first and REF-2 the second, play has begun."""
    with opened(moments["in_play"], tmp_path) as house:
        house.clock.set(START)
        yield house


@contextmanager
def only_read(moment: Path, folder: Path, now: datetime) -> Iterator[House]:
    """A house that all tests of a file share, since they only read."""
    with opened(moment, folder) as house:
        house.clock.set(now)
        before = house.head
        yield house
        assert (house.head, house.clock.now()) == (before, now), "a test has changed what others read, too"


@pytest.fixture(scope="module")
def shared_founded(moments: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """As `founded`, for tests that change nothing."""
    with only_read(moments["founded"], tmp_path_factory.mktemp("founded"), MORNING) as house:
        yield house


@pytest.fixture(scope="module")
def shared_in_play(moments: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """As `in_play`, for tests that change nothing."""
    with only_read(moments["in_play"], tmp_path_factory.mktemp("in_play"), START) as house:
        yield house


ON_EACH = ["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)]


@pytest.fixture(params=ON_EACH)
def founded_on_each(request: pytest.FixtureRequest) -> House:
    """As `founded`, on each kind of database, for all that is asked of one."""
    if request.param == "sqlite":
        house: House = request.getfixturevalue("founded")
        return house
    database, vault = (request.getfixturevalue(name) for name in ("postgresql_database", "vault"))
    return found(House(database, vault))


@pytest.fixture(params=ON_EACH)
def in_play_on_each(request: pytest.FixtureRequest) -> House:
    """As `in_play`, on each kind of database."""
    if request.param == "sqlite":
        house: House = request.getfixturevalue("in_play")
        return house
    database, vault = (request.getfixturevalue(name) for name in ("postgresql_database", "vault"))
    return start(found(House(database, vault)))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server on an empty folder, with two processes that answer and one for what is costly."""
    with serving(tmp_path, workers=2, apart=True) as started:
        yield started


def found(house: House, file: Any = None) -> House:
    response = house.organizer.post("/api/v1/tournaments", TOURNAMENT_FILE if file is None else file)
    assert response.status_code == 201, response.get_json()
    house.done("import-entrants", {"entrants": entrants(8)})
    for number in (1, 2):
        house.done("appoint-referee", {"referee": f"REF-{number}", "name": f"Judge {number}"})
    house.done("appoint-referee", {"referee": "CR", "name": "Chief Judge", "chief": True})
    return house


def start(house: House) -> House:
    house.clock.set(SEATING - timedelta(minutes=10))
    for number in range(1, 9):
        house.done("check-in", {"entrant": f"{number:04d}"})
    house.clock.set(SEATING)
    house.done("draw-seats", {"session": SESSION, "seed": "00" * 16})
    house.done("assign-referees", {"session": SESSION, "assignments": {"REF-1": [1], "REF-2": [2]}})
    house.clock.set(START)
    house.done("start-session", {"session": SESSION})
    return house


def query_address(name: str) -> str:
    """The address of a query, with the parameters that it cannot do without."""
    needed = {"entrant": "0001", "before": "5", "after": "20", "audience": "everyone"}
    needed |= {"of": "entrant", "id": "0001"}
    fields = msgspec.structs.fields(QUERIES[name].params)
    text = "&".join(f"{field.name}={needed[field.name]}" for field in fields if field.required)
    # A tournament as such is where its reads are.
    return f"{BASE}?{text}" if name == "tournament" else f"{BASE}/{name}?{text}"


def scores(*figures: int) -> list[dict[str, Any]]:
    """Recorded results for seats A to D whose scores sum to zero; the first is the winner."""
    return [
        {"seat": seat, "score": str(score), "game_won": int(place == 0), "tiles": 0 if place == 0 else 2}
        for place, (seat, score) in enumerate(zip("ABCD", figures, strict=True))
    ]


def assert_problem(response: TestResponse, status: int, code: str | None = None) -> Any:
    """The answer is a problem of this kind, and tells nothing of the program's insides."""
    assert response.status_code == status, response.get_data()
    assert response.content_type == "application/problem+json"
    body = response.get_json()
    assert body["status"] == status
    assert body["type"] == f"/problems/{body['code']}"
    assert body["title"]
    assert body["detail"]
    assert isinstance(body["where"], dict)
    assert "Traceback" not in body["detail"]
    if code is not None:
        assert body["code"] == code
    return body
