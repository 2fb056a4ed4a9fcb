"""A subject says whole what happened; a title is cut between words."""

import pytest

from services.notices.subjects import LONGEST, cut_at_word, of_tournament

TITLE = "Rummikub 75th Anniversary Player Tournament 2026"


@pytest.mark.parametrize(
    ("what", "subject"),
    [
        ("Your family unit is dissolved", "Rummikub 75th Anniversary Player Tournament…"),
        ("Your place in session 2 of Saturday is confirmed", "Rummikub 75th Anniversary…"),
    ],
)
def test_a_title_is_not_cut_inside_a_word_or_a_year(what: str, subject: str) -> None:
    assert of_tournament(what, TITLE, "en") == f"{what} – {subject}"


def test_a_title_that_fits_is_whole_and_one_without_room_is_left_out() -> None:
    assert of_tournament("Your code", TITLE, "en") == f"Your code – {TITLE}"
    what = "Play on Tuesday, 24 November is off: tropical cyclone signal 8 or above"
    assert of_tournament(what, TITLE, "en") == what


@pytest.mark.parametrize(
    ("text", "most", "cut"),
    [
        ("魔力橋 75 周年玩家大賽 2026", 17, "魔力橋 75 周年玩家大賽…"),
        ("魔力橋七十五周年玩家大賽", 8, "魔力橋七十五周…"),
        ("one two", 7, "one two"),
        ("one two three", 8, "one two…"),
        ("one two three", 9, "one two…"),
        ("Constantinople", 6, "Const…"),
    ],
)
def test_a_text_is_cut_between_words(text: str, most: int, cut: str) -> None:
    assert cut_at_word(text, most) == cut
    assert len(cut) <= most <= LONGEST
