"""Where a database is, and which it is, however its address is spelled."""

from pathlib import Path
from typing import TYPE_CHECKING

from shared.database.sqlite import MEMORY, file_id
from shared.settings import shown

if TYPE_CHECKING:
    from shared.database.database import Database

_WHICH = "SELECT pg_postmaster_start_time(), current_database(), current_schema()"


def sqlite_file(url: str) -> Path | None:
    """The file that the address of a SQLite database names; None in memory, and for PostgreSQL."""
    scheme, _, path = url.partition("://")
    file = path.removeprefix("/").partition("?")[0]
    return Path(file) if scheme.startswith("sqlite") and file not in ("", ":memory:") else None


def place_shown(url: str) -> str:
    """Where a database is, for people: the file on SQLite, else the address without its password."""
    file = sqlite_file(url)
    return str(file) if file is not None else shown("database_url", url)


def are_one(one: "Database", other: "Database") -> bool:
    """Whether both are the same file, or what one server names alike; those in memory never are."""
    if one.kind != other.kind or MEMORY in (one.path, other.path):
        return False
    return _identity(one) == _identity(other)


def in_one_file(url: str, other: str) -> bool:
    """Whether two addresses lead to the same SQLite file, be it there or not."""
    one, another = sqlite_file(url), sqlite_file(other)
    return one is not None and another is not None and _file(one) == _file(another)


def _identity(database: "Database") -> object:
    if database.path is not None:
        return _file(Path(database.path))
    with database.connection() as driver:
        return tuple(driver.execute(_WHICH).fetchone() or ())


def _file(path: Path) -> object:
    return file_id(str(path)) or path.resolve()
