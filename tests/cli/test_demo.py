"""tileledger demo: the podium for people, one JSON document for programs."""

from pathlib import Path

import pytest

from tests.cli.conftest import Command

SMALL = "mso-2019"
"""The demo of a tournament that is played in no time."""


@pytest.mark.wide(whole=True)
def test_the_demo_ends_with_podium_family_award_figures_and_head_hash(
    whole_demo: Path, tileledger: Command
) -> None:
    out = (whole_demo / "demo.txt").read_text("utf-8")
    for title in ("Champion", "1st runner-up", "2nd runner-up", "Super Family Award"):
        assert title in out
    assert "head hash " in out
    assert "hk-2026, seed 2026, until awards" in out
    assert tileledger("verify", "hk-2026").code == 0


def test_json_stands_alone_on_standard_output(tileledger: Command) -> None:
    ran = tileledger(
        *("demo", "--tournament", SMALL, "--until", "registration"),
        *("--id", "spring", "--seed", "5", "--json"),
    )
    assert (ran.code, ran.err) == (0, "")
    answer = ran.answer
    assert (answer["tournament"], answer["seed"], answer["until"]) == ("spring", 5, "registration")
    assert len(answer["head_hash"]) == 64
    assert answer["podium"] == []
    assert answer["milliseconds"] > 0


def test_a_taken_id_and_a_wrong_point_are_refused_with_the_way_out(tileledger: Command) -> None:
    assert tileledger("demo", "--tournament", SMALL, "--until", "registration").code == 0
    again = tileledger("demo", "--tournament", SMALL)
    assert again.code == 1
    assert "--id" in again.err
    wrong = tileledger("demo", "--id", "other", "--until", "tea")
    assert wrong.code == 2
    assert "preliminary" in wrong.err
    unknown = tileledger("demo", "--tournament", "../hk-2026")
    assert unknown.code == 1
    assert "not-found" in unknown.err
