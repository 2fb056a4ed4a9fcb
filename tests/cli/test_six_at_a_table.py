"""Tables of five and six: no ruleset that ships seats so many, and house rules can."""

import json
from pathlib import Path

from services.tournament.definition.templates import template
from tests.cli.conftest import Command

RULES = Path(__file__).parents[2] / "services" / "rules" / "rulesets" / "pressman-2006.toml"
FIVE_OR_SIX = "games = 3\ntable = { most = 6, fewest = 5 }"


def club(home: Path, *, most: int = 6) -> Path:
    """A tournament file, beside house rules that seat so many."""
    rules = RULES.read_text("utf-8").replace('id = "pressman-2006"', 'id = "club-six"')
    (home / "club.toml").write_text(rules.replace("most = { value = 4", f"most = {{ value = {most}"), "utf-8")
    plan = template("school-day", "club").replace('ruleset = "hk-2026"', 'ruleset = "club.toml"')
    plan = plan.replace("games = 3 ", f"{FIVE_OR_SIX} #").replace("capacity = 16", "capacity = 24")
    (home / "plan.toml").write_text(plan, "utf-8")
    return home / "plan.toml"


def test_house_rules_for_six_are_checked_played_and_ranked(tileledger: Command, home: Path) -> None:
    plan = club(home)
    checked = tileledger("tournament", "check", str(plan))
    assert checked.code == 0, checked.err
    assert "5 to 6 at a table" in checked.out
    assert "7–9, 13–14, 19 people cannot be seated so" in checked.out + checked.err
    played = tileledger("demo", "--tournament", str(plan))
    assert played.code == 0, played.err
    ranked = tileledger("standings", "club", "--json").answer["rows"]
    assert ranked[0]["place"] == 1
    assert len(ranked) > 12
    assert tileledger("export", "club", str(home / "club.jsonl")).code == 0
    events = [json.loads(line) for line in (home / "club.jsonl").read_text("utf-8").splitlines()]
    drawn = [event["data"]["tables"] for event in events if event.get("type") == "seats-drawn"]
    assert {len(table["entrants"]) for table in drawn[0] + drawn[1]} <= {5, 6}
    assert any(
        len(event["data"]["results"]) == 6 for event in events if event.get("type") == "game-result-recorded"
    )


def test_the_limit_of_house_rules_is_said(tileledger: Command, home: Path) -> None:
    refused = tileledger("tournament", "check", str(club(home, most=7)))
    assert refused.code == 1
    assert "seats.most: is 7; it can be 2 to 6" in refused.err


def test_a_ruleset_that_ships_names_itself_its_seats_and_the_way_out(tileledger: Command, home: Path) -> None:
    plan = club(home)
    plan.write_text(plan.read_text("utf-8").replace('"club.toml"', '"hk-2026"'), "utf-8")
    refused = tileledger("tournament", "check", str(plan))
    assert refused.code == 1
    assert "the rules hk-2026 seat at least 3 and at most 4" in refused.err
    assert "house rules (docs/rules.md), which can seat 2 to 6" in refused.err
