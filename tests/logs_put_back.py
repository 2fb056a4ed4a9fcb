"""Logs set up in a test, and put back after it: how they are set up is of the whole process."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import structlog


@contextmanager
def logs_put_back() -> Iterator[None]:
    """What the root logger was before, whatever is set up in between."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    try:
        yield
    finally:
        root.handlers[:] = handlers
        root.setLevel(level)
        structlog.reset_defaults()
