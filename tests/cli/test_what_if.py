"""tileledger what-if: the same history with other facts, beside what is, and without a trace."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import AtHome, Command, appoint_chief
from tests.cli.files import ENTRANT_HEADING, RESULT_HEADING, TOURNAMENT, entrant_rows, result_rows, write

SHEET = "2026-03-28/1/2"
CHIEF = ("--as", "chief_referee:CR1")
VOID = {
    "dispute": "D-0001",
    "finding": "Counted wrongly",
    "cites": "HK rules 3",
    "reason": "Seen by the referee",
    "effects": [{"type": "void_game", "game": 1}],
}


def asked(of: Command, command: str, body: dict[str, Any]) -> Any:
    ran = of("submit", "cup", command, *CHIEF, stdin=json.dumps(body).encode())
    assert ran.code == 0, ran.err
    return ran.answer


@pytest.fixture
def ruled(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    """Twelve entrants, one session from paper, a dispute, and a ruling that voids a game."""

    def prepare() -> None:
        tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
        tileledger("import", "entrants", "cup", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(12)))
        tileledger("import", "results", "cup", write(home / "r.csv", RESULT_HEADING, result_rows(12)))
        appoint_chief(tileledger)
        asked(tileledger, "raise-dispute", {"sheet": SHEET, "statement": "The counts were swapped"})

    at_home("what if", prepare)
    return tileledger


def test_told_again_as_it_was_a_ruling_that_leaves_the_ending_open_is_the_same(ruled: Command) -> None:
    scores = (("-17", 0, 2), ("38", 1, 0), ("-14", 0, 2), ("-7", 0, 1))
    seats = [
        {"seat": seat, "score": score, "game_won": won, "tiles": tiles}
        for seat, (score, won, tiles) in zip("ABCD", scores, strict=True)
    ]
    asked(ruled, "make-ruling", {**VOID, "effects": [{"type": "amend_game", "game": 1, "seats": seats}]})
    assert ruled("what-if", "cup", "--json").answer["commands_differing"] == 0


def test_without_the_ruling_all_is_as_before_it(ruled: Command) -> None:
    before = ruled("standings", "cup", "--json").answer
    made = asked(ruled, "make-ruling", VOID)
    seq = made["first_seq"]
    head = ruled("verify", "cup", "--json").answer
    found = ruled("what-if", "cup", "--without", str(seq), "--json").answer
    moves = {move["entrant_no"]: move for move in found["difference"]["stages"][0]["moves"]}
    would_be = {row["entrant_no"]: row for row in before["rows"]}
    for number, move in moves.items():
        row = would_be[number]
        assert move["after"]["place"] == row["place"]
        assert move["after"]["score"] == row["score"]
    of_the_table = {"005", "006", "007", "008"}
    assert {no for no, move in moves.items() if move["because"]} <= of_the_table
    assert any(move["because"] == [seq + 1] for move in moves.values())
    assert ruled("verify", "cup", "--json").answer == head


def test_nothing_changed_is_what_is(ruled: Command) -> None:
    asked(ruled, "make-ruling", VOID)
    found = ruled("what-if", "cup", "--json").answer
    assert found["since"] == 1
    assert found["commands_differing"] == 0
    assert found["misfits"] == []
    assert found["difference"] == {"stages": [], "cut": None, "awards": []}
    assert "nothing differs" in ruled("what-if", "cup").out


def test_putting_the_ruling_back_is_what_is(ruled: Command, home: Path) -> None:
    seq = asked(ruled, "make-ruling", VOID)["first_seq"]
    file = home / "ruling.json"
    file.write_text(json.dumps({"command": "make-ruling", "body": VOID}))
    for put_in in (
        ("--without", str(seq), "--insert", f"{seq - 1}={file}"),
        ("--replace", f"{seq}={file}"),
    ):
        found = ruled("what-if", "cup", *put_in, "--json").answer
        assert found["difference"] == {"stages": [], "cut": None, "awards": []}
        assert found["misfits"] == []


def test_another_ruling_in_its_place_leads_where_it_would(ruled: Command, home: Path) -> None:
    seq = asked(ruled, "make-ruling", VOID)["first_seq"]
    file = home / "ruling.json"
    none = {**VOID, "effects": [{"type": "none"}]}
    file.write_text(json.dumps({"command": "make-ruling", "body": none}))
    instead = ruled("what-if", "cup", "--replace", f"{seq}={file}", "--json").answer
    without = ruled("what-if", "cup", "--without", str(seq), "--json").answer
    assert [m["after"] for m in instead["difference"]["stages"][0]["moves"]] == [
        m["after"] for m in without["difference"]["stages"][0]["moves"]
    ]


def test_facts_that_rest_on_one_left_out_are_listed(ruled: Command) -> None:
    dispute = int(ruled("verify", "cup", "--json").answer["seq"])
    ruling = asked(ruled, "make-ruling", VOID)["first_seq"]
    found = ruled("what-if", "cup", "--without", str(dispute), "--json").answer
    (misfit,) = found["misfits"]
    assert (misfit["seq"], misfit["event"], misfit["code"]) == (ruling, "ruling-made", "not-found")
    assert "D-0001" in misfit["text"]
    printed = ruled("what-if", "cup", "--without", str(dispute)).out
    assert "does not fit" in printed
    assert f"{ruling}   ruling  " in printed


def test_several_seqs_may_follow_without(ruled: Command) -> None:
    ruling = asked(ruled, "make-ruling", VOID)["first_seq"]
    both = ruled("what-if", "cup", "--without", str(ruling), str(ruling - 1), "--json").answer
    twice = ruled("what-if", "cup", "--without", str(ruling), "--without", str(ruling - 1), "--json").answer
    assert both == twice
    assert both["misfits"] == []


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("--without", "1"), "founding-stays"),
        (("--without", "99999"), "moment-after-end"),
        (("--without", "0"), "invalid-input"),
        (("--without", "5", "--without", "5"), "named-twice"),
        (("--without", "5"), "follows-from-another"),
        (("--replace", "5"), "invalid-input"),
        (("--replace", "5=nowhere.json"), "not-found"),
        (("5",), "invalid-input"),
        (("--ruleset", "whist"), "ruleset-unknown"),
        (("--ruleset", "mso-2019"), "definition-invalid"),
    ],
)
def test_a_question_that_cannot_be_answered_says_why(
    ruled: Command, arguments: tuple[str, ...], code: str
) -> None:
    ran = ruled("what-if", "cup", *arguments)
    assert ran.code == 1 + (arguments in (("--replace", "5"), ("--ruleset", "whist")))
    assert f": {code}:" in ran.err


@pytest.mark.parametrize(
    ("put_in", "code"),
    [
        ({"command": "fly", "body": {}}, "not-found"),
        ({"command": "make-ruling", "body": {"dispute": 7}}, "invalid-input"),
        ({"command": "make-ruling", "body": {**VOID, "dispute": "D-0077"}}, "not-found"),
        ({"command": "make-ruling"}, "invalid-input"),
        (
            {"command": "make-ruling", "body": VOID, "occurred_at": "2026-04-07T12:00:00"},
            "invalid-input",
        ),
    ],
)
def test_a_command_that_cannot_be_put_in_is_refused(
    ruled: Command, home: Path, put_in: dict[str, Any], code: str
) -> None:
    file = home / "put-in.json"
    file.write_text(json.dumps(put_in))
    ran = ruled("what-if", "cup", "--insert", f"30={file}")
    assert ran.code == 1
    assert f": {code}:" in ran.err


def test_another_ruleset_is_played_through(ruled: Command) -> None:
    """The imported scores are self-recorded; rules that score alike keep them, ranked by their own keys."""
    found = ruled("what-if", "cup", "--ruleset", "hk-2026", "--json").answer
    assert found["difference"] == {"stages": [], "cut": None, "awards": []}
    other = ruled("what-if", "cup", "--ruleset", "pressman-2006-tournament", "--json").answer
    assert other["commands_differing"] > 0
