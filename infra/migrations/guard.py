"""A process that runs on while its database is migrated by another release must not go on writing."""

from time import monotonic

from infra.migrations.chains import Chain, latest, revision
from shared.catalogue import Word
from shared.database import Database, Driver
from shared.problems import ProblemType

SCHEMA_CHANGED = ProblemType("schema-changed", 503)

_SECONDS_TRUSTED = 2.0
"""On PostgreSQL, where asking costs a round trip."""


class SchemaGuard:
    """Looks at the schema's revision before every write transaction.

    On SQLite it costs microseconds: a number in the file changes with every change of the schema, and it is
    read under the write lock. On PostgreSQL it is asked every two seconds.
    """

    def __init__(self, database: Database, chain: Chain) -> None:
        self._chain = chain
        self._is_sqlite = database.kind == "sqlite"
        self._cookie = -1
        self._trusted_until = float("-inf")

    def __call__(self, driver: Driver) -> None:
        """Refuse to write to a database of another release.

        Raises:
            Problem: schema-changed.
        """
        cookie = -1
        if self._is_sqlite:
            cookie = driver.execute("PRAGMA schema_version").fetchone()[0]
            if cookie == self._cookie:
                return
        elif monotonic() < self._trusted_until:
            return
        at = revision(driver, self._chain)
        if at != latest(self._chain):
            raise SCHEMA_CHANGED(what=Word("chain", self._chain), current=at, expected=latest(self._chain))
        self._cookie, self._trusted_until = cookie, monotonic() + _SECONDS_TRUSTED
