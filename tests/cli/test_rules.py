"""tileledger rules: what organizers script against."""

import json
from typing import Any

import pytest

from services.cli.reading import read_json
from shared.problems import Problem
from tests.cli.conftest import Command, Ran

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
    assert [row["id"] for row in listed][1] == "hk-2026"
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
        ("hk-2099", EXAMPLE_2, "ruleset-unknown"),
    ],
)
def test_a_game_that_cannot_be_scored_leaves_with_1_and_its_code(
    tileledger: Command, ruleset: str, game: Any, code: str
) -> None:
    ran = scored(tileledger, game, ruleset)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith(f"tileledger: {code}: ")
    assert ran.err.count("\n") == 1


def with_seat(**fields: Any) -> bytes:
    return json.dumps({**EXAMPLE_2, "seats": [{"seat": "A", **fields}, *EXAMPLE_2["seats"][1:]]}).encode()


@pytest.mark.parametrize(
    ("stdin", "told"),
    [
        (b"", "it is empty"),
        (b"{", "truncated"),
        (b'{\n"ended_by": "time",\n"seats": NaN}', "(line 3)"),
        (b"\xff\xfe{}", "not UTF-8"),
        (b"[]", "Expected `object`"),
        (b'{"seats": []}', "`ended_by`"),
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
        (with_seat(count=10**400, tiles=3), "count"),
        (with_seat(seat="\ud800", count=8, tiles=3), "surrogate"),
        (b'{"ended_by": "time", "seats": [' + b" " * 10_000_000 + b"]}", "larger than 1000000 bytes"),
    ],
)
def test_input_that_is_not_a_game_is_told_in_one_line(tileledger: Command, stdin: bytes, told: str) -> None:
    ran = scored(tileledger, stdin)
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("tileledger: ")
    assert told in ran.err
    assert ran.err.count("\n") == 1
    assert "tileledger: unexpected:" not in ran.err


def test_deep_nesting_is_refused_and_not_followed() -> None:
    with pytest.raises(Problem, match="nested too deeply"):
        read_json(b"[" * 100_000, object)


def test_a_byte_order_mark_is_no_reason_to_refuse(tileledger: Command) -> None:
    assert scored(tileledger, b"\xef\xbb\xbf" + json.dumps(EXAMPLE_2).encode()).code == 0


def test_a_script_reads_the_answer_from_a_pipe(tileledger_process: Command) -> None:
    ran = scored(tileledger_process, EXAMPLE_2)
    assert (ran.code, ran.err) == (0, "")
    assert ran.answer["zero_sum"] is True
    refused = scored(tileledger_process, b"{}")
    assert (refused.code, refused.out) == (1, "")
