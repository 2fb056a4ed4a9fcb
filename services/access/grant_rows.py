"""The table of grants: a row of it, and the statements that read and write it."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any, cast

import msgspec
import sqlalchemy as sa

from services.access.kinds import KINDS, KindName
from services.access.principal import Principal
from services.access.rights import Role
from shared.clock import from_micros, to_micros
from shared.database import Database

FORGOTTEN = "forgotten"
"""The scope of what is left of the personal link of someone who was forgotten."""


class Grant(msgspec.Struct, frozen=True):
    """What is known of a grant, as its row is; its secret is not.

    Attributes:
        secret: the hash by which it is found; one secret may let in several people, with a grant each.
        whose: a number or an id that says nothing about anyone; "entrant:0007", for who is written to.
        grant_id: names it in lists and logs, and tells nothing of its secret.
        tournament_id: None for every tournament.
        scope: what of `whose` it opens: a role, or what a code is for; FORGOTTEN is left of a personal link.
        used_at: of one that opens once.
        issued_by: the grant, or the door, by which it was asked for.
        proven_at: when its bearer last showed who they are.
        seen_at: of its last use, to within five minutes.
        tries: of codes, since the last one that was right.
        details: what its kind alone knows.
    """

    secret: bytes
    whose: str
    kind: KindName
    grant_id: str
    tournament_id: str | None
    scope: str
    issued_at: datetime
    expires_at: datetime | None
    used_at: datetime | None = None
    revoked_at: datetime | None = None
    issued_by: str = ""
    proven_at: datetime | None = None
    seen_at: datetime | None = None
    tries: int = 0
    details: Mapping[str, Any] = {}

    @property
    def principal(self) -> Principal:
        """As whom it lets in."""
        return Principal(
            self.grant_id, cast(Role, self.scope), self.whose, self.tournament_id, self.expires_at
        )

    def state(self, now: datetime) -> str:
        """Whether it holds at a moment, in the words of its kind."""
        kind = KINDS[self.kind]
        holds, over, revoked = kind.states
        if self.revoked_at is not None:
            return revoked
        idle = kind.idle is not None and self.seen_at is not None and now >= self.seen_at + kind.idle
        return over if idle or (self.expires_at is not None and now >= self.expires_at) else holds

    def holds(self, now: datetime) -> bool:
        """Whether it opens anything at a moment."""
        return self.used_at is None and self.state(now) == KINDS[self.kind].states[0]

    def is_fresh(self, now: datetime) -> bool:
        """Whether what cannot be undone may be done without showing once more who they are."""
        return self.proven_at is not None and now < self.proven_at + KINDS[self.kind].fresh


_MOMENTS = ("issued_at", "expires_at", "used_at", "revoked_at", "proven_at", "seen_at")
_TYPES = {"secret": sa.LargeBinary, "tries": sa.BigInteger, **dict.fromkeys(_MOMENTS, sa.BigInteger)}
_KEY = ("secret", "whose")
grant = sa.Table(
    "grant",
    sa.MetaData(),
    *(
        sa.Column(name, _TYPES.get(name, sa.Text), primary_key=name in _KEY)
        for name in Grant.__struct_fields__
    ),
)


class Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        column, bind, select = grant.c, sa.bindparam, sa.select(grant)
        of_kind = column.kind == bind("kind")
        here = bind("t", type_=sa.Text)
        self.insert = database.prepare(sa.insert(grant))
        self.find = database.prepare(
            select.where(of_kind, column.secret == bind("secret")).order_by(column.whose)
        )
        in_order = (column.issued_at, column.grant_id, column.whose)
        self.list = database.prepare(
            select.where(of_kind, sa.or_(here.is_(None), column.tournament_id == here)).order_by(*in_order)
        )
        self.named = database.prepare(select.where(of_kind, column.grant_id == bind("which")))
        theirs = (of_kind, column.tournament_id == here, column.whose == bind("whose"))
        self.of = database.prepare(select.where(*theirs).order_by(*in_order))
        this, change = column.grant_id == bind("which"), sa.update(grant)
        holds = (
            column.used_at.is_(None),
            column.revoked_at.is_(None),
            sa.or_(column.expires_at.is_(None), column.expires_at > bind("now")),
        )
        self.use = database.prepare(change.where(this, *holds).values(used_at=bind("now")))
        self.take_try = database.prepare(
            change.where(this, column.tries < bind("most"), *holds).values(tries=column.tries + 1)
        )
        self.prove = database.prepare(change.where(this).values(proven_at=bind("proven"), tries=0))
        self.see = database.prepare(change.where(this).values(seen_at=bind("now")))
        self.detail = database.prepare(change.where(this).values(details=bind("known")))
        revoke = change.where(column.revoked_at.is_(None)).values(revoked_at=bind("now"))
        self.revoke = database.prepare(revoke.where(this))
        role = bind("acting_as", type_=sa.Text)
        self.revoke_of = database.prepare(
            revoke.where(
                of_kind,
                column.whose == bind("whose"),
                sa.or_(here.is_(None), column.tournament_id.is_(None), column.tournament_id == here),
                sa.or_(role.is_(None), column.scope == role),
            )
        )
        mine = (column.secret == bind("secret"), column.whose == bind("whose"))
        self.lock = database.prepare(change.where(*mine).values(tries=column.tries))
        self.forget = database.prepare(change.where(*theirs).values(scope=FORGOTTEN))
        self.drop_of = database.prepare(sa.delete(grant).where(*theirs))
        self.drop = database.prepare(sa.delete(grant).where(this))
        self.clear = database.prepare(sa.delete(grant).where(of_kind, column.expires_at < bind("before")))


def row_of(each: Grant) -> dict[str, Any]:
    """A grant as it is kept."""
    row = msgspec.structs.asdict(each)
    for name in _MOMENTS:
        row[name] = row[name] and to_micros(row[name])
    return {**row, "details": msgspec.json.encode(each.details).decode()}


def grant_of(row: Any) -> Grant:
    """A row as it is read."""
    values = row._asdict() | {"secret": bytes(row.secret), "details": msgspec.json.decode(row.details)}
    for name in _MOMENTS:
        values[name] = None if values[name] is None else from_micros(values[name])
    return Grant(**values)
