"""Refusing to write for a subject whose key is damaged, in words a person can act on."""

from collections.abc import Iterator
from contextlib import contextmanager

from shared.problems import ProblemType
from shared.vault.vault import UnknownSubject, Unreadable

PERSONAL_DATA_UNREADABLE = ProblemType("personal-data-unreadable", 409)


@contextmanager
def refusing_damage() -> Iterator[None]:
    """Turn what the vault raises on sealing for a damaged subject into a refusal.

    Raises:
        Problem: personal-data-unreadable.
    """
    try:
        yield
    except (UnknownSubject, Unreadable) as error:
        raise PERSONAL_DATA_UNREADABLE(subject=error.subject) from error
