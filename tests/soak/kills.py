"""Writers, and a whole PostgreSQL server, killed without warning, again and again."""

from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager

from infra.migrations import migrate
from shared.database import Database
from tests.crash.test_kill import (
    test_a_killed_writer_leaves_whole_commands_only as one_writer,
)
from tests.crash.test_kill import (
    test_acknowledged_commands_survive_a_kill_of_the_whole_server as whole_server,
)
from tests.crash.test_kill import test_other_writers_go_on_when_one_is_killed as several_writers
from tests.postgresql_server import NoPostgreSQL, OwnServer, server
from tests.soak.pace import Pace
from tests.soak.places import fresh

Killing = tuple[str, Callable[[], None]]


def run(pace: Pace) -> None:
    with ExitStack() as stack:
        killings: list[Killing] = [
            ("a writer on SQLite", lambda: _on_sqlite(one_writer)),
            ("one of several writers on SQLite", lambda: _on_sqlite(several_writers)),
        ]
        try:
            running = stack.enter_context(server(durable=True, private=True))
            assert isinstance(running, OwnServer)
            killings += _on_postgresql(running)
        except NoPostgreSQL as reason:
            print(f"  nothing on PostgreSQL: {reason}")
        print(f"  killed in turn: {', '.join(name for name, _ in killings)}")
        print("  (victims whose server dies may say so on the way)", flush=True)
        rounds = 0
        while not pace.over:
            for name, kill in killings:
                try:
                    kill()
                except Exception as error:
                    pace.fault(f"round {rounds + 1}, {name}", error)
                pace.tell(f"{rounds} rounds")
            rounds += 1
        pace.tell(f"{rounds} rounds of {len(killings)} kinds of kill", now=True)


def _on_sqlite(scenario: Callable[[Database], None]) -> None:
    with fresh() as (database, _, _):
        scenario(database)


def _on_postgresql(server: OwnServer) -> list[Killing]:
    @contextmanager
    def opened() -> Iterator[Database]:
        url = server.create()
        migrate(url)
        database = Database(url)
        try:
            yield database
        finally:
            database.close()
            server.drop(url)

    def on(scenario: Callable[[Database], None]) -> None:
        with opened() as database:
            scenario(database)

    return [
        ("a writer on PostgreSQL", lambda: on(one_writer)),
        ("one of several writers on PostgreSQL", lambda: on(several_writers)),
        ("the whole PostgreSQL server", lambda: whole_server(server)),
    ]
