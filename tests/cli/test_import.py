"""tileledger import: the CSV flow an organizer scripts against."""

from fractions import Fraction
from pathlib import Path

import pytest

from tests.cli.conftest import AtHome, Command, Ran
from tests.cli.files import (
    ENTRANT_HEADING,
    RESULT_HEADING,
    TOURNAMENT,
    Row,
    entrant_rows,
    result_rows,
    write,
)


@pytest.fixture
def created(tileledger: Command, at_home: AtHome) -> Command:
    def prepare() -> None:
        ran = tileledger("tournament", "create", TOURNAMENT)
        assert (ran.code, ran.out) == (0, "hk-2026\n")

    at_home("created", prepare)
    return tileledger


@pytest.fixture
def registered(created: Command, home: Path, at_home: AtHome) -> Command:
    def prepare() -> None:
        file = write(home / "entrants.csv", ENTRANT_HEADING, entrant_rows())
        assert created("import", "entrants", "hk-2026", file).code == 0

    at_home("registered", prepare)
    return created


def head(tileledger: Command) -> str:
    return str(tileledger("verify", "hk-2026", "--json").answer["hash"])


def results(tileledger: Command, home: Path, rows: list[list[object]]) -> Ran:
    return tileledger("import", "results", "hk-2026", write(home / "results.csv", RESULT_HEADING, rows))


def test_98_entrants_and_294_rows_give_exact_standings(registered: Command, home: Path) -> None:
    rows = result_rows()
    assert len(rows) == 294
    assert results(registered, home, rows).code == 0
    answer = registered("standings", "hk-2026", "--format", "json").answer
    assert answer["stage"] == "preliminary"
    totals: dict[str, list[int]] = {}
    for row in rows:
        total = totals.setdefault(str(row[4]), [0, 0, 0])
        for place, column in enumerate((5, 6, 7)):
            total[place] += int(str(row[column]))
    assert len(answer["rows"]) == 98
    for row in answer["rows"]:
        won, score, tiles = totals[row["entrant_no"]]
        assert (row["games_won"], row["score"], row["tiles"]) == (won, str(score), tiles)
        assert row["average"] == str(Fraction(score, 3))
        assert row["qualified"] is None
        better = [
            total for total in totals.values() if (-total[0], -total[1], total[2]) < (-won, -score, tiles)
        ]
        assert row["place"] == len(better) + 1
        assert row["tied"] == (list(totals.values()).count([won, score, tiles]) > 1)


def test_the_same_file_twice_changes_nothing(registered: Command, home: Path) -> None:
    results(registered, home, result_rows())
    before = head(registered)
    again = results(registered, home, result_rows())
    assert again.code == 0
    assert "nothing changed" in again.out
    entrants = write(home / "again.csv", ENTRANT_HEADING, entrant_rows())
    assert "nothing changed" in registered("import", "entrants", "hk-2026", entrants).out
    assert head(registered) == before


@pytest.mark.parametrize(("kind", "heading"), [("entrants", ENTRANT_HEADING), ("results", RESULT_HEADING)])
def test_a_file_of_headings_alone_is_refused_as_on_the_page(
    kind: str, heading: list[str], registered: Command, home: Path
) -> None:
    before = head(registered)
    file = write(home / "empty.csv", heading, [])
    ran = registered("import", kind, "hk-2026", file)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("tileledger: rows-missing: ")
    assert head(registered) == before


def test_the_same_rows_count_as_the_same_file_whatever_the_bytes(registered: Command, home: Path) -> None:
    results(registered, home, result_rows())
    before = head(registered)
    rows = [
        [*row[:6], f"+{row[6]}" if int(str(row[6])) > 0 else row[6], row[7]]
        for row in reversed(result_rows())
    ]
    file = write(home / "other.csv", RESULT_HEADING, rows, encoding="utf-8-sig")
    ran = registered("import", "results", "hk-2026", file)
    assert "nothing changed" in ran.out
    assert head(registered) == before


