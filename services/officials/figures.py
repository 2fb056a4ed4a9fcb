"""Figures as a referee types them, or pastes them from a sheet.

Counted, `A 0, B 12/3, C 7/2, D 20/5`: points left on each rack, and tiles. Or as a sheet shows them,
`★A 39/0 · B −12/3 · C −7/2 · D −20/5`: scores, with tiles. A count is never below 0, so a sign tells that
scores are meant. `A 20/5, ✗B 12/3` says that B forfeited the game; on a phone `!B` is typed sooner.
"""

import re
import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET, UnsetType

from services.personal.texts import bot_text
from services.rules.game import ENDINGS, EndedBy
from services.tournament.play.figures import SeatResult
from shared.catalogue import languages
from shared.i18n import Language
from shared.problems import ProblemType

FIGURES_UNREADABLE = ProblemType("figures-unreadable", 422)
FIGURES_MIXED = ProblemType("figures-mixed", 422)
WINNER = "★"
FORFEITER = "✗"
_FORFEITERS = f"{FORFEITER}✘✖❌×!"
_MARKS = rf"[▶★*{_FORFEITERS}\ufe0f\s]*"
_FRACTIONS = "½⅓⅔⅙⅚"
_SEAT = re.compile(
    rf"(?P<marks>{_MARKS})(?P<seat>[A-Ha-h])\s*[:=]?\s*"
    rf"(?P<points>[-+]?(?:[0-9]{{1,4}}(?:[{_FRACTIONS}]|\.[05](?![0-9]))?|[{_FRACTIONS}]))(?:\s*/\s*(?P<tiles>[0-9]{{1,3}}))?(?![0-9/])"
)
_NUMBER_OF_GAME = re.compile(rf"^\s*[0-9]{{1,2}}\.\s*(?={_MARKS}[A-Ha-h])")
_LABEL = re.compile(rf"[^\W\d_]{{2,}}\s*:(?={_MARKS}[A-Ha-h]\s*[:=]?\s*[-+]?[0-9½⅓⅔⅙⅚])")
_ASIDE = re.compile(r"\([^()]*\)")
_BETWEEN = re.compile(r"[\s,;.、。·•・|]*")
_LIKE_MINUS = str.maketrans(dict.fromkeys("−–—‒﹣－", "-"))


class Typed(NamedTuple):
    """The figures of a game as they were typed; `winners` are the seats marked, None for scores."""

    seats: tuple[SeatResult, ...]
    ended_by: EndedBy | UnsetType
    winners: tuple[str, ...] | None


def figures_typed(text: str) -> Typed:
    """What was typed: the seats' results, how the game ended, and who is marked as having won.

    Counted figures end by a cleared rack unless another ending is written behind them, or a seat is marked as
    having forfeited; scores leave it open.
    What stands in brackets is passed over.

    Raises:
        Problem: figures-unreadable, figures-mixed.
    """
    found, ended_by = _read(text)
    if ended_by is UNSET and any(map(_has_forfeited, found)):
        ended_by = "forfeit"
    if _are_scores(found):
        return Typed(tuple(_scored(found)), ended_by, None)
    winners = tuple(figure["seat"].upper() for figure in found if _is_marked(figure))
    return Typed(tuple(_counted(found)), "cleared" if ended_by is UNSET else ended_by, winners)


def with_ending(text: str, recorded: str) -> str:
    """Counted figures that name no ending, with that of the game so far unless a rack was cleared.

    Args:
        recorded: how the game ended as it is recorded; "" for one without figures.

    Raises:
        Problem: figures-unreadable.
    """
    found, ended_by = _read(text)
    if ended_by is not UNSET or _are_scores(found) or recorded not in ENDINGS or recorded == "cleared":
        return text
    if any(map(_has_forfeited, found)):
        return text
    if [seat.tiles for seat in _counted(found)].count(0) == 1:
        return text
    return f"{text.rstrip(' .。')}, {recorded.replace('_', ' ')}"


def _read(text: str) -> tuple[list[re.Match[str]], EndedBy | UnsetType]:
    left = _NUMBER_OF_GAME.sub("", _LABEL.sub("", _ASIDE.sub(" ", _plain(text)), count=1), count=1)
    found: list[re.Match[str]] = []
    while match := _SEAT.match(left := left[_end(_BETWEEN, left) :]):
        found.append(match)
        left = left[match.end() :]
    ended_by = _ending(left)
    if not found or (left and ended_by is UNSET):
        raise FIGURES_UNREADABLE(part=(left or text).strip()[:40] or "-")
    return found, ended_by


def _are_scores(found: list[re.Match[str]]) -> bool:
    return any(figure["points"][0] in "+-" for figure in found)


def _is_marked(figure: re.Match[str]) -> bool:
    return WINNER in figure["marks"] or "*" in figure["marks"]


def _has_forfeited(figure: re.Match[str]) -> bool:
    return any(sign in figure["marks"] for sign in _FORFEITERS)


def ending_named(ended_by: str, language: Language) -> str:
    """What an ending is called; the first of the words by which it may be written."""
    return _words(ended_by, language)[0]


def _plain(text: str) -> str:
    """The text with every sign in the form it has on a keyboard: no full-width letters, digits or marks."""
    plain = (sign if sign in _FRACTIONS else unicodedata.normalize("NFKC", sign) for sign in text)
    return "".join(plain).translate(_LIKE_MINUS).strip()


def _end(pattern: re.Pattern[str], text: str) -> int:
    match = pattern.match(text)
    return 0 if match is None else match.end()


def _ending(text: str) -> EndedBy | UnsetType:
    """The ending that is written, in either language or as its code; UNSET if none is."""
    written = " ".join(text.casefold().replace("_", " ").strip(" .。").split())
    for ending in ENDINGS:
        words = [word for language in languages() for word in _words(ending, language)]
        if written in (ending.replace("_", " "), *words):
            return ending
    return UNSET


def _words(ended_by: str, language: Language) -> list[str]:
    return re.split(r",\s*|、", bot_text(f"ending_{ended_by}", language))


def _counted(found: list[re.Match[str]]) -> Iterator[SeatResult]:
    for figure in found:
        if not figure["points"].isdecimal():
            raise FIGURES_UNREADABLE(part=figure[0].strip())
        count = int(figure["points"])
        tiles = int(figure["tiles"]) if figure["tiles"] is not None else (0 if count == 0 else None)
        forfeited = _has_forfeited(figure)
        yield SeatResult(seat=figure["seat"].upper(), count=count, tiles=tiles, forfeited=forfeited)


def _scored(found: list[re.Match[str]]) -> Iterator[SeatResult]:
    """Each seat as its participants would record it; the only score above 0 has won where none is marked."""
    won = [figure["seat"] for figure in found if _is_marked(figure)]
    above = [
        figure["seat"]
        for figure in found
        if figure["points"][0] != "-" and figure["points"] not in ("0", "+0")
    ]
    winners = won or (above if len(above) == 1 else [])
    for figure in found:
        if figure["tiles"] is None and figure["points"][0] in "+-":
            raise FIGURES_UNREADABLE(part=figure[0].strip())
        if figure["tiles"] is None:
            signed = next(seat for seat in found if seat["points"][0] in "+-")
            raise FIGURES_MIXED(signed=signed[0].strip(), bare=figure[0].strip())
        yield SeatResult(
            seat=figure["seat"].upper(),
            score=figure["points"],
            game_won=int(figure["seat"] in winners),
            tiles=int(figure["tiles"]),
            forfeited=_has_forfeited(figure),
        )
