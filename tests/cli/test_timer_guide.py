"""The timer guide on the command line: a file beside the tournament file, kept in the log with the plan."""

from pathlib import Path

import pytest

from services.tournament.definition.attachments import MOST_BYTES
from services.wiring import wired
from shared.catalogue import say
from tests.cli.conftest import Command
from tests.cli.test_transfer import elsewhere
from tests.unit.tournament.given_files import PDF, PLAIN_EN, PLAIN_ZH, PNG

FILE = """\
id = "cup"
title = { en = "Cup", zh = "盃" }
ruleset = "hk-2026"
zone = "Asia/Hong_Kong"
timer_guide_file = GUIDE

[[stage]]
id = "groups"
sessions = [{ id = "1", day = 2027-03-06, start = "14:00", end = "15:00", tables = 4 }]
"""


def cup(home: Path, guide: str | None = '"guide.pdf"', tables: int = 4) -> str:
    """The tournament file, whose guide is the one named; None: it names none."""
    line = "" if guide is None else f"timer_guide_file = {guide}\n"
    text = FILE.replace("timer_guide_file = GUIDE\n", line).replace("tables = 4", f"tables = {tables}")
    (home / "cup.toml").write_text(text, "utf-8")
    return "cup.toml"


def content(language: str) -> bytes | None:
    """The guide in the log, in a language."""
    with wired(existing=True) as wiring:
        state = wiring.desk.state("cup")
        named = state.plan.timer_guide_file
        attachment = named.in_language(language) if named is not None else None
        return None if attachment is None else wiring.desk.attachments.of("cup", state, attachment)


def test_a_file_beside_the_tournament_file_is_kept_with_the_plan(tileledger: Command, home: Path) -> None:
    (home / "guides").mkdir()
    (home / "guides" / "en.txt").write_bytes(PLAIN_EN)
    (home / "中文.txt").write_bytes(PLAIN_ZH)
    file = cup(home, '{ en = "guides/en.txt", zh = "中文.txt" }')
    assert tileledger("tournament", "check", file).code == 0
    assert tileledger("tournament", "create", file).code == 0
    # What lies there later is another file.
    (home / "中文.txt").write_bytes(b"")
    assert (content("en"), content("zh")) == (PLAIN_EN, PLAIN_ZH)
    assert tileledger("verify", "cup").code == 0


@pytest.mark.parametrize(
    ("guide", "says"),
    [
        ('"gone.pdf"', "no such file"),
        ('"folder"', "folder"),
        ('""', "folder"),
        ('"empty.pdf"', "is empty"),
        ('"old.doc"', "neither PDF, PNG, JPEG"),
        ('"large.pdf"', "more than 300000 bytes"),
        ('"../outside.pdf"', "not in the folder of the tournament file"),
        ('"link.pdf"', "not in the folder of the tournament file"),
        ('"a\\u0000b.pdf"', "cannot be read"),
        ('"data:;base64,?"', "base64"),
        ("3", "must be the name of a file"),
    ],
)
def test_a_file_that_cannot_be_used_is_named_with_all_other_faults(
    tileledger: Command, home: Path, guide: str, says: str
) -> None:
    work = home / "work"
    (work / "folder").mkdir(parents=True)
    (home / "outside.pdf").write_bytes(PDF)
    (work / "link.pdf").symlink_to(home / "outside.pdf")
    (work / "empty.pdf").touch()
    (work / "old.doc").write_bytes(b"\xd0\xcf\x11\xe0")
    (work / "large.pdf").write_bytes(PDF + b"x" * MOST_BYTES)
    cup(work, guide, tables=0)
    ran = tileledger("tournament", "check", "work/cup.toml")
    assert ran.code == 1
    first, second = ran.err.splitlines()
    assert first.startswith("work/cup.toml: line 5: timer_guide_file: ")
    assert says in first
    assert "sessions[0].tables" in second
    created = tileledger("tournament", "create", "work/cup.toml")
    assert created.code == 1
    assert "definition-invalid" in created.err
    assert not (home / "var" / "log.db").exists() or tileledger("tournament", "list", "--json").answer == []


