"""tileledger standings, replay, tail, submit: now, and at any moment before."""

import json
import sys
from pathlib import Path

import pytest

from shared.catalogue import say
from tests.cli.conftest import AtHome, Command, appoint_chief
from tests.cli.files import ENTRANT_HEADING, RESULT_HEADING, TOURNAMENT, entrant_rows, result_rows, write


@pytest.fixture
def played(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    def prepare() -> None:
        tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
        tileledger("import", "entrants", "cup", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(12)))
        tileledger("import", "results", "cup", write(home / "r.csv", RESULT_HEADING, result_rows(12)))

    at_home("cup played", prepare)
    return tileledger


def test_standings_before_the_results_are_empty(played: Command) -> None:
    assert len(played("standings", "cup", "--json").answer["rows"]) == 12
    assert played("standings", "cup", "--as-of", "20", "--json").answer == {
        "seq": 20,
        "stage": "preliminary",
        "rows": [],
    }


@pytest.mark.parametrize("command", [("standings", "cup"), ("replay", "cup")])
def test_a_table_says_which_stage_it_is_of(command: tuple[str, ...], played: Command) -> None:
    assert "preliminary round" in played(*command).err.lower()
    assert "初賽" in played(*command, "--language", "zh").err


@pytest.mark.parametrize("moment", ["soon", "", "1e3", "99999", "0", "2001-01-01", "²"])
def test_a_moment_that_is_none_is_refused(moment: str, played: Command) -> None:
    ran = played("standings", "cup", "--as-of", moment)
    assert ran.code == 1 + ("moment-unclear" in ran.err)
    assert ran.out == ""


def test_a_time_is_resolved_to_the_last_seq_before_it(played: Command) -> None:
    now = played("standings", "cup", "--json").answer
    assert played("standings", "cup", "--as-of", "2100-01-01T00:00", "--json").answer == now


def test_csv_is_read_back_by_a_spreadsheet(played: Command) -> None:
    out = played("standings", "cup", "--format", "csv").out.splitlines()
    assert out[0] == "place,entrant_no,games_won,score,average,tiles,qualified,tied"
    assert len(out) == 13


@pytest.mark.parametrize("show", ["standings", "families", "sessions", "docket", "timeline"])
def test_replay_shows_each_of_them(show: str, played: Command) -> None:
    assert played("replay", "cup", "--show", show).code == 0
    answer = played("replay", "cup", "--show", show, "--until", "20", "--json").answer
    assert answer["seq"] == 20


def test_the_docket_shows_evidence_and_whether_the_ruling_says_otherwise(played: Command) -> None:
    def submit(name: str, body: object) -> None:
        ran = played("submit", "cup", name, "--as", "chief_referee:CR1", stdin=json.dumps(body).encode())
        assert ran.code == 0, ran.err

    appoint_chief(played)
    sheet = "2026-03-28/1/1"
    submit("raise-dispute", {"sheet": sheet, "game": 1, "statement": "Look."})
    assert "evidence" not in played("replay", "cup", "--show", "docket").out
    rack = {"dispute": "D-0001", "rack": {"rack": ["R10", "B10", "K10", "R2"]}}
    turn = {"melded": True, "table_before": [], "rack_before": ["R6", "R7"], "table_after": [["R6", "R7"]]}
    submit("present-evidence", rack)
    submit("present-evidence", {"dispute": "D-0001", "turn": turn})
    ruling = {"finding": "Seen.", "cites": "HK rules 2.1", "reason": "So.", "effects": [{"type": "none"}]}
    submit("make-ruling", {"dispute": "D-0001", **ruling})
    lines = played("replay", "cup", "--show", "docket").out.splitlines()
    shown, rulings = lines[lines.index("") + 1 :], len(lines) - 1 - lines[::-1].index("")
    table = [line.split(maxsplit=2) for line in shown[: shown.index("")]]
    assert " (by Chief Referee CR1" in lines[rulings + 1]
    assert lines[rulings + 2].strip() == say(
        "shown-found", "en", finding="Seen.", reason="So.", cites="HK rules 2.1"
    )
    assert table[0][:2] == ["dispute", "evidence"]
    assert [line[:2] for line in table[1:]] == [["D-0001", "rack"], ["D-0001", "turn"]]
    assert table[1][2] == "could have melded  best 30 (R10-B10-K10)"
    assert table[2][2].startswith("illegal            R6-R7 is too small")
    assert "(HK rules" in table[2][2]
    assert table[2][2].endswith("  yes")


def test_the_timeline_says_who_decided_and_nothing_of_what_came_by_itself(played: Command) -> None:
    appoint_chief(played)
    lines = played("replay", "cup", "--show", "timeline").out.splitlines()
    (appointed,) = [line for line in lines if "CR1 was appointed" in line]
    assert appointed.endswith(" (by Organizer)")
    assert not any("(by )" in line for line in lines)


