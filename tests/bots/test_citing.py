"""The rules that a ruling may cite come from the ruleset of the stage."""

import json
from typing import Any

import pytest

from services.desk.docket_views import DocketView, EvidenceView
from services.officials.citing import RESTS_ON, rules_offered, usual_rule
from services.projections.rows import DocketRow
from services.rules.adjudication.turn import TurnInput
from services.rules.ruleset import Ruleset, all_rulesets, axes, load
from services.tournament.docket.judgement import judge_turn
from services.web.api.examples import TOURNAMENT_FILE
from shared.database import Database
from shared.vault import Vault
from tests.api import conftest
from tests.api.conftest import House, found, start
from tests.bots.conftest import Office, running
from tests.bots.test_ruling import begin, dispute, with_a_game
from tests.bots.test_steps import labels
from tests.cases import cases
from tests.simulators.telegram import Telegram

CASE = DocketRow("D-0001", "dispute", "open", None, None, (), None, None, 1, ())


@cases("ruleset", all_rulesets())
def test_every_ruleset_offers_what_its_settings_rest_on_each_once(ruleset: Ruleset) -> None:
    offered = rules_offered(ruleset, DocketView(CASE, "", {}))
    assert len(offered) == len(set(offered))
    assert set(offered) == {axis.cite for axis in axes(ruleset)}
    counts = [sum(axis.cite == cite for axis in axes(ruleset)) for cite in offered]
    assert counts == sorted(counts, reverse=True)


@cases("ruleset", all_rulesets())
def test_what_changes_a_games_figures_has_a_usual_rule_in_every_ruleset(ruleset: Ruleset) -> None:
    assert usual_rule(ruleset, {"effect": "amend_game"}) == ruleset.endings.cleared.cite
    assert usual_rule(ruleset, {"effect": "void_game"}) == ruleset.scoring.voided_game.cite
    for charge in ruleset.scoring.charges:
        assert usual_rule(ruleset, {"effect": "charge", "charge": charge.name}) == charge.cite
    assert {"none", "replay_game", "warning", "disqualify"}.isdisjoint(RESTS_ON)
    assert usual_rule(ruleset, {"effect": "none"}) is None


def test_the_rules_that_a_turn_in_evidence_broke_come_first() -> None:
    rules = load("hk-2026")
    judged = judge_turn(
        rules, None, TurnInput(melded=True, table_before=(), rack_before=("R1",), table_after=())
    )
    view = DocketView(CASE, "", {}, (EvidenceView(9, judged, "engine", None),))
    clauses = [reason.clause for reason in judged.reasons]
    assert clauses
    assert rules_offered(rules, view)[: len(clauses)] == clauses


def test_a_stage_of_other_rules_offers_and_charges_by_its_own(
    telegram: Telegram, sqlite_database: Database, vault: Vault, monkeypatch: pytest.MonkeyPatch
) -> None:
    file: dict[str, Any] = json.loads(json.dumps(TOURNAMENT_FILE))
    file["stage"][0]["ruleset"] = "pressman-2006"
    monkeypatch.setattr(conftest, "TOURNAMENT_FILE", file)
    house = start(found(House(sqlite_database, vault)))
    house.done("appoint-referee", {"referee": "CHIEF", "name": "Wong", "chief": True})
    shown = house.anyone.get(f"/api/v1/tournaments/{conftest.ID}").get_json()
    assert {stage: ruleset["id"] for stage, ruleset in shown["stage_rulesets"].items()} == {
        "preliminary": "pressman-2006"
    }
    office = Office(house, telegram, vault)
    with running(office):
        with_a_game(office)
        chief = office.phone("referee:CHIEF")
        begin(chief, dispute(office), "The results stand")
        chief.say("It fell")
        assert all(label.startswith("Pressman") for label in labels(chief)[:6])
        chief.press("bot-ruling-rules-all")
        assert not any(label.startswith("HK") for label in labels(chief))


@pytest.mark.parametrize(
    ("language", "none", "typed", "shown"),
    [
        ("en", "No rule played by here is called", "rules 2.3", "HK rules 2.3"),
        ("zh", "現用規則中沒有", "規則2.3", "香港規則 2.3"),
    ],
)
def test_a_rule_that_is_not_there_is_not_taken_and_the_nearest_are_offered(
    office: Office, language: str, none: str, typed: str, shown: str
) -> None:
    with_a_game(office)
    number = dispute(office)
    chief = office.phone("referee:CHIEF", language=language)
    chief.say(f"/docket {number}")
    chief.press("bot-rule")
    chief.press("bot-effect-none")
    chief.say("It fell as they say\nTwo of them saw it")
    assert none in chief.say("香港規則 9.9")
    assert any(label.startswith(shown) for label in labels(chief))
    assert shown in chief.say(typed)
    chief.press("bot-confirm-ruling")
    chief.wait_for("R-0001")
    assert office.state.rulings["R-0001"].cites == "HK rules 2.3"
