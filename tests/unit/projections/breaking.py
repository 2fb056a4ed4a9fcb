"""Views whose code fails for a while."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import msgspec

from services.projections.models import model
from services.projections.rows import Row
from services.tournament.state import State


class Broken(RuntimeError):
    """What the code raises; its words hold what no log line may."""


@contextmanager
def failing(name: str, when: Callable[[State, str], bool] = lambda state, key: True) -> Iterator[None]:
    """While this lasts, the view fails on the keys and states that `when` says."""
    view = model(name)
    sound = view.row

    def row(state: State, key: str) -> Row | None:
        if when(state, key):
            raise Broken("Chan Tai Man 陳大文 is no reason")
        return sound(state, key)

    msgspec.structs.force_setattr(view, "row", row)
    try:
        yield
    finally:
        msgspec.structs.force_setattr(view, "row", sound)
