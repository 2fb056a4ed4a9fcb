"""The statements on deliveries, prepared once for a database. What each is for stands where it is run."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from services.delivery.tables import delivery, fan_out
from shared.database import Database

PAGE = 250
"""Rows a transaction writes at most, so that nobody else waits long."""


class Statements:
    """By name; `read` are the columns that make a delivery, in its order."""

    def __init__(self, database: Database, read: Sequence[str]) -> None:
        column, bind = delivery.c, sa.bindparam
        prepare, listed = database.prepare, database.listed
        columns = sa.select(*(column[name] for name in read))
        change, this, pending = sa.update(delivery), column.id == bind("id_is"), column.status == "pending"
        self.insert = prepare(database.insert(delivery).on_conflict_do_nothing(index_elements=["id"]))
        self.delivery = prepare(columns.where(this))
        in_order = (column.lane, column.due_at, column.seq)
        self.due = prepare(
            columns.where(
                pending,
                column.lane <= bind("upto"),
                column.due_at <= bind("now"),
                column.channel.in_(listed("channels", sa.Text())),
                column.tournament_id.not_in(listed("muted", sa.Text())),
            )
            .order_by(*in_order)
            .limit(bind("most"))
        )
        self.queued = prepare(
            columns.where(
                pending,
                column.channel == bind("channel_is"),
                column.address_id.in_(listed("addresses", sa.Text())),
                column.due_at <= bind("until"),
            )
        )
        self.pending = prepare(columns.where(pending).order_by(*in_order, column.id).limit(bind("most")))
        unsent = sa.or_(pending, column.status == "held")
        topical = (
            column.tournament_id == bind("t"),
            column.topic == bind("topic_is"),
            column.seq < bind("before"),
        )
        pointless = (
            sa.select(column.id)
            .where(*topical, unsent, column.kind.in_(listed("kinds", sa.Text())))
            .limit(PAGE)
        )
        self.cancel = prepare(
            change.where(column.id.in_(pointless.scalar_subquery()), unsent).values(
                status="cancelled", why=bind("because"), settled_at=bind("now")
            )
        )
        self.before = prepare(
            sa.select(column.reference, column.seq, column.recipients)
            .where(
                column.tournament_id == bind("t"),
                column.topic.in_(listed("topics", sa.Text())),
                column.seq < bind("before"),
                column.address_id == bind("a"),
                sa.or_(*(column.status == name for name in ("sent", "unknown", "started"))),
            )
            .order_by(column.seq.desc())
        )
        self.had = prepare(
            sa.select(column.recipients).where(
                column.tournament_id == bind("t"),
                column.kind == bind("k"),
                sa.or_(
                    *(column.status == name for name in ("pending", "held", "started", "sent", "unknown"))
                ),
            )
        )
        self.name_replaced = prepare(change.where(this, column.replaces == "").values(replaces=bind("other")))
        self.start = prepare(
            change.where(column.id.in_(listed("ids", sa.Text())), pending)
            .values(
                status="started",
                attempts=column.attempts + 1,
                fence=bind("held"),
                started_at=bind("now"),
                settled_at=None,
            )
            .returning(column.id)
        )
        self.settle = prepare(
            change.where(this, column.status == "started", column.fence == bind("held")).values(
                status=bind("to"),
                due_at=bind("due"),
                attempts=bind("tries"),
                doubts=bind("unsure"),
                remote=bind("far"),
                why=bind("because"),
                settled_at=bind("now"),
            )
        )
        self.left = prepare(
            columns.where(column.status == "started", column.fence != bind("held")).limit(bind("most"))
        )
        self.recover = prepare(
            change.where(this).values(
                status=bind("to"),
                due_at=bind("due"),
                doubts=bind("unsure"),
                why="the attempt was cut off",
                settled_at=bind("now"),
            )
        )
        self.aside = prepare(
            change.where(this, pending).values(
                status=bind("to"), due_at=bind("due"), why=bind("because"), settled_at=bind("settled")
            )
        )
        fanning = fan_out.c.due_at
        less: Any = bind("by", type_=sa.BigInteger)
        self.earlier = [
            prepare(
                change.where(pending, column.due_at > bind("now")).values(
                    due_at=sa.cast(column.due_at - less, sa.BigInteger)
                )
            ),
            prepare(
                sa.update(fan_out)
                .where(fan_out.c.status == "open", fanning > bind("now"))
                .values(due_at=sa.cast(fanning - less, sa.BigInteger))
            ),
        ]
        self.acknowledge = prepare(
            change.where(this, column.acknowledged_at.is_(None)).values(acknowledged_at=bind("now"))
        )
        given_up = (
            column.tournament_id == bind("t"),
            sa.or_(column.status == "dead", column.status == "failed"),
        )
        self.requeue = prepare(
            change.where(
                *given_up, sa.or_(bind("ref", type_=sa.Text) == "", column.reference == bind("ref"))
            ).values(status="pending", due_at=bind("now"), attempts=0, why="")
        )
