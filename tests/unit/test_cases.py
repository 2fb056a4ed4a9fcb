"""Many cases in one test: all are tried, and each that failed is named."""

from collections.abc import Iterator

import pytest

from tests.cases import cases

TRIED: list[tuple[int, str]] = []


@cases("number", [1, 2, 3])
@cases("text", ["a", "b"])
def every(number: int, text: str, *, beside: str) -> None:
    TRIED.append((number, text))
    assert number != 2, beside
    assert (number, text) != (3, "b")


def leaves(error: BaseException) -> Iterator[BaseException]:
    if isinstance(error, BaseExceptionGroup):
        for each in error.exceptions:
            yield from leaves(each)
    else:
        yield error


def test_all_cases_are_tried_and_those_that_failed_are_named() -> None:
    TRIED.clear()
    with pytest.raises(BaseExceptionGroup) as raised:
        every(beside="what it takes beside")
    assert len(TRIED) == 6
    assert [note for each in leaves(raised.value) for note in each.__notes__] == [
        "text = 'a'",
        "text = 'b'",
        "text = 'b'",
    ]
    assert [each.__notes__ for each in raised.value.exceptions] == [["number = 2"], ["number = 3"]]


def test_what_only_fails_by_what_it_did_not_raise_is_a_case_that_failed() -> None:
    @cases("number", [0, 1])
    def raises(number: int) -> None:
        with pytest.raises(ZeroDivisionError):
            1 // number

    with pytest.raises(BaseExceptionGroup) as raised:
        raises()
    assert [each.__notes__ for each in raised.value.exceptions] == [["number = 1"]]


def test_no_case_at_all_is_a_mistake() -> None:
    with pytest.raises(AssertionError):
        cases("number", [])
