"""Dispatchers that are killed at any step: routine notices at most once, safety at least once, nobody lost.

DISPATCHER_CRASHES says how many crashes there are over both kinds of databases: 8 in `make test`, one at each
step, else 100, at all steps on both.
"""

import os
from collections import Counter
from pathlib import Path
from typing import get_args

import pytest

from services.notices.kinds import KINDS
from services.notices.notice import Notice
from services.notices.registry import note
from shared.database import Database
from shared.vault import Vault
from tests.crash.dispatchers import Doomed, Place, Point, first_to_come
from tests.delivery.given import Office, arrived, book, write_notices
from tests.profiles import examples
from tests.unit.tournament.specs import S1

CRASHES = int(os.environ.get("DISPATCHER_CRASHES") or examples(8, in_all=100))
PEOPLE = 24
POINTS: tuple[Point, ...] = get_args(Point)


class Trial:
    """Some people, half of them linked, and dispatchers that tell them things."""

    def __init__(self, database: Database, vault: Vault, folder: Path) -> None:
        self.office = Office(database, vault, book(PEOPLE))
        self.place = Place(database.url, vault.database.url, folder / "arrived.tsv", PEOPLE)
        self.notices: list[Notice] = []
        for chat in range(PEOPLE // 3):
            self.office.chat(f"chat-{chat}", f"{2 * chat + 1:04d}", f"{2 * chat + 2:04d}")

    def tell(self) -> None:
        """A routine notice, one that brings a file, and one about safety to everyone."""
        seq = 100 + len(self.notices)
        routine = note(seq, "results-published", "everyone", stage="preliminary", version="1")
        safety = note(seq + 1, "suspended", f"session:{S1}", session=S1, grounds="other")
        guide = note(seq + 2, "timer-guide", f"session:{S1}", session=S1)
        self.notices += [routine, safety, guide]
        write_notices(self.office.database, [routine, safety, guide])

    def finish(self) -> None:
        last = Doomed(self.place, None, name="last")
        assert not last.came()
        last.process.join()

    def owner(self) -> tuple[str, int]:
        """Who had the lease last, and the number of that ownership."""
        with self.office.database.reading() as driver:
            owner, number = driver.execute("SELECT owner, token FROM delivery_lease").fetchone()
        return owner, number

    def check(self) -> None:
        """Each message arrived as often as its kind allows, and of everyone it is known what became of it."""
        came = arrived(self.place.file)
        counts = Counter((reference, key) for _, _, reference, key in came)
        kinds = {kind for _, kind, _, _ in came}
        assert kinds <= {"results-published", "suspended", "timer-guide with Timer guide.txt"}
        deliveries = self.office.all()
        assert {(delivery.reference, delivery.id) for delivery in deliveries} >= set(counts)
        for delivery in deliveries:
            times = counts[delivery.reference, delivery.id]
            if delivery.status == "unlinked":
                assert times == 0
            elif KINDS[delivery.kind].safety:
                assert (delivery.status, times >= 1) == ("sent", True)
            else:
                assert (delivery.status == "sent" and times == 1) or (
                    delivery.status == "unknown" and times <= 1
                )
        everyone = sorted(f"entrant:{number:04d}" for number in range(1, PEOPLE + 1))
        for notice in self.notices:
            named = [
                recipient
                for delivery in deliveries
                if delivery.reference == notice.reference
                for recipient in delivery.recipients
            ]
            assert sorted(named) == everyone


@pytest.fixture
def trial(database: Database, vault: Vault, tmp_path: Path) -> Trial:
    return Trial(database, vault, tmp_path)


def test_killed_at_any_step_everyone_is_told_as_the_kind_allows(trial: Trial) -> None:
    killed = 0
    points = POINTS if len(POINTS) < CRASHES else POINTS[trial.office.database.kind == "postgresql" :: 2]
    for crash in range(-(-CRASHES // 2)):
        trial.tell()
        # The step comes once to three times before the kill, so that it is not always the first batch.
        killed += Doomed(trial.place, points[crash % len(points)], 1 + crash // len(points) % 2).kill()
    assert killed >= CRASHES // 3, "most came to their step"
    trial.finish()
    trial.check()


@pytest.mark.parametrize("point", ["after the attempts are durable", "before the settlement"])
def test_of_two_that_race_one_is_killed_and_the_other_goes_on(point: Point, trial: Trial) -> None:
    trial.tell()
    racing = [Doomed(trial.place, point, name=name) for name in ("one", "two")]
    first = first_to_come(racing)
    assert first.kill()
    racing[1 - racing.index(first)].kill()
    trial.finish()
    trial.check()


@pytest.mark.parametrize("point", ["between pages", "after the channel took it"])
def test_one_that_stands_by_takes_over_from_one_that_was_killed(point: Point, trial: Trial) -> None:
    trial.tell()
    first = Doomed(trial.place, point, name="first")
    assert first_to_come([first]) is first
    assert trial.owner() == ("first", 1)
    standing_by = Doomed(trial.place, None, name="second")
    assert first.kill(), "it was at its step when it was killed"
    assert not standing_by.came(), "it did everything that was left, and ended"
    standing_by.process.join()
    assert trial.owner() == ("second", 2)
    trial.check()