def test_a_file_that_may_not_be_read_is_refused(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "guide.pdf").write_bytes(PDF)
    opened = Path.open

    def forbidden(path: Path, *given: object, **more: object) -> object:
        if path.name == "guide.pdf":
            raise PermissionError(13, "Permission denied")
        return opened(path, *given, **more)  # type: ignore[call-overload]

    monkeypatch.setattr(Path, "open", forbidden)
    ran = tileledger("tournament", "check", cup(home))
    assert ran.code == 1
    assert say("part-disk-may-not-read-you", "en") in ran.err


def test_an_amendment_adds_changes_and_drops_it(tileledger: Command, home: Path) -> None:
    tileledger("tournament", "create", cup(home, None))
    assert content("en") is None
    (home / "guide.pdf").write_bytes(PDF)
    shown = tileledger("tournament", "amend", "cup", cup(home), "--preview")
    assert "timer guide as a file: nothing → PDF, 1 kB" in shown.out
    assert content("en") is None
    assert tileledger("tournament", "amend", "cup", cup(home), "--yes").code == 0
    assert content("en") == PDF
    same = tileledger("tournament", "amend", "cup", cup(home), "--yes")
    assert same.out == "nothing is changed: the plan says so already\n"
    (home / "guide.pdf").write_bytes(PNG)
    assert tileledger("tournament", "amend", "cup", cup(home), "--yes").code == 0
    assert content("zh") == PNG
    assert tileledger("tournament", "amend", "cup", cup(home, None), "--yes").code == 0
    assert content("en") is None
    (home / "guide.pdf").write_bytes(b"")
    assert tileledger("tournament", "amend", "cup", cup(home), "--yes").code == 1
    assert content("en") is None
    assert tileledger("verify", "cup").code == 0
    told = tileledger("what-if", "cup", "--json").answer
    assert told["commands_differing"] == 0


def test_an_export_brings_it_along_to_the_same_head(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exported = exporting(tileledger, home)
    elsewhere(monkeypatch, f"sqlite:///{home}/other/log.db", home)
    assert tileledger("restore", "x.jsonl", "--json").answer == exported
    assert (content("en"), content("zh")) == (PDF, PLAIN_ZH)
    assert tileledger("verify", "cup").code == 0


@pytest.mark.postgresql
def test_an_export_brings_it_along_to_postgresql(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch, postgresql_url: str
) -> None:
    exported = exporting(tileledger, home)
    elsewhere(monkeypatch, postgresql_url, home)
    assert tileledger("restore", "x.jsonl", "--json").answer == exported
    assert (content("en"), content("zh")) == (PDF, PLAIN_ZH)
    assert tileledger("export", "cup", "back.jsonl", "--json").answer == exported
    assert (home / "back.jsonl").read_bytes() == (home / "x.jsonl").read_bytes()


def exporting(tileledger: Command, home: Path) -> object:
    """Found the cup with a guide in each language, and export it."""
    (home / "guide.pdf").write_bytes(PDF)
    (home / "zh.txt").write_bytes(PLAIN_ZH)
    assert tileledger("tournament", "create", cup(home, '{ en = "guide.pdf", zh = "zh.txt" }')).code == 0
    return tileledger("export", "cup", "x.jsonl", "--json").answer


def test_an_export_whose_guide_was_touched_is_refused(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    exporting(tileledger, home)
    text = (home / "x.jsonl").read_text("utf-8")
    begin = text.index('"content":"') + len('"content":"')
    (home / "x.jsonl").write_text(text[:begin] + "A" + text[begin + 1 :], "utf-8")
    elsewhere(monkeypatch, f"sqlite:///{home}/other/log.db", home)
    assert tileledger("verify", "x.jsonl").code == 1
    assert tileledger("restore", "x.jsonl").code == 1


def test_a_rehearsal_says_that_it_is_attached(tileledger: Command, home: Path) -> None:
    (home / "guide.pdf").write_bytes(PDF)
    heard = tileledger("rehearse", cup(home), "--json").answer["heard"]
    texts = [
        wording["text"] for part in heard if part["kind"] == "timer-guide" for wording in part["wordings"]
    ]
    assert texts
    assert all("it is attached." in text for text in texts), texts
