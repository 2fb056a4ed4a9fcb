"""A look as processes on one database tell it to each other: JSON, of which nothing but findings is made."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from services.checks.check import Check, State
from shared.catalogue import Listed, Phrase, Word
from shared.problems import Problem, type_called


class Looked(msgspec.Struct, frozen=True):
    """What a look found, when it ended, and how long it took."""

    found: Sequence[Check]
    ended: float
    took: float


class _Finding(msgspec.Struct, frozen=True):
    """A finding in plain values."""

    name: str
    of: Any
    state: State
    detail: Any
    way_out: Any


class _Kept(msgspec.Struct, frozen=True):
    """A look whose findings are so."""

    found: list[_Finding]
    ended: float
    took: float


def written(look: Looked) -> bytes:
    """A look as it is kept in a file."""
    found = [
        _Finding(check.name, _plain(check.of), check.state, _plain(check.detail), _plain(check.way_out))
        for check in look.found
    ]
    return msgspec.json.encode(_Kept(found, look.ended, look.took))


def read(kept: bytes) -> Looked:
    """The look that was written.

    Raises:
        msgspec.MsgspecError: it is none.
    """
    look = msgspec.json.decode(kept, type=_Kept)
    found = [
        Check(
            name=each.name,
            of=_value(each.of),
            state=each.state,
            detail=_value(each.detail),
            way_out=_value(each.way_out),
        )
        for each in look.found
    ]
    return Looked(found, look.ended, look.took)


def _plain(value: object) -> object:
    """A value that a finding says, in JSON; what is neither text nor number is kept as it reads."""
    match value:
        case Phrase():
            return {"phrase": value.key, "values": _plain(value.values)}
        case Word():
            return {"word": value.code, "about": value.about}
        case Listed():
            return {"listed": _plain(value.parts), "between": value.between}
        case Problem():
            _, of_kind = value.kind.__reduce__()
            return {"problem": _plain(of_kind), "params": _plain(value.params)}
        case Mapping():
            return {name: _plain(named) for name, named in value.items()}
        case list() | tuple():
            return [_plain(each) for each in value]
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)


def _value(plain: Any) -> Any:
    match plain:
        case {"phrase": key, "values": values}:
            return Phrase(key, {name: _value(named) for name, named in values.items()})
        case {"word": code, "about": about}:
            return Word(about, code)
        case {"listed": parts, "between": between}:
            return Listed([_value(each) for each in parts], between)
        case {"problem": kind, "params": params}:
            return Problem(type_called(*kind), {name: _value(named) for name, named in params.items()})
        case list():
            return [_value(each) for each in plain]
    return plain
