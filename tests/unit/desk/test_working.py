"""What folds or replays a log for a request gives up in time; the command line works to the end."""

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from infra.migrations import migrate, migrate_vault
from services.desk.cache import EVERY, StateCache
from services.desk.calendars import calendar
from services.desk.comparing import compare
from services.desk.proving import verify
from services.desk.what_if import Question, what_if
from services.tournament.definition.founding import DefineTournament
from shared.clock import ManualClock
from shared.database import Database
from shared.problems import Problem
from shared.vault import Vault
from shared.working import still_time, working_at_most
from tests.refusing import refusing
from tests.unit.desk.conftest import ID, SECRET, Counter, principal
from tests.unit.desk.test_submitting import seated
from tests.unit.tournament.specs import definition, hk_rules, hong_kong, numbers, registration

Work = Callable[[], object]


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Counter]:
    """A log of some hundred events; nothing here adds to it."""
    folder = tmp_path_factory.mktemp("long")
    database = Database(f"sqlite:///{folder / 'log.db'}")
    keys = Database(f"sqlite:///{folder / 'vault.db'}", journal="DELETE")
    migrate(database)
    migrate_vault(keys)
    counter = Counter(database, Vault(keys, SECRET), ManualClock(hong_kong("2026-03-01 12:00")))
    counter.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    seated(counter)
    for number in numbers(4 * EVERY // 3)[8:]:
        counter.submit(registration(number, session="2026-04-06/1"))
    assert counter.desk.head(ID).seq > 2 * EVERY
    yield counter
    database.close()
    keys.close()


def works(counter: Counter) -> dict[str, Work]:
    desk = counter.desk
    last = desk.head(ID).seq
    cold = StateCache(desk.log)
    cold.current(ID)
    return {
        "as of": lambda: StateCache(desk.log).at(ID, last - 1),
        "calendar": lambda: calendar(desk, ID, as_of=last - 1),
        "diff": lambda: compare(desk, ID, 2, last),
        "what-if": lambda: what_if(desk, ID, Question(), principal()),
        "verification": lambda: verify(desk, ID),
    }


def ticking() -> Callable[[], float]:
    """A clock that goes a second on at each look."""
    seconds: Iterator[int] = count()
    return lambda: float(next(seconds))


@pytest.mark.parametrize("name", ["as of", "calendar", "diff", "what-if", "verification"])
def test_work_that_takes_too_long_is_given_up_and_says_what_to_do(long: Counter, name: str) -> None:
    work = works(long)[name]
    with refusing("took-too-long") as raised, working_at_most(0, ticking()):
        work()
    assert raised.value.status == 503
    assert raised.value.retry_after == 10
    with working_at_most(60):
        work()


def test_the_past_is_folded_on_from_where_the_time_was_up(long: Counter) -> None:
    cache, last = StateCache(long.desk.log), long.desk.head(ID).seq
    cache.current(ID)
    cache._kept[ID].checkpoints.clear()
    with refusing("took-too-long"), working_at_most(1, ticking()):
        cache.at(ID, last - 1)
    begun = cache.checkpoints(ID)
    assert begun
    attempts = 0
    while True:
        attempts += 1
        try:
            with working_at_most(1, ticking()):
                assert cache.at(ID, last - 1).seq == last - 1
            break
        except Problem:
            assert attempts < 10
    assert len(cache.checkpoints(ID)) >= len(begun)


def test_outside_of_a_request_there_is_no_end() -> None:
    still_time()
    with working_at_most(0, ticking()):
        with working_at_most(60):
            still_time()
        with refusing("took-too-long"):
            still_time()
    still_time()
