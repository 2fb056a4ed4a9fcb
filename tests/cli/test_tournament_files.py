"""tileledger tournament new and check: what an organizer begins with."""

import re
from pathlib import Path

import pytest

from services.cli.tournament import LIKE
from services.tournament.definition.templates import template_names
from services.tournament.definition.words import DRAW
from tests.cli.conftest import Command

TOURNAMENTS = Path(__file__).parents[2] / "infra" / "tournaments"
FAULTY = """\
id = "day"
title = "Day"
ruleset = "hk-2026"
zone = "Asia/Hong_Kong"
quota = 0

[[stage]]
id = "groups"
draw = "lots"
sessions = [{ id = "1" }]
"""


def test_what_help_names_are_all_the_templates() -> None:
    assert sorted(LIKE.split("|")) == list(template_names())


def test_a_new_file_is_printed_and_checks(tileledger: Command, tmp_path: Path) -> None:
    printed = tileledger("tournament", "new", "ours", "--like", "school-day")
    assert (printed.code, printed.err) == (0, "")
    file = tmp_path / "ours.toml"
    file.write_text(printed.out, "utf-8")
    checked = tileledger("tournament", "check", str(file))
    assert (checked.code, checked.err) == (0, "")
    assert checked.out.startswith("School day (ours)\n")
    assert "2027-03-06/3" in checked.out


def test_a_new_file_is_written_but_never_over_another(tileledger: Command, tmp_path: Path) -> None:
    file = tmp_path / "ours.toml"
    written = tileledger("tournament", "new", "ours", "--like", "swiss", "--out", str(file))
    assert (written.code, written.out) == (0, "")
    before = file.read_bytes()
    again = tileledger("tournament", "new", "ours", "--like", "league", "--out", str(file))
    assert again.code == 1
    assert "file-exists" in again.err
    assert file.read_bytes() == before


def test_a_new_file_of_no_known_kind_is_refused(tileledger: Command) -> None:
    assert "template-unknown" in tileledger("tournament", "new", "ours", "--like", "chess").err
    assert tileledger("tournament", "new", "ours").code == 2


def test_every_fault_is_printed_with_file_line_and_field(tileledger: Command, tmp_path: Path) -> None:
    file = tmp_path / "day.toml"
    file.write_text(FAULTY, "utf-8")
    ran = tileledger("tournament", "check", str(file))
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.splitlines() == [
        f"{file}: line 5: quota: is 0; it can be 1 to 100000",
        f'{file}: line 9: stage[0].draw: "lots" is unknown; did you mean lot? Known: {", ".join(DRAW)}',
    ]


def test_faults_and_programme_are_there_for_programs(tileledger: Command, tmp_path: Path) -> None:
    file = tmp_path / "day.toml"
    file.write_text(FAULTY, "utf-8")
    bad = tileledger("tournament", "check", str(file), "--json")
    assert bad.code == 1
    assert (bad.answer["ok"], bad.answer["programme"]) == (False, None)
    assert [(fault["line"], fault["field"]) for fault in bad.answer["faults"]] == [
        (5, "quota"),
        (9, "stage[0].draw"),
    ]
    file.write_text(FAULTY.replace("quota = 0\n", "").replace("lots", "lot"), "utf-8")
    good = tileledger("tournament", "check", str(file), "--json")
    assert (good.code, good.answer["ok"], good.answer["id"]) == (0, True, "day")
    assert good.answer["programme"]["stages"][0]["id"] == "groups"


def test_remarks_are_told_and_are_no_faults(tileledger: Command, tmp_path: Path) -> None:
    file = tmp_path / "day.toml"
    file.write_text(FAULTY.replace("quota = 0", "quota = 9").replace("lots", "snake"), "utf-8")
    ran = tileledger("tournament", "check", str(file))
    assert ran.code == 0
    assert ran.err.startswith(f"{file}: remark: line 9: stage[0].draw: goes by snake")


def test_rules_may_stand_in_a_file_beside_the_tournament(tileledger: Command, tmp_path: Path) -> None:
    rules = (Path(__file__).parents[2] / "services/rules/rulesets/hk-2026.toml").read_text("utf-8")
    (tmp_path / "club.toml").write_text(rules.replace('id = "hk-2026"', 'id = "club-2027"', 1), "utf-8")
    file = tmp_path / "day.toml"
    good = FAULTY.replace("quota = 0\n", "").replace("lots", "lot")
    file.write_text(good.replace('"hk-2026"', '"club.toml"'), "utf-8")
    ran = tileledger("tournament", "check", str(file))
    assert ran.code == 0, ran.err
    assert "(club-2027)" in ran.out
    file.write_text(good.replace('"hk-2026"', '"nowhere.toml"'), "utf-8")
    missing = tileledger("tournament", "check", str(file), "--json")
    assert missing.code == 1
    assert [fault["field"] for fault in missing.answer["faults"]] == ["ruleset"]


def test_faults_are_named_in_the_language_asked_for(tileledger: Command, tmp_path: Path) -> None:
    file = tmp_path / "day.toml"
    file.write_text(FAULTY, "utf-8")
    ran = tileledger("tournament", "check", str(file), "--language", "zh")
    assert "第 5 行：quota：是 0；可用 1 至 100000" in ran.err


def test_a_file_that_is_not_there_or_of_another_kind_is_refused(tileledger: Command, tmp_path: Path) -> None:
    missing = tileledger("tournament", "check", str(tmp_path / "none.toml"))
    assert (missing.code, missing.out) == (1, "")
    assert "file-unreadable" in missing.err


@pytest.mark.parametrize("file", sorted(TOURNAMENTS.glob("*.toml")), ids=lambda file: file.stem)
def test_a_programme_in_chinese_has_chinese_marks(file: Path, tileledger: Command) -> None:
    checked = tileledger("tournament", "check", str(file), "--language", "zh")
    assert checked.code == 0, checked.err
    assert re.search(r"[\u4e00-\u9fff] ?[:;,()]|[:;,()] ?[\u4e00-\u9fff]", checked.out) is None, checked.out
