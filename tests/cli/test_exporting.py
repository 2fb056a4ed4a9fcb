"""tileledger export --sqlite: results as a database, whole or not at all, and never over a file."""

import os
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from shared.catalogue import say
from tests.cli.conftest import Command
from tests.cli.test_transfer import played
from tests.unit.projections.breaking import failing

__all__ = ["played"]  # a fixture


def rows(file: Path, sql: str) -> list[Any]:
    with closing(sqlite3.connect(file)) as database:
        return database.execute(sql).fetchall()


def test_results_are_asked_for_in_sql(played: Command, home: Path) -> None:
    made = played("export", "hk-2026", "--sqlite", "results.db")
    assert (made.code, made.out.endswith(": written to results.db\n")) == (0, True)
    standings = played("standings", "hk-2026", "--json").answer
    query = "SELECT place, entrant_no, score FROM standing WHERE place IS NOT NULL ORDER BY place, entrant_no"
    assert rows(home / "results.db", query) == [
        (row["place"], row["entrant_no"], row["score"]) for row in standings["rows"]
    ]
    total = "SELECT sum(score_numerator * 6 / score_denominator) FROM sheet_games_figures"
    assert rows(home / "results.db", total) == [(0,)]
    joined = "SELECT name_en FROM standing JOIN entrant USING (entrant_no) WHERE place = 1"
    assert str(rows(home / "results.db", joined)[0][0]).startswith("Chan Tai")
    assert rows(home / "results.db", "PRAGMA journal_mode") == [("delete",)]


def test_as_of_a_moment_and_for_the_public(played: Command, home: Path) -> None:
    before = os.umask(0)
    try:
        made = played(
            "export", "hk-2026", "--sqlite", "then.db", "--as-of", "20", "--public", "--json"
        ).answer
        played("export", "hk-2026", "--sqlite", "now.db")
    finally:
        os.umask(before)
    assert (made["seq"], made["tables"]["standing"]) == (20, 0)
    told = dict(rows(home / "then.db", "SELECT subject, zh FROM README"))
    assert (told["seq"], told["hash"], str(told["public"])[0]) == ("20", made["hash"], "是")
    assert rows(home / "then.db", "SELECT DISTINCT name_en FROM entrant") == [(None,)]
    modes = [(home / name).stat().st_mode & 0o777 for name in ("then.db", "now.db")]
    assert modes == [0o666, 0o600]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        ([], "give either FILE.jsonl or --sqlite FILE"),
        (["x.jsonl", "--sqlite", "x.db"], "give either FILE.jsonl or --sqlite FILE"),
        (["x.jsonl", "--as-of", "3"], "--as-of goes with --sqlite FILE only"),
        (["--sqlite", "x.db", "--as-of", "soon"], "moment-unclear"),
        (["--sqlite", "x.db", "--as-of", "99999"], "moment-after-end"),
        (["--sqlite", "no/x.db"], "file-unwritable"),
        (["--sqlite", "there.db"], "file-exists"),
    ],
)
def test_what_cannot_be_meant_is_refused_and_leaves_no_file(
    arguments: list[str], told: str, played: Command, home: Path
) -> None:
    (home / "there.db").write_text("mine")
    before = sorted(home.iterdir())
    refused = played("export", "hk-2026", *arguments)
    of_usage = told == "moment-unclear"
    assert (refused.code, told in refused.err) == (1 + of_usage, True), refused.err
    assert (sorted(home.iterdir()), (home / "there.db").read_text()) == (before, "mine")
    assert played("export", "nowhere", "--sqlite", "x.db").code == 1
    assert sorted(home.iterdir()) == before


@pytest.mark.parametrize("error", [KeyboardInterrupt(), OSError(28, "No space left on device")])
def test_what_is_broken_off_leaves_no_file(
    error: BaseException, played: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*given: object, **more: object) -> None:
        raise error

    before = sorted(home.iterdir())
    monkeypatch.setattr("services.desk.sqlite_export._write", fails)
    ran = played("export", "hk-2026", "--sqlite", "x.db")
    assert (ran.code, say("part-disk-disk-full", "en") in ran.err) in ((130, False), (1, True))
    assert sorted(home.iterdir()) == before


def test_a_view_that_fails_is_told_with_its_seq_and_by_doctor(played: Command, home: Path) -> None:
    with failing("session"):
        for command in (
            ("export", "hk-2026", "--sqlite", "x.db"),
            ("replay", "hk-2026", "--show", "sessions"),
        ):
            refused = played(*command)
            assert (refused.code, "view-failed" in refused.err, "Chan" in refused.err) == (1, True, False)
            assert "at seq" in refused.err
        assert played("standings", "hk-2026").code == 0
        assert "session cannot be made of the state at seq" in played("doctor").out
    assert not (home / "x.db").exists()
    assert say("check-views-made", "en") in played("doctor").out
