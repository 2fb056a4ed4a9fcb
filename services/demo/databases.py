"""The databases as the demo opens them: it need not wait for the disk at every one of its commits.

What is there already stays as safe as ever. A write-ahead log with synchronous=NORMAL, and PostgreSQL with
synchronous_commit off, may lose the last commits of this connection when the power fails, never anything
else, and the demo can be played again. A vault has no write-ahead log, so there only one thing is done, and
only where no key is in it and no tournament in the log: it is not waited for until the end.
"""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager

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
    address = make_url(database.url)
    if address.get_backend_name() == "postgresql" and "options" not in address.query:
        address = address.update_query_dict({"options": "-csynchronous_commit=off"})
    keys = vault_database.prepare(sa.select(subject_key.c.subject).limit(1))
    url = address.render_as_string(hide_password=False)
    with closing(Database(url, synchronous="NORMAL")) as log:
        if not (empty and vault_database.path) or vault_database.fetch(keys):
            yield log, vault_database
            return
        hurried = Database(vault_database.url, synchronous="OFF", journal="DELETE", secure_delete=True)
        with closing(hurried) as vault:
            yield log, vault
        handle = os.open(vault_database.path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