def test_the_timeline_names_every_event_once(played: Command) -> None:
    answer = played("replay", "cup", "--show", "timeline", "--json").answer
    assert [row["seq"] for row in answer["rows"]] == list(range(1, answer["seq"] + 1))


def test_tail_prints_what_came_after_a_seq(played: Command) -> None:
    lines = played("tail", "cup", "--after", "10", "--no-follow", "--json").out.splitlines()
    assert json.loads(lines[0])["seq"] == 11


def test_any_command_can_be_submitted(played: Command) -> None:
    check_in = json.dumps({"entrant": "013"}).encode()
    newcomer = {
        "entrant_no": "013",
        "session": "2026-03-28/2",
        "birth_date": "1990-01-01",
        "name_en": "Lee Siu",
    }
    assert played("submit", "cup", "register-entrant", stdin=json.dumps(newcomer).encode()).code == 0
    late = played("submit", "cup", "check-in", stdin=check_in)
    assert late.code == 1
    assert "place-forfeited" in late.err
    at = "2026-03-28T13:50+08:00"
    first = played("submit", "cup", "check-in", "--at", at, "--key", "k1", stdin=check_in)
    assert first.answer["events"][0]["type"] == "entrant-checked-in"
    again = played("submit", "cup", "check-in", "--at", at, "--key", "k1", stdin=check_in)
    assert again.answer["events"] == first.answer["events"]
    other = played("submit", "cup", "check-in", "--key", "k1", stdin=b'{"entrant": "001"}')
    assert "command-id-reused" in other.err


@pytest.mark.parametrize(
    ("arguments", "stdin"),
    [
        (("cup", "fly"), b"{}"),
        (("cup", "check-in"), b"[]"),
        (("cup", "check-in"), b'{"entrant": NaN}'),
        (("cup", "check-in"), b'{"entrant": "\\ud800"}'),
        (("cup", "check-in"), b'{"entrant": "001", "more": 1}'),
        (("cup", "check-in", "--at", "noon"), b'{"entrant": "001"}'),
        (("cup", "check-in", "--as", "king"), b'{"entrant": "001"}'),
        (("nowhere", "check-in"), b'{"entrant": "001"}'),
        (("cup", "check-in"), b"x" * 2_000_000),
    ],
)
def test_what_cannot_be_submitted_is_refused(
    arguments: tuple[str, ...], stdin: bytes, played: Command
) -> None:
    before = played("verify", "cup").out
    ran = played("submit", *arguments, stdin=stdin)
    assert ran.code == 1 + bool({"--at", "--as"} & {*arguments})
    assert ran.out == ""
    assert "Traceback" not in ran.err
    assert played("verify", "cup").out == before


def test_at_a_terminal_a_command_is_answered_in_words_and_with_json_for_programs(
    played: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    appoint = b'{"referee": "R9", "name": "Judge"}'
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    foreseen = played("submit", "cup", "appoint-referee", "--preview", stdin=appoint)
    assert foreseen.out.startswith(say("shown-would-follow", "en", events="1 × referee appointed"))
    done = played("submit", "cup", "appoint-referee", stdin=appoint)
    assert done.out.rstrip().endswith("(by Organizer)")
    assert "R9" in done.out
    again = played("submit", "cup", "appoint-referee", "--json", stdin=b'{"referee": "R8", "name": "Judge"}')
    assert again.answer["events"][0]["type"] == "referee-appointed"


def test_a_second_tournament_of_the_same_id_is_refused(played: Command) -> None:
    ran = played("tournament", "create", TOURNAMENT, "--id", "cup")
    assert ran.code == 1
    assert "already-defined" in ran.err
    assert [row["id"] for row in played("tournament", "list", "--json").answer] == ["cup"]


def test_a_broken_tournament_file_names_the_field(tileledger: Command, home: Path) -> None:
    text = Path(TOURNAMENT).read_text(encoding="utf-8").replace("quota = 1200", 'quota = "many"')
    (home / "broken.toml").write_text(text, encoding="utf-8")
    ran = tileledger("tournament", "create", "broken.toml")
    assert ran.code == 1
    assert "quota" in ran.err
    assert tileledger("tournament", "create", "missing.toml").code == 1


def test_posts_are_ready_to_be_put_up(played: Command) -> None:
    assert played("posts", "cup").out == "nothing to post yet\n"
    suspension = {"day": "2026-04-06", "grounds": "signal_8_or_above", "reason": "Signal No. 8 since dawn"}
    done = played("submit", "cup", "suspend-day", stdin=json.dumps(suspension).encode()).answer
    (post,) = played("posts", "cup", "--json").answer["posts"]
    assert post["seq"] == done["first_seq"]
    assert done["events"][0]["hash"] in post["text"]["zh"]
    assert "signal No. 8" in played("posts", "cup").out
