"""A copy of the database that is brought back sends nothing again, however young it is."""

import os
import shutil
from collections.abc import Callable
from contextlib import suppress
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from infra.migrations import migrate, migrate_vault
from services.delivery.copy_detection import MOVES_EVERY, Lineage
from services.delivery.dispatching import Dispatcher
from services.delivery.lease import Lease, LeaseLost
from services.delivery.muting import A_COPY
from shared.database import Database
from shared.database.failures import DATABASE_BUSY
from shared.vault import Vault
from tests.conftest import VAULT_SECRET
from tests.delivery.given import Office, book


class Place:
    """Both databases as files, opened anew for each owner as after a start."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        migrate(f"sqlite:///{folder}/log.db")
        self.vault = Vault(f"sqlite:///{folder}/vault.db", VAULT_SECRET)
        migrate_vault(self.vault.database)
        self.people = book(4)
        self.now: timedelta = timedelta()
        self.elapsed = 0.0

    def office(self) -> Office:
        database = Database(f"sqlite:///{self.folder}/log.db")
        office = Office(database, self.vault, self.people)
        office.clock.advance(self.now)
        return office

    def dispatcher(self, office: Office) -> Dispatcher:
        made = office.dispatcher()
        lineage = Lineage(office.database, self.vault.database, os.urandom, lambda: self.elapsed)
        return Dispatcher(
            office.database,
            office.links,
            office.book,
            office.clock,
            list(made.senders.values()),
            lineage=lineage,
        )

    def copy(self) -> Path:
        copy = self.folder / "copy.db"
        shutil.copyfile(self.folder / "log.db", copy)
        return copy

    def bring_back(self) -> None:
        for end in ("-wal", "-shm"):
            (self.folder / f"log.db{end}").unlink(missing_ok=True)
        shutil.copyfile(self.folder / "copy.db", self.folder / "log.db")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


def test_a_copy_brought_back_within_minutes_sends_nothing_again(place: Place) -> None:
    office = place.office()
    office.chat("chat", "0001")
    first = place.dispatcher(office)
    office.drain(first)
    office.notify("suspended", "entrant:0001", grounds="other")
    office.database.close()
    place.copy()

    office = place.office()
    office.clock.advance(timedelta(seconds=16))
    sends = place.dispatcher(office)
    office.drain(sends)
    assert office.telegram.to == ["chat"]
    # It is killed: nothing is put in order at its end.
    office.database.close()

    place.bring_back()
    place.now = timedelta(minutes=3)
    office = place.office()
    again = place.dispatcher(office)
    office.drain(again)
    assert office.telegram.sent == []
    assert [(muted.tournament, muted.why) for muted in again.muting.muted()] == [("", A_COPY)]
    assert again.muting.release()
    office.drain(again)
    assert office.telegram.to == ["chat"], "released, it goes out"
    office.clock.advance(timedelta(seconds=16))
    after = place.dispatcher(office)
    office.drain(after)
    assert after.muting.muted() == [], "told once"
    office.database.close()


def test_one_owner_after_another_notices_nothing(place: Place) -> None:
    office = place.office()
    for _ in range(3):
        dispatcher = place.dispatcher(office)
        office.drain(dispatcher)
        assert dispatcher.muting.muted() == []
        office.clock.advance(timedelta(seconds=16))
    office.database.close()


class Killed(Exception):
    pass


def move_on(place: Place, office: Office, lease: Lease, killed_before: int) -> None:
    """Move the mark on with a process that is killed before one of its writes: to log, vault, log."""
    lineage = Lineage(office.database, place.vault.database, os.urandom)
    assert lineage.unbroken(lease)
    writes = count()
    keep, writing = lineage._keep, place.vault.database.writing

    def counted(write: Callable[..., Any]) -> Callable[..., Any]:
        def killed(*given: Any) -> Any:
            if next(writes) == killed_before:
                raise Killed
            return write(*given)

        return killed

    with pytest.MonkeyPatch.context() as patched, suppress(Killed):
        patched.setattr(lineage, "_keep", counted(keep))
        patched.setattr(place.vault.database, "writing", counted(writing))
        lineage.move_on(lease)


@pytest.mark.parametrize("first", [0, 1, 2, 3])
@pytest.mark.parametrize("second", [0, 1, 2, 3])
@pytest.mark.parametrize("before", [(3,), ()], ids=["marked before", "first of all"])
def test_cut_off_anywhere_and_once_more_the_marks_still_fit(
    place: Place, before: tuple[int, ...], first: int, second: int
) -> None:
    office = place.office()
    lease = Lease(office.database, office.clock, "one")
    assert lease.acquire()
    for killed_before in (*before, first, second, 3):
        move_on(place, office, lease, killed_before)
    assert Lineage(office.database, place.vault.database, os.urandom).unbroken(lease)
    office.database.close()


def test_while_messages_go_out_the_mark_moves_on_every_few_seconds(place: Place) -> None:
    office = place.office()
    office.chat("chat", "0001")
    dispatcher = place.dispatcher(office)
    office.drain(dispatcher)
    marks = []
    for seconds in (0.0, 1.0, MOVES_EVERY + 1):
        place.elapsed += seconds
        office.notify("ruling", "entrant:0001", dispute="D-1", ruling="R-1", cites="3")
        office.drain(dispatcher)
        with place.vault.database.connection() as driver:
            marks.append(driver.execute("SELECT mark FROM sender_mark").fetchone())
    assert marks[1] != marks[2]
    office.database.close()


def test_a_vault_that_cannot_be_written_holds_up_no_message(place: Place) -> None:
    office = place.office()
    office.chat("chat", "0001")
    dispatcher = place.dispatcher(office)
    office.drain(dispatcher)
    lineage = dispatcher._lineage
    assert lineage is not None

    def busy(lease: Lease) -> None:
        raise DATABASE_BUSY(seconds=2)

    lineage.move_on = busy  # type: ignore[method-assign]
    place.elapsed += MOVES_EVERY + 1
    lineage.used(dispatcher.lease)
    office.database.close()


def test_an_owner_that_was_held_up_writes_no_mark_over_its_successors(place: Place) -> None:
    office = place.office()
    first, second = (Lease(office.database, office.clock, name) for name in ("one", "two"))
    lineage = Lineage(office.database, place.vault.database, os.urandom)
    assert first.acquire()
    lineage.move_on(first)
    held_up = Lineage(office.database, place.vault.database, os.urandom)
    keep = held_up._keep
    calls: list[int] = []

    def late(*given: object) -> None:
        keep(*given)  # type: ignore[arg-type]
        calls.append(1)
        if len(calls) == 1:
            office.clock.advance(timedelta(seconds=16))
            assert second.acquire()
            lineage.move_on(second)

    held_up._keep = late  # type: ignore[method-assign, assignment]
    with pytest.raises(LeaseLost):
        held_up.move_on(first)
    assert lineage.unbroken(second)
    office.database.close()


def test_a_new_database_beside_an_old_vault_is_no_copy_but_one_that_lost_its_mark_is(place: Place) -> None:
    office = place.office()
    office.drain(place.dispatcher(office))
    with office.database.writing() as driver:
        driver.execute("DELETE FROM lineage")
    office.clock.advance(timedelta(seconds=16))
    lost = place.dispatcher(office)
    office.drain(lost)
    assert [muted.why for muted in lost.muting.muted()] == [A_COPY]
    lost.muting.release()
    with office.database.writing() as driver:
        driver.execute("DELETE FROM lineage")
        driver.execute("DELETE FROM delivery_lease")
    fresh = place.dispatcher(office)
    office.drain(fresh)
    assert fresh.muting.muted() == []
    office.database.close()
