"""The file of entrants: what it may leave out, and how its faults are told."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Ran
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, Row, write

SHORT_HEADING = [column for column in ENTRANT_HEADING if column not in ("birth_date", "session")]


def people(count: int, *, birth_date: str = "", session: str = "") -> list[Row]:
    return [
        [f"{number:03}", f"Chan Tai {number}", "陳大文", birth_date, session, "", "", "", "en", ""]
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
    assert (ran.code, "session-needed" in ran.err, "line 2" in ran.err) == (1, True, True)


def test_a_birth_date_is_still_asked_for_where_ages_decide(tileledger: Command, home: Path) -> None:
    assert tileledger("tournament", "create", TOURNAMENT, "--id", "open").code == 0
    ran = imported(tileledger, home, people(4, session="2026-03-28/1"))
    assert (ran.code, "birth-date-needed" in ran.err) == (1, True)
    assert "line 2" in ran.err
    assert "field birth_date" in ran.err
