"""What commands show of a tournament, in the language asked for: no English but what is typed, and names."""

import re

import pytest

from tests.cli.conftest import Command, appoint_chief
from tests.cli.test_history import played  # noqa: F401

COMMANDS = (
    ("standings", "cup"),
    ("standings", "cup", "--families"),
    ("explain", "cup", "001"),
    ("replay", "cup", "--show", "sessions"),
    ("replay", "cup", "--show", "docket"),
    ("replay", "cup", "--show", "timeline"),
    ("tail", "cup", "--after", "20", "--no-follow"),
    ("diff", "cup", "20", "40"),
    ("what-if", "cup", "--without", "29"),
    ("deliveries", "cup"),
    ("deliveries", "pending"),
)
TYPED = r"\b(?:cup|REF-1|CR1|Chief|Somebody)\b"
"""Ids and names stand as they are typed."""
LATIN = {"Telegram"}


@pytest.fixture
def staffed(played: Command) -> Command:  # noqa: F811
    appoint_chief(played)
    return played


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_tournament_is_shown_in_chinese(staffed: Command, command: tuple[str, ...]) -> None:
    ran = staffed(*command, "--language", "zh")
    assert ran.code == 0, ran.err
    words = set(re.findall(r"[A-Za-z][A-Za-z_-]+", re.sub(TYPED, " ", ran.out + ran.err)))
    assert words - LATIN == set()


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_the_terminals_language_changes_nothing(
    staffed: Command, command: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    english = staffed(*command)
    monkeypatch.setenv("LC_ALL", "zh_HK.UTF-8")
    assert staffed(*command) == english
    assert re.search("[\u4e00-\u9fff]", english.out + english.err) is None


def test_a_language_without_texts_is_wrong_usage(tileledger: Command) -> None:
    ran = tileledger("standings", "cup", "--language", "fr")
    assert (ran.code, ran.out) == (2, "")
    assert "it is one of en, zh" in ran.err
