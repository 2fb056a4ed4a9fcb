"""tileledger tournament amend: what a changed file says otherwise, the question, and the change."""

import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path
from typing import IO

import pytest

from shared.catalogue import say
from tests.cli.conftest import AtHome, Command
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write

SESSION = 'id = "2026-03-28/1", day = 2026-03-28, registration = "12:00"'


@pytest.fixture
def cup(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    def prepare() -> None:
        tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
        tileledger("import", "entrants", "cup", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(3)))

    at_home("a cup of three", prepare)
    return tileledger


def changed(home: Path, *changes: tuple[str, str]) -> str:
    """The file of the tournament with texts replaced."""
    text = Path(TOURNAMENT).read_text("utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after, 1)
    file = home / "changed.toml"
    file.write_text(text, "utf-8")
    for guide in Path(TOURNAMENT).parent.glob("hk-2026-timer-guide.*"):
        shutil.copy(guide, home)
    return str(file)


EARLIER = (SESSION, SESSION.replace("12:00", "11:30"))


def last_seq(of: Command) -> int:
    return int(of("tournament", "list", "--json").answer[0]["seq"])


def test_it_shows_what_differs_and_whom_it_concerns_and_changes_it(cup: Command, home: Path) -> None:
    before = last_seq(cup)
    ran = cup("tournament", "amend", "cup", changed(home, EARLIER), "--yes")
    assert ran.code == 0, ran.err
    assert "session 1 of Saturday, 28 March 2026: check-in opens: 12:00 → 11:30  3         0" in ran.out
    assert "a notice to the entrants of session 1 of Saturday, 28 March 2026: 3" in ran.out
    assert say("shown-post-in-channel", "en") in ran.out
    assert ran.err.splitlines()[1:] == [f"changed, as event {before + 1}"]
    assert last_seq(cup) == before + 1
    assert cup("verify", "cup").code == 0
    assert cup("what-if", "cup", "--json").answer["commands_differing"] == 0


def test_a_preview_changes_nothing_and_a_file_that_says_the_same_neither(cup: Command, home: Path) -> None:
    before = last_seq(cup)
    file = changed(home, EARLIER)
    assert "11:30" in cup("tournament", "amend", "cup", file, "--preview").out
    same = cup("tournament", "amend", "cup", TOURNAMENT)
    assert (same.code, same.out) == (0, "nothing is changed: the plan says so already\n")
    seen = cup("tournament", "amend", "cup", file, "--preview", "--json").answer
    assert [changed_line["change"]["field"] for changed_line in seen["plan"]] == ["session.registration"]
    assert last_seq(cup) == before


def test_a_file_that_names_another_tournament_is_remarked_and_refused_where_that_exists(
    cup: Command, home: Path
) -> None:
    file = changed(home, EARLIER)
    ran = cup("tournament", "amend", "cup", file, "--preview")
    assert ran.err == f"{file}: remark: id: is hk-2026; the file is taken for tournament cup\n"
    changed_file = changed(home, EARLIER, ('id = "hk-2026"', 'id = "cup"'))
    assert cup("tournament", "amend", "cup", changed_file, "--preview").err == ""
    cup("tournament", "create", TOURNAMENT)
    before = last_seq(cup)
    ran = cup("tournament", "amend", "cup", changed(home, EARLIER), "--yes")
    assert ran.code == 1
    assert "file-of-another" in ran.err
    assert "Amend hk-2026 with it" in ran.err
    assert last_seq(cup) == before


def test_without_a_terminal_it_is_refused_unless_yes_is_said(cup: Command, home: Path) -> None:
    before = last_seq(cup)
    ran = cup("tournament", "amend", "cup", changed(home, EARLIER), stdin=b"y\n")
    assert ran.code == 1
    assert "not-asked" in ran.err
    assert last_seq(cup) == before


def test_at_a_terminal_it_asks_and_changes_nothing_unless_the_answer_is_yes(cup: Command, home: Path) -> None:
    before = last_seq(cup)
    ours, theirs = pty.openpty()
    os.write(ours, b"\n")
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "services.cli", "tournament", "amend", "cup", changed(home, EARLIER)],
            stdin=theirs,
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert ran.returncode == 1, ran.stderr
    assert say("cli-change-so", "en") in ran.stderr
    assert "amending-declined" in ran.stderr
    assert last_seq(cup) == before


