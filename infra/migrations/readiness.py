"""Whether a database can be had and is of this release, in words that a person can act on."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from infra.migrations.chains import Chain, NewerDatabase, current, latest, migrate, migrate_vault
from infra.migrations.guard import SchemaGuard
from shared.database import Database, DatabaseUnusable, driver_errors
from shared.problems import Problem, ProblemType

DATABASE_UNREACHABLE = ProblemType(
    "database-unreachable",
    503,
    "The {what} database cannot be used: {detail}. Check {setting} with `tileledger doctor`.",
    "無法使用 {what} 資料庫：{detail}。請以 `tileledger doctor` 檢查 {setting}。",
)
DATABASE_NOT_MIGRATED = ProblemType(
    "database-not-migrated",
    503,
    "The {what} database is at {current}, this release needs {latest}."
    " Back it up, then run `tileledger migrate`.",
    "{what} 資料庫的版本是 {current}，本版程式需要 {latest}。請先備份，再執行 `tileledger migrate`。",
)
DATABASE_NOT_THERE = ProblemType(
    "database-not-there",
    503,
    "There is no {what} database at {where}, so there is nothing to read. Check {setting}; "
    "`tileledger migrate` sets the databases up, and `tileledger up` runs everything.",
    "{where} 沒有 {what} 資料庫，無可讀取。請檢查 {setting}；`tileledger migrate` 會建立資料庫，"
    "`tileledger up` 會啟動整個系統。",
)
DATABASE_NEWER = ProblemType(
    "database-newer",
    503,
    "The {what} database was made by a newer release: {detail}. Update this program.",
    "{what} 資料庫由較新版本建立：{detail}。請更新本程式。",
)


@contextmanager
def reaching(what: Chain) -> Iterator[None]:
    """Turn what drivers raise about a database that cannot be had into a problem a person can act on.

    Raises:
        Problem: database-unreachable or database-newer.
    """
    try:
        yield
    except NewerDatabase as error:
        raise DATABASE_NEWER(what=what, detail=error) from error
    except _unreachable() as error:
        detail = " ".join(str(error).split()) or type(error).__name__
        raise DATABASE_UNREACHABLE(what=what, detail=detail, setting=setting_of(what)) from error


def setting_of(chain: Chain) -> str:
    """The setting that says where a database is."""
    return "TILELEDGER_DATABASE_URL" if chain == "log" else "TILELEDGER_VAULT_URL"


def _unreachable() -> tuple[type[Exception], ...]:
    return (DatabaseUnusable, OSError, *driver_errors())


def ready(opened: Callable[[], Database], chain: Chain, *, empty: Problem | None = None) -> Database:
    """A database of this release: an empty one is set up, an older or newer one is left as it is.

    Should another release migrate it later, it is written to no more.

    Args:
        empty: what to raise where it is empty, in place of setting it up.

    Raises:
        Problem: database-unreachable, database-not-migrated, database-newer, or `empty`.
    """
    with reaching(chain):
        database = opened()
        try:
            at = current(database, chain)
            if at is None:
                if empty is not None:
                    raise empty
                # Nothing is in it that could be lost, so setting it up needs no one's decision.
                (migrate if chain == "log" else migrate_vault)(database)
            elif at < latest(chain):
                raise DATABASE_NOT_MIGRATED(what=chain, current=at, latest=latest(chain))
            elif at > latest(chain):
                raise DATABASE_NEWER(what=chain, detail=f"{at}, newer than {latest(chain)}")
        except BaseException:
            database.close()
            raise
    database.before_writing = SchemaGuard(database, chain)
    return database
