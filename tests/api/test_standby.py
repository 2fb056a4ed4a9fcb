"""Onlookers read from a standby: no older than allowed while the primary is there, and on while it is not."""

import signal
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from http import HTTPStatus

import psycopg
import pytest
from sqlalchemy.engine import make_url

from infra.migrations import migrate, migrate_vault
from services.access.rights import is_public
from services.web.routes import Action
from services.wiring.scratch import scratch
from shared.clock import SystemClock
from shared.database import Database, standby
from shared.database.standby import Standby
from shared.settings import Loaded, Settings
from shared.vault import Vault
from tests.api.conftest import BASE, ID, Client, House, found, start
from tests.api.every_route import keys_of, requests
from tests.api.fronted import fronted
from tests.conftest import VAULT_SECRET
from tests.made_once import MadeOnce
from tests.postgresql_server import NoPostgreSQL, OwnServer, server

pytestmark = pytest.mark.postgresql
BOARD, STANDINGS, SESSIONS = f"/t/{ID}/board", f"{BASE}/standings", f"{BASE}/sessions"
NAME = "Player Number2"
"""Of somebody who has let it be shown."""


class Two:
    """A primary with its standby, and processes of the web that know both."""

    def __init__(self, primary: OwnServer, copy: OwnServer, before: "Two | None" = None) -> None:
        self.primary, self.copy = primary, copy
        self._log: str = primary.create(None if before is None else before._log)
        self._vault: str = primary.create(None if before is None else before._vault)

    @contextmanager
    def process(
        self, behind: float = 10, tell: Callable[[float, str], None] = lambda age, why: None
    ) -> Iterator[House]:
        """One that has looked at both; it looks again when `look` is called."""
        with (
            closing(Database(self._log)) as log,
            closing(Database(self._vault)) as vault,
            closing(Database(self._of_copy)) as copy,
            closing(log.anew()) as looking,
        ):
            log.standby = Standby(copy, looking, SystemClock(), behind, tell)
            yield House(log, Vault(vault, VAULT_SECRET))

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Replaying stops, though what is written comes in."""
        self.catch_up()
        self._ask("SELECT pg_wal_replay_pause()")
        wait(lambda: self._ask("SELECT pg_get_wal_replay_pause_state()") == "paused")
        try:
            yield
        finally:
            self._ask("SELECT pg_wal_replay_resume()")

    @contextmanager
    def killed(self) -> Iterator[None]:
        """The primary is away."""
        self.primary.kill()
        try:
            yield
        finally:
            self.primary.start()

    def catch_up(self) -> None:
        """Wait until the standby has all that the primary has."""
        with psycopg.connect(self._log, autocommit=True) as connection:
            ((end,),) = connection.execute("SELECT pg_current_wal_flush_lsn()")
        wait(lambda: bool(self._ask(f"SELECT pg_last_wal_replay_lsn() >= '{end}'")))

    @property
    def _of_copy(self) -> str:
        return (
            make_url(self.copy.url)
            .set(database=make_url(self._log).database)
            .render_as_string(hide_password=False)
        )

    def _ask(self, sql: str) -> object:
        with psycopg.connect(self.copy.url, autocommit=True) as connection:
            ((found,),) = connection.execute(sql.encode())
            return found


@pytest.fixture(scope="module")
def servers(made_once: MadeOnce) -> Iterator[tuple[OwnServer, OwnServer]]:
    try:
        with server(private=True, made_once=made_once) as primary:
            assert isinstance(primary, OwnServer)
            with primary.standby() as copy:
                yield primary, copy
    except NoPostgreSQL as reason:
        pytest.skip(f"no PostgreSQL of our own: {reason}")


@pytest.fixture(scope="module")
def in_play(servers: tuple[OwnServer, OwnServer]) -> Two:
    """The tournament in play."""
    made = Two(*servers)
    migrate(made._log)
    migrate_vault(made._vault)
    with made.process() as house:
        start(found(house))
    return made


@pytest.fixture
def two(servers: tuple[OwnServer, OwnServer], in_play: Two) -> Two:
    """The same on databases of its own."""
    made = Two(*servers, in_play)
    made.catch_up()
    return made


@pytest.fixture
def house(two: Two) -> Iterator[House]:
    with two.process() as house:
        look(house)
        yield house


def wait(holds: Callable[[], bool]) -> None:
    until = time.monotonic() + 20
    while not holds():
        assert time.monotonic() < until
        time.sleep(0.01)


def look(house: House) -> None:
    assert house.desk.log.database.standby is not None
    house.desk.log.database.standby.look()


def seq(client: Client, path: str = STANDINGS) -> int:
    response = client.get(path)
    assert response.status_code == HTTPStatus.OK, response.get_data()
    found: int = response.get_json()["seq"]
    return found


def page(client: Client, path: str = BOARD) -> tuple[str, str | None]:
    """What a page says in English, and how old it says to be."""
    response = client.get(f"{path}?lang=en")
    assert response.status_code == HTTPStatus.OK, response.get_data()
    return response.get_data(as_text=True), response.headers.get("Age")


def test_onlookers_read_from_the_standby_and_who_signs_in_or_has_written_from_the_primary(
    two: Two, house: House
) -> None:
    with two.process() as elsewhere, two.paused():
        before = seq(house.anyone)
        elsewhere.done("set-consent", {"entrant": "0001", "shown": True})
        look(house)
        assert seq(house.anyone) == before
        assert house.anyone.get(STANDINGS).headers.get("Age") is None
        assert seq(house.organizer) == before + 1
        # This process knows by now that there is more, also of what it has kept.
        assert seq(house.anyone, SESSIONS) == seq(house.anyone) == before + 1
        house.done("set-consent", {"entrant": "0001", "shown": False})
        assert seq(house.anyone, SESSIONS) == seq(house.anyone) == before + 2


def test_what_the_standby_lacks_for_too_long_is_read_from_the_primary(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standby, "SAID_AFTER", 0.1)
    with two.process() as elsewhere, two.process(behind=1) as house:
        look(house)
        with two.paused():
            look(house)
            before = seq(house.anyone)
            elsewhere.done("set-consent", {"entrant": "0001", "shown": True})
            look(house)
            time.sleep(0.2)
            assert seq(house.anyone) == before
            assert 'data-age="0"' in page(house.anyone)[0]
            time.sleep(1)
            assert seq(house.anyone) == before + 1
            assert page(house.anyone)[1] is None


def test_an_idle_primary_makes_no_standby_old(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(standby, "SAID_AFTER", 2.0)
    for _ in range(4):
        time.sleep(0.6)
        look(house)
    assert page(house.anyone)[1] is None


def test_while_the_primary_is_away_pages_go_on_say_how_old_they_are_and_name_nobody(
    two: Two, house: House
) -> None:
    shown, age = page(house.anyone, f"/t/{ID}/entrants")
    assert NAME in shown
    assert age is None
    before = seq(house.anyone)
    with two.killed():
        for _ in range(2):  # it is found by the first request, then known
            shown, age = page(house.anyone, f"/t/{ID}/entrants")
            assert NAME not in shown
            assert 'data-age="' in shown
            assert age is not None
        assert seq(house.anyone) == before
        assert house.anyone.get(STANDINGS).headers["Age"]
        assert house.organizer.get(STANDINGS).get_json()["code"] == "unavailable"
        refused = house.organizer.command("set-consent", {"entrant": "0001", "shown": True})
        assert (refused.status_code, refused.get_json()["code"]) == (503, "unavailable")
        look(house)
        assert page(house.anyone)[1] is not None
    look(house)
    two.catch_up()
    shown, age = page(house.anyone, f"/t/{ID}/entrants")
    assert NAME in shown
    assert age is None
    house.done("set-consent", {"entrant": "0001", "shown": True})


def test_without_a_known_age_onlookers_read_from_the_primary(
    two: Two, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[str] = []
    with two.process(tell=lambda age, why: told.append(why)) as house:
        monkeypatch.setattr(standby, "_POSITION", "SELECT 1, no_such_function(), 2")
        look(house)
        shown, age = page(house.anyone, f"/t/{ID}/entrants")
        assert NAME in shown
        assert age is None
        monkeypatch.undo()
        look(house)
        assert ["no_such_function" in why for why in told] == [True, False]
        assert told[-1] == ""


def test_who_was_forgotten_does_not_come_back(two: Two, house: House) -> None:
    with two.process() as elsewhere, two.process() as new:
        look(elsewhere)
        for process in (house, elsewhere):
            assert NAME in page(process.anyone, f"/t/{ID}/entrants")[0]
        with two.paused():
            house.done("forget-person", {"person": "0002"})
            for process in (house, elsewhere):
                look(process)
                assert NAME not in page(process.anyone, f"/t/{ID}/entrants")[0]
            with two.killed():
                for process in (house, elsewhere):
                    assert NAME not in page(process.anyone, f"/t/{ID}/entrants")[0]
                look(new)
                refused = new.anyone.get(STANDINGS)
                assert refused.get_json()["code"] == "unavailable", "it cannot know how old that is"


def test_a_primary_that_says_nothing_holds_onlookers_up_for_a_moment(
    two: Two, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standby, "ANSWER_SECONDS", 0.5)
    two.primary.signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        assert page(house.anyone)[1] is not None
        assert page(house.anyone)[1] is not None
        assert time.monotonic() - began < 5
    finally:
        two.primary.signal(signal.SIGCONT)


def test_a_standby_that_says_nothing_holds_onlookers_up_for_a_moment(
    two: Two, house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(standby, "ANSWER_SECONDS", 0.5)
    two.copy.signal(signal.SIGSTOP)
    try:
        began = time.monotonic()
        for _ in range(3):
            shown, age = page(house.anyone, f"/t/{ID}/entrants")
            assert NAME in shown
            assert age is None
        assert time.monotonic() - began < 3
    finally:
        two.copy.signal(signal.SIGCONT)


def test_without_the_primary_every_public_read_is_answered_as_what_is_kept_is_not_given_again(
    two: Two, house: House
) -> None:
    keys = keys_of(house)
    public = [
        request
        for request in requests(house.app, keys)
        if request.route.method == "GET"
        and isinstance(request.route.access, Action)
        and is_public(request.route.access.name)
        and request.route.work not in ("stream", "export")
    ]
    assert len(public) > 25
    two.catch_up()
    with fronted(house.app) as front:
        before = {request.path: front.send("GET", request.path)[0] for request in public}
        with two.killed():
            look(house)
            missed = [
                (request.path, status, str(headers))
                for request in public
                for status, headers, _ in (front.send("GET", request.path),)
                if status != before[request.path] or (status == HTTPStatus.OK and "Age" not in headers)
            ]
    assert missed == []


def test_a_rehearsal_on_a_copy_reads_no_standby() -> None:
    settings = Settings(database_url="postgresql://db/t", standby_url="postgresql://replica/t")
    with scratch(Loaded(settings, {}), b"s" * 40, SystemClock(), bytes) as wiring:
        wiring.read_beside()
        assert wiring.database.standby is None
