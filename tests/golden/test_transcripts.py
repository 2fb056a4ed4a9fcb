"""What each role hears from first to last, in both languages, as it was read aloud and agreed on."""

import re

import pytest

from services.notices.rendering import LONGEST
from tests.golden.transcripts import FOLDER, Heard, everything_heard, transcripts

LOCK_SCREEN = 100
"""Characters that a locked phone shows of a message."""


@pytest.fixture(scope="module")
def all_heard() -> Heard:
    return everything_heard()


@pytest.fixture(scope="module")
def written(all_heard: Heard) -> dict[str, str]:
    return transcripts(all_heard)


def test_every_role_hears_what_was_agreed_on(written: dict[str, str]) -> None:
    """After a wanted change delete the files, have `python -m tests.golden` write them, and read them."""
    kept = {file.name: file.read_text("utf-8") for file in FOLDER.glob("*.txt")}
    assert written.keys() == kept.keys()
    for name, text in written.items():
        assert text == kept[name], name


def test_both_languages_hear_the_same_things_at_the_same_time(written: dict[str, str]) -> None:
    for name in written:
        if name.endswith(".en.txt"):
            other = written[name.replace(".en.", ".zh.")]
            assert re.findall(r"^\[.*\]$", written[name], re.M) == re.findall(r"^\[.*\]$", other, re.M)


def test_the_beginning_stands_alone_on_a_lock_screen(all_heard: Heard) -> None:
    """It begins with words, not with an id or a number, and says whole what it is about."""
    assert all_heard.messages
    for role, language, when, message in all_heard.messages:
        begins = message.bodies[0][:LOCK_SCREEN]
        assert len(message.text) < LONGEST or message.kind.startswith("post"), (role, language, when)
        assert re.search(r"[^\W\d_]{2}", begins[:20]), (role, when, begins)
        assert not re.search(r"\d{4}-\d\d-\d\d/\d", begins), (role, when, begins)
