"""What is kept of codes, as statements see it: a row for each browser that asked on a link about someone."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from services.delivery.code_allowance import TRIES, Asked
from services.delivery.tables import personal_code, personal_link
from shared.clock import from_micros
from shared.database import Database

_KEY = ("tournament_id", "recipient", "link_hash", "browser")


class CodeStatements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        row, bind, prepare = personal_code.c, sa.bindparam, database.prepare
        link = personal_link.c
        # Whoever asks on a link waits here for whoever asks on it at once, so that all are counted.
        self.take_turns = prepare(
            sa.update(personal_link)
            .where(link.link_hash == bind("on_link"), link.recipient == bind("r"))
            .values(made_at=link.made_at)
        )
        here = (
            row.tournament_id == bind("t"),
            row.recipient == bind("r"),
            row.link_hash == bind("on_link"),
        )
        self.asked = prepare(sa.select(*(row[name] for name in Asked.__struct_fields__)).where(*here))
        self.let_go = prepare(
            sa.delete(personal_code).where(
                row.tournament_id == bind("t"),
                row.recipient == bind("r"),
                row.proven_at.is_(None),
                row.counted_from <= bind("a_day_ago"),
                row.expires_at <= bind("now"),
            )
        )
        asking = database.insert(personal_code)
        changed = {column.name: asking.excluded[column.name] for column in row if column.name not in _KEY}
        self.ask = prepare(asking.on_conflict_do_update(index_elements=list(_KEY), set_=changed))
        usable = (
            *here,
            row.browser == bind("in_browser"),
            row.purpose == bind("for_what"),
            row.used_at.is_(None),
            row.expires_at > bind("now"),
        )
        to_try = (*usable, row.tries < TRIES)
        change: Any = sa.update(personal_code)
        self.try_ = prepare(change.where(*to_try).values(tries=row.tries + 1))
        self.awaited = prepare(sa.select(row.code_id).where(*to_try))
        self.usable = prepare(sa.select(row.code_id).where(*usable))
        self.spoilt = prepare(sa.select(row.code_id).where(*usable, row.tries >= TRIES))
        self.used = prepare(
            sa.select(row.code_id).where(
                *here,
                row.browser == bind("in_browser"),
                row.purpose == bind("for_what"),
                row.used_at.is_not(None),
            )
        )
        self.use = prepare(
            change.where(*usable, row.code_id == bind("which")).values(
                used_at=bind("now"), proven_at=bind("now")
            )
        )


def asked_in(row: Sequence[Any]) -> Asked:
    """A row of `CodeStatements.asked`."""
    named = dict(zip(Asked.__struct_fields__, row, strict=True))
    for name in ("browser", "asked_from"):
        named[name] = bytes(named[name])
    for name in ("sent_at", "expires_at", "used_at", "proven_at", "counted_from"):
        named[name] = _moment(named[name])
    return Asked(**named)


def _moment(micros: int | None) -> datetime | None:
    return None if micros is None else from_micros(micros)
