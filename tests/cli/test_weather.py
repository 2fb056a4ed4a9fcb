"""tileledger weather decide: JSON in, one decision out; everything else a clear error."""

import json
from typing import Any

import pytest

from tests.cli.conftest import Command, Ran

OPEN = {"code": "TC8NE", "from": "2026-03-28T01:10:00+08:00"}


def decide(of: Command, *arguments: str, warnings: Any = ()) -> Ran:
    given = json.dumps({"warnings": list(warnings)}).encode()
    return of("weather", "decide", *arguments, stdin=given)


def test_a_decision_names_sessions_cutoff_and_why(tileledger: Command) -> None:
    found = decide(tileledger, "--day", "2026-03-28", warnings=[{**OPEN, "until": None}]).answer
    assert found["decision"] == "suspend"
    assert found["suspended_sessions"] == [1, 2, 3, 4]
    assert found["cutoff"] == "2026-03-28T10:00:00+08:00"
    assert "TC8NE" in found["because"][0]


def test_a_day_of_the_past_takes_the_hours_of_another(tileledger: Command) -> None:
    toraji = {"code": "TC8NE", "from": "2024-11-13T23:10:00+08:00", "until": "2024-11-14T10:20:00+08:00"}
    assert decide(tileledger, "--day", "2024-11-14", warnings=[toraji]).code == 1
    found = decide(tileledger, "--day", "2024-11-14", "--like", "2026-03-28", warnings=[toraji]).answer
    assert found["decision"] == "suspend"


def test_live_it_can_be_pending_or_unknown(tileledger: Command) -> None:
    at = ("--day", "2026-03-28", "--now")
    assert decide(tileledger, *at, "2026-03-28T09:59:59+08:00").answer["decision"] == "pending"
    old = (*at, "2026-03-28T10:00:00+08:00", "--fetched-at", "2026-03-28T09:49:00")
    assert decide(tileledger, *old).answer["decision"] == "unknown"
    assert decide(tileledger, *at, "2026-03-28T02:00:00Z").answer["decision"] == "proceed"


@pytest.mark.parametrize(
    ("arguments", "warnings", "code"),
    [
        (("--day", "2026-03-29"), (), "no-play-that-day"),
        (("--day", "2026-03-28", "--like", "2026-03-29"), (), "no-play-that-day"),
        (("--day", "28 Marsh"), (), "invalid-input"),
        (("--day", "2026-03-28", "--now", "ten"), (), "invalid-input"),
        (("--day", "2026-03-28", "--fetched-at", "2026-03-28T10:00"), (), "invalid-input"),
        (
            ("--day", "2026-03-28", "--now", "2026-03-28T10:00", "--fetched-at", "2026-03-28T10:01"),
            (),
            "invalid-input",
        ),
        (("--day", "2026-03-28", "--tournament-file", "nowhere.toml"), (), "not-found"),
        (("--day", "2026-03-28"), [{**OPEN, "code": "TC8"}], "warning-unknown"),
        (("--day", "2026-03-28"), [{**OPEN, "until": "2026-03-27T01:10:00+08:00"}], "warning-wrong"),
        (("--day", "2026-03-28"), [{"code": "TC8NE"}], "invalid-input"),
        (("--day", "2026-03-28"), [{**OPEN, "from": "dawn"}], "invalid-input"),
    ],
)
def test_what_cannot_be_decided_says_why(
    tileledger: Command, arguments: tuple[str, ...], warnings: Any, code: str
) -> None:
    ran = decide(tileledger, *arguments, warnings=warnings)
    wrong_option = arguments[-1] in ("28 Marsh", "ten")
    assert (ran.code, ran.out) == (1 + wrong_option, "")
    assert f": {code}:" in ran.err


def test_input_that_is_no_json_is_refused(tileledger: Command) -> None:
    ran = tileledger("weather", "decide", "--day", "2026-03-28", stdin=b"<html>Service Unavailable</html>")
    assert ran.code == 1
    assert "invalid-input" in ran.err
