"""What spreadsheets make of a file of entrants: lost zeros, powers of ten, empty columns, wide figures."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Ran
from tests.cli.files import ENTRANT_HEADING, Row, write
from tests.wording import fixed

PLAIN = """
id = "plain"
title = "T"
ruleset = "hk-2026"
zone = "Asia/Hong_Kong"
[[stage]]
id = "g"
sessions = [ { id = "2026-03-28/1", day = 2026-03-28, tables = 20, start = "14:00" } ]
"""
SIU_MING: Row = [
    "001",
    "Chan Siu Ming",
    "陳小明",
    "2016-05-14",
    "2026-03-28/1",
    "",
    "",
    "p1@example.org",
    "zh",
    "",
]
SHORT = "entrant_no,name_en,name_zh,family,family_role,email,language,team"


@pytest.fixture
def plain(tileledger: Command, home: Path) -> Command:
    (home / "plain.toml").write_text(PLAIN, "utf-8")
    assert tileledger("tournament", "create", "plain.toml").code == 0
    return tileledger


def imported(
    plain: Command, home: Path, rows: Sequence[Row], *options: str, heading: Sequence[str] = ENTRANT_HEADING
) -> Ran:
    file = write(home / "people.csv", heading, rows)
    return plain("import", "entrants", "plain", file, *options)


def registered(plain: Command) -> list[str]:
    out = plain("replay", "plain", "--show", "timeline", "--json").answer
    return [row["text"] for row in out["rows"] if row["type"] == "entrant-registered"]


def test_empty_columns_at_the_end_are_passed_over(plain: Command, home: Path) -> None:
    file = home / "empty.csv"
    file.write_bytes(f"{SHORT},,\r\n001,Chan Siu Ming,陳小明,,,,zh,,,\r\n".encode())
    assert plain("import", "entrants", "plain", str(file)).out.startswith("1 entrant: recorded")
    told = f"sep=;\r\n{SHORT}\r\n001,Chan Siu Ming,陳小明,,,,zh,\r\n".replace(",", ";")
    file.write_bytes(told.encode("utf-8-sig"))
    assert fixed("cli-imported-before") in plain("import", "entrants", "plain", str(file)).out


@pytest.mark.parametrize("phone", ["9.12E+07", "abc", "12", "1" * 30, "９．１２Ｅ＋０７"])
def test_a_telephone_that_nobody_can_have_is_refused_with_its_line(
    plain: Command, home: Path, phone: str
) -> None:
    ran = imported(plain, home, [[*SIU_MING, phone]], heading=[*ENTRANT_HEADING, "phone"])
    assert (ran.code, ran.err.split(": ")[1]) == (1, "phone-invalid")
    assert "line 2, field phone" in ran.err
    assert registered(plain) == []


@pytest.mark.parametrize("number", ["1.0", "1.5", "7.", "１．０"])
def test_a_number_with_decimals_is_refused_as_made_by_a_spreadsheet(
    plain: Command, home: Path, number: str
) -> None:
    ran = imported(plain, home, [[number, *SIU_MING[1:]]])
    assert ran.code == 1
    assert "line 2, field entrant_no" in ran.err
    assert "entrant-number-wrong" in ran.err
    assert "write English letters" not in ran.err
    assert registered(plain) == []


@pytest.mark.parametrize("number", ["1", "01", "0001"])
def test_a_number_that_lost_its_zeros_is_refused_with_both_named(
    plain: Command, home: Path, number: str
) -> None:
    assert imported(plain, home, [SIU_MING]).code == 0
    again = [number, *SIU_MING[1:]]
    for preview in ((), ("--preview",)):
        ran = imported(plain, home, [again], *preview)
        assert (ran.code, ran.err.split(": ")[1]) == (1, "entrant-number-taken")
        assert f"{number} (the same number as 001)" in ran.err
    assert len(registered(plain)) == 1


def test_every_command_of_the_terminal_finds_the_number_without_its_zeros(plain: Command, home: Path) -> None:
    imported(plain, home, [SIU_MING])
    for number in ("1", "0001", "００１"):
        assert plain("subject", "plain", number).answer["numbers"] == ["001"]
        assert plain("calendar", "plain", "--entrant", number).code == 0
        grant = ("access", "grant", "--role", "participant", "--tournament", "plain", "--json")
        assert plain(*grant, "--subject", number).answer["subject"] == "001"
        consent = f'{{"entrant":"{number}","shown":true}}'.encode()
        assert plain("submit", "plain", "set-consent", stdin=consent).code == 0
        assert plain("explain", "plain", number, "--json").answer["entrant_no"] == "001"
    assert "revoked" in plain("access", "revoke", "--subject", "1").err
    assert plain("forget", "plain:1").code == 0
    assert plain("subject", "plain", "001").answer["details"] == {}


def test_a_file_in_wide_figures_and_odd_blanks_is_the_plain_file(plain: Command, home: Path) -> None:
    assert imported(plain, home, [SIU_MING]).code == 0
    wide: Row = [
        *("００１", "\u3000Chan\u00a0Siu Ming", "陳\u200b小明\ufe0f", "２０１６－０５－１４"),
        *("２０２６－０３－２８／１", "", "", "ｐ１＠ｅｘａｍｐｌｅ．ｏｒｇ", "ＴＣ", "\u2060"),
    ]
    ran = imported(plain, home, [wide])
    assert (ran.code, fixed("cli-imported-before") in ran.out) == (0, True), ran.err


def test_a_likely_second_registration_is_remarked_and_listed(plain: Command, home: Path) -> None:
    again = ["002", "CHAN, Siu-ming", *SIU_MING[2:]]
    foreseen = imported(plain, home, [SIU_MING, again], "--preview", "--json").answer
    assert (foreseen["known"], foreseen["events"]) == (0, 4)
    assert registered(plain) == []
    done = imported(plain, home, [SIU_MING, again], "--json").answer
    assert foreseen["remarks"] == done["remarks"]
    assert [note["code"] for note in done["remarks"]] == ["likely-duplicate"]
    assert imported(plain, home, [SIU_MING, again], "--json").answer["remarks"] == []
    (row,) = plain("duplicates", "plain", "--json").answer["rows"]
    assert ([twin["entrant_no"] for twin in row["entrants"]], row["same"]) == (
        ["001", "002"],
        ["name_and_birth_date", "email"],
    )
    line = plain("duplicates", "plain").out.splitlines()[1]
    assert line.split("  ") == [
        "001, 002",
        "Chan Siu Ming, CHAN, Siu-ming",
        "name and birth date, e-mail address",
    ]


def test_a_heading_that_is_not_separated_as_the_line_above_says_is_told_by_that_line(
    plain: Command, home: Path
) -> None:
    file = write(home / "e.csv", ENTRANT_HEADING, [SIU_MING])
    text = Path(file).read_text()
    Path(file).write_text(f"sep=;\n{text}")
    ran = plain("import", "entrants", "plain", file)
    assert (ran.code, ran.err.split(": ")[1]) == (1, "columns-wrong")
    assert "the line sep=; above it says that cells are separated by ;, and there is none in it" in ran.err


def test_a_number_that_is_in_the_file_twice_is_refused_with_the_line_that_has_it(
    plain: Command, home: Path
) -> None:
    ran = imported(plain, home, [SIU_MING, ["001", "Somebody else", *SIU_MING[2:]]])
    assert (ran.code, ran.err.split(": ")[1]) == (1, "entrant-number-taken")
    assert "001 (line 2 of this file has it already: remove one of the two" in ran.err
    assert "line 3" in ran.err
