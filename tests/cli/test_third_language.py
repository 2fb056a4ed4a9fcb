"""In a language that is nothing but one more file, commands print no word that never passed the catalogue."""

import re

import pytest

from tests.cli.conftest import Command, Ran
from tests.cli.test_history import played  # noqa: F401

TYPED = (
    r"TILELEDGER_\w+|\S*/\S+|\S+\.(?:jsonl|csv|toml|env)\b|\b(?:cup|var|[0-9a-f]{8,64}|\d+_\d\d_\d\d_\w+)\b"
)
"""Settings, files, folders, zones, ids, hashes and releases of a database stand as they are."""


@pytest.fixture
def terminal(
    played: Command,  # noqa: F811
    third: str,
    monkeypatch: pytest.MonkeyPatch,
) -> Command:
    """A tournament that is played, at a terminal of the third language."""
    monkeypatch.setenv("LC_ALL", f"{third}_FR.UTF-8")
    return played


def plain_words(text: str) -> set[str]:
    """Words in plain letters that are neither values nor typed."""
    return set(re.findall(r"[A-Za-z]{2,}", re.sub(TYPED, " ", text)))


def printed(ran: Ran) -> str:
    return ran.out + ran.err


def test_doctor_says_in_it_what_it_found(terminal: Command) -> None:
    terminal("deliveries", "mute")
    text = printed(terminal("doctor"))
    checks = text[text.index("\n\n") :]
    assert plain_words(checks) == set()
