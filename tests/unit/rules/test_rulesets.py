"""Rulesets are data: every axis has a value, a source and a basis, and the whole travels as JSON."""

import msgspec
import pytest

from services.rules import charges, ranking, scoring
from services.rules.ruleset import (
    UNSPECIFIED,
    Ruleset,
    all_rulesets,
    axes,
    content_hash,
    load,
    parse,
    ruleset_ids,
)
from shared.codec import canonical
from tests.cases import cases
from tests.refusing import refusing

rulesets = pytest.mark.parametrize("ruleset", all_rulesets(), ids=lambda ruleset: ruleset.id)


def test_these_rulesets_ship() -> None:
    assert set(ruleset_ids()) == {
        "hk-2026",
        "mso-2019",
        "pressman-2006",
        "pressman-2006-tournament",
        "bsg-2015",
        "rummikub-online",
    }


@rulesets
def test_a_ruleset_embedded_in_an_event_is_read_back_whole(ruleset: Ruleset) -> None:
    embedded = canonical(ruleset)
    assert msgspec.json.decode(embedded, type=Ruleset) == ruleset
    assert canonical(msgspec.json.decode(embedded)) == embedded
    assert content_hash(msgspec.json.decode(embedded, type=Ruleset)) == content_hash(ruleset)


@rulesets
def test_every_axis_says_where_it_comes_from(ruleset: Ruleset) -> None:
    for axis in axes(ruleset):
        assert axis.cite, axis.name
        assert (axis.basis == "silent") == (axis.value == UNSPECIFIED), axis.name


@rulesets
def test_every_strategy_a_ruleset_names_is_registered(ruleset: Ruleset) -> None:
    assert ruleset.scoring.sharing.value in scoring.SHARINGS
    assert ruleset.scoring.winners.value in scoring.WINNERS
    assert ruleset.scoring.tie_break_score.value in scoring.TIE_BREAK_SCORES
    if ruleset.scoring.charges:
        assert ruleset.scoring.charge_mode.value in {charges.REPLACE, *charges.CHARGE_MODES}
        assert ruleset.scoring.two_charges.value in charges.TWO_CHARGES
    for ending in ("cleared", "time", "pool_exhausted", "blocked", "forfeit"):
        assert getattr(ruleset.endings, ending).value in {UNSPECIFIED, "play_on", *scoring.OUTCOMES}
    assert set(ruleset.ranking.keys.value) <= set(ranking.KEYS)
    if ruleset.ranking.round_keys:
        assert set(ruleset.ranking.round_keys.value) <= set(ranking.KEYS)


def test_the_hk_readings_are_settings_and_not_code() -> None:
    readings = {axis.name: axis.value for axis in axes(load("hk-2026")) if axis.basis == "reading"}
    assert readings["scoring.charge_mode"] == "replace"
    assert readings["scoring.two_charges"] == "larger"
    assert readings["scoring.rounding"] == "none"
    assert readings["endings.pool_empty"] == "game_ends"
    assert readings["ranking.average_over"] == 3
    assert readings["initial_meld.possibility_judged_on"] == "rack_of_last_finished_turn"


def test_figures_that_tell_the_rulesets_apart() -> None:
    assert [load(id).jokers.rack_value.value for id in ("hk-2026", "mso-2019")] == [30, 50]
    assert load("hk-2026").clock.turn_seconds.value == (60,)
    assert load("pressman-2006").clock.turn_seconds.value == (120,)
    assert load("pressman-2006-tournament").clock.turn_seconds.value == (60,)
    assert load("rummikub-online").clock.turn_seconds.value == (30, 45, 60, 90, 120)
    assert load("mso-2019").clock.bank_seconds.value == 600
    assert [c.points for c in load("hk-2026").scoring.charges] == [100, 200, 200]
    assert [c.points for c in load("mso-2019").scoring.charges] == [100, 200]
    assert load("pressman-2006").scoring.charges == ()


def test_a_charge_and_each_axis_is_listed_for_the_organizer() -> None:
    names = [axis.name for axis in axes(load("hk-2026"))]
    assert len(names) == len(set(names))
    assert "scoring.charges.knocked_down" in names
    assert "endings.time" in names


def test_an_unknown_ruleset_is_refused_naming_those_there_are() -> None:
    with refusing("ruleset-unknown") as refused:
        load("hk-2025")
    assert "hk-2026" in refused.value.text("en")
    with refusing("ruleset-unknown"):
        load("../../../etc/passwd")


@cases(
    "old, new",
    [
        ("rack_value = { value = 30,", "rack_value = { value = 30.0,"),
        ("rack_value = { value = 30,", 'rack_value = { value = "unspecified",'),
        ('[overtime]\ntable = { value = "restore",', '[overtime]\ntable = { value = "unspecified",'),
        ('id = "hk-2026"', 'id = "hk-2027"'),
        ("[deal]", "[deal"),
        ("points = 100", "points = 100\ncolour = 3"),
    ],
)
def test_a_ruleset_file_with_a_slip_is_refused(old: str, new: str) -> None:
    text = canonical_file("hk-2026")
    assert old in text
    with refusing("ruleset-invalid"):
        parse(text.replace(old, new, 1), "hk-2026")


def canonical_file(id: str) -> str:
    from pathlib import Path

    from services.rules import ruleset

    return (Path(ruleset.__file__).with_name("rulesets") / f"{id}.toml").read_text("utf-8")
