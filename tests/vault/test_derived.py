"""What was derived from a log and is no more what follows from it: `doctor` finds it."""

import sqlite3
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import Command
from tests.cli.test_doctor import checks

CHECKS = ("log of hk-2026", "listing of hk-2026", "notice rows of hk-2026")


def change(home: Path, *statements: str) -> None:
    with sqlite3.connect(home / "var" / "tileledger.db") as connection:
        for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            connection.execute(f"DROP TRIGGER {name}")
        for statement in statements:
            assert connection.execute(statement).rowcount
    connection.close()


def found(tileledger: Command) -> dict[str, Any]:
    every = checks(tileledger("doctor", "--json"))
    return {name: every[name] for name in CHECKS}


def test_on_a_sound_log_all_of_it_follows(entered: None, tileledger: Command) -> None:
    assert {check["state"] for check in found(tileledger).values()} == {"ok"}


@pytest.mark.parametrize(
    ("statement", "check", "text"),
    [
        ("UPDATE event SET actor = 'organizer:someone' WHERE seq = 4", "log", "at seq 4"),
        ("DELETE FROM command WHERE first_seq = 4", "log", "at seq 4"),
        ("UPDATE listing SET listing = replace(listing, 'scheduled', 'ended')", "listing", "table `listing`"),
        ("DELETE FROM notice WHERE seq = (SELECT max(seq) FROM notice)", "notice rows", "seq"),
        ("DELETE FROM notice", "notice rows", "there are none"),
    ],
)
def test_what_does_not_follow_is_found_where_it_is(
    statement: str, check: str, text: str, entered: None, tileledger: Command, home: Path
) -> None:
    change(home, statement)
    every = found(tileledger)
    finding = every.pop(f"{check} of hk-2026")
    assert finding["state"] == ("warning" if text == "there are none" else "failed")
    assert text in finding["detail"]
    assert {check["state"] for check in every.values()} == {"ok"}
