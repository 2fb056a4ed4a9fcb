"""Many small cases of one test, where to set up, collect and report each would cost more than to try it."""

import inspect
from collections.abc import Callable, Iterable
from typing import Any

import pytest


def cases(names: str, values: Iterable[Any]) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """In the place of `pytest.mark.parametrize`: one test that tries all cases and names each that failed.

    What the test takes beside them is the same for all cases, so it must not change with a case.
    """
    parameters = [name.strip() for name in names.split(",")]
    given = [tuple(value) if len(parameters) > 1 else (value,) for value in values]
    assert given, f"no case of {names}"

    def of_all(test: Callable[..., None]) -> Callable[..., None]:
        def try_all(**beside: Any) -> None:
            failed: list[BaseException] = []
            for case in given:
                named = dict(zip(parameters, case, strict=True))
                try:
                    test(**beside, **named)
                except (Exception, pytest.fail.Exception) as error:
                    error.add_note(", ".join(f"{name} = {value!r:.400}" for name, value in named.items()))
                    failed.append(error)
            if failed:
                raise BaseExceptionGroup(f"{len(failed)} of {len(given)} cases", failed)

        signature = inspect.signature(test)
        try_all.__name__, try_all.__doc__, try_all.__module__ = test.__name__, test.__doc__, test.__module__
        try_all.__signature__ = signature.replace(  # type: ignore[attr-defined]
            parameters=[each for name, each in signature.parameters.items() if name not in parameters]
        )
        try_all.pytestmark = getattr(test, "pytestmark", [])  # type: ignore[attr-defined]
        return try_all

    return of_all
