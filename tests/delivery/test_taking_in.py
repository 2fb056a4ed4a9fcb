"""New notices are found by one small look, none is missed, and none is looked for again."""

from collections.abc import Callable

import msgspec
import pytest

from infra.migrations import latest, migrate
from services.delivery.dispatching import Dispatcher
from services.delivery.skip_stale import pass_over
from services.notices.notice import Notice
from services.notices.store import NoticeStore
from shared.database import Database
from tests.delivery.given import ID, Office, write_notices


def notice(seq: int, number: int = 0) -> Notice:
    key = f"{seq}-{number}"
    return Notice(seq, "announcement", "everyone", "announcement", {}, f"N-{key}", key, 1)


def new(database: Database) -> list[tuple[str, int]]:
    with database.connection() as driver:
        return driver.execute("SELECT tournament_id, seq FROM new_notice ORDER BY 1").fetchall()


def position(database: Database) -> int:
    with database.connection() as driver:
        row = driver.execute("SELECT seq FROM fan_out_position").fetchone()
        return row[0] if row else 0


@pytest.fixture
def dispatcher(office: Office) -> Dispatcher:
    dispatcher = office.dispatcher()
    assert dispatcher.lease.acquire()
    return dispatcher


@pytest.fixture
def take_in(dispatcher: Dispatcher) -> Callable[[], int]:
    return lambda: dispatcher.fan_out.take_in(dispatcher.lease)


def test_what_is_taken_in_is_no_news_any_more(office: Office, take_in: Callable[[], int]) -> None:
    assert new(office.database) == []
    write_notices(office.database, [notice(3, 0), notice(3, 1), notice(5)])
    assert new(office.database) == [(ID, 5)]
    assert take_in() == 3
    assert new(office.database) == []
    assert (take_in(), position(office.database)) == (0, 5)
    write_notices(office.database, [notice(6)])
    assert take_in() == 1


def test_more_than_a_page_is_taken_in_page_by_page(
    office: Office, dispatcher: Dispatcher, take_in: Callable[[], int]
) -> None:
    dispatcher.fan_out.page = 2
    write_notices(office.database, [notice(seq) for seq in range(1, 6)])
    assert [take_in() for _ in range(4)] == [2, 2, 1, 0]
    assert new(office.database) == []


def test_what_is_written_while_others_are_taken_in_is_not_missed(
    office: Office, take_in: Callable[[], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    read = NoticeStore.read
    written: list[Notice] = []

    def beside(store: NoticeStore, *arguments: int) -> list[Notice]:
        found = read(store, *arguments)  # type: ignore[arg-type]
        if not written:
            written.append(notice(9))
            write_notices(office.database, written)
        return found

    write_notices(office.database, [notice(3)])
    monkeypatch.setattr(NoticeStore, "read", beside)
    assert take_in() == 1
    assert new(office.database) == [(ID, 9)]
    assert [take_in(), take_in()] == [1, 0]


def test_a_notice_that_was_there_already_brings_nothing_back(
    office: Office, take_in: Callable[[], int]
) -> None:
    write_notices(office.database, [notice(3), notice(7)])
    assert take_in() == 2
    write_notices(office.database, [notice(3)])
    assert (take_in(), new(office.database), position(office.database)) == (0, [], 7)
    write_notices(office.database, [msgspec.structs.replace(notice(7), seq=8)])
    assert (take_in(), new(office.database), position(office.database)) == (0, [], 8)


def test_what_nobody_is_to_be_told_of_is_no_news(office: Office, take_in: Callable[[], int]) -> None:
    write_notices(office.database, [notice(3), notice(4)])
    pass_over(office.database, ID, 20)
    assert (take_in(), new(office.database), position(office.database)) == (0, [], 20)


def test_a_database_of_before_knows_what_was_not_taken_in(database: Database) -> None:
    with database.writing() as driver:
        for name, last in (("done", 4), ("behind", 4), ("never", 2)):
            for write in NoticeStore(database).writes(name, [notice(seq) for seq in range(1, last + 1)]):
                database.run(driver, write.statement, write.rows)
        driver.execute("INSERT INTO fan_out_position VALUES ('done', 4)")
        driver.execute("INSERT INTO fan_out_position VALUES ('behind', 3)")
        driver.execute("DROP TABLE new_notice")
        driver.execute("UPDATE schema_version SET version_num = '2026_12_24_strokes'")
    assert migrate(database) == latest()
    assert new(database) == [("behind", 4), ("never", 2)]
