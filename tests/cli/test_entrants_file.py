"""The file of entrants: what it may leave out, and how its faults are told."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from services.spreadsheets.columns import column_word
from services.spreadsheets.csv_files import heading_of
from tests.cli.conftest import Command, Ran
from tests.cli.files import ENTRANT_HEADING, FOUNDED, TOURNAMENT, Row, write

SHORT_HEADING = [column for column in ENTRANT_HEADING if column not in ("birth_date", "session")]


def people(count: int, *, birth_date: str = "", session: str = "") -> list[Row]:
    return [
        [
            f"{number:03}",
            f"Chan Tai {number}",
            f"陳大{chr(0x4E00 + number)}",
            birth_date,
            session,
            "",
            "",
            "",
            "en",
            "",
        ]
        for number in range(1, count + 1)
    ]


def found(tileledger: Command, like: str) -> str:
    """A tournament made from a template, by its id."""
    assert tileledger("tournament", "new", "open", "--like", like, "--out", "open.toml").code == 0
    assert tileledger("tournament", "create", "open.toml").code == 0
    return "open"


def imported(
    tileledger: Command, home: Path, rows: Sequence[Row], heading: Sequence[str] = ENTRANT_HEADING
) -> Ran:
    return tileledger("import", "entrants", "open", write(home / "people.csv", heading, rows))


def test_one_entrant_is_told_in_the_singular(tileledger: Command, home: Path) -> None:
    found(tileledger, "swiss")
    assert imported(tileledger, home, people(1)).out.startswith("1 entrant: recorded in ")
    assert imported(tileledger, home, people(1)).out.startswith("1 entrant: all known already")


@pytest.mark.parametrize("like", ["swiss", "league", "round-robin", "swiss-final"])
def test_birth_date_and_session_may_be_empty_where_nothing_needs_them(
    like: str, tileledger: Command, home: Path
) -> None:
    found(tileledger, like)
    ran = imported(tileledger, home, people(4))
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("4 entrants: recorded in ")
    assert "nothing changed" in imported(tileledger, home, people(4)).out
    more = imported(tileledger, home, people(6))
    assert (more.code, "4 known already" in more.out) == (0, True)


def test_birth_date_and_session_may_have_no_column_at_all(tileledger: Command, home: Path) -> None:
    found(tileledger, "swiss")
    rows = [[*row[:3], *row[5:]] for row in people(4)]
    ran = imported(tileledger, home, rows, SHORT_HEADING)
    assert (ran.code, ran.err) == (0, "")
    assert "nothing changed" in imported(tileledger, home, people(4)).out


def test_a_session_is_still_asked_for_where_there_is_a_choice(tileledger: Command, home: Path) -> None:
    assert tileledger("tournament", "create", TOURNAMENT, "--id", "open").code == 0
    ran = imported(tileledger, home, people(4, birth_date="1990-01-01"))
    assert (ran.code, "session-needed" in ran.err, "lines 2–5" in ran.err) == (1, True, True)


def test_a_birth_date_is_still_asked_for_where_ages_decide(tileledger: Command, home: Path) -> None:
    assert tileledger("tournament", "create", TOURNAMENT, "--id", "open").code == 0
    ran = imported(tileledger, home, people(4, session="2026-03-28/1"))
    assert (ran.code, "birth-date-needed" in ran.err) == (1, True)
    assert "lines 2–5" in ran.err
    assert "field birth_date" in ran.err


FAULTY: list[Row] = [
    ["001", "Chan A", "陳一", "2016-01-02", "2026-03-28/1", "F1", "child", "", "zh", ""],
    ["002", "Chan B", "陳二", "02/03/2017", "2026-03-28/1", "", "", "", "zh", ""],
    ["003", "", "", "1990-03-02", "2026-03-28/1", "", "", "", "zh", ""],
    ["004", "Lee", "李", "1990-03-02", "2026-03-28/9", "", "", "", "zh", ""],
    ["陳", "Young", "小", "2017-2-30", "2026-03-28/1", "", "uncle", "", "fr", ""],
    ["006", "Ho", "何", "1990-03-02"],
    ["007", "Ho", "何", "2016-13-02", "2026-03-28/1", "", "", "no address", "", ""],
]


def places(text: str) -> tuple[str, str, str]:
    """Code, line and field of a line on standard error."""
    where = dict(part.split(" ", 1) for part in text.rpartition("(")[2].rstrip(")").split(", "))
    return text.split(": ")[1], where["line"], where.get("field", "")


def test_every_fault_of_the_file_is_told_at_once_and_nothing_changes(tileledger: Command, home: Path) -> None:
    assert tileledger("tournament", "create", TOURNAMENT, "--id", "open").code == 0
    ran = imported(tileledger, home, FAULTY)
    assert ran.code == 1
    refused_places = [places(line) for line in ran.err.splitlines()]
    assert [(code, line) for code, line, _ in refused_places] == [
        ("cell-invalid", "3"),
        ("invalid-input", "4"),
        ("not-found", "5"),
        ("cell-invalid", "6"),
        ("entrant-number-wrong", "6"),
        ("cell-invalid", "6"),
        ("cell-invalid", "6"),
        ("cells-wrong", "7"),
        ("cell-invalid", "8"),
        ("email-invalid", "8"),
    ]
    assert [field for _, line, field in refused_places if line == "6"] == [
        "birth_date",
        "entrant_no",
        "family_role",
        "language",
    ]
    assert tileledger("verify", "open", "--json").answer["events"] == FOUNDED


def test_a_wrong_column_is_told_with_the_wrong_rows_and_who_is_there_already(
    tileledger: Command, home: Path
) -> None:
    found(tileledger, "swiss")
    assert imported(tileledger, home, people(4)).code == 0
    taken, odd = people(2)
    rows = [[*taken[:2], "Somebody Else", *taken[3:], "42"], [*odd[:3], "no day", *odd[4:], "41"]]
    ran = imported(tileledger, home, rows, [*ENTRANT_HEADING, "shoes"])
    assert ran.code == 1
    assert [code for code, _, _ in map(places, ran.err.splitlines())] == [
        "columns-wrong",
        "entrant-number-taken",
        "cell-invalid",
    ]


def test_of_very_many_faults_the_first_are_named_and_the_others_counted(
    tileledger: Command, home: Path
) -> None:
    assert tileledger("tournament", "create", TOURNAMENT, "--id", "open").code == 0
    rows = [row for number in range(1, 121) for row in people(number, birth_date=f"day {number}")[-1:]]
    lines = imported(tileledger, home, rows).err.splitlines()
    assert len(lines) == 51
    assert "line 51" in lines[49]
    assert lines[50] == (
        "tileledger: further-faults: 70 more faults are not named. Correct these first, then try again. "
        f"(file {home / 'people.csv'})"
    )


WAYS_OUT = {
    (3, "02/03/2017"): '"02/03/2017": it could be',
    (3, "31/31/2016"): "there is no such day",
    (3, "20170302"): "write year-month-day",
    (3, "2017-13-02"): "there is no such day",
    (0, ""): "“number” cannot be empty: it is needed in every row",
    (0, "陳"): "entrant-number-wrong",
    (6, "uncle"): '"uncle": write child or parent',
    (8, "fr"): "write one of English, Chinese",
    (1, "A" * 101): "English name has more than 100 characters",
    (1, "12"): '"12" is no name',
}


@pytest.mark.parametrize(("cell", "text"), WAYS_OUT.items())
def test_a_cell_is_refused_with_what_to_write(
    cell: tuple[int, str], text: str, tileledger: Command, home: Path
) -> None:
    found(tileledger, "swiss")
    rows = people(2)
    rows[1][cell[0]] = cell[1]
    told = imported(tileledger, home, rows).err
    assert text in told
    for words in ("isoformat", "must be in"):
        assert words not in told


def test_an_open_quotation_mark_is_told_with_the_line_where_it_began(tileledger: Command, home: Path) -> None:
    found(tileledger, "swiss")
    file = home / "people.csv"
    file.write_text(
        ",".join(SHORT_HEADING) + '\n001,Ann,,,,,en,\n002,"Ben,,,,,en,\n003,Cat,,,,,en,\n', "utf-8"
    )
    en = tileledger("import", "entrants", "open", str(file)).err
    assert "quote-open: A cell in this line begins with a quotation mark" in en
    assert "line 3" in en
    assert "rights" not in en


def test_a_file_names_the_stage_by_a_session_where_there_are_several_to_register_for(
    tileledger: Command, home: Path
) -> None:
    found(tileledger, "divisions")
    asked = imported(tileledger, home, people(2))
    assert asked.code == 1
    assert "session-needed" in asked.err
    assert "Round 1 (Open); Round 1 (Junior)" in asked.err
    assert "open-1" not in asked.err
    rows = [*people(2, session="open-1"), *people(4, session="junior-1")[2:]]
    assert imported(tileledger, home, rows).out.startswith("4 entrants: recorded in ")
    # Any session of the stage is the one that was registered for.
    again = [*people(2, session="open-2"), *people(4, session="junior-1")[2:]]
    assert "nothing changed" in imported(tileledger, home, again).out
    called = [*people(2, session="Round 1 (Open)"), *people(4, session="round 1（junior）")[2:]]
    assert "nothing changed" in imported(tileledger, home, called).out
    several = imported(tileledger, home, people(5, session="Round 1")[4:])
    assert (several.code, "Round 1 (Open), Round 1 (Junior)" in several.err) == (1, True)
    unknown = imported(tileledger, home, people(5, session="Round 9")[4:])
    assert (unknown.code, "(Open), Round 1, " in unknown.err, "open-1" in unknown.err) == (1, True, False)
    other = imported(tileledger, home, people(1, session="junior-1"))
    assert (other.code, "sessions-overlap" in other.err) == (1, True)


def test_a_further_row_of_a_number_is_an_entry_into_another_stage(tileledger: Command, home: Path) -> None:
    made = tileledger("tournament", "new", "open", "--like", "divisions").out
    assert 'day = 2027-03-06, registration = "13:30"' in made
    before, _, after = made.partition('id = "junior"')
    (home / "open.toml").write_text(
        before + 'id = "junior"' + after.replace("2027-03-06", "2027-03-07"), "utf-8"
    )
    assert tileledger("tournament", "create", "open.toml").code == 0
    empty = [""] * 5
    again: Row = ["001", "", "", "", "junior-1", *empty]
    rows = [*people(2, session="open-1"), again]
    assert imported(tileledger, home, rows).out.startswith("3 rows of 2 entrants: recorded in 6 events")
    assert "nothing changed" in imported(tileledger, home, rows).out
    more = imported(tileledger, home, [*rows, ["002", *people(2)[1][1:4], "junior-1", *people(2)[1][5:]]])
    assert (more.code, "3 known already" in more.out) == (0, True)
    refused = imported(tileledger, home, [["002", "Somebody else", "", "", "junior-1", *empty]])
    assert refused.code == 1
    assert "entrant-number-taken" in refused.err
    assert "further row" in refused.err


@pytest.mark.parametrize(
    ("text", "language"),
    [("姓名,出生日期\n陳大文,1990-01-02\n", "en"), ("name;birth date\nBo Lee;2.3.1990\n", "zh")],
)
def test_a_name_and_what_the_tournament_needs_are_enough_as_on_the_page(
    text: str, language: str, tileledger: Command, home: Path
) -> None:
    assert tileledger("tournament", "create", TOURNAMENT, "--id", "open").code == 0
    first, _, rest = text.partition("\n")
    between = ";" if ";" in first else ","
    text = f"{first}{between}session\n{rest.strip()}{between}2026-03-28/1\n".replace("2.3.1990", "1990-03-02")
    (home / "people.csv").write_text(text, "utf-8")
    for said in ("1 entrant: recorded in ", "1 entrant: all known already"):
        ran = tileledger("import", "entrants", "open", str(home / "people.csv"))
        assert ran.out.startswith(said), ran.err


def test_the_heading_to_put_on_top_fits_the_columns_and_has_what_is_needed(
    tileledger: Command, home: Path
) -> None:
    assert tileledger("tournament", "create", TOURNAMENT, "--id", "open").code == 0
    for line, wanted in (
        ("陳大文,1990-01-02", ("name_zh", "birth_date")),
        ("7;Bo Lee", ("entrant_no", "name_en", "birth_date")),
    ):
        (home / "people.csv").write_text(f"{line}\n", "utf-8")
        ran = tileledger("import", "entrants", "open", str(home / "people.csv"))
        assert (ran.code, ran.err.split(": ")[1]) == (1, "heading-missing")
        assert f"“{heading_of(wanted).in_language('en')}”" in ran.err
    (home / "people.csv").write_text("姓名,team\n陳大文,A\n", "utf-8")
    ran = tileledger("import", "entrants", "open", str(home / "people.csv"))
    assert "birth-date-needed" in ran.err
    assert column_word("name_en").in_language("en") not in ran.err


def test_whatever_is_wrong_with_a_row_is_named_in_one_go(tileledger: Command, home: Path) -> None:
    assert tileledger("tournament", "create", TOURNAMENT, "--id", "open").code == 0
    rows = people(1, birth_date="2031-01-01", session="nowhere")
    rows[0][1] = "12"
    err = imported(tileledger, home, rows).err
    assert [line.split(": ")[1] for line in err.splitlines()] == [
        "name-wrong",
        "not-found",
        "birth-date-wrong",
    ]
