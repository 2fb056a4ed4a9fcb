"""A PostgreSQL server that is there and says nothing, as when its disk hangs: no wait is without end."""

import signal
from time import monotonic

import pytest
import sqlalchemy as sa

from infra.migrations import migrate
from shared.database import Database, postgresql
from tests.eventlog.given import LEDGER, a_batch, a_log, append, decided, transact
from tests.postgresql_server import OwnServer
from tests.refusing import refusing

pytestmark = pytest.mark.postgresql
SECONDS = 1.0
ONE: sa.Select[tuple[int]] = sa.select(sa.literal_column("1"))


def test_reads_and_writes_on_a_frozen_server_are_refused_and_it_works_once_it_goes_on(
    own_server: OwnServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "ANSWER_SECONDS", SECONDS)
    url = own_server.create()
    migrate(url)
    database = Database(url)
    log, one = a_log(database), database.prepare(ONE)
    head = append(log).head
    own_server.signal(signal.SIGSTOP)
    try:
        for wait in (
            lambda: transact(log, LEDGER, head, decided(a_batch())),
            lambda: database.fetch(one),
        ):
            began = monotonic()
            with refusing("unavailable"):
                wait()
            assert SECONDS * 0.9 < monotonic() - began < SECONDS * 20
    finally:
        own_server.signal(signal.SIGCONT)
    assert append(log).head.seq >= 2
    assert log.verify(LEDGER).fault is None
    database.close()
