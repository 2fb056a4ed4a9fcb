"""Where processes keep the figures that `/metrics` shows.

Web processes keep theirs in one folder, so that each can answer for all. The environment decides that when
the library of figures is imported.
"""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

SHARED_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
"""Names the folder in which several processes keep their figures together."""


@contextmanager
def figures_together() -> Iterator[Path]:
    """A folder for the figures of the processes that are started meanwhile, and for what they share."""
    with tempfile.TemporaryDirectory(prefix="tileledger-figures-") as folder:
        os.environ[SHARED_FOLDER] = folder
        try:
            yield Path(folder)
        finally:
            os.environ.pop(SHARED_FOLDER, None)


def keep_figures_apart() -> None:
    """Have this process, which is no web process, keep its figures to itself, before it counts anything."""
    if together := os.environ.get(SHARED_FOLDER):
        os.environ[SHARED_FOLDER] = tempfile.mkdtemp(dir=together)
