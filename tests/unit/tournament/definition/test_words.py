from collections.abc import Iterator

from services.rules.ranking import KEYS
from services.rules.swiss.tie_breaks import TIE_BREAK_SETS
from services.tournament.definition import words
from services.tournament.definition.words import Meaning
from tests.cases import cases

TABLES: dict[str, words.Words] = {
    "ranking": words.RANKING,
    "key": words.RANKING_KEYS,
    "ties": words.TIES,
    "apart": words.APART,
    "enter": words.ENTER,
    "games": words.GAMES,
    "count": words.COUNT,
    "language": words.LANGUAGES,
    **words.OF_STAGE,
}


def meanings() -> Iterator[tuple[str, Meaning]]:
    for name, table in TABLES.items():
        for word, meaning in table.items():
            yield f"{name} {word}", meaning


def test_whatever_ranks_has_its_meaning_and_nothing_else() -> None:
    assert set(words.RANKING_KEYS) == set(KEYS)
    assert set(words.RANKING) == {"ruleset", *TIE_BREAK_SETS}


@cases("named, meaning", list(meanings()))
def test_a_word_means_something_in_both_languages(named: str, meaning: Meaning) -> None:
    assert meaning.en.isascii()
    assert any("一" <= character <= "鿿" for character in meaning.zh)


@cases(
    "field, expected",
    [
        ("attend", ["one", "all", "some"]),
        ("split", ["chosen", "in_turn", "lot"]),
        ("weather", ["none", "hko"]),
        ("draw", ["lot", "swiss", "round_robin", "standing", "snake", "given", "open"]),
        ("ranked", ["complete", "played"]),
        ("check_in", ["each", "first", "none"]),
        ("signatures", ["required", "optional", "none"]),
        ("places_seen", ["live", "session", "published"]),
    ],
)
def test_the_words_of_a_stage_are_those_of_the_file(field: str, expected: list[str]) -> None:
    assert list(words.OF_STAGE[field]) == expected, "the words of words.py stand in the list above"


def test_the_other_words_are_those_of_the_file() -> None:
    assert list(words.TIES) == ["decided", "all", "lot"]
    assert list(words.APART) == ["family", "team"]
    assert list(words.ENTER) == ["registration"]
    assert list(words.GAMES) == ["any"]
    assert list(words.COUNT) == ["medals"]
