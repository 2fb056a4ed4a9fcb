"""tileledger demo: the podium for people, one JSON document for programs."""

import json
import os
from pathlib import Path

import pytest

from services.cli.main import run


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty working folder, no settings, an English terminal."""
    monkeypatch.chdir(tmp_path)
    for name in os.environ:
        if name.startswith("TILELEDGER_"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    return tmp_path


def test_the_demo_ends_with_podium_family_award_figures_and_head_hash(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["demo"]) == 0
    out = capsys.readouterr().out
    for title in ("Champion", "冠軍", "1st runner-up", "2nd runner-up", "Super Family Award", "超級家庭獎"):
        assert title in out
    assert "head hash " in out
    assert "hk-2026, seed 2026, until awards" in out
    assert run(["verify", "hk-2026"]) == 0


def test_json_stands_alone_on_standard_output(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["demo", "--until", "registration", "--id", "spring", "--seed", "5", "--json"]) == 0
    captured = capsys.readouterr()
    answer = json.loads(captured.out)
    assert (answer["tournament"], answer["seed"], answer["until"]) == ("spring", 5, "registration")
    assert len(answer["head_hash"]) == 64
    assert answer["podium"] == []
    assert answer["milliseconds"] > 0
    assert captured.err == ""


def test_a_taken_id_and_a_wrong_point_are_refused_with_the_way_out(
    home: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["demo", "--until", "registration"]) == 0
    assert run(["demo"]) == 1
    assert "--id" in capsys.readouterr().err
    assert run(["demo", "--id", "other", "--until", "tea"]) == 1
    assert "preliminary" in capsys.readouterr().err
    assert run(["demo", "--tournament", "../hk-2026"]) == 1
    assert "not-found" in capsys.readouterr().err
