"""Notice rows: written once, and paged without parting those of one event."""

import pytest

from services.notices.notice import Notice
from services.notices.store import NoticeStore
from shared.database import Database


def notice(seq: int, number: int) -> Notice:
    key = f"{seq}-{number}"
    return Notice(seq, "kind", "entrant:0001", "template", {"a": "b"}, f"N-{seq}", key, 1)


@pytest.fixture
def store(sqlite_database: Database) -> NoticeStore:
    store = NoticeStore(sqlite_database)
    rows = [notice(seq, number) for seq in (1, 2, 5) for number in range(3)]
    with sqlite_database.writing() as driver:
        for write in store.writes("t", [*rows, rows[0]]):
            sqlite_database.run(driver, write.statement, write.rows)
    return store


def test_a_notice_written_twice_is_one(store: NoticeStore) -> None:
    assert len(store.read("t")) == 9


@pytest.mark.parametrize("limit", range(1, 11))
def test_pages_of_any_size_hold_every_notice_once(limit: int, store: NoticeStore) -> None:
    seen: list[Notice] = []
    after = 0
    while page := store.read("t", after, limit):
        seen.extend(page)
        after = page[-1].seq
    assert seen == store.read("t")
