"""Texts on a big screen: as large as they fit, in as many leaves as they need, and nothing lost."""

from hypothesis import given
from hypothesis import strategies as st

from services.desk.board.leaves import ROOM, leaves


def test_a_short_text_is_huge_and_a_longer_is_smaller() -> None:
    assert [leaf.size for leaf in leaves("Lunch is at one.")] == ["huge"]
    assert [leaf.size for leaf in leaves("Lunch is at one. " * 14)] == ["large"]
    assert [leaf.size for leaf in leaves("Lunch is at one. " * 22)] == ["plain"]
    assert [leaf.size for leaf in leaves("午膳時間為一時。" * 5)] == ["huge"]


def test_a_text_that_no_screen_holds_is_turned_over() -> None:
    words = [f"word{number}" for number in range(300)]
    parts = leaves(" ".join(words))
    assert len(parts) > 3
    assert " ".join(line for leaf in parts for line in leaf.lines).split() == words


def test_lines_stay_lines() -> None:
    assert leaves("First.\n\nSecond.\n")[0].lines == ("First.", "Second.")


def test_of_a_blank_text_there_is_nothing() -> None:
    assert leaves(" \n ") == ()


@given(st.text(alphabet="ab 枱數。\n", max_size=1500))
def test_no_letter_is_lost_and_no_leaf_is_too_full(text: str) -> None:
    parts = leaves(text)
    kept = "".join("".join(leaf.lines) for leaf in parts)
    assert "".join(kept.split()) == "".join(text.split())
    for leaf in parts:
        width, lines = ROOM[leaf.size]
        wide = sum(2 if letter > "\u2e80" else 1 for line in leaf.lines for letter in line)
        assert len(leaf.lines) <= lines
        assert wide <= width * lines
