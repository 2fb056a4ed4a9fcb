"""An explanation is in one language: no code of the state stands in it as it is."""

import re
from typing import Any, get_args

import pytest

from services.desk.explaining import explain
from services.tournament.people.entrants import EntrantStatus, Out
from services.tournament.play.scores import GameStatus, Source
from services.tournament.standings.outcomes import Qualification
from shared.catalogue import Word, catalogue
from shared.i18n import counted
from tests.golden.dispute_stories import in_dispute
from tests.golden.stories import at_the_table, cut_and_final
from tests.unit.tournament.specs import hk_rules


@pytest.mark.parametrize(
    ("about", "codes"),
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
        assert not [text for text in zh if re.search(r"[a-z_]{3,}", text.replace("HK rules", ""))], zh
        assert not [text for text in en if re.search(r"\b1 (tiles|games)\b|[a-z]_[a-z]", text)], en


def test_one_tile_is_not_tiles() -> None:
    assert [counted(number, "tile", "tiles") for number in (0, 1, 2)] == ["0 tiles", "1 tile", "2 tiles"]