def test_a_game_that_does_not_sum_to_zero_refuses_the_whole_file(registered: Command, home: Path) -> None:
    before = head(registered)
    rows = result_rows()
    rows[150][6] = int(str(rows[150][6])) + 1
    ran = results(registered, home, rows)
    assert ran.code == 1
    assert "scores-not-zero-sum" in ran.err
    assert f"table {rows[150][1]}" in ran.err
    assert "line " in ran.err
    assert head(registered) == before
    assert registered("standings", "hk-2026", "--json").answer["rows"] == []


def test_another_sheet_for_a_table_is_kept_beside_the_first(registered: Command, home: Path) -> None:
    rows = result_rows()
    results(registered, home, rows)
    table = [list(row) for row in rows if row[1] == 7]
    for row in table:
        row[7] = int(str(row[7])) + (0 if row[5] else 1)
    ran = results(registered, home, table)
    assert ran.code == 0
    assert "sheet-conflict" in ran.err
    assert len(registered("standings", "hk-2026", "--json").answer["rows"]) == 98


@pytest.mark.parametrize("score", ["11.0", "+11", "11", "22/2", " 11 "])
def test_every_way_of_writing_a_score_is_read(score: str, created: Command, home: Path) -> None:
    entrants = write(home / "entrants.csv", ENTRANT_HEADING, entrant_rows(4))
    created("import", "entrants", "hk-2026", entrants)
    rows = result_rows(4)
    by_score = {11: score, -1: "-1", -4: "−4", -6: "-6.0"}
    for game in range(3):
        for row, (value, text) in zip(rows[game * 4 : game * 4 + 4], by_score.items(), strict=True):
            row[5], row[6], row[7] = int(value == 11), text, 0 if value == 11 else 1
    assert results(created, home, rows).code == 0
    assert created("standings", "hk-2026", "--json").answer["rows"][0]["score"] == "33"


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        (6, "3.33", "score-not-exact"),
        (6, "NaN", "score-not-exact"),
        (6, "", "cell-invalid"),
        (5, "yes", "cell-invalid"),
        (7, "-1", "cell-invalid"),
        (4, "999", "not-found"),
        (0, "2026-03-28/9", "not-found"),
        (1, "99", "not-found"),
        (2, "4", "not-found"),
        (3, "Z", "not-found"),
    ],
)
def test_a_bad_cell_is_named_with_line_and_field(
    column: int, value: str, code: str, registered: Command, home: Path
) -> None:
    before = head(registered)
    rows = result_rows()[:12]
    rows[3][column] = value
    ran = results(registered, home, rows)
    assert ran.code == 1
    assert code in ran.err
    assert "results.csv" in ran.err
    assert "line" in ran.err
    assert RESULT_HEADING[column] in ran.err
    assert head(registered) == before


@pytest.mark.parametrize(("encoding", "name"), [("big5", "Big5"), ("utf-16", "UTF-16")])
def test_another_encoding_is_refused_by_name(encoding: str, name: str, created: Command, home: Path) -> None:
    file = write(home / "entrants.csv", ENTRANT_HEADING, entrant_rows(4), encoding=encoding)
    ran = created("import", "entrants", "hk-2026", file)
    assert ran.code == 1
    assert name in ran.err


@pytest.mark.parametrize(
    ("column", "value", "code"),
    [
        (3, "2020-01-01", "too-young"),
        (3, "01/02/2010", "cell-invalid"),
        (4, "2026-03-29/1", "not-found"),
        (6, "uncle", "cell-invalid"),
        (8, "fr", "cell-invalid"),
        (7, "not an address", "email-invalid"),
        (0, "a b", "entrant-number-wrong"),
    ],
)
def test_one_bad_entrant_keeps_all_out(
    column: int, value: str, code: str, created: Command, home: Path
) -> None:
    rows = entrant_rows(20)
    rows[14][column] = value
    ran = created("import", "entrants", "hk-2026", write(home / "e.csv", ENTRANT_HEADING, rows))
    assert ran.code == 1
    assert code in ran.err
    assert "line 16" in ran.err
    assert (
        created("replay", "hk-2026", "--show", "sessions", "--json").answer["rows"][0]["session"][
            "registered"
        ]
        == 0
    )


