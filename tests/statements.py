"""Statements compiled once in a test process, although each test has databases of its own."""

from collections.abc import Callable
from typing import Any

from shared.database.statement import Statement

_COMPILED = ("text", "parameters", "named", "_fixed", "_places", "_plain")


def once(compiled: Callable[[Statement], None]) -> Callable[[Statement], None]:
    """In the place of `Statement._compile`: what SQLAlchemy would not tell apart is compiled but once."""
    kept: dict[Any, tuple[Any, ...]] = {}

    def compile_once(statement: Statement) -> None:
        key = _key(statement)
        if key is None or key not in kept:
            compiled(statement)
            if key is not None:
                kept[key] = tuple(getattr(statement, name) for name in _COMPILED)
            return
        for name, value in zip(_COMPILED, kept[key], strict=True):
            setattr(statement, name, value)

    return compile_once


def _key(statement: Statement) -> Any:
    """What the compiled text and the values written into it depend on; None where that cannot be told."""
    key = statement._clause._generate_cache_key()
    if key is None:
        return None
    values = tuple((bind.required, type(bind.value), bind.value) for bind in key.bindparams)
    found = (statement._dialect.name, key.key, values)
    try:
        hash(found)
    except TypeError:  # a list written into the statement
        return None
    return found
