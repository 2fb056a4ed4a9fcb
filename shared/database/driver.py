"""What the two drivers have in common: `sqlite3.Connection` and `psycopg.Connection`, as far as used here."""

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
