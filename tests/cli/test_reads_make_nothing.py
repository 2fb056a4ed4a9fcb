"""Where there is no database, what reads or changes what is in it makes none: it says where it looked."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.files import ENTRANT_HEADING, RESULT_HEADING, entrant_rows, write

READS = [
    ("verify", "cup"),
    ("standings", "cup"),
    ("replay", "cup"),
    ("tail", "cup"),
    ("diff", "cup", "1", "2"),
    ("explain", "cup", "001"),
    ("what-if", "cup", "--without", "2"),
    ("posts", "cup"),
    ("calendar", "cup"),
    ("subject", "cup", "001"),
    ("export", "cup", "cup.jsonl"),
    ("dump", "copy"),
    ("ratings", "cup"),
    ("deliveries", "cup"),
    ("tournament", "list"),
    ("access", "list"),
    ("webhook", "list", "cup"),
]


CHANGES = [
    ("submit", "cup", "make-announcement"),
    ("import", "entrants", "cup", "e.csv"),
    ("import", "results", "cup", "r.csv"),
    ("forget", "cup:001"),
    ("links", "personal", "cup"),
    ("bot", "invite", "cup"),
    ("webhook", "remove", "1"),
    ("vault", "quarantine"),
    ("seal", "cup"),
]


def made(home: Path) -> list[str]:
    return sorted(str(file.relative_to(home)) for file in home.rglob("*"))


@pytest.mark.parametrize("command", [*READS, *CHANGES], ids=" ".join)
def test_without_a_database_a_command_about_what_is_in_it_is_refused_and_makes_nothing(
    tileledger: Command, home: Path, command: tuple[str, ...]
) -> None:
    write(home / "e.csv", ENTRANT_HEADING, entrant_rows(1))
    write(home / "r.csv", RESULT_HEADING, [])
    before = made(home)
    ran = tileledger(*command, stdin=b'{"audience": "everyone", "en": "Welcome", "zh": "Welcome"}')
    assert (ran.code, ran.out) == (1, ""), ran.err
    assert "database-not-there" in ran.err
    assert "database at var/" in ran.err
    assert "tileledger migrate" in ran.err
    assert made(home) == before


def test_an_empty_file_is_no_database_either(tileledger: Command, home: Path) -> None:
    tileledger("migrate")
    (place,) = home.rglob("tileledger.db")
    for file in home.rglob("tileledger.db*"):
        file.unlink()
    place.touch()
    ran = tileledger("tournament", "list")
    assert ran.code == 1
    assert "database-not-there: There is no log database at var/tileledger.db" in ran.err


def test_once_set_up_there_is_nothing_to_list(tileledger: Command, home: Path) -> None:
    tileledger("migrate")
    assert tileledger("tournament", "list", "--json").answer == []
