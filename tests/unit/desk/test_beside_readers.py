"""A command while readers in its process bring the state up to what another process has written meanwhile."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from services.desk.cache import StateCache
from services.desk.carrying import Carried
from services.desk.decoding import OutOfOrder, fold
from services.tournament.catalogue import INITIAL
from services.tournament.definition.founding import DefineTournament
from services.tournament.publication.reminding import MakeAnnouncement
from services.tournament.state import at_rest
from shared.clock import ManualClock
from shared.database import Database
from shared.eventlog import Head, Intent, Recorded
from shared.vault import Vault
from tests.unit.desk.conftest import ID, Counter
from tests.unit.tournament.specs import definition, hk_rules

Between = Callable[[StateCache], object]


def caught_up(cache: StateCache) -> None:
    cache.current(ID)


def let_go(cache: StateCache) -> None:
    cache.drop(ID)


def announced(text: str) -> MakeAnnouncement:
    return MakeAnnouncement(audience="referees", en=text, zh=text)


@pytest.fixture
def desks(database: Database, vault: Vault, clock: ManualClock) -> tuple[Counter, Counter]:
    """Two processes at one tournament."""
    one, other = (Counter(database, vault, clock, seed) for seed in ("desk", "other"))
    one.submit(DefineTournament(definition=definition(capacity=8, tables=2), ruleset=hk_rules()))
    return one, other


@pytest.mark.parametrize("between", [caught_up, let_go])
@pytest.mark.parametrize("when", ["before it is decided", "once it was decided early"])
def test_no_event_is_folded_twice(
    desks: tuple[Counter, Counter], monkeypatch: pytest.MonkeyPatch, between: Between, when: str
) -> None:
    counter, other = desks
    log, cache, decide = counter.desk.log, counter.desk._cache, Carried.decide
    decided: list[Carried] = []

    def beside_readers(
        carried: Carried, head: Head, tail: Sequence[Recorded] | None, before: Intent | None
    ) -> Any:
        first = not decided
        decided.append(carried)
        if first and when == "before it is decided":
            other.submit(announced("elsewhere"))
            between(cache)
        batch = decide(carried, head, tail, before)
        if first and when == "once it was decided early":
            other.submit(announced("elsewhere"))
            between(cache)
        return batch

    counter.submit(announced("first"))
    with monkeypatch.context() as patched:
        patched.setattr(Carried, "decide", beside_readers)
        for number in range(3):
            decided.clear()
            counter.submit(announced(f"here {number}"))
            assert decided.count(decided[0]) == 2, "again, as the log has moved on"
    stored = log.read(ID, 0, 1000)
    assert [each.seq for each in stored] == [*range(1, len(stored) + 1)]
    assert counter.desk.state(ID) == other.desk.state(ID) == at_rest(fold(INITIAL, stored))


def test_events_are_folded_in_their_order_each_once(desks: tuple[Counter, Counter]) -> None:
    desks[0].submit(announced("first"))
    stored = desks[0].desk.log.read(ID, 0, 1000)
    for wrong in ([*stored, stored[-1]], stored[1:], [*reversed(stored)]):
        with pytest.raises(OutOfOrder):
            fold(INITIAL, wrong)
