"""What the two drivers have in common: `sqlite3.Connection` and `psycopg.Connection`, as far as used here."""

import sqlite3
import sys
from collections.abc import Iterator, Sequence
from typing import Any, Protocol


class Cursor(Protocol):
    """The result of one statement."""

    @property
    def rowcount(self) -> int: ...

    def fetchone(self) -> Any: ...

    def fetchall(self) -> list[Any]: ...

    def __iter__(self) -> Iterator[Any]: ...


class Driver(Protocol):
    """A driver connection that begins no transaction by itself."""

    def execute(self, sql: str, parameters: Sequence[Any] = ..., /) -> Cursor: ...

    def close(self) -> None: ...


def driver_errors() -> tuple[type[Exception], ...]:
    """What the drivers raise, for an `except`; PostgreSQL's is not loaded just to be named here."""
    psycopg = sys.modules.get("psycopg")
    return (sqlite3.Error,) if psycopg is None else (sqlite3.Error, psycopg.Error)
