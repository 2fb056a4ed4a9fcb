"""What was acknowledged survives a kill, and nothing is left half done."""

from collections.abc import Iterator

import pytest

from infra.migrations import migrate
from shared.database import Database
from tests.crash.victims import Victim, make_tally
from tests.eventlog.given import LEDGER, a_log, append
from tests.made_once import MadeOnce
from tests.postgresql_server import NoPostgreSQL, OwnServer, server
from tests.profiles import examples

KILLS = examples(3, in_all=20)
COMMANDS_BEFORE = 40


def check(database: Database, acknowledged: list[str]) -> None:
    """Every command told of is in the log once and whole, and so is the row written with it."""
    log = a_log(database)
    with log.locked(LEDGER):
        # Whoever died in a transaction has lost it by now.
        pass
    verified = log.verify(LEDGER)
    assert verified.fault is None
    commands: dict[str, int] = {}
    after = 0
    while page := log.read(LEDGER, after):
        for event in page:
            commands[event.command_id] = commands.get(event.command_id, 0) + 1
        after = page[-1].seq
    assert set(commands.values()) == {3}
    assert len(acknowledged) == len(set(acknowledged))
    assert set(acknowledged) <= set(commands)
    with database.connection() as driver:
        assert driver.execute("SELECT commands FROM tally").fetchone() == (len(commands),)


def test_a_killed_writer_leaves_whole_commands_only(database: Database) -> None:
    make_tally(database)
    acknowledged: list[str] = []
    for life in range(KILLS):
        victim = Victim(database.url, f"life-{life}")
        acknowledged += victim.wait_for(COMMANDS_BEFORE)
        acknowledged += victim.kill()
        check(database, acknowledged)
    assert len(acknowledged) >= KILLS * COMMANDS_BEFORE
    assert append(a_log(database)).head.seq > 3 * len(acknowledged)


def test_other_writers_go_on_when_one_is_killed(database: Database) -> None:
    make_tally(database)
    victims = [Victim(database.url, f"writer-{n}") for n in range(3)]
    acknowledged: list[str] = []
    for victim in victims:
        # The ones not yet killed must still get their turn after each kill.
        for other in victims[victims.index(victim) :]:
            heard = other.wait_for(20)
            assert len(heard) == 20
            acknowledged += heard
        acknowledged += victim.kill()
    check(database, acknowledged)


@pytest.fixture(scope="module")
def durable_server(made_once: MadeOnce) -> Iterator[OwnServer]:
    try:
        with server(durable=True, private=True, made_once=made_once) as running:
            assert isinstance(running, OwnServer)
            yield running
    except NoPostgreSQL as reason:
        pytest.skip(f"no PostgreSQL of our own: {reason}")


@pytest.mark.postgresql
def test_acknowledged_commands_survive_a_kill_of_the_whole_server(durable_server: OwnServer) -> None:
    url = durable_server.create()
    migrate(url)
    database = Database(url)
    make_tally(database)
    victim = Victim(url, "writer")
    acknowledged = victim.wait_for(COMMANDS_BEFORE)
    durable_server.kill()
    acknowledged += victim.kill()
    durable_server.start()
    database.close()
    database = Database(url)
    check(database, acknowledged)
    assert append(a_log(database)).head.seq > 3 * len(acknowledged)
    database.close()
