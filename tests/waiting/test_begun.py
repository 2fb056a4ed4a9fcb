"""A transaction that fails as it begins leaves nothing of it on the connection."""

import pytest

from shared.database import Database
from shared.database.lease import Lease
from tests.eventlog.given import LEDGER, a_log, append


@pytest.mark.parametrize("writing", [True, False])
def test_a_transaction_that_is_cut_off_once_it_has_begun_is_rolled_back(
    writing: bool, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = a_log(database)
    append(log)
    begun = Lease.begin

    def cut_off(self: Lease, *, writing: bool) -> None:
        execute = self._execute

        def after(statement: str) -> None:
            execute(statement)
            self._execute = execute
            raise KeyboardInterrupt

        self._execute = after
        begun(self, writing=writing)

    with monkeypatch.context() as cut:
        cut.setattr(Lease, "begin", cut_off)
        with pytest.raises(KeyboardInterrupt), database.writing() if writing else database.reading():
            pass
    append(log)
    other = Database(database.url)
    assert a_log(other).head(LEDGER) == log.head(LEDGER)
    other.close()
