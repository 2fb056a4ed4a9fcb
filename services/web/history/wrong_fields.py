"""What was wrong with fields of a page: said beside them, while the page shows everything else."""

from collections.abc import Iterator
from contextlib import contextmanager

from shared.i18n import Language
from shared.problems import Problem

_KEPT = (400, 404, 422)
"""Statuses of what somebody can write otherwise in the same field."""


class WrongFields:
    """The sentences about fields, by field, and the status that the page is answered with.

    Args:
        kept: whether problems are kept for the page; a program gets the problem itself.
    """

    def __init__(self, language: Language, *, kept: bool) -> None:
        self._language, self._kept = language, kept
        self.sentences: dict[str, str] = {}
        self.status = 200

    def __contains__(self, field: object) -> bool:
        return field in self.sentences

    def add(self, field: str, problem: Problem | None) -> None:
        """Keep a problem of a field.

        Raises:
            Problem: the same, where it is not for the page.
        """
        if problem is None:
            return
        if not self._kept or problem.status not in _KEPT:
            raise problem
        self.status = problem.status if self.status == 200 else self.status
        self.sentences.setdefault(field, problem.text(self._language))

    @contextmanager
    def beside(self, field: str) -> Iterator[None]:
        """Keep a problem that is raised meanwhile."""
        try:
            yield
        except Problem as problem:
            self.add(field, problem)
