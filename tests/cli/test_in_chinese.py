"""What commands print on a Chinese terminal: no codes, no English but what is typed, and names."""

import re

import pytest

from tests.cli.conftest import Command, appoint_chief
from tests.cli.test_history import played  # noqa: F401

COMMANDS = (
    ("tournament", "list"),
    ("standings", "cup"),
    ("standings", "cup", "--families"),
    ("explain", "cup", "001"),
    ("replay", "cup", "--show", "sessions"),
    ("replay", "cup", "--show", "docket"),
    ("replay", "cup", "--show", "timeline"),
    ("diff", "cup", "20", "40"),
    ("verify", "cup"),
    ("posts", "cup"),
    ("deliveries", "cup"),
    ("deliveries", "pending"),
    ("access", "list"),
    ("access", "rights"),
    ("webhook", "list", "cup"),
    ("ratings", "cup"),
    ("rules", "list"),
    ("bot", "channel", "cup"),
)
TYPED = (
    r"TILELEDGER_\w+|`[^`]*`|\b(?:cup|REF-1|CR1|Chief|Somebody|tok-[0-9a-f]+|https?://\S+|[0-9a-f]{8,64})\b"
)
"""Commands, settings, ids and names stand as they are typed."""
BY_ID = ("access rights", "access list", "webhook list cup", "rules list")
"""Tables whose first column is what is typed: commands, tokens, rulesets."""
LATIN = {"Telegram", "BSG", "Pressman", "Sonneborn-Berger", "μ", "σ", "id"}


@pytest.fixture
def chinese(played: Command, monkeypatch: pytest.MonkeyPatch) -> Command:  # noqa: F811
    appoint_chief(played)
    played("access", "grant", "--role", "referee", "--tournament", "cup", "--subject", "REF-1")
    played("webhook", "add", "cup", "https://hooks.example.org/1")
    monkeypatch.setenv("LC_ALL", "zh_HK.UTF-8")
    return played


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_a_chinese_terminal_reads_chinese(chinese: Command, command: tuple[str, ...]) -> None:
    ran = chinese(*command)
    assert ran.code == 0, ran.err
    by_id = " ".join(command) in BY_ID
    lines = (re.sub(r"^\S+", "", line) if by_id else line for line in (ran.out + ran.err).splitlines())
    assert latin_words("\n".join(lines)) == set()


def test_doctor_says_in_chinese_what_it_found(chinese: Command) -> None:
    chinese("deliveries", "mute")
    text = chinese("doctor").out
    checks = text[text.index("\n\n") :]
    # Releases of the databases, their folder and files, and the zone.
    assert latin_words(re.sub(r"\d+_\d\d_\d\d_\w+|\S*/\S+|\bvar\b", " ", checks)) <= {"UTC"}


def latin_words(text: str) -> set[str]:
    """Words in Latin letters that are neither names nor typed."""
    return set(re.findall(r"[A-Za-z][A-Za-z_-]+", re.sub(TYPED, " ", text))) - LATIN
