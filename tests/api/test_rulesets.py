"""Rulesets over HTTP, and scoring a game as the command line does."""

import json
from pathlib import Path
from typing import Any

import pytest

from services.limits import RULES_BODY, RULESET_BODY, RULESET_BODY_TOKEN
from services.rules import ruleset as rulesets
from services.rules.checking import MOST_MISTAKES
from services.rules.melding.effort import Effort
from services.web.api.examples import GAME, POSITION, RACK, TURN
from tests.api.conftest import House, assert_problem
from tests.cli.conftest import Command, home, tileledger

__all__ = ["home", "tileledger"]

PATH = "/api/v1/rulesets"


def test_the_list_and_each_ruleset_can_be_read_by_anyone(house: House) -> None:
    rows = house.anyone.get(PATH).get_json()["rows"]
    assert "hk-2026" in [row["id"] for row in rows]
    for row in rows:
        shown = house.anyone.get(f"{PATH}/{row['id']}").get_json()
        assert shown["hash"] == row["hash"]
        assert shown["ruleset"]["id"] == row["id"]
        assert any(axis["name"] == "scoring.sharing" for axis in shown["axes"])


def test_a_game_is_scored_exactly(house: House) -> None:
    answer = house.anyone.post(f"{PATH}/hk-2026/score", GAME).get_json()
    assert [seat["score"] for seat in answer["seats"]] == ["46", "-14", "-24", "-8"]
    assert [seat["game_won"] for seat in answer["seats"]] == [1, 0, 0, 0]
    assert answer["zero_sum"] is True
    third = {
        "ended_by": "time",
        "seats": [
            {"seat": seat, "count": count, "tiles": 2} for seat, count in zip("ABC", (5, 5, 12), strict=True)
        ],
    }
    assert house.anyone.post(f"{PATH}/hk-2026/score", third).get_json()["seats"][0]["score"] == "7/2"


@pytest.mark.parametrize("ruleset", ["hk-2026", "mso-2019"])
def test_http_and_the_command_line_score_alike(house: House, tileledger: Command, ruleset: str) -> None:
    game: dict[str, Any] = {**GAME, "seats": GAME["seats"][: 2 if ruleset == "mso-2019" else 4]}
    printed = tileledger("rules", "score", "--ruleset", ruleset, stdin=json.dumps(game).encode()).answer
    assert house.anyone.post(f"{PATH}/{ruleset}/score", game).get_json() == printed


@pytest.mark.parametrize(
    ("game", "status"),
    [
        ({**GAME, "seats": []}, 422),
        ({**GAME, "ended_by": "forfeit"}, 422),
        ({**GAME, "ended_by": "boredom"}, 400),
        ({**GAME, "seats": [{"seat": "A", "rack": ["R99"]}] * 4}, 422),
        ({**GAME, "seats": [{"seat": "A", "count": 2**70, "tiles": 1}] * 4}, 422),
    ],
)
def test_a_game_that_cannot_be_is_refused(house: House, game: Any, status: int) -> None:
    response = house.anyone.post(f"{PATH}/hk-2026/score", game)
    assert response.status_code in (400, status)
    assert_problem(response, response.status_code)


def test_an_unknown_ruleset_is_named_with_those_there_are(house: House) -> None:
    body = assert_problem(house.anyone.get(f"{PATH}/chess"), 404, "ruleset-unknown")
    assert "hk-2026" in body["detail"]
    assert_problem(house.anyone.post(f"{PATH}/chess/score", GAME), 404, "ruleset-unknown")


@pytest.mark.parametrize(
    ("command", "question"), [("adjudicate", TURN), ("could-meld", RACK), ("best-turn", POSITION)]
)
def test_http_and_the_command_line_judge_alike(
    house: House, tileledger: Command, command: str, question: dict[str, Any]
) -> None:
    for ruleset in ("hk-2026", "mso-2019"):
        printed = tileledger(
            "rules", command, "--ruleset", ruleset, stdin=json.dumps(question).encode()
        ).answer
        assert house.anyone.post(f"{PATH}/{ruleset}/{command}", question).get_json() == printed


@pytest.mark.parametrize(
    ("command", "question", "status", "code"),
    [
        ("adjudicate", {**TURN, "rack_before": ["R77"]}, 422, "tile-unknown"),
        ("adjudicate", {**TURN, "rack_before": ["R6"] * 2}, 422, "tiles-too-many-alike"),
        ("adjudicate", {**TURN, "table": []}, 400, "body-misshapen"),
        ("could-meld", {"rack": ["R6"], "last_drawn": "R7"}, 422, "last-drawn-not-on-rack"),
        ("could-meld", {"rack": 7}, 400, "body-misshapen"),
        ("best-turn", {"table": [["R6"]], "rack": []}, 422, "table-no-sets"),
    ],
)
def test_what_cannot_be_judged_is_refused(
    house: House, command: str, question: Any, status: int, code: str
) -> None:
    assert_problem(house.anyone.post(f"{PATH}/hk-2026/{command}", question), status, code)