def test_between_question_and_answer_only_what_changes_its_meaning_is_asked_about_again(
    cup: Command, home: Path
) -> None:
    """A registration elsewhere does not; somebody else who changes half of the same does."""
    ours, theirs = pty.openpty()
    both = changed(home, EARLIER, ("quota = 1200", "quota = 1100"))
    half = home / "half"
    half.mkdir()
    asking = subprocess.Popen(
        [sys.executable, "-m", "services.cli", "tournament", "amend", "cup", both],
        stdin=theirs,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
    )
    assert asking.stderr is not None
    _read_until(asking.stderr, "[y/N]")
    cup("import", "entrants", "cup", write(home / "more.csv", ENTRANT_HEADING, entrant_rows(4)))
    ran = cup("tournament", "amend", "cup", changed(half, EARLIER), "--yes")
    assert ran.code == 0, ran.err
    os.write(ours, b"y\n")
    _read_until(asking.stderr, "[y/N]")
    cup("import", "entrants", "cup", write(home / "still.csv", ENTRANT_HEADING, entrant_rows(5)))
    os.write(ours, b"y\n")
    out, err = asking.communicate(timeout=60)
    os.close(ours)
    os.close(theirs)
    assert asking.returncode == 0, err
    assert "changed" in err
    again = out.partition("This is otherwise now:\n")[2].splitlines()
    assert [line.partition(": ")[0] for line in again] == ["No longer"] * len(again)
    assert "check-in opens: 12:00 → 11:30" in again[0]
    assert not any("quota" in line for line in again)


def _read_until(stream: IO[str], text: str) -> None:
    """What is asked ends without a line, so it is read letter by letter."""
    read = ""
    while not read.endswith(text):
        letter = stream.read(1)
        assert letter, read
        read += letter


@pytest.mark.parametrize("how", ["--yes", "--preview"])
def test_that_and_why_a_file_is_refused_is_told_before_the_difference(
    cup: Command, home: Path, how: str
) -> None:
    file = changed(home, ("Asia/Hong_Kong", "Asia/Tokyo"), ("minimum_age = 7", "minimum_age = 8"))
    ran = cup("tournament", "amend", "cup", file, how)
    assert ran.code == 1
    assert "time zone: Asia/Hong_Kong → Asia/Tokyo" in ran.out
    first, *reasons, last = (line for line in ran.err.splitlines() if ": remark: " not in line)
    assert first == "Refused: 2 of 2 changes cannot be made, so nothing would be changed."
    assert [line.split(": ")[1] for line in reasons] == ["never-changes", "change-too-late"]
    assert "Changing the minimum age is not possible any more: 3 have registered" in reasons[1]
    assert last.startswith("tileledger: amendment-refused: The file cannot be taken as it is")


def test_a_title_that_changes_in_one_language_is_seen_in_both(cup: Command, home: Path) -> None:
    title = next(line for line in Path(TOURNAMENT).read_text("utf-8").splitlines() if "玩家大賽" in line)
    file = changed(home, (title, title.replace("玩家大賽", "選手大賽")))
    english = cup("tournament", "amend", "cup", file, "--preview").out
    assert "選手大賽" in english
    assert "(in Traditional Chinese only)" in english
    chinese = cup("tournament", "amend", "cup", file, "--preview", "--language", "zh").out
    assert "選手大賽" in chinese
    assert "僅" not in chinese


def test_every_fault_of_the_file_is_told_at_once(cup: Command, home: Path) -> None:
    file = changed(home, ("quota = 1200", "quota = 0"), ('draw = "lot"', 'draw = "lots"'))
    ran = cup("tournament", "amend", "cup", file, "--yes")
    assert ran.code == 1
    assert "quota: is 0" in ran.err
    assert '"lots" is unknown' in ran.err
    assert "definition-invalid" in ran.err.splitlines()[-1]


def test_what_changes_is_shown_in_the_language_asked_for(cup: Command, home: Path) -> None:
    ran = cup("tournament", "amend", "cup", changed(home, EARLIER), "--yes", "--language", "zh")
    assert "2026年3月28日星期六第 1 場：報到：12:00 → 11:30" in ran.out


def test_a_changed_title_is_listed(cup: Command, home: Path) -> None:
    title = next(
        line for line in Path(TOURNAMENT).read_text("utf-8").splitlines() if line.startswith("title")
    )
    cup("tournament", "amend", "cup", changed(home, (title, 'title = "Another Cup"')), "--yes")
    assert cup("tournament", "list", "--json").answer[0]["title"] == "Another Cup"
