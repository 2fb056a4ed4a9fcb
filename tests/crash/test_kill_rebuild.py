"""A rebuild that is killed, wherever it was, leaves the live rows as they are, and a later one works."""

import os
import signal
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any, Literal, get_args

import pytest

from services.desk import rebuilding
from services.desk.desk import Desk
from services.desk.parts import Parts
from services.projections.generations import generations_in, live
from services.projections.models import MODELS
from services.tournament.definition.founding import DefineTournament
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import EventLog
from shared.eventlog.locked import Locked
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.forking import processes
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, registration

Point = Literal["begun", "half filled", "filled", "under the lock", "flipped"]


def _rebuild(url: str, vault_url: str, point: Point, pipe: "Connection[Any, Any]") -> None:
    """Rebuild every model up to a point, say so, and wait there to be killed."""

    def here(*_: Any) -> Any:
        pipe.send_bytes(b"here")
        time.sleep(600)

    def report(done: int, total: int) -> None:
        if (point == "half filled" and 0 < done < total) or (point == "filled" and done == total):
            here()

    if point == "begun":
        rebuilding._fill = here  # type: ignore[assignment]
    elif point == "flipped":
        rebuilding._compared = here  # type: ignore[assignment]
    elif point == "under the lock":
        Locked.set_generations = _after_the_second(Locked.set_generations, here)  # type: ignore[method-assign]
    clock = ManualClock(hong_kong("2026-03-02 12:00"))
    desk = Desk(Parts.over(EventLog(Database(url), clock), Vault(vault_url, VAULT_SECRET), clock, b""))
    rebuilding.rebuild(desk, ID, report=report)
    pipe.send_bytes(b"done")


def _after_the_second(call: Callable[..., None], then: Callable[[], None]) -> Callable[..., None]:
    calls = 0

    def counted(*given: Any) -> None:
        nonlocal calls
        calls += 1
        call(*given)
        if calls == 2:
            then()

    return counted


def killed_at(point: Point, url: str, vault_url: str) -> None:
    receiver, sender = processes.Pipe(duplex=False)
    process = processes.Process(target=_rebuild, args=(url, vault_url, point, sender))
    process.start()
    sender.close()
    assert receiver.recv_bytes() == b"here"
    assert process.pid is not None
    os.kill(process.pid, signal.SIGKILL)
    process.join()
    assert process.exitcode == -signal.SIGKILL


@pytest.mark.parametrize("point", get_args(Point))
def test_a_killed_rebuild_leaves_the_live_rows_and_a_later_one_works(
    point: Point, database: Database, vault: Vault
) -> None:
    desk = Counter(database, vault, ManualClock(hong_kong("2026-03-01 12:00")))
    desk.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    desk.submit(registration("0001"), registration("0002"))
    killed_at(point, database.url, vault.database.url)
    check(desk, 2 if point == "flipped" else 1)
    desk.submit(registration("0003"))
    check(desk, 2 if point == "flipped" else 1)
    done = rebuilding.rebuild(desk.desk, ID)
    assert [(rebuilt.generation, rebuilt.differing) for rebuilt in done] == [(3, ())] * len(MODELS)
    check(desk, 3)
    desk.submit(registration("0004"))
    check(desk, 3)


def check(desk: Counter, generation: int) -> None:
    """This generation is live and says what the log says; the log is whole."""
    generations = generations_in(desk.desk.head(ID).generations)
    state = desk.desk.state(ID)
    for model in MODELS:
        live_now = live(generations, model.name)
        assert (live_now.generation, live_now.stalled) == (generation, None)
        assert desk.desk.projections.read(ID, model, live_now.generation) == model.view(state), model.name
    assert desk.desk.log.verify(ID).fault is None