def test_a_best_turn_is_not_told_where_jokers_are_bound(house: House) -> None:
    answer = house.anyone.post(f"{PATH}/bsg-2015/best-turn", POSITION)
    assert_problem(answer, 422, "best-turn-not-free")


def checked(house: House, body: bytes, kind: str = "application/toml") -> Any:
    return house.anyone.send("POST", f"{PATH}/check", data=body, content_type=kind)


def test_house_rules_are_checked_as_on_the_command_line(
    house: House, tileledger: Command, tmp_path: Path
) -> None:
    text = (Path(rulesets.__file__).with_name("rulesets") / "hk-2026.toml").read_text("utf-8")
    text = text.replace('id = "hk-2026"', 'id = "club"')
    other, wrong = text.replace("value = 30", "value = 25"), text.replace("two_in_a_set", "two_in_set")
    for written in (other.encode(), b"\xef\xbb\xbf" + other.encode(), wrong.encode(), b"[deal", b"\xff\xfe"):
        file = tmp_path / "club.toml"
        file.write_bytes(written)
        printed = tileledger("rules", "check", str(file), "--json").answer
        assert checked(house, written).get_json() == printed
    assert_problem(checked(house, b"{}", "application/json"), 415)


HOSTILE = {
    "a dotted key": b"a." * 10_000 + b"a=1",
    "a dotted heading": b"[" + b"a." * 10_000 + b"a]",
    "a dotted key in quotes": b'"a" . ' * 5_000 + b"a=1",
    "a long integer": b"a=" + b"1" * 5_000,
    "a long hexadecimal": b"a=0x" + b"f" * 5_000,
    "a long fraction": b"a=1." + b"0" * 5_000,
    "deep arrays": b"a=" + b"[" * 20_000,
    "deep inline tables": b"a=" + b"{a=" * 5_000,
}


@pytest.mark.parametrize("case", HOSTILE)
def test_house_rules_that_would_cost_too_much_to_read_are_refused_with_their_line(
    house: House, case: str
) -> None:
    response = checked(house, b"# rules\n" + HOSTILE[case])
    assert assert_problem(response, 422, "beyond-limit")["where"] == {"line": 2}


def test_house_rules_with_very_many_mistakes_name_the_first_of_them(house: House) -> None:
    mistakes = checked(house, b"".join(b"x%d=1\n" % number for number in range(3000))).get_json()["mistakes"]
    assert len(mistakes) == MOST_MISTAKES + 1
    assert "more" in mistakes[-1]["text"]


def test_longer_house_rules_are_checked_for_who_has_a_token(house: House) -> None:
    long = b"# " + b"x" * RULESET_BODY
    assert_problem(checked(house, long), 413, "body-too-large")
    headers = {"Authorization": f"Bearer {house.organizer.token}"}
    known = house.anyone.send("POST", f"{PATH}/check", headers, data=long, content_type="application/toml")
    assert known.status_code == 200
    beyond = long + b"x" * RULESET_BODY_TOKEN
    known = house.anyone.send("POST", f"{PATH}/check", headers, data=beyond, content_type="application/toml")
    assert_problem(known, 413, "body-too-large")
    unknown = house.anyone.send(
        "POST", f"{PATH}/check", {"Authorization": "Bearer x"}, data=long, content_type="application/toml"
    )
    assert_problem(unknown, 401)


def test_a_game_to_be_scored_is_no_longer_than_a_game(house: House) -> None:
    body = b'{"ended_by":"time","seats":[' + b" " * RULES_BODY + b"]}"
    assert_problem(house.anyone.post(f"{PATH}/hk-2026/score", body), 413, "body-too-large")
    rack = {"rack": ["R1"] * 107}
    assert_problem(house.anyone.post(f"{PATH}/hk-2026/could-meld", rack), 422, "beyond-limit")
    table = {"table": [["R1"]] * 107, "rack": []}
    assert_problem(house.anyone.post(f"{PATH}/mso-2019/best-turn", table), 422, "beyond-limit")


@pytest.mark.parametrize(
    ("name", "body", "module"),
    [
        ("best-turn", {"table": [], "rack": ["R1", "R2", "R3", "R4", "B4", "K4", "J"]}, "possible_turn"),
        ("could-meld", {"rack": ["R1", "R2", "R3", "R4", "B4", "K4", "J"]}, "possibility"),
    ],
)
def test_a_position_that_is_too_hard_is_refused(
    house: House, monkeypatch: pytest.MonkeyPatch, name: str, body: Any, module: str
) -> None:
    assert house.anyone.post(f"{PATH}/mso-2019/{name}", body).status_code == 200
    monkeypatch.setattr(f"services.rules.melding.{module}.Effort", lambda: Effort(3))
    assert_problem(house.anyone.post(f"{PATH}/mso-2019/{name}", body), 422, "too-hard")
