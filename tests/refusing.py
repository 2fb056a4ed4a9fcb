"""A refusal that a test expects, by its code."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from shared.problems import Problem


@contextmanager
def refusing(code: str, match: str | None = None) -> Iterator[pytest.ExceptionInfo[Problem]]:
    """What is done within is refused with this code, and with a sentence that matches."""
    with pytest.raises(Problem, match=match) as refused:
        yield refused
    assert refused.value.code == code, refused.value
