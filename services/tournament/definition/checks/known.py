"""Words that mean something, ids that are there and unique, texts that say something."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from zoneinfo import ZoneInfo, available_timezones

import msgspec

from services.rules.ruleset import Ruleset
from services.tournament.definition import words
from services.tournament.definition.checks.places import all_sessions, stages_of
from services.tournament.definition.faults import Finding, meant, nearest, shown
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import HALF, StagePlan
from services.tournament.definition.texts import Text
from services.tournament.kernel.lengths import MOST_SESSIONS
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
            yield Finding(path, "is empty; write a text, or leave it out", "是空的；請填寫或刪去")


def _ids(plan: Competition) -> Iterator[Finding]:
    if not TOURNAMENT_ID.fullmatch(plan.id):
        yield Finding(
            ("id",),
            f"{shown(plan.id)} cannot be an id: lower-case letters, digits, dots and dashes, at most 63",
            f"{shown(plan.id)} 不可作為 id：只可用小寫字母、數字、句點及連字號，最多 63 個",
        )
    named: dict[str, list[tuple[Path, str]]] = {
        "stage": [((*path, "id"), stage.id) for path, stage in stages_of(plan)],
        "session": [((*path, "id"), session.id) for path, session in all_sessions(plan)],
        "category": [(("categories", place, "id"), own.id) for place, own in enumerate(plan.categories)],
    }
    for what, ids in named.items():
        yield from _unlike(what, ids)
    sessions = named["session"]
    yield from _like_tables(sessions)
    if len(sessions) > MOST_SESSIONS:
        yield Finding(
            ("stage",),
            f"there are {len(sessions)} sessions; at most {MOST_SESSIONS} in a tournament",
            f"共有 {len(sessions)} 場；每項賽事最多 {MOST_SESSIONS} 場",
        )


_ZH = {"stage": "階段", "session": "場次", "category": "組別"}


def _unlike(what: str, ids: Iterable[tuple[Path, str]]) -> Iterator[Finding]:
    """Ids that cannot be ids, and those that stand twice."""
    first: dict[str, Path] = {}
    for path, id in ids:
        if not PART_ID.fullmatch(id):
            yield Finding(
                path,
                f"{shown(id)} cannot be an id: letters, digits, dots, dashes and slashes, at most 63; "
                "what people call it is its name",
                f"{shown(id)} 不可作為 id：只可用字母、數字、句點、連字號及斜線，最多 63 個；名稱請填 name",
            )
        if id in first:
            yield Finding(
                path,
                f"another {what} is called {id} already; give each an id of its own",
                f"已有另一{_ZH[what]}名為 {id}；id 不可重複",
                (first[id],),
            )
        first.setdefault(id, path)


def _like_tables(sessions: list[tuple[Path, str]]) -> Iterator[Finding]:
    """Sessions that are called like a table of another: table 1 of session `a` is `a/1`."""
    known = {id for _, id in sessions}
    for path, id in sessions:
        session, _, table = id.rpartition("/")
        if session in known and table.isdigit():
            yield Finding(
                path,
                f"table {table} of session {session} is called {id} too; choose another id",
                f"場次 {session} 的第 {table} 桌亦稱為 {id}；請另取 id",
            )


def _words_of_tournament(plan: Competition) -> Iterator[Finding]:
    for place, language in enumerate(plan.languages):
        yield from _unknown(("languages", place), language, words.LANGUAGES)
    if not plan.languages or len(set(plan.languages)) < len(plan.languages):
        yield Finding(("languages",), "names each language once, at least one", "每種語言列一次，至少一種")
    if not _is_zone(plan.zone):
        zones = {zone.lower(): zone for zone in sorted(available_timezones())}
        near = meant(plan.zone, zones)
        hint = f"; did you mean {zones[near]}?" if near else '; write it as in "Asia/Hong_Kong"'
        hint_zh = f"；是否 {zones[near]}？" if near else '；請填寫，如 "Asia/Hong_Kong"'
        yield Finding(
            ("zone",),
            f"there is no time zone {shown(plan.zone)}{hint}",
            f"沒有時區 {shown(plan.zone)}{hint_zh}",
        )


def _is_zone(name: str) -> bool:
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
            yield Finding((*path, place), f"{word} stands twice; leave it out here", f"{word} 重複；請刪去")
    if len(given) < least:
        yield Finding(path, f"names nothing; {nearest('', words)[0]}", f"是空的；{nearest('', words)[1]}")


_OTHER_GAMES = ("3", "{ target = 250 }")
"""What a number of games may be beside a word."""


def _unknown(path: Path, word: str, known: Iterable[str], others: Iterable[str] = ()) -> Iterator[Finding]:
    """Name a word that is not known.

    Args:
        others: what may stand there that is no word, as it is written.
    """
    if word not in known:
        en, zh = nearest(word, known, others)
        yield Finding(path, f"{shown(word)} is unknown; {en}", f"沒有 {shown(word)}；{zh}")


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
