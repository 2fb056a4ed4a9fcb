"""Words that mean something, ids that are there and unique, texts that say something."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from services.rules.ruleset import Ruleset
from services.tournament.definition import words
from services.tournament.definition.checks.places import all_sessions, stages_of
from services.tournament.definition.faults import Finding, finding, meant, nearest, shown
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import HALF, StagePlan
from services.tournament.definition.texts import Text
from services.tournament.kernel.lengths import MOST_SESSIONS
from shared.catalogue import Phrase, Word
from shared.toml_lines import Path

TOURNAMENT_ID = re.compile(r"[a-z0-9][a-z0-9._-]{0,62}")
PART_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,62}")


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Unknown words and zones, ids that clash or cannot be ids, empty texts."""
    yield from _ids(plan)
    yield from _words_of_tournament(plan)
    for path, stage in stages_of(plan):
        yield from _words_of_stage(path, stage)
    for path, text in _texts((), plan):
        if not text.in_language("en").strip():
            yield finding(path, "part-known-empty-write-text-leave-out")


def _ids(plan: Competition) -> Iterator[Finding]:
    if not TOURNAMENT_ID.fullmatch(plan.id):
        yield finding(("id",), "part-known-cannot-id-lower-case-letters", value=shown(plan.id))
    named: dict[str, list[tuple[Path, str]]] = {
        "stage": [((*path, "id"), stage.id) for path, stage in stages_of(plan)],
        "session": [((*path, "id"), session.id) for path, session in all_sessions(plan)],
        "category": [
            (("categories", place, "id"), category.id) for place, category in enumerate(plan.categories)
        ],
    }
    for what, ids in named.items():
        yield from _unlike(what, ids)
    sessions = named["session"]
    yield from _like_tables(sessions)
    if len(sessions) > MOST_SESSIONS:
        yield finding(
            ("stage",),
            "part-known-there-sessions-at-most-tournament",
            count=len(sessions),
            most_sessions=MOST_SESSIONS,
        )


def _unlike(what: str, ids: Iterable[tuple[Path, str]]) -> Iterator[Finding]:
    """Ids that cannot be ids, and those that stand twice."""
    first: dict[str, Path] = {}
    for path, id in ids:
        if not PART_ID.fullmatch(id):
            yield finding(path, "part-known-cannot-id-letters-digits-dots", id=shown(id))
        if id in first:
            yield Finding(
                path,
                Phrase(
                    "part-known-another-called-already-give-each", {"what": Word("thing", what), "id": id}
                ),
                (first[id],),
            )
        first.setdefault(id, path)


def _like_tables(sessions: list[tuple[Path, str]]) -> Iterator[Finding]:
    """Sessions that are called like a table of another: table 1 of session `a` is `a/1`."""
    known = {id for _, id in sessions}
    for path, id in sessions:
        session, _, table = id.rpartition("/")
        if session in known and table.isdigit():
            yield finding(
                path, "part-known-table-session-called-too-choose", table=table, session=session, id=id
            )


def _words_of_tournament(plan: Competition) -> Iterator[Finding]:
    for place, language in enumerate(plan.languages):
        yield from _unknown(("languages", place), language, words.LANGUAGES)
    if not plan.languages or len(set(plan.languages)) < len(plan.languages):
        yield finding(("languages",), "part-known-names-each-language-once-at")
    if not is_zone(plan.zone):
        zones = {zone.lower(): zone for zone in sorted(available_timezones())}
        near = meant(plan.zone, zones)
        phrase = Phrase("part-no-time-zone", {"zone": shown(plan.zone)})
        if near:
            phrase = Phrase("part-no-time-zone-meant", {"zone": shown(plan.zone), "near": zones[near]})
        yield Finding(("zone",), phrase)


def is_zone(name: str) -> bool:
    try:
        ZoneInfo(name)
    except (KeyError, ValueError, OSError):
        return False
    return True


def _words_of_stage(path: Path, stage: StagePlan) -> Iterator[Finding]:
    for name, known in words.OF_STAGE.items():
        yield from _unknown((*path, name), getattr(stage, name), known)
    if isinstance(stage.enter, str):
        yield from _unknown((*path, "enter"), stage.enter, words.ENTER)
    else:
        yield from _unknown((*path, "enter", "ties"), stage.enter.ties, words.TIES)
    if isinstance(stage.games, str):
        yield from _unknown((*path, "games"), stage.games, words.GAMES, _OTHER_GAMES)
    if isinstance(stage.bye.points, str):
        yield from _unknown((*path, "bye", "points"), stage.bye.points, (HALF,))
    if isinstance(stage.ranking, str):
        yield from _unknown((*path, "ranking"), stage.ranking, words.RANKING)
    else:
        yield from _several((*path, "ranking"), stage.ranking, words.RANKING_KEYS, least=1)
    yield from _several((*path, "apart"), stage.apart, words.APART, least=0)


def _several(path: Path, given: tuple[str, ...], known: Iterable[str], least: int) -> Iterator[Finding]:
    words = list(known)
    for place, word in enumerate(given):
        yield from _unknown((*path, place), word, words)
        if word in given[:place]:
            yield finding((*path, place), "part-known-stands-twice-leave-out-here", word=word)
    if len(given) < least:
        yield finding(path, "part-known-names-nothing", hint=nearest("", words))


_OTHER_GAMES = ("3", "{ target = 250 }")
"""What a number of games may be beside a word."""


def _unknown(path: Path, word: str, known: Iterable[str], others: Iterable[str] = ()) -> Iterator[Finding]:
    """Name a word that is not known.

    Args:
        others: what may stand there that is no word, as it is written.
    """
    if word not in known:
        hint = nearest(word, known, others)
        yield finding(path, "part-word-unknown", word=shown(word), hint=hint)


def _texts(path: Path, value: Any) -> Iterator[tuple[Path, Text]]:
    """Every text with its path, wherever it stands."""
    if isinstance(value, Text):
        yield path, value
    elif isinstance(value, msgspec.Struct):
        names = zip(value.__struct_encode_fields__, value.__struct_fields__, strict=True)
        for encoded, name in names:
            yield from _texts((*path, encoded), getattr(value, name))
    elif isinstance(value, tuple):
        for place, item in enumerate(value):
            yield from _texts((*path, place), item)
    elif isinstance(value, dict):
        for key, item in value.items():
            yield from _texts((*path, key), item)
