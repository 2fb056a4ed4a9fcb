"""Ids as values: each is read and printed in one place."""

from typing import NamedTuple, Self

_DIGITS = 5


class TableId(NamedTuple):
    """A table of a session, and its score sheet: "2026-03-28/1/7" is table 7 of session "2026-03-28/1"."""

    session: str
    number: int

    @classmethod
    def read(cls, text: str | None) -> Self | None:
        """The table that a text names; None where it cannot name one."""
        session, _, number = (text or "").rpartition("/")
        known = number.isascii() and number.isdigit() and len(number) <= _DIGITS
        return cls(session, int(number)) if session and known else None

    @classmethod
    def of(cls, sheet: str) -> Self:
        """The table of a sheet that is on record."""
        found = cls.read(sheet)
        assert found is not None, f"{sheet} is the id of no table"
        return found

    def __str__(self) -> str:
        return f"{self.session}/{self.number}"
