"""Figures as a Chinese keyboard types them are read as figures, and sentences stay as they are."""

import pytest

from shared.half_width import half_width


@pytest.mark.parametrize(
    ("typed", "read"),
    [
        ("００４１", "0041"),
        ("－５５", "-55"),
        ("＋３０", "+30"),
        ("２０２６－０３－２８　９：４０", "2026-03-28 9:40"),
        ("2026-03-28 ９:４０", "2026-03-28 9:40"),
        ("２０２６－０３－２８／１／７", "2026-03-28/1/7"),
        ("−5", "−5"),
        ("", ""),
        ("第１局，３分", "第１局，３分"),
        ("R１０", "R１０"),
        ("１０½", "１０½"),
    ],
)
def test_figures_alone_are_narrowed(typed: str, read: str) -> None:
    assert half_width(typed) == read
