"""An explanation is in one language: no code of the state stands in it as it is."""

import re
from typing import Any, get_args

import pytest

from services.desk.explaining import explain
from services.tournament.people.entrants import EntrantStatus, Out
from services.tournament.play.scores import GameStatus, Source
from services.tournament.standings.outcomes import Qualification
from shared.catalogue import Word, catalogue
from tests.cases import cases
from tests.golden.dispute_stories import in_dispute
from tests.golden.final_stories import cut_and_final
from tests.golden.play_stories import at_the_table
from tests.unit.tournament.figures import EXAMPLE_1, EXAMPLE_2
from tests.unit.tournament.specs import S1, hk_rules, in_play, record


@cases(
    "about, codes",
    [
        ("entrant", get_args(EntrantStatus)),
        ("out", get_args(Out)),
        ("game", (*get_args(GameStatus), "open")),
        ("source", get_args(Source)),
        ("cut", get_args(Qualification.__annotations__["status"])),
        ("charge", [charge.name for charge in hk_rules().scoring.charges]),
    ],
)
def test_every_code_has_its_words(about: str, codes: Any) -> None:
    for code in codes:
        assert f"word-{about}-{code.replace('_', '-')}" in catalogue("en"), code


def test_a_code_that_another_ruleset_brings_is_readable() -> None:
    assert Word("charge", "ran_away_early").in_language("zh") == "ran away early"


@pytest.mark.parametrize("story", [at_the_table, in_dispute, cut_and_final])
def test_an_explanation_holds_no_code_and_counts_right(story: Any) -> None:
    state = story().state
    for number in state.entrants:
        zh = [reason.text for reason in explain(state, number, None, "zh").chain]
        en = [reason.text for reason in explain(state, number, None, "en").chain]
        assert not [text for text in zh if re.search(r"[a-z_]{3,}", text)], zh
        assert not [text for text in en if re.search(r"\b1 (tiles|games)\b|[a-z]_[a-z]", text)], en


def test_rulings_that_no_game_stands_by_are_told_of_whom_they_concern() -> None:
    tournament = in_dispute()
    seats = tournament.sheet().seats
    told = {
        number: [(link.text, link.seq) for link in explain(tournament.state, number, None, "en").chain]
        for number in seats
    }
    first, second = (tournament.state.rulings[ruling].seq for ruling in ("R-0001", "R-0002"))
    on, games = "on D-0001, citing HK rules 2.3", "the game is void, the game is amended"
    over = "It no longer stands: ruling R-0002 took its place."
    assert (f"Ruling R-0001 {on}: {games}, a seat is charged. {over}", first) in told[seats[0]]
    assert (f"Ruling R-0001 {on}: a warning, {games}. {over}", first) in told[seats[1]]
    assert (f"Ruling R-0001 {on}: disqualification, {games}. {over}", first) in told[seats[2]]
    back = "the disqualification is taken back, the results stand"
    assert (f"Ruling R-0002 {on}: {back}.", second) in told[seats[2]]
    assert (f"Ruling R-0002 {on}: the results stand.", second) in told[seats[3]]
    elsewhere = tournament.sheet(2).seats[0]
    assert not [x for x in explain(tournament.state, elsewhere, None, "en").chain if "Ruling R-" in x.text]


def test_who_has_not_played_everything_reads_why_there_is_no_place() -> None:
    tournament = record(in_play(4), f"{S1}/1", EXAMPLE_1, EXAMPLE_2)
    number = tournament.sheet().seats[0]
    told = [link.text for link in explain(tournament.state, number, None, "en").chain]
    assert told[-1] == "Not ranked: 1 game has no figures, and only whoever has played all games has a place."
