"""Sessions by what people call them: as pages and messages do in each language, or by a number alone.

A day may be written in fewer words, the number of a session in Chinese ones, and a stage alone where it
has one session.
"""

import re
from datetime import date
from functools import cached_property, lru_cache

from services.tournament.definition.places_called import sessions_called
from services.tournament.definition.texts import Text
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, languages
from shared.finding import folded
from shared.i18n import days_written
from shared.plain_text import narrow

_ARTICLE = re.compile(r"^\s*the\s+", re.IGNORECASE)
_NUMBERED = re.compile(r"第\s*([一二三四五六七八九十]{1,3}|[0-9０-９]+)\s*[場场節节]次?")
_FIGURES = "一二三四五六七八九"
_KEPT = 2000
"""Of so many sessions what they are called is kept: a command or a text in a chat may be about any."""
_BETWEEN = r",;\t|，、；\"\n\r"


class SessionsMeant:
    """Finds the sessions of a tournament by their ids and by whatever people call them."""

    def __init__(self, state: State) -> None:
        self._state = state

    def __contains__(self, text: object) -> bool:
        """Whether a text that could be anything is a session; a mere number is none."""
        if not isinstance(text, str):
            return False
        plain = narrow(text)
        return plain in self._state.sessions or (not plain.isdigit() and _key(text) in self._called)

    def meant(self, text: str) -> tuple[str, ...]:
        """The ids of those that are called so, in the order of play."""
        plain = narrow(text)
        return (plain,) if plain in self._state.sessions else self._called.get(_key(text), ())

    def known(self, text: str) -> str:
        """The id of the only session that is called so; else the text as it is."""
        found = self.meant(text)
        return found[0] if len(found) == 1 else text

    def with_ids(self, text: str, between: str = "") -> str:
        """A list with the id of a session in place of words that hold a comma or blank, as cells do not.

        Args:
            between: what stands between cells beside the usual.
        """
        found = self._words
        if found is None:
            return text
        cell = rf"(?:(?<=[{_BETWEEN}{between}])|^)( *)({found})(?= *(?:[{_BETWEEN}{between}]|$))"
        return re.sub(
            cell, lambda part: part[1] + self.known(part[2]), text, flags=re.IGNORECASE | re.MULTILINE
        )

    @cached_property
    def _called(self) -> dict[str, tuple[str, ...]]:
        found: dict[str, tuple[str, ...]] = {}
        for session in in_order_of_play(self._state):
            for text in _keys(self._texts(session)):
                found[text] = (*found.get(text, ()), session.plan.id)
        return found

    @cached_property
    def _words(self) -> str | None:
        """A pattern of what holds a comma or blank, the longest first; None without."""
        texts = {each for session in self._state.sessions.values() for each in self._texts(session)}
        several = sorted((text for text in texts if re.search("[, ]", text)), key=len, reverse=True)
        return "|".join(map(_in_any_writing, several)) or None

    def _texts(self, session: Session) -> tuple[str, ...]:
        plan, stage = self._state.plan, session.stage
        number = str(plan.number(session.plan.id))
        several = len(plan.stages) > 1
        return _names(session.plan.name, number, session.day, plan.stage_name(stage), several, languages())


@lru_cache(_KEPT)
def _names(
    name: Text | None, number: str, day: date | None, stage: Text, several: bool, spoken: tuple[str, ...]
) -> tuple[str, ...]:
    """What a session is called in some languages.

    Args:
        several: whether there are other stages than its own.
    """
    values = {"count": 1, "numbers": number, "day": day}
    found: list[str] = []
    names: list[object] = [name] if name is not None else []
    if not names:
        names = [Phrase("timeline-sessions", values), Phrase("notice-sessions-numbered", values)]
        if day is not None:
            names.append(Phrase("timeline-sessions-of-day", values))
        found.append(number)
    for begun in (True, False) if day is None else (True,):
        names.append(Phrase("notice-sessions-of-day", {"day": day, "begun": begun, "sessions": names[0]}))
    of_stage = [Phrase("notice-session-of-stage", {"session_label": each, "stage": stage}) for each in names]
    for language in spoken:
        ways = () if day is None else days_written(day, language)
        for each in (*names, *of_stage):
            full = Listed([each]).in_language(language)
            found += [full, *(full.replace(ways[0], way) for way in ways[1:] if ways[0] in full)]
        if several:
            found += [Listed(words).in_language(language) for words in ([stage], [stage, names[0]])]
    return tuple(found)


@lru_cache(_KEPT)
def _keys(texts: tuple[str, ...]) -> frozenset[str]:
    return frozenset(map(_key, texts)) - {""}


def _key(text: str) -> str:
    """A text as it is compared: without an article, and with the number of a session in figures."""
    return folded(_NUMBERED.sub(lambda found: f"第{_figure(found[1])}場", _ARTICLE.sub("", text)))


def _figure(number: str) -> str:
    """A number up to ninety-nine that is written in Chinese words, in figures."""
    tens, ten, ones = number.rpartition("十")
    if not ten and number not in _FIGURES:
        return number
    value = (_FIGURES.find(tens) + 1 or 1) * 10 if ten else 0
    return str(value + _FIGURES.find(ones or "無") + 1)


def _in_any_writing(text: str) -> str:
    """A pattern of a text with whatever blanks and brackets."""
    found = re.escape(text).replace(r"\ ", " *")
    return re.sub(r" *(?:（|\\\()", " *[(（]", re.sub(r"）|\\\)", "[)）]", found))


def sessions_there(state: State) -> Listed | None:
    """What people call the sessions that there are, in the order of play; None without any."""
    ids = [session.plan.id for session in in_order_of_play(state)]
    return sessions_called(ids, state.definition, state.moved_to, with_stages=True)
