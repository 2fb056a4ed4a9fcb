"""In a language that is nothing but one more file, commands print no word that never passed the catalogue."""

import re
import sqlite3
from pathlib import Path

import pytest

from services.cli.importing import ENTRANT_COLUMNS, OPTIONAL_COLUMNS, RESULT_COLUMNS
from tests.cli.conftest import Command, Ran
from tests.cli.test_history import played  # noqa: F401

TYPED = (
    r"TILELEDGER_\w+|\S*/\S+|\S+\.(?:jsonl|csv|toml|env)\b|\b(?:cup|var|[0-9a-f]{8,64}|\d+_\d\d_\d\d_\w+)\b"
)
"""Settings, files, folders, zones, ids, hashes and releases of a database stand as they are."""


VALUES = ("aunt", "nobody", "xx", "perhaps", "en", "fr", "zh", "child", "parent", "yes", "no")
"""Values of a file, and those that may stand there."""


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
    return set(re.findall(r"[A-Za-z_]{2,}", re.sub(TYPED, " ", text)))


def printed(ran: Ran) -> str:
    return ran.out + ran.err


def test_doctor_says_in_it_what_it_found(terminal: Command) -> None:
    terminal("deliveries", "mute")
    text = printed(terminal("doctor"))
    checks = text[text.index("\n\n") :]
    assert plain_words(checks) == set()


def test_verify_and_its_findings_are_in_it(terminal: Command, home: Path) -> None:
    assert plain_words(printed(terminal("verify", "cup"))) == set()
    assert terminal("export", "cup", "cup.jsonl").code == 0
    lines = (home / "cup.jsonl").read_bytes().splitlines(keepends=True)
    line = lines[4].replace(b'"actor":"', b'"actor":"x')
    assert line != lines[4]
    (home / "cup.jsonl").write_bytes(b"".join([*lines[:4], line, *lines[5:]]))
    touched = terminal("verify", "cup.jsonl")
    assert touched.code == 1
    assert plain_words(without_code(touched.err)) == set()
    with sqlite3.connect(home / "var" / "tileledger.db") as connection:
        connection.execute("DROP TRIGGER event_refuses_update")
        connection.execute("UPDATE event SET actor = 'x' WHERE seq = 5")
    connection.close()
    refused = terminal("verify", "cup", "--json")
    assert (refused.code, refused.answer["what"]) == (1, "hash")
    assert plain_words(refused.answer["detail"]) == set()


def test_what_is_wrong_with_files_that_come_in_is_said_in_it(terminal: Command, home: Path) -> None:
    heading = ",".join((*ENTRANT_COLUMNS, *OPTIONAL_COLUMNS))
    wrong = "00 1,,,Ng,aunt,nobody,xx,,2017-02-31,2026-03-28/9,,perhaps,,"
    for text in (f"{heading}\n{wrong}\n", "entrant_no;name_en\n1;Ann\n", f"{heading}\n1,2\n", ""):
        (home / "rows.csv").write_text(text)
        refused = terminal("import", "entrants", "cup", "rows.csv")
        assert refused.code == 1
        assert plain_words(without_code(refused.err)) <= {*ENTRANT_COLUMNS, *OPTIONAL_COLUMNS, *VALUES}
    (home / "rows.csv").write_text(f"{','.join(RESULT_COLUMNS)}\n2026-03-28/1,x,1,A,001,2,3.33,-1\n")
    refused = terminal("import", "results", "cup", "rows.csv")
    assert plain_words(without_code(refused.err)) <= {*RESULT_COLUMNS}


def test_a_rehearsal_is_told_in_it(terminal: Command) -> None:
    assert terminal("tournament", "new", "school", "--like", "school-day", "--out", "school.toml").code == 0
    ran = terminal("rehearse", "school.toml", "--script", "signal-8")
    assert ran.code == 0, ran.err
    # Messages and the title are in the languages of the tournament; days are written by the calendar.
    told = "\n".join(line for line in ran.out.splitlines() if not line.startswith(" " * 22))
    assert plain_words(told.replace("School day", "")) <= {"samedi", "mars"}


def without_code(text: str) -> str:
    """The lines of a refusal without `tileledger: code: `."""
    return re.sub(r"^tileledger: [a-z0-9-]+: ", "", text, flags=re.M)
