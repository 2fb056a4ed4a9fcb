"""tileledger diff, explain, submit --preview: why, and what would be."""

import json
import sys
from pathlib import Path

import pytest

from services.cli.differences import print_difference
from services.desk.comparing import CutDifference, Difference
from tests.cli.conftest import AtHome, Command, appoint_chief
from tests.cli.files import ENTRANT_HEADING, RESULT_HEADING, TOURNAMENT, entrant_rows, result_rows, write
from tests.unit.tournament.specs import registered

SHEET = "2026-03-28/1/2"
DISPUTE = json.dumps({"sheet": SHEET, "statement": "The counts were swapped"}).encode()
VOID = {
    "dispute": "D-0001",
    "finding": "Counted wrongly",
    "cites": "HK rules 3",
    "reason": "Seen by the referee",
    "effects": [{"type": "void_game", "game": 1}],
}
RULING = json.dumps(VOID).encode()
CHIEF = ("--as", "chief_referee:CR1")


@pytest.fixture
def disputed(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    def prepare() -> None:
        tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
        tileledger("import", "entrants", "cup", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(12)))
        tileledger("import", "results", "cup", write(home / "r.csv", RESULT_HEADING, result_rows(12)))
        appoint_chief(tileledger)
        assert tileledger("submit", "cup", "raise-dispute", *CHIEF, stdin=DISPUTE).code == 0

    at_home("comparing", prepare)
    return tileledger


def test_a_preview_changes_nothing_and_is_what_happens(disputed: Command) -> None:
    before = disputed("verify", "cup", "--json").answer
    preview = disputed("submit", "cup", "make-ruling", *CHIEF, "--preview", stdin=RULING).answer
    assert disputed("verify", "cup", "--json").answer == before
    assert preview["events"][:2] == ["ruling-made", "game-ruled"]
    made = disputed("submit", "cup", "make-ruling", *CHIEF, stdin=RULING).answer
    assert [event["type"] for event in made["events"]] == preview["events"]
    diff = disputed("diff", "cup", str(preview["seq"]), str(made["last_seq"]), "--json").answer
    assert diff["difference"] == preview["difference"]
    assert diff["difference"]["stages"][0]["moves"]


@pytest.mark.parametrize(
    ("language", "heading", "told"),
    [("en", "Game 1 at table 2 in ", " people are told."), ("zh", "第 1 局，現時 → 其後", "將通知 ")],
)
def test_at_a_terminal_a_preview_shows_the_games_and_how_many_are_told(
    disputed: Command, monkeypatch: pytest.MonkeyPatch, language: str, heading: str, told: str
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    asked = ("submit", "cup", "make-ruling", *CHIEF, "--preview", "--language", language)
    shown = disputed(*asked, stdin=RULING).out
    assert heading in shown
    assert all(f"  {number}" in shown for number in ("005", "006", "007", "008"))
    assert "→ 0/0" in shown
    assert told in shown


def test_a_refused_command_is_refused_in_preview_too(disputed: Command) -> None:
    ruling = json.dumps({**VOID, "dispute": "D-0009"}).encode()
    assert disputed("submit", "cup", "make-ruling", *CHIEF, "--preview", stdin=ruling).code == 1


def test_moves_name_the_event_that_changed_the_own_figures(disputed: Command) -> None:
    seq = disputed("verify", "cup", "--json").answer["seq"]
    disputed("submit", "cup", "make-ruling", *CHIEF, stdin=RULING)
    now = disputed("verify", "cup", "--json").answer["seq"]
    moves = disputed("diff", "cup", str(seq), str(now), "--json").answer["difference"]["stages"][0]["moves"]
    table = {"005", "006", "007", "008"}
    for move in moves:
        assert bool(move["because"]) == (move["entrant_no"] in table)


def test_a_diff_tells_the_events_between_in_plain_words(disputed: Command) -> None:
    last = disputed("verify", "cup", "--json").answer["seq"]
    found = disputed("diff", "cup", str(last - 1), str(last), "--json").answer
    assert [(event["seq"], event["type"]) for event in found["between"]] == [(last, "dispute-raised")]
    assert found["between"][0]["text"] in disputed("diff", "cup", str(last - 1), str(last)).out


def test_events_are_counted_by_what_people_call_them(disputed: Command) -> None:
    last = disputed("verify", "cup", "--json").answer["seq"]
    assert "1 event (1 × dispute raised)" in disputed("diff", "cup", str(last - 1), str(last)).err
    chinese = disputed("diff", "cup", str(last - 1), str(last), "--language", "zh")
    assert "1 項事件（1 × 提出爭議）" in chinese.err


def test_a_cut_that_others_make_is_not_made_to_made(capsys: pytest.CaptureFixture[str]) -> None:
    plan = registered(1).state.plan
    for before, after, line in (
        ("concluded", "concluded", "others go on:\n  in: 007 Amy Lee\n"),
        ("open", "concluded", "cut: not made yet → made\n  in: 007 Amy Lee\n"),
    ):
        print_difference(
            Difference((), CutDifference(before, after, ("007",), ()), ()), plan, {"007": "Amy Lee"}, "en"
        )
        assert capsys.readouterr().out == line


def test_a_diff_the_other_way_round_is_the_same(disputed: Command) -> None:
    forwards = disputed("diff", "cup", "30", "45", "--json").answer
    assert disputed("diff", "cup", "45", "30", "--json").answer == forwards
    assert disputed("diff", "cup", "45", "45").out.startswith("nothing differs")


def test_an_explanation_names_games_keys_and_neighbours(disputed: Command) -> None:
    rows = disputed("standings", "cup", "--json").answer["rows"]
    middle = rows[5]
    found = disputed("explain", "cup", middle["entrant_no"], "--json").answer
    assert found["place"] == middle["place"]
    assert found["keys"]["score"] == middle["score"]
    assert found["above"]["entrant_no"] in {row["entrant_no"] for row in rows[:5]}
    assert found["below"]["entrant_no"] in {row["entrant_no"] for row in rows[6:]}
    assert len([link for link in found["chain"] if link["seq"]]) >= 3
    assert "Next above" in disputed("explain", "cup", middle["entrant_no"]).out


def test_an_explanation_ends_with_what_was_written_and_answered(disputed: Command) -> None:
    for command, body in (
        ("ask-organizer", {"entrant": "001", "question": "Why am I fifth?"}),
        ("answer-question", {"question": "Q-0001", "answer": "A joker was missed."}),
    ):
        done = disputed("submit", "cup", command, stdin=json.dumps(body).encode())
        assert done.code == 0, done.err
    told = disputed("explain", "cup", "001").out
    assert told.index("Why am I fifth?") < told.index("A joker was missed.")
    assert "A joker" not in disputed("explain", "cup", "002").out


def test_what_has_several_lines_stands_in_the_column_of_texts(disputed: Command) -> None:
    for command, body in (
        ("ask-organizer", {"entrant": "001", "question": "Why am I fifth?\n\nI won twice."}),
        ("answer-question", {"question": "Q-0001", "answer": "A joker was missed.\nSee your sheet."}),
    ):
        assert disputed("submit", "cup", command, stdin=json.dumps(body).encode()).code == 0
    shown = disputed("explain", "cup", "001").out.splitlines()
    for text in ("I won twice.", "See your sheet."):
        assert [line for line in shown if line.startswith(" " * 27 + text)]


def test_who_is_not_ranked_is_told_why(disputed: Command) -> None:
    found = disputed("explain", "cup", "001", "--as-of", "30", "--json").answer
    assert found["place"] is None
    assert found["chain"]
    assert disputed("explain", "cup", "999").code == 1
