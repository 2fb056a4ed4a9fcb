"""The subject of a notice sent as e-mail: what happened, then in which tournament."""

import re
from collections.abc import Callable, Mapping
from datetime import date

from services.notices.fields import FIELDS, GROUNDS
from services.notices.look import Look
from shared.catalogue import Phrase, say, values_of
from shared.i18n import Language, day_in_short

LONGEST = 78
"""Characters of a subject: RFC 5322 wants no line of a header longer, and phones show half of it."""
_LEAST_OF_TITLE = 12
"""With less room than this a title says nothing; it is then left out, as the message names the tournament."""
_WORD = "[A-Za-z0-9À-ɏ.'’-]"
_IN_A_WORD = re.compile(_WORD * 2)
_LAST_WORD = re.compile(f"{_WORD}+$")


def subject(look: Look) -> str:
    """What the notice is about to this recipient, and the tournament's title as far as there is room."""
    key = f"subject-{look.notice.template}"
    what = say(key, look.language, **{name: _value(look, name) for name in values_of(key, look.language)})
    return of_tournament(what, look.say(look.state.plan.title), look.language)


def of_tournament(what: str, title: str, language: Language) -> str:
    """A subject on one line, `what` first; the title is cut, or left out where there is no room."""
    what, title = " ".join(what.split()), " ".join(title.split())
    whole = say("subject-of-tournament", language, what=what, title=title)
    room = LONGEST - (len(whole) - len(title))
    if len(title) <= room:
        return whole
    if room < _LEAST_OF_TITLE:
        return cut_at_word(what, LONGEST)
    return say("subject-of-tournament", language, what=what, title=cut_at_word(title, room))


def cut_at_word(text: str, most: int) -> str:
    """The text with at most so many characters, never cut inside a word or a number.

    Where no spaces stand between words, it is cut between any two characters.
    """
    if len(text) <= most:
        return text
    cut = text[: most - 1]
    if _IN_A_WORD.fullmatch(text[most - 2 : most]):
        cut = _LAST_WORD.sub("", cut) or cut
    return f"{cut.rstrip()}…"


def _value(look: Look, name: str) -> object:
    field = IN_SHORT.get(name) or FIELDS.get(name)
    return field(look) if field is not None else look.parameter(name)


def _day(look: Look) -> object:
    return [day_in_short(day, look.language) for day in _days(look)] or look.day(None)


def _grounds(look: Look) -> Phrase:
    grounds = look.parameter("grounds")
    return Phrase(f"subject-grounds-{(grounds if grounds in GROUNDS else 'other').replace('_', '-')}")


IN_SHORT: Mapping[str, Callable[[Look], object]] = {"short_day": _day, "short_grounds": _grounds}
"""What only subjects name, beside the fields of texts."""


def _days(look: Look) -> list[date]:
    """The days that the notice is about, in order, each once."""
    if look.parameter("day"):
        return [date.fromisoformat(look.parameter("day"))]
    if not look.parameter("sessions"):
        return [] if look.session.day is None else [look.session.day]
    named = (look.state.sessions.get(id) for id in look.parameter("sessions").split(", "))
    return sorted({session.day for session in named if session is not None and session.day is not None})
