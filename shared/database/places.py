"""Where a database is, by its address."""

from pathlib import Path

from shared.settings import shown


def sqlite_file(url: str) -> Path | None:
    """The file that the address of a SQLite database names; None in memory, and for PostgreSQL."""
    scheme, _, path = url.partition("://")
    file = path.removeprefix("/").partition("?")[0]
    return Path(file) if scheme.startswith("sqlite") and file not in ("", ":memory:") else None


def place_shown(url: str) -> str:
    """Where a database is, for people: the file on SQLite, else the address without its password."""
    file = sqlite_file(url)
    return str(file) if file is not None else shown("database_url", url)
