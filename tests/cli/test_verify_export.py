"""docs/verify_export.py: anyone checks an export without Tileledger, and every touch is found."""

import ast
import base64
import json
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.cli.conftest import Command
from tests.cli.files import ROOT
from tests.cli.test_sealing import Lines, after, change, published, rehash

__all__ = ["published"]  # a fixture

PROGRAM = ROOT / "docs" / "verify_export.py"
RECOMPUTE = PROGRAM.with_name("recompute_standings.py")


@pytest.fixture
def short(published: Command, home: Path) -> Path:
    """A tournament of twelve as a public export: results published and sealed, and something after them."""
    after(published)
    assert published("export", "hk-2026", "x.jsonl", "--public").code == 0
    return home


def check(home: Path, *arguments: str, program: Path = PROGRAM) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-I", str(program), *arguments],
        cwd=home, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(("program", "lines"), [(PROGRAM, 150), (RECOMPUTE, 400)])
def test_it_is_short_and_needs_nothing_of_ours(program: Path, lines: int) -> None:
    text = program.read_text("utf-8")
    assert len(text.splitlines()) < lines
    imported = {
        (node.module or "") if isinstance(node, ast.ImportFrom) else node.names[0].name
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Import | ast.ImportFrom)
    }
    roots = {name.partition(".")[0] for name in imported}
    assert roots <= {*sys.stdlib_module_names, "cryptography"}


def proved(home: Path, tileledger: Command) -> str:
    """What the program that recomputes the tables says of a sound export."""
    done = check(home, "x.jsonl", "key.pem")
    assert done.returncode == 0, done.stderr
    assert "signed with this key" in done.stdout
    ran = tileledger("verify", "x.jsonl", "--public-key", "key.pem", "--json")
    assert ran.code == 0
    head = json.loads((home / "x.jsonl").read_text().splitlines()[-1])["data"]["hash"]
    assert ran.answer["hash"] == head
    assert head in done.stdout
    tables = check(home, "x.jsonl", program=RECOMPUTE)
    assert tables.returncode == 0, tables.stderr
    return tables.stdout


def test_a_sound_export_is_proved_by_both_verifiers_and_its_tables_add_up(
    short: Path, tileledger: Command
) -> None:
    assert "version 1: 12 lines recomputed" in proved(short, tileledger)
    assert check(short).returncode == 2


@pytest.mark.wide(whole=True)
def test_so_is_the_export_of_the_whole_demo(
    whole_demo: Path, tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rulings, a suspension, two stages and sealed publications included."""
    monkeypatch.chdir(whole_demo)
    tables = proved(whole_demo, tileledger)
    assert re.search(r"preliminary version 2: 11\d\d lines recomputed", tables), "most of 1,200"
    assert "final version 1" in tables


def _event(lines: Lines, kind: str) -> int:
    return next(number for number, line in enumerate(lines) if line["type"] == kind)


def _changed_byte(lines: Lines) -> None:
    lines[_event(lines, "score-sheet-recorded")]["data"]["games"][0]["results"][0]["tiles"] += 1


def _swapped(lines: Lines) -> None:
    lines[20], lines[21] = lines[21], lines[20]


def _middle_removed(lines: Lines) -> None:
    del lines[len(lines) // 2]


def _inserted(lines: Lines) -> None:
    lines.insert(25, dict(lines[24]))


def _tail_removed(lines: Lines) -> None:
    seals = [line for line in lines if line["type"] == "eventlog.seal"]
    events = [line for line in lines if "seq" in line][:-5]
    lines[-1]["data"] = {"seq": events[-1]["seq"], "hash": events[-1]["hash"]}
    lines[:] = [*events, *seals, lines[-1]]


def _cut_off(lines: Lines) -> None:
    del lines[-1]


def _forged(lines: Lines) -> None:
    lines[-2]["signature"] = base64.b64encode(bytes(64)).decode()


def _other_tournaments_lines(lines: Lines) -> None:
    lines[30]["subject"] = "another"


def _rewritten_as_a_whole(lines: Lines) -> None:
    """A game is changed and the whole chain made to fit; the seals are as they were."""
    _changed_byte(lines)
    for line in lines:
        if "personaldigest" in line:
            del line["personaldigest"]
    rehash(lines)
    last = next(line for line in reversed(lines) if "seq" in line)
    lines[-1]["data"] = {"seq": last["seq"], "hash": last["hash"]}


def _no_seals(lines: Lines) -> None:
    lines[:] = [line for line in lines if line["type"] != "eventlog.seal"]


@pytest.mark.parametrize(
    ("how", "text"),
    [
        (_changed_byte, "was changed"),
        (_swapped, "should stand here"),
        (_middle_removed, "should stand here"),
        (_inserted, "should stand here"),
        (_tail_removed, "are missing"),
        (_cut_off, "cut off"),
        (_forged, "not made with this key"),
        (_other_tournaments_lines, "should stand here"),
        (_rewritten_as_a_whole, "seq"),
    ],
)
def test_every_touch_is_found(how: Callable[[Lines], None], text: str, short: Path) -> None:
    done = check(short, change(short / "x.jsonl", how), "key.pem")
    assert done.returncode == 1
    assert "NOT AS IT WAS WRITTEN" in done.stderr
    assert text in done.stderr


def test_an_export_without_a_seal_is_not_called_touched_and_not_proved_either(short: Path) -> None:
    done = check(short, change(short / "x.jsonl", _no_seals), "key.pem")
    assert done.returncode == 1
    assert done.stderr.startswith("NOT PROVED: every hash holds, but nothing is sealed")
    assert check(short, change(short / "x.jsonl", _no_seals)).returncode == 0


def test_a_published_table_that_the_games_do_not_give_is_found(short: Path) -> None:
    """Whoever holds the sealing key could seal a false table; the games still give it away."""

    def falsified(lines: Lines) -> None:
        _no_seals(lines)
        row = lines[_event(lines, "results-published")]["data"]["rows"][3]
        row["games_won"] += 1
        for line in lines:
            line.pop("personaldigest", None)
        rehash(lines)
        lines[-1]["data"] = {"seq": lines[-2]["seq"], "hash": lines[-2]["hash"]}

    false = change(short / "x.jsonl", falsified)
    assert check(short, false).returncode == 0
    done = check(short, false, program=RECOMPUTE)
    assert done.returncode == 1
    assert "published" in done.stderr


@pytest.mark.parametrize("text", ["", "{}", "no json", '{"type": "results-published"}', "[]"])
def test_what_is_no_export_is_said_to_be_none(text: str, home: Path) -> None:
    (home / "x.jsonl").write_text(text)
    assert check(home, "x.jsonl").returncode == 1
    assert check(home, "x.jsonl", program=RECOMPUTE).returncode == int(bool(text))