def test_unknown_columns_are_named(created: Command, home: Path) -> None:
    unknown = write(
        home / "u.csv", [*ENTRANT_HEADING, "shoe_size"], [[*row, "38"] for row in entrant_rows(2)]
    )
    assert "shoe_size" in created("import", "entrants", "hk-2026", unknown).err


def test_consent_lets_the_name_be_shown(created: Command, home: Path) -> None:
    rows: list[Row] = [[*row, "yes" if number == 0 else ""] for number, row in enumerate(entrant_rows(4))]
    file = write(home / "e.csv", [*ENTRANT_HEADING, "consent"], rows)
    assert created("import", "entrants", "hk-2026", file).code == 0


def test_a_guardian_is_kept_with_the_entrant_and_the_same_file_again_changes_nothing(
    created: Command, home: Path
) -> None:
    heading = [*ENTRANT_HEADING, "guardian", "guardian_email"]
    rows: list[Row] = [[*row, "Lau Mei Ling", "lau@Example.org"] for row in entrant_rows(1)]
    assert created("import", "entrants", "hk-2026", write(home / "g.csv", heading, rows)).code == 0
    held = created("subject", "hk-2026", str(rows[0][0])).answer
    details = held["details"]
    assert (details["guardian"], details["guardian_email"]) == ("Lau Mei Ling", "lau@example.org")
    rows[0][-1] = "lau@EXAMPLE.org"
    again = created("import", "entrants", "hk-2026", write(home / "g.csv", heading, rows))
    assert "nothing changed" in again.out
    rows[0][-1] = "nobody"
    wrong = created("import", "entrants", "hk-2026", write(home / "w.csv", heading, rows))
    assert (wrong.code, "guardian_email" in wrong.err) == (1, True)


def test_no_name_stands_in_clear_in_the_log(registered: Command, home: Path) -> None:
    for file in (home / "var").iterdir():
        content = file.read_bytes()
        for text in ("Chan Tai", "陳大文", "a@example.org", "1985-01-01"):
            assert text.encode() not in content, f"{text} in {file.name}"


def test_a_further_file_adds_who_is_new(registered: Command, home: Path) -> None:
    rows: list[Row] = [
        *entrant_rows(98),
        ["099", "Lee Siu", "", "1990-02-02", "2026-03-28/2", "", "", "", "", ""],
    ]
    ran = registered("import", "entrants", "hk-2026", write(home / "more.csv", ENTRANT_HEADING, rows))
    assert ran.code == 0
    assert "98 known already" in ran.out


def test_every_faulty_row_of_results_is_named_at_once(registered: Command, home: Path) -> None:
    before = head(registered)
    rows = result_rows()
    rows[3][6], rows[3][7] = "3.33", "few"
    rows[5][4] = "999"
    rows[9][2], rows[9][3] = "4", "Z"
    lines = results(registered, home, rows).err.splitlines()
    assert [(line.split(": ")[1], line.partition(", line ")[2].partition(",")[0]) for line in lines] == [
        ("cell-invalid", "5"),
        ("not-found", "7"),
        ("not-found", "11"),
        ("not-found", "11"),
    ]
    assert head(registered) == before


def test_every_table_that_does_not_agree_is_named_at_once(registered: Command, home: Path) -> None:
    before = head(registered)
    rows = result_rows()
    rows[20][6] = int(str(rows[20][6])) + 1
    rows[150][6] = int(str(rows[150][6])) + 1
    del rows[290]
    lines = results(registered, home, rows).err.splitlines()
    assert [line.split(": ")[1] for line in lines] == [
        "scores-not-zero-sum",
        "scores-not-zero-sum",
        "row-missing",
    ]
    assert head(registered) == before
