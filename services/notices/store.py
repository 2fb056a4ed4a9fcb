"""Notice rows: written in the append's transaction, read by whoever delivers or lists them."""

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec
import sqlalchemy as sa

from services.notices.notice import Notice
from shared.clock import from_micros, to_micros
from shared.database import Database, Row
from shared.database.tables import table
from shared.eventlog import Write

notice_table = table("""notice: tournament_id key, dedupe_key key, reference, seq number, kind, audience,
    template, parameters, priority number, not_before number empty, not_after number empty, topic empty""")

new_notice = table("new_notice: tournament_id key, seq number")
"""In which tournaments notices were written that delivery has not taken in, and the last seq of them."""


class _Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        self.insert = database.prepare(
            database.insert(notice_table).on_conflict_do_nothing(
                index_elements=["tournament_id", "dedupe_key"]
            )
        )
        news = database.insert(new_notice)
        self.news = database.prepare(
            news.on_conflict_do_update(
                index_elements=["tournament_id"],
                set_={"seq": news.excluded["seq"]},
                where=new_notice.c.seq < news.excluded["seq"],
            )
        )
        column = notice_table.c
        read = (column[name] for name in Notice.__struct_fields__)
        columns = sa.select(*read).where(column.tournament_id == sa.bindparam("t"))
        in_order = (column.seq, column.dedupe_key)
        self.page = database.prepare(
            columns.where(column.seq > sa.bindparam("after")).order_by(*in_order).limit(sa.bindparam("most"))
        )
        self.notice = database.prepare(columns.where(column.dedupe_key == sa.bindparam("key")))
        self.of_seq = database.prepare(columns.where(column.seq == sa.bindparam("s")).order_by(*in_order))


class NoticeStore:
    """The notices in one database."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._statements = database.prepared(_Statements)

    def writes(self, tournament_id: str, notices: Sequence[Notice]) -> list[Write]:
        """What to write for these notices; none for none."""
        rows = [
            (
                tournament_id,
                notice.dedupe_key,
                notice.reference,
                notice.seq,
                notice.kind,
                notice.audience,
                notice.template,
                msgspec.json.encode(notice.parameters, order="sorted").decode(),
                notice.priority,
                None if notice.not_before is None else to_micros(notice.not_before),
                None if notice.not_after is None else to_micros(notice.not_after),
                notice.topic,
            )
            for notice in notices
        ]
        if not rows:
            return []
        news = (tournament_id, max(notice.seq for notice in notices))
        return [Write(self._statements.insert, rows), Write(self._statements.news, [news], _the_later)]

    def read(self, tournament_id: str, after: int = 0, limit: int = 1000) -> list[Notice]:
        """Notices that events after seq `after` led to, oldest first.

        About `limit`: those of one event are never parted, so that the next page begins after a seq.
        """
        rows = self._database.fetch(self._statements.page, (tournament_id, after, limit))
        if len(rows) == limit:
            last = rows[-1].seq
            rows = [row for row in rows if row.seq != last]
            rows += self._database.fetch(self._statements.of_seq, (tournament_id, last))
        return [_notice(row) for row in rows]

    def all(self, tournament_id: str) -> Iterator[Notice]:
        """Every notice of a tournament, oldest first, in pages of short transactions."""
        after = 0
        while page := self.read(tournament_id, after):
            yield from page
            after = page[-1].seq

    def read_one(self, tournament_id: str, dedupe_key: str) -> Notice | None:
        """The notice with that key."""
        rows = self._database.fetch(self._statements.notice, {"t": tournament_id, "key": dedupe_key})
        return _notice(rows[0]) if rows else None


def _the_later(_: Row, later: Row) -> Row:
    return later


def _notice(row: Any) -> Notice:
    named = row._asdict()
    named["parameters"] = msgspec.json.decode(row.parameters, type=dict[str, str])
    for name in ("not_before", "not_after"):
        named[name] = None if named[name] is None else from_micros(named[name])
    return Notice(**named)
