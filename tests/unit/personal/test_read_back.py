"""What is otherwise than it was read back: changed, new or gone, unless it may come or go."""

import pytest

from services.personal.read_back import Change, May, Part, differences, names_known, part, parts_in, written
from tests.cases import cases

READ = [part("game", [1, 2], "Game 1"), part("cut", True, "Cut")]


@cases(
    "now, changes",
    [
        (READ, []),
        (READ[::-1], []),
        ([part("game", [1, 2], "said otherwise"), READ[1]], []),
        ([part("game", [1, 3], "Game one"), READ[1]], [Change("Game 1", "Game one")]),
        (READ[:1], [Change("Cut", "")]),
        ([*READ, part("award", 1, "Award")], [Change("", "Award")]),
        ([*READ, part("award", 1, "Award", "come")], []),
        ([*READ, part("award", 1, "Award", "go")], [Change("", "Award")]),
    ],
)
def test_only_what_means_something_else_is_otherwise(now: list[Part], changes: list[Change]) -> None:
    assert differences(READ, now) == changes
    assert differences(parts_in(written(READ)) or [], now) == changes


def test_what_was_read_is_shown_no_more_once_somebody_was_forgotten_but_counts_as_before() -> None:
    read, now = [*READ, names_known([])], names_known(["a person"])
    assert differences(read, [*READ, now]) == []
    otherwise = [part("game", [1, 3], "Game one"), now]
    assert differences(read, otherwise) == [Change("", "Game one"), Change("", "")]
    assert differences(READ, otherwise) == [Change("", "Game one"), Change("", "")], (
        "nor where that is unknown"
    )
    assert differences(read, otherwise[:1]) == [Change("Game 1", "Game one"), Change("Cut", "")]


@pytest.mark.parametrize(("may", "found"), [("", 1), ("come", 1), ("go", 0)])
def test_what_may_go_is_not_read_again_when_it_is_gone(may: May, found: int) -> None:
    assert len(differences([part("odd", True, "Odd", may)], [])) == found


@cases("kept", ["", "!", "YWJj", "e30=", written(READ)[:-20], "eJw" * 9])
def test_what_nobody_kept_is_nothing_that_was_read(kept: str) -> None:
    assert parts_in(kept) is None
