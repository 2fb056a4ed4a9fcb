"""The databases as the demo opens them: it need not wait for the disk at every one of its commits.

What is there already stays as safe as ever. A write-ahead log with synchronous=NORMAL, and PostgreSQL with
synchronous_commit off, may lose the last commits of this connection when the power fails, never anything
else, and the demo can be played again. A vault has no write-ahead log, so there only one thing is done, and
only where no key is in it and no tournament in the log: it is not waited for until the end.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.engine import make_url

from shared.database import Database
from shared.vault.tables import subject_key


@contextmanager
def demo_databases(
    database: Database, vault_database: Database, *, empty: bool
) -> Iterator[tuple[Database, Database]]:
    """The same two databases, opened anew for the demo and closed at its end.

    Args:
        database, vault_database: as real use has them, brought up to date.
        empty: whether no tournament is in the log.
    """
    with closing(_log(database.url)) as log:
        if not (empty and vault_database.path and _without_keys(vault_database)):
            yield log, vault_database
            return
        with closing(
            Database(vault_database.url, synchronous="OFF", journal="DELETE", secure_delete=True)
        ) as vault:
            yield log, vault
        _make_durable(Path(vault_database.path))


def _log(url: str) -> Database:
    address = make_url(url)
    if address.get_backend_name() == "postgresql" and "options" not in address.query:
        address = address.update_query_dict({"options": "-csynchronous_commit=off"})
        url = address.render_as_string(hide_password=False)
    return Database(url, synchronous="NORMAL")


def _without_keys(vault_database: Database) -> bool:
    query = vault_database.prepare(sa.select(subject_key.c.subject).limit(1))
    return not vault_database.fetch(query)


def _make_durable(file: Path) -> None:
    handle = os.open(file, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
