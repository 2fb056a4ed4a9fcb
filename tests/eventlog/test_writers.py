"""Eight writer processes and a tailing reader: nothing is lost, and everybody comes to write.

That nobody who waits is passed over is in `tests/waiting/test_next_writer.py`: how often each of eight
processes writes within a second depends on what else the machine does.
"""

import pytest

from shared.database import Database
from tests.eventlog.given import LEDGER, a_log
from tests.eventlog.processes import run
from tests.profiles import wide

WRITERS = 8
SECONDS = 1.0 if wide() else 0.5
ONE = [LEDGER] * WRITERS
MANY = [f"{LEDGER}/{n}" for n in range(WRITERS)]


@pytest.fixture(params=["one tournament", "many tournaments"])
def ledgers(request: pytest.FixtureRequest) -> list[str]:
    return ONE if request.param == "one tournament" else MANY


def test_every_acknowledged_command_is_there_once_and_every_reader_sees_all(
    database: Database, ledgers: list[str]
) -> None:
    written, seen = run(database.url, ledgers, SECONDS)
    log = a_log(database)
    for ledger in set(ledgers):
        verified = log.verify(ledger)
        assert verified.fault is None
        assert seen.seqs[ledger] == list(range(1, verified.events + 1))
        commands: dict[str, tuple[int, int]] = {}
        after = 0
        while page := log.read(ledger, after):
            for event in page:
                first, _ = commands.get(event.command_id, (event.seq, 0))
                commands[event.command_id] = (first, event.seq)
            after = page[-1].seq
        acknowledged = [
            (command, (first, last))
            for writer in written
            if writer.ledger == ledger
            for command, first, last in writer.acknowledged
        ]
        assert len(acknowledged) == len(commands)
        assert dict(acknowledged) == commands
    assert all(writer.acknowledged for writer in written)
