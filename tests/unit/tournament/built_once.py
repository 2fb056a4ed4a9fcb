"""What many tests begin with is built once in a test process; each gets a copy to go on from."""

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, Protocol, TypeVar


class Copied(Protocol):
    def copied(self) -> Any: ...


KEPT: dict[Any, Any] = {}
P = ParamSpec("P")
T = TypeVar("T", bound=Copied)


def built_once(build: Callable[P, T]) -> Callable[P, T]:
    """Of the same figures a copy of what was built before; what cannot be looked up is built anew."""

    @wraps(build)
    def copy(*figures: P.args, **changes: P.kwargs) -> T:
        key = (build, figures, *changes.items())
        try:
            hash(key)
        except TypeError:
            return build(*figures, **changes)
        if key not in KEPT:
            KEPT[key] = build(*figures, **changes)
        found: T = KEPT[key].copied()
        return found

    return copy
