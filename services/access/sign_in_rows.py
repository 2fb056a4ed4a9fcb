"""The tables of sign-ins and of the links that lead to them, and their statements by what they do."""

import sqlalchemy as sa

from shared.database import Database

_metadata = sa.MetaData()
sign_in = sa.Table(
    "sign_in",
    _metadata,
    sa.Column("sign_in_hash", sa.LargeBinary, primary_key=True),
    sa.Column("sign_in_id", sa.Text, nullable=False),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("tournament_id", sa.Text, nullable=False),
    sa.Column("device", sa.Text, nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("proven_at", sa.BigInteger, nullable=False),
    sa.Column("seen_at", sa.BigInteger, nullable=False),
    sa.Column("ends_at", sa.BigInteger, nullable=False),
    sa.Column("ended_at", sa.BigInteger),
    sa.Column("tries", sa.BigInteger, nullable=False),
)
sign_in_link = sa.Table(
    "sign_in_link",
    _metadata,
    sa.Column("link_hash", sa.LargeBinary, primary_key=True),
    sa.Column("role", sa.Text, nullable=False),
    sa.Column("subject", sa.Text, nullable=False),
    sa.Column("tournament_id", sa.Text, nullable=False),
    sa.Column("made_by", sa.Text, nullable=False),
    sa.Column("proven_at", sa.BigInteger, nullable=False),
    sa.Column("made_at", sa.BigInteger, nullable=False),
    sa.Column("expires_at", sa.BigInteger, nullable=False),
    sa.Column("used_at", sa.BigInteger),
)


class SignInStatements:
    """What is asked and written of sign-ins."""

    def __init__(self, database: Database) -> None:
        column, bind = sign_in.c, sa.bindparam
        shown = (
            column.sign_in_id,
            column.role,
            column.subject,
            column.tournament_id,
            column.device,
            column.made_at,
            column.proven_at,
            column.seen_at,
            column.ends_at,
            column.ended_at,
            column.tries,
        )
        self.insert = database.prepare(sa.insert(sign_in))
        self.find = database.prepare(sa.select(*shown).where(column.sign_in_hash == bind("presented")))
        self.list = database.prepare(
            sa.select(*shown)
            .where(sa.or_(bind("t", type_=sa.Text).is_(None), column.tournament_id == bind("t")))
            .order_by(column.made_at, column.sign_in_id)
        )
        self.seen = database.prepare(
            sa.update(sign_in).where(column.sign_in_id == bind("which")).values(seen_at=bind("at"))
        )
        self.confirm = database.prepare(
            sa.update(sign_in)
            .where(column.sign_in_id == bind("which"))
            .values(proven_at=bind("proven"), tries=0)
        )
        self.take_try = database.prepare(
            sa.update(sign_in)
            .where(column.sign_in_id == bind("which"), column.tries < bind("most"), column.ended_at.is_(None))
            .values(tries=column.tries + 1)
        )
        opened = sa.update(sign_in).where(column.ended_at.is_(None)).values(ended_at=bind("at"))
        self.end = database.prepare(opened.where(column.sign_in_id == bind("which")))
        self.end_hash = database.prepare(
            opened.where(column.sign_in_hash == bind("presented"), column.tournament_id == bind("t"))
        )
        self.end_of = database.prepare(
            opened.where(column.tournament_id == bind("t"), column.subject == bind("whose"))
        )
        self.end_as = database.prepare(
            opened.where(
                column.tournament_id == bind("t"),
                column.subject == bind("whose"),
                column.role == bind("acting_as"),
            )
        )
        self.end_everywhere = database.prepare(opened.where(column.subject == bind("whose")))
        self.clear = database.prepare(sa.delete(sign_in).where(column.ends_at < bind("before")))


class LinkStatements:
    """What is asked and written of the links that lead to sign-ins."""

    def __init__(self, database: Database) -> None:
        column, bind = sign_in_link.c, sa.bindparam
        self.insert = database.prepare(sa.insert(sign_in_link))
        self.find = database.prepare(
            sa.select(
                column.role,
                column.subject,
                column.tournament_id,
                column.expires_at,
                column.used_at,
                column.proven_at,
            ).where(column.link_hash == bind("presented"))
        )
        self.use = database.prepare(
            sa.update(sign_in_link)
            .where(
                column.link_hash == bind("presented"),
                column.used_at.is_(None),
                column.expires_at > bind("at"),
            )
            .values(used_at=bind("at"))
        )
        self.open_of = database.prepare(
            sa.select(column.link_hash, column.proven_at).where(
                column.tournament_id == bind("t"),
                column.role == bind("acting_as"),
                column.subject == bind("whose"),
                column.used_at.is_(None),
                column.expires_at > bind("at"),
            )
        )
        unused = sa.update(sign_in_link).where(column.used_at.is_(None)).values(used_at=bind("at"))
        self.end_as = database.prepare(
            unused.where(
                column.tournament_id == bind("t"),
                column.subject == bind("whose"),
                column.role == bind("acting_as"),
            )
        )
        self.end_of = database.prepare(
            unused.where(column.tournament_id == bind("t"), column.subject == bind("whose"))
        )
        self.end_everywhere = database.prepare(unused.where(column.subject == bind("whose")))
        self.clear = database.prepare(sa.delete(sign_in_link).where(column.expires_at < bind("before")))
