"""Read models whose code is another one for a while: it fails on some states, or is of another version."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from services.projections.models import model
from services.projections.rows import Row
from services.tournament.state import State

Fails = Callable[[State, str], bool]


class Broken(RuntimeError):
    """What the code raises; its words hold what no log line may."""


@contextmanager
def code(
    name: str,
    *,
    fails: Fails = lambda state, key: False,
    version: int | None = None,
    changes: dict[str, Any] | None = None,
) -> Iterator[None]:
    """While this lasts, the model is of that version (or its own), fails where told to, says other things."""
    read_model = model(name)
    sound, present = read_model.row, read_model.version

    def row(state: State, key: str) -> Row | None:
        if fails(state, key):
            raise Broken("Chan Tai Man 陳大文 is no reason")
        made = sound(state, key)
        return msgspec.structs.replace(made, **changes) if changes and made is not None else made

    msgspec.structs.force_setattr(read_model, "row", row)
    msgspec.structs.force_setattr(read_model, "version", present if version is None else version)
    try:
        yield
    finally:
        msgspec.structs.force_setattr(read_model, "row", sound)
        msgspec.structs.force_setattr(read_model, "version", present)


def knows(number: str) -> Fails:
    """Fails from the moment on that this entrant is registered."""
    return lambda state, key: number in state.entrants
