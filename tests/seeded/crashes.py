"""Crashes at any step: before and after each commit, and before and after each call to the outside."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from shared.database.lease import Lease
from shared.eventlog.optimistic import OneRoundTrip


class Crash(SystemExit):
    """The process is gone. No `except Exception` stops it, and an event loop lets it through at once."""


class Steps:
    """The steps of the process that is running, of which one may be its last.

    Attributes:
        taken: how many there were, of all processes.
    """

    def __init__(self) -> None:
        self.taken = 0
        self._left: int | None = None
        self._dead = ""

    @contextmanager
    def ending_after(self, steps: int | None) -> Iterator[None]:
        """Let what runs meanwhile crash at so many steps from now; None: not at all."""
        self._left, self._dead = steps, ""
        try:
            yield
        finally:
            self._left, self._dead = None, ""

    @contextmanager
    def not_counted(self) -> Iterator[None]:
        """For whoever looks on, and is no process of the house."""
        kept, self._left, self._dead = (self._left, self._dead), None, ""
        taken = self.taken
        try:
            yield
        finally:
            (self._left, self._dead), self.taken = kept, taken

    def take(self, what: str) -> None:
        """Come to a step; raises Crash where it is the last, and at each one after that."""
        self.taken += 1
        if self._left is not None and not self._dead:
            self._left -= 1
            if self._left <= 0:
                self._dead = what
        if self._dead:
            raise Crash(self._dead)


@contextmanager
def commits_are_steps(steps: Steps) -> Iterator[None]:
    """Have every commit of either kind of database be two steps: right before it, and right after it."""

    def stepped(method: Callable[..., Any], undo: Callable[[Any], None]) -> Callable[..., Any]:
        def commit(self: Any, *given: Any) -> Any:
            try:
                steps.take("before a commit")
            except Crash:
                undo(self)
                raise
            answer = method(self, *given)
            steps.take("after a commit")
            return answer

        return commit

    with pytest.MonkeyPatch.context() as patched:
        patched.setattr(Lease, "commit", stepped(Lease.commit, Lease.rollback))
        patched.setattr(OneRoundTrip, "append", stepped(OneRoundTrip.append, lambda at_once: None))
        yield
