"""At every seq of a day of play: state and rows are the same bytes, whichever way one comes to them.

By a fold of all events up to there, by the desk from its nearest checkpoint, and after the log was carried to
the other kind of database and back. `make test` looks at some seqs, `make soak` at all
of a tournament.
"""

from collections.abc import Iterator, Sequence
from random import Random

import pytest

from services.desk.decoding import fold
from services.desk.desk import Desk
from services.tournament.catalogue import INITIAL
from services.tournament.state import at_rest
from shared.clock import from_micros
from shared.database import Database
from shared.eventlog import Recorded
from shared.vault import Vault
from tests.demo.conftest import Played, play_in, small
from tests.profiles import wide
from tests.simulation.copies import carried_over, cold_desk
from tests.simulation.pictures import Picture, picture

DAY = "2026-03-28"


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """A demo of 288 entrants up to the end of its first day."""
    played = play_in(tmp_path_factory.mktemp("day"), small(), seed=4, until="day-1")
    yield played
    played.close()


@pytest.fixture(scope="module")
def id(played: Played) -> str:
    return played.demo.definition.id


@pytest.fixture(scope="module")
def events(played: Played, id: str) -> list[Recorded]:
    return played.demo.desk.log.read(id, 0, 100_000)


@pytest.fixture(scope="module")
def seqs(events: list[Recorded]) -> list[int]:
    """Every seq of the day; without much time, some of them."""
    found = [event.seq for event in events if from_micros(event.recorded_at).date().isoformat() == DAY]
    assert len(found) > 300
    return found if wide() else sorted(Random(1).sample(found, 30))


@pytest.fixture(scope="module")
def by_fold(events: list[Recorded], seqs: list[int]) -> dict[int, Picture]:
    """What each seq of the day looks like when all events up to it are folded from zero."""
    state, pictures, wanted = INITIAL, {}, set(seqs)
    for event in events:
        state = at_rest(fold(state, [event]))
        if event.seq in wanted:
            pictures[event.seq] = picture(state)
    assert len({picture["state"] for picture in pictures.values()}) == len(seqs), (
        "every event changes the state"
    )
    return pictures


def assert_same(desk: Desk, id: str, seqs: Sequence[int], by_fold: dict[int, Picture]) -> None:
    """In no order in particular, so that a seek goes on from any checkpoint."""
    for seq in Random(1).sample(seqs, len(seqs)):
        assert picture(desk.state(id, seq)) == by_fold[seq], seq


def test_a_fold_in_one_go_looks_as_one_in_steps(
    events: list[Recorded], seqs: list[int], by_fold: dict[int, Picture]
) -> None:
    for seq in seqs[::20] if wide() else seqs[:5]:
        assert picture(at_rest(fold(INITIAL, events[:seq]))) == by_fold[seq], seq


def test_the_desk_that_played_it_shows_every_seq_alike(
    played: Played, id: str, seqs: list[int], by_fold: dict[int, Picture]
) -> None:
    assert_same(played.demo.desk, id, seqs, by_fold)


def test_a_desk_that_knows_nothing_shows_every_seq_alike(
    played: Played, id: str, seqs: list[int], by_fold: dict[int, Picture]
) -> None:
    desk = cold_desk(played.demo.desk.log.database, played.demo.desk.vault)
    assert_same(desk, id, seqs, by_fold)


@pytest.mark.postgresql
def test_the_other_kind_of_database_shows_every_seq_alike_and_so_does_the_way_back(
    played: Played,
    id: str,
    seqs: list[int],
    by_fold: dict[int, Picture],
    postgresql_database: Database,
    sqlite_database: Database,
    vault: Vault,
) -> None:
    there = carried_over(played.demo.desk.log, id, postgresql_database, vault)
    assert_same(there, id, seqs, by_fold)
    back = carried_over(there.log, id, sqlite_database, vault)
    assert_same(back, id, seqs, by_fold)
    head, before = back.head(id), played.demo.desk.head(id)
    assert (head.seq, head.hash, head.recorded_at) == (before.seq, before.hash, before.recorded_at)
