"""Each point of every ruleset has a sentence in each language, another one for each word it may hold."""

from collections.abc import Mapping

import pytest

from services.rules.ruleset import UNSPECIFIED, all_rulesets, axes
from services.rules.vocabulary import REGISTERED, words_of
from shared.catalogue import catalogue, languages, say
from tests.cases import cases

KEYED = ("ranking.keys", "ranking.round_keys")
"""Their words are said by what they mean, one after the other."""
SAME = ("rounds_played", "swiss_rounds_played")
"""What is said alike: rounds are rounds."""


def key_of(axis: str) -> str:
    return f"axis-{axis.replace('.', '-').replace('_', '-')}"


def words() -> Mapping[str, tuple[str, ...]]:
    shipped: dict[str, set[str]] = {}
    for ruleset in all_rulesets():
        for axis in axes(ruleset):
            if isinstance(axis.value, str):
                shipped.setdefault(axis.name, set()).add(axis.value)
    known = sorted({*REGISTERED, *shipped} - {*KEYED})
    return {name: words_of(name, shipped.get(name, ())) for name in known}


WORDS = words()


@pytest.mark.parametrize("language", languages())
def test_every_point_that_ships_has_a_sentence(language: str) -> None:
    for ruleset in all_rulesets():
        for axis in axes(ruleset):
            assert key_of(axis.name) in catalogue(language), axis.name


@cases("language", languages())
@cases("axis", WORDS)
def test_every_word_a_point_may_hold_is_said_apart(axis: str, language: str) -> None:
    said = {word: say(key_of(axis), language, value=word) for word in WORDS[axis] if word != SAME[1]}
    assert len(set(said.values())) == len(said), said


@pytest.mark.parametrize("language", languages())
def test_what_is_left_open_is_named_by_what_it_is_about_and_is_no_sentence(language: str) -> None:
    for ruleset in all_rulesets():
        for axis in axes(ruleset):
            value = "some" if isinstance(axis.value, tuple) else axis.value
            text = say(key_of(axis.name), language, value=value)
            assert text.endswith((".", "。")) == (axis.value != UNSPECIFIED), text
