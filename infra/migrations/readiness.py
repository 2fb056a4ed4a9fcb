"""Whether a database can be had and is, and stays, of this release, in words that a person can act on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import monotonic

import sqlalchemy as sa

from infra.migrations.chains import (
    Chain,
    NewerDatabase,
    PreReleaseDatabase,
    current,
    latest,
    migrate,
    migrate_vault,
    revision,
)
from shared.catalogue import Phrase, Word
from shared.database import Database, DatabaseUnusable, Driver, driver_errors
from shared.database.failures import DATABASE_AWAY, DATABASE_DAMAGED, DISK_FULL, MISSING, explained
from shared.problems import Problem, ProblemType

DATABASE_UNREACHABLE = ProblemType("database-unreachable", 503)
DATABASE_NOT_MIGRATED = ProblemType("database-not-migrated", 503)
DATABASE_NOT_THERE = ProblemType("database-not-there", 503)
DATABASE_LOST = ProblemType("database-lost", 503)
DATABASE_NEWER = ProblemType("database-newer", 503)
DATABASE_PRE_RELEASE = ProblemType("database-pre-release", 503)
DATABASE_SHARED = ProblemType("database-shared", 503)
DATABASE_NOT_ALLOWED = ProblemType("database-not-allowed", 503)
SCHEMA_CHANGED = ProblemType("schema-changed", 503)
_LOST = (DATABASE_AWAY, DATABASE_DAMAGED, *MISSING.values())
_NOT_ALLOWED = "42501"
"""PostgreSQL's code where a role lacks a right."""
_SECONDS_TRUSTED = 2.0
"""On PostgreSQL, where asking for the revision costs a round trip."""


@contextmanager
def reaching(what: Chain, address: str | None = None) -> Iterator[None]:
    """Turn what drivers raise about a database that cannot be had into a problem a person can act on.

    Args:
        address: what is to be checked, fit to be shown; by default the setting that says where it is.

    Raises:
        Problem: database-unreachable, database-damaged, database-newer, database-pre-release,
            database-not-allowed or disk-full.
    """
    setting = address or setting_of(what)
    try:
        yield
    except NewerDatabase as error:
        raise DATABASE_NEWER(what=called(what), detail=_newer(error.at, error.latest)) from error
    except PreReleaseDatabase as error:
        raise DATABASE_PRE_RELEASE(what=called(what), at=error.at or None) from error
    except sa.exc.DBAPIError as error:
        # What the migrations meet comes wrapped.
        raise _unreachable_for(what, error.orig or error, setting) from error
    except _unreachable() as error:
        raise _unreachable_for(what, error, setting) from error
    except Problem as problem:
        if problem.kind is DISK_FULL and address is not None:
            raise problem.at(file=address) from problem
        if problem.__cause__ is None or problem.kind not in _LOST:
            raise
        raise _unreachable_for(what, problem.__cause__, setting) from problem


def _unreachable_for(what: Chain, error: BaseException, setting: str) -> Problem:
    """For whoever runs the program: with what the driver says of it, which others are not told."""
    problem = explained(error, what)
    # Of another address nobody says that what is there was ever a database of ours.
    if problem is not None and problem.kind is DATABASE_DAMAGED and setting == setting_of(what):
        return problem
    if problem is not None and problem.kind is DISK_FULL:
        return problem if setting == setting_of(what) else problem.at(file=setting)
    phrase = next((part for part in error.args if isinstance(part, Phrase)), None)
    # The sentence around it ends by itself: "… accepting TCP/IP connections?"
    detail = phrase or " ".join(str(error).split()).rstrip(".?") or type(error).__name__
    kind = DATABASE_NOT_ALLOWED if getattr(error, "sqlstate", None) == _NOT_ALLOWED else DATABASE_UNREACHABLE
    return kind(what=called(what), detail=detail, setting=setting)


def called(chain: Chain) -> Word:
    """Which of the two databases is meant, in words."""
    return Word("chain", chain)


def _newer(at: str, latest: str) -> Phrase:
    return Phrase("part-newer-revision", {"at": at, "latest": latest})


def setting_of(chain: Chain) -> str:
    """The setting that says where a database is."""
    return "TILELEDGER_DATABASE_URL" if chain == "log" else "TILELEDGER_VAULT_URL"


def _unreachable() -> tuple[type[Exception], ...]:
    return (DatabaseUnusable, OSError, *driver_errors())


def refuse_shared(database: Database, chain: Chain) -> None:
    """Refuse to set up a database in the other one: keys would lie beside what they open.

    Raises:
        Problem: database-shared.
    """
    if current(database, chain) is None and current(database, other_than(chain)) is not None:
        raise shared_by(chain)


def shared_by(chain: Chain) -> Problem:
    """That what the setting of one database names is the other one."""
    return DATABASE_SHARED(what=called(chain), other=called(other_than(chain)), setting=setting_of(chain))


def other_than(chain: Chain) -> Chain:
    """The other one of the two databases."""
    return "vault" if chain == "log" else "log"


def ready(opened: Callable[[], Database], chain: Chain, empty: Callable[[], None] = lambda: None) -> Database:
    """A database of this release: an empty one is set up, an older or newer one is left as it is.

    Should another release migrate it later, it is written to no more.

    Args:
        empty: called before an empty one is set up; raises where it is not to be.

    Raises:
        Problem: as `reaching` and `refuse_shared`, database-not-migrated, or what `empty` raises.
    """
    with reaching(chain):
        database = opened()
        try:
            at = current(database, chain)
            if at is None:
                refuse_shared(database, chain)
                empty()
                # Nothing is in it that could be lost, so setting it up needs no one's decision.
                (migrate if chain == "log" else migrate_vault)(database)
            elif at < latest(chain):
                raise DATABASE_NOT_MIGRATED(what=called(chain), current=at, latest=latest(chain))
            elif at > latest(chain):
                raise DATABASE_NEWER(what=called(chain), detail=_newer(at, latest(chain)))
        except BaseException:
            database.close()
            raise
    database.holds, database.before_writing = chain, SchemaGuard(database, chain)
    return database


class SchemaGuard:
    """Looks at the schema's revision before every write transaction.

    A process that runs on while its database is migrated by another release must not go on writing.

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
