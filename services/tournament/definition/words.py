"""The words a tournament file may use, each with its meaning in one line.

A struct holds the word as a text; what a word does is registered under it where it is done. Schema,
documentation and checks read these tables, so a new strategy is a new line here and no new type.
"""

from collections.abc import Iterable, Mapping

import msgspec

from services.rules.swiss.tie_breaks import TIE_BREAK_SETS
from shared.catalogue import Listed, Phrase, shown


class Meaning(msgspec.Struct, frozen=True):
    """What a word of the file means: `meaning-KEY` of the catalogue, or several one after the other."""

    keys: tuple[str, ...]

    @property
    def en(self) -> str:
        """In English."""
        return self.in_language("en")

    @property
    def zh(self) -> str:
        """In Traditional Chinese."""
        return self.in_language("zh")

    def in_language(self, language: str) -> str:
        """In any language."""
        return Listed([Phrase(f"meaning-{key}") for key in self.keys], "list-in-turn").in_language(language)


@shown.register
def _meaning(value: Meaning, language: str) -> str:
    return value.in_language(language)


Words = Mapping[str, Meaning]

REGISTRATION = "registration"
RULESET = "ruleset"
ANY = "any"
MEDALS = "medals"


def _words(field: str, *words: str) -> Words:
    return {word: Meaning((f"{field}-{word}".replace("_", "-"),)) for word in words}


ENTER: Words = _words("enter", REGISTRATION)
ATTEND: Words = _words("attend", "one", "all", "some")
SPLIT: Words = _words("split", "chosen", "in_turn", "lot")
WEATHER: Words = _words("weather", "none", "hko")
DRAW: Words = _words("draw", "lot", "swiss", "round_robin", "standing", "snake", "given", "open")
GAMES: Words = _words("games", ANY)
RANKED: Words = _words("ranked", "complete", "played")
CHECK_IN: Words = _words("check-in", "each", "first", "none")
SIGNATURES: Words = _words("signatures", "required", "optional", "none")
PLACES_SEEN: Words = _words("places-seen", "live", "session", "published")
APART: Words = _words("apart", "family", "team")
TIES: Words = _words("ties", "decided", "all", "lot")
COUNT: Words = _words("count", MEDALS)
RANKING_KEYS: Words = _words(
    "key",
    "games_won",
    "average_score",
    "total_score",
    "tiles_left",
    "rounds_won",
    "match_points",
    "median_buchholz",
    "buchholz",
    "progressive",
    "tie_break_score",
    "rating",
    "head_to_head",
    "results_spread",
    "sonneborn_berger",
)
"""What a list in `ranking` may name, the most important first: the keys of `services.rules.ranking`."""


def in_turn(keys: Iterable[str]) -> Meaning:
    """What it means to rank by several keys, one after the other."""
    return Meaning(tuple(part for key in keys for part in RANKING_KEYS[key].keys))


RANKING: Words = {
    **_words("ranking", RULESET),
    **{name: in_turn(keys) for name, keys in TIE_BREAK_SETS.items()},
}
"""The ruleset's, or a set of tie-breaks by name."""
LANGUAGES: Words = _words("language", "en", "zh")
OF_STAGE: Mapping[str, Words] = {
    "attend": ATTEND,
    "split": SPLIT,
    "weather": WEATHER,
    "draw": DRAW,
    "ranked": RANKED,
    "check_in": CHECK_IN,
    "signatures": SIGNATURES,
    "places_seen": PLACES_SEEN,
}
"""Fields of a stage that are a word and nothing else."""
