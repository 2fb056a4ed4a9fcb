"""tileledger rules: what organizers script against."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.cli.reading import read_json
from services.rules import ruleset
from tests.cli.conftest import Command, Ran
from tests.cli.files import TOURNAMENT
from tests.refusing import refusing

EXAMPLE_2 = {
    "ended_by": "time",
    "seats": [
        {"seat": "A", "count": 8, "tiles": 3},
        {"seat": "B", "count": 8, "tiles": 1},
        {"seat": "C", "count": 20, "tiles": 2},
        {"seat": "D", "count": 18, "tiles": 4},
    ],
}


def scored(tileledger: Command, game: Any, ruleset: str = "hk-2026") -> Ran:
    stdin = game if isinstance(game, bytes) else json.dumps(game).encode()
    return tileledger("rules", "score", "--ruleset", ruleset, stdin=stdin)


def test_the_rulesets_are_listed_for_programs_and_people(tileledger: Command) -> None:
    listed = tileledger("rules", "list", "--json").answer
    assert "hk-2026" in [row["id"] for row in listed]
    assert all({"id", "title", "title_zh", "hash"} <= row.keys() for row in listed)
    assert "mso-2019" in tileledger("rules", "list").out


def test_an_organizer_can_read_every_axis_of_a_ruleset(tileledger: Command) -> None:
    table = tileledger("rules", "list", "--ruleset", "hk-2026").out
    assert "scoring.charge_mode" in table
    axes = tileledger("rules", "list", "--ruleset", "hk-2026", "--json").answer
    assert {"name", "value", "cite", "basis"} == set(axes[0])


def test_a_game_is_scored_as_documented(tileledger: Command) -> None:
    ran = scored(tileledger, EXAMPLE_2)
    assert (ran.code, ran.err) == (0, "")
    assert ran.answer == {
        "seats": [
            {"seat": "A", "count": 8, "tiles": 3, "score": "11", "game_won": 0},
            {"seat": "B", "count": 8, "tiles": 1, "score": "11", "game_won": 1},
            {"seat": "C", "count": 20, "tiles": 2, "score": "-12", "game_won": 0},
            {"seat": "D", "count": 18, "tiles": 4, "score": "-10", "game_won": 0},
        ],
        "zero_sum": True,
        "notes": [],
    }


def test_a_shared_pot_is_printed_exactly(tileledger: Command) -> None:
    odd = {**EXAMPLE_2, "seats": [*EXAMPLE_2["seats"][:3], {"seat": "D", "count": 19, "tiles": 4}]}
    assert scored(tileledger, odd).answer["seats"][0]["score"] == "23/2"


def test_mso_adds_the_tie_break_score(tileledger: Command) -> None:
    game = {"ended_by": "cleared", "seats": [{"seat": "A", "rack": []}, {"seat": "B", "rack": ["R7", "J"]}]}
    seats = scored(tileledger, game, "mso-2019").answer["seats"]
    assert [(seat["score"], seat["tie_break_score"]) for seat in seats] == [("57", "0"), ("-57", "-57")]


def test_notes_come_in_both_languages(tileledger: Command) -> None:
    game = {
        "ended_by": "time",
        "seats": [
            {"seat": "A", "count": 60, "tiles": 14, "charge": "could_not_meld"},
            {"seat": "B", "count": 110, "tiles": 15},
            {"seat": "C", "count": 120, "tiles": 16},
        ],
    }
    (note,) = scored(tileledger, game).answer["notes"]
    assert (note["code"], note["seat"]) == ("unmelded-winner", "A")
    assert note["en"]
    assert note["zh"]


@pytest.mark.parametrize(
    ("ruleset", "game", "code"),
    [
        ("hk-2026", {**EXAMPLE_2, "seats": EXAMPLE_2["seats"][:2]}, "seats-wrong-number"),
        ("mso-2019", EXAMPLE_2, "ruling-required"),
        (
            "mso-2019",
            {**EXAMPLE_2, "ended_by": "forfeit", "seats": EXAMPLE_2["seats"][:2]},
            "forfeiter-wrong",
        ),
        (
            "mso-2019",
            {**EXAMPLE_2, "ended_by": "blocked", "seats": EXAMPLE_2["seats"][:2]},
            "ruling-required",
        ),
        ("mso-2019", {**EXAMPLE_2, "ended_by": "cleared"}, "seats-wrong-number"),
        ("hk-2026", {**EXAMPLE_2, "seats": [*EXAMPLE_2["seats"][:3], EXAMPLE_2["seats"][0]]}, "seat-twice"),
    ],
)
def test_a_game_that_cannot_be_scored_leaves_with_1_and_its_code(
    tileledger: Command, ruleset: str, game: Any, code: str
) -> None:
    ran = scored(tileledger, game, ruleset)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"tileledger: {code}: ")
    assert ran.err.count("\n") == 1


@pytest.mark.parametrize("command", ["score", "adjudicate", "could-meld"])
def test_a_ruleset_that_there_is_not_is_wrong_usage(tileledger: Command, command: str) -> None:
    ran = tileledger("rules", command, "--ruleset", "hk-2099", stdin=json.dumps(EXAMPLE_2).encode())
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith("tileledger: ruleset-unknown: ")


def with_seat(**fields: Any) -> bytes:
    return json.dumps({**EXAMPLE_2, "seats": [{"seat": "A", **fields}, *EXAMPLE_2["seats"][1:]]}).encode()


@pytest.mark.parametrize(
    ("stdin", "text"),
    [
        (b"", "it is empty"),
        (b"{", "breaks off"),
        (b'{\n"ended_by": "time",\n"seats": NaN}', "(line 3)"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[]", "it must be an object, not a list"),
        (b'{"seats": []}', "the field ended_by is missing"),
        (b'{"ended_by": "boredom", "seats": []}', "field ended_by"),
        (b'{"ended_by": "time", "seats": [], "winner": "A"}', "winner"),
        (with_seat(count=8.0, tiles=3), "field seats[0].count"),
        (with_seat(count=8.5, tiles=3), "field seats[0].count"),
        (with_seat(count="8", tiles=3), "field seats[0].count"),
        (with_seat(count=True, tiles=3), "field seats[0].count"),
        (with_seat(count=8, tiles=None), "seat-incomplete"),
        (with_seat(count=8, tiles=3, charge=3), "field seats[0].charge"),
        (with_seat(rack="R7"), "field seats[0].rack"),
        (with_seat(rack=["R7", 7]), "field seats[0].rack[1]"),
        (with_seat(count=10**400, tiles=3), "a number of more than 18 characters"),
        (with_seat(seat="\ud800", count=8, tiles=3), "surrogate"),
        (b'{"ended_by": "time", "seats": [' + b" " * 10_000_000 + b"]}", "larger than 1048576 bytes"),
    ],
)
def test_input_that_is_not_a_game_is_told_in_one_line(tileledger: Command, stdin: bytes, text: str) -> None:
    ran = scored(tileledger, stdin)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("tileledger: ")
    assert text in ran.err
    assert ran.err.count("\n") == 1
    assert "tileledger: unexpected:" not in ran.err


def test_deep_nesting_is_refused_and_not_followed() -> None:
    with refusing("beyond-limit", "nested too deeply"):
        read_json(b"[" * 100_000, object)


def test_a_byte_order_mark_is_no_reason_to_refuse(tileledger: Command) -> None:
    assert scored(tileledger, b"\xef\xbb\xbf" + json.dumps(EXAMPLE_2).encode()).code == 0


def test_a_script_reads_the_answer_from_a_pipe(tileledger_process: Command) -> None:
    ran = scored(tileledger_process, EXAMPLE_2)
    assert (ran.code, ran.err) == (0, "")
    assert ran.answer["zero_sum"] is True
    refused = scored(tileledger_process, b"{}")
    assert (refused.code, refused.out) == (1, "")


def asked(tileledger: Command, command: str, question: Any, ruleset: str = "hk-2026") -> Ran:
    return tileledger("rules", command, "--ruleset", ruleset, stdin=json.dumps(question).encode())


def test_a_turn_is_judged_with_reasons(tileledger: Command) -> None:
    turn = {
        "melded": True,
        "table_before": [["J", "R6", "R7"]],
        "rack_before": ["R9"],
        "table_after": [["R6", "R7", "J", "R9"]],
    }
    legal = asked(tileledger, "adjudicate", turn)
    assert (legal.code, legal.answer["verdict"]) == (0, "legal")
    illegal = asked(tileledger, "adjudicate", turn, "pressman-2006")
    assert (illegal.code, illegal.answer["verdict"]) == (0, "illegal")
    (reason,) = illegal.answer["reasons"]
    assert {"code", "clause", "text", "text_zh"} == reason.keys()
    named = {**turn, "table_before": [{"kind": "run", "tiles": ["J", "R6", "R7"]}]}
    assert asked(tileledger, "adjudicate", named).answer["verdict"] == "legal"


def test_a_rack_is_judged_with_and_without_the_last_tile(tileledger: Command) -> None:
    rack = ["R10", "B10", "K10", "R2"]
    assert asked(tileledger, "could-meld", {"rack": rack}).answer == {
        "verdict": "possible",
        "best": 30,
        "sets": [["R10", "B10", "K10"]],
        "charge": 200,
    }
    without = asked(tileledger, "could-meld", {"rack": rack, "last_drawn": "K10"}).answer
    assert without == {"verdict": "impossible", "best": 0, "sets": [], "charge": 100}
    unknown = asked(tileledger, "could-meld", {"rack": rack, "last_drawn": None}).answer
    assert (unknown["verdict"], unknown["charge"]) == ("referee_decides", None)


def test_the_best_turn_is_told_where_jokers_are_free(tileledger: Command) -> None:
    position = {"table": [["B4", "J", "B6"]], "rack": ["B5", "B7", "K1"]}
    best = asked(tileledger, "best-turn", position, "mso-2019").answer
    assert (best["possible"], sorted(best["laid"]), best["value"]) == (True, ["B5", "B7"], 12)
    nothing = asked(tileledger, "best-turn", {"table": [["B4", "B5", "B6"]], "rack": ["K1"]}).answer
    assert (nothing["possible"], nothing["laid"], nothing["value"]) == (False, [], 0)
    refused = asked(tileledger, "best-turn", position, "pressman-2006")
    assert refused.code == 1
    assert "best-turn-not-free" in refused.err
    refused = asked(tileledger, "best-turn", {"table": [["B4", "B5"]], "rack": ["K1"]})
    assert "table-no-sets" in refused.err


@pytest.mark.parametrize("command", ["adjudicate", "could-meld", "best-turn"])
@pytest.mark.parametrize("question", [{}, [], {"rack": ["R99"]}, {"rack": "R7"}, {"melded": 1}])
def test_what_cannot_be_judged_is_refused_on_standard_error(
    tileledger: Command, command: str, question: Any
) -> None:
    ran = asked(tileledger, command, question)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err


def test_house_rules_are_checked_and_then_played_by(tileledger: Command, tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    text = shipped("hk-2026").replace('id = "hk-2026"', 'id = "house-of-the-test"')
    house.write_text(text.replace("rack_value = { value = 30", "rack_value = { value = 25"), "utf-8")
    answer = tileledger("rules", "check", str(house))
    assert answer.code == 0
    assert "house-of-the-test can be played" in answer.out
    checked = tileledger("rules", "check", str(house), "--json").answer
    assert checked["nearest"] == "hk-2026"
    assert checked["differences"] == [{"axis": "jokers.rack_value", "value": 25, "value_there": 30}]
    game = {
        "ended_by": "time",
        "seats": [{"seat": "A", "rack": ["J"]}, {"seat": "B", "rack": ["R1"]}, {"seat": "C", "rack": ["R2"]}],
    }
    assert scored(tileledger, game, str(house)).answer["seats"][0]["count"] == 25


def test_every_mistake_in_house_rules_is_told_with_the_way_out(tileledger: Command, tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    text = shipped("hk-2026").replace('id = "hk-2026"', 'id = "house-of-the-test"')
    for right, wrong in (
        ('"free_while_sets_stay_legitimate"', '"free_while_set_stay_legitimate"'),
        ("two_in_a_set", "two_in_set"),
        ("hand = { value = 14", "hand = { value = 140"),
    ):
        assert right in text
        text = text.replace(right, wrong)
    house.write_text(text, "utf-8")
    checked = tileledger("rules", "check", str(house))
    assert (checked.code, checked.out) == (1, "")
    for hint in (
        "did you mean two_in_a_set?",
        "it can be 1 to 53",
        "did you mean free_while_sets_stay_legitimate",
    ):
        assert hint in checked.err
    assert tileledger("rules", "check", str(house), "--json").answer["ok"] is False
    refused = scored(tileledger, EXAMPLE_2, str(house))
    assert refused.code == 1
    assert "ruleset-invalid" in refused.err
    assert "3 more" in refused.err


@pytest.mark.parametrize(
    ("right", "wrong", "hint"),
    [
        ('id = "hk-2026"', 'id = "hk-2026"\ntitle_of = 3', "title_of"),
        ("rack_value = { value = 30", "rack_value = { value = 25", "an id of its own"),
        ("points = 100", "points = 0", "at least 1 point"),
        ('name = "could_have_melded"', 'name = "could_not_meld"', "there twice"),
        ("[deal]", "[deal", "no TOML"),
        ("from_rack_only = { value = true, ", "from_rack_only = { value = false, ", "can only be true"),
        ('charge_mode = { value = "replace", ', 'charge_mode = { value = "swap", ', "has no meaning"),
        ('kind = { value = "per_turn", ', 'kind = { value = "bronstein", ', "needs bank_seconds"),
        ("least = { value = 3, ", "least = { value = 4, ", None),
        ("most = { value = 4, ", "most = { value = 2, ", "least is more than most"),
        ('basis = "stated" }', 'basis = "silent" }', "exactly when its basis"),
        ('cite = "HK rules 1"', 'cite = " "', "cites nothing"),
        ('keys = { value = ["games_won", ', 'keys = { value = ["wins", ', 'has no meaning "wins"'),
        ("[deal]", "[dael]", "did you mean deal"),
        (
            'sharing = { value = "equal_parts", ',
            "sharing = { value = 3, ",
            "it must be a text, not a whole number",
        ),
    ],
)
def test_each_kind_of_mistake_has_its_hint(
    tileledger: Command, tmp_path: Path, right: str, wrong: str, hint: str | None
) -> None:
    house = tmp_path / "club.toml"
    text = shipped("hk-2026")
    assert right in text
    text = text.replace(right, wrong, 1)
    if "hk-2026" not in wrong and hint != "an id of its own":
        text = text.replace('id = "hk-2026"', 'id = "house-of-the-test"')
    house.write_text(text, "utf-8")
    checked = tileledger("rules", "check", str(house))
    assert checked.code == (0 if hint is None else 1), checked.err
    assert hint is None or hint in checked.err


def test_a_file_that_is_not_there_is_told(tileledger: Command, tmp_path: Path) -> None:
    for arguments in (
        ("check", str(tmp_path / "no.toml")),
        ("score", "--ruleset", str(tmp_path / "no.toml")),
    ):
        ran = tileledger("rules", *arguments, stdin=b"{}")
        assert ran.code == 1
        assert "file-unreadable" in ran.err


def test_a_tournament_can_be_founded_on_house_rules(tileledger: Command, tmp_path: Path) -> None:
    house = tmp_path / "club.toml"
    text = shipped("hk-2026").replace('id = "hk-2026"', 'id = "house-of-the-test"')
    house.write_text(text.replace("rack_value = { value = 30", "rack_value = { value = 25"), "utf-8")
    tileledger("migrate")
    ran = tileledger("tournament", "create", TOURNAMENT, "--ruleset", str(house))
    assert (ran.code, ran.out) == (0, "hk-2026\n")
    exported = tmp_path / "log.jsonl"
    assert tileledger("export", "hk-2026", str(exported)).code == 0
    first = json.loads(exported.read_text("utf-8").splitlines()[0])
    assert first["data"]["ruleset"]["id"] == "house-of-the-test"
    assert first["data"]["ruleset"]["jokers"]["rack_value"]["value"] == 25


def shipped(id: str) -> str:
    return (Path(ruleset.__file__).with_name("rulesets") / f"{id}.toml").read_text("utf-8")


def test_a_clock_is_run_from_a_list_of_moves(tileledger: Command) -> None:
    def clock(given: object, ruleset: str, *more: str) -> Ran:
        stdin = json.dumps(given).encode()
        return tileledger("rules", "clock", "--ruleset", ruleset, *more, stdin=stdin)

    moves = {"moves": [{"seat": "A", "milliseconds": 20_000}, {"seat": "A", "milliseconds": 590_000}]}
    answer = clock(moves, "mso-2019").answer
    assert [move["remaining"] for move in answer["moves"]] == [590_000, 0]
    assert answer["lost_by"] == "A"
    table = clock({"moves": [{"milliseconds": 60_001}]}, "hk-2026", "--table").out
    assert "out of time in 1 turn, tiles due: 1" in table
    refused = clock(moves, "bsg-2015")
    assert refused.code == 1
    assert "clock-not-stated" in refused.err


@pytest.mark.parametrize("rack", [["R14"], ["J", "J", "J", "J"]])
def test_a_rack_that_cannot_be_read_is_named_with_its_place(tileledger: Command, rack: list[str]) -> None:
    seats = [{"seat": "A", "rack": []}, {"seat": "B", "rack": rack}, {"seat": "C", "rack": ["R1"]}]
    ran = scored(tileledger, {"ended_by": "cleared", "seats": seats})
    assert ran.code == 1
    assert "seat B" in ran.err
    assert "field rack" in ran.err
    for command, given, field in (
        ("could-meld", {"rack": rack}, "rack"),
        ("could-meld", {"rack": ["R1"], "last_drawn": "R14"}, "last_drawn"),
        ("best-turn", {"rack": rack, "table": []}, "rack"),
        ("best-turn", {"rack": ["R1"], "table": [["R14", "R1", "R2"]]}, "table, set 1"),
    ):
        asked = tileledger("rules", command, "--ruleset", "hk-2026", stdin=json.dumps(given).encode())
        assert (asked.code, f"field {field}" in asked.err) == (1, True), asked.err
