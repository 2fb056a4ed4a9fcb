"""tileledger calendar: an iCalendar on standard output."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write


@pytest.fixture
def cup(tileledger: Command, home: Path) -> Command:
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    tileledger("import", "entrants", "cup", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(3)))
    return tileledger


def test_the_programme_a_session_and_an_entrant(cup: Command) -> None:
    for options, count in (((), 14), (("--session", "2026-03-28/1"), 1), (("--entrant", "001"), 1)):
        ran = cup("calendar", "cup", *options)
        assert (ran.code, ran.err) == (0, "")
        assert ran.out.startswith("BEGIN:VCALENDAR")
        assert ran.out.count("BEGIN:VEVENT") == count
    assert cup("calendar", "cup", "--entrant", "1000").code == 1
    assert cup("calendar", "cup", "--entrant", "001", "--session", "2026-03-28/1").code == 1
    assert cup("calendar", "cup", "--as-of", "soon").code == 2
