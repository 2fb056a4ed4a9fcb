"""What is said to everyone at once: ready texts for a public channel, a page or a website.

One for each publication, suspension, suspension taken back, new date and "goes ahead", in the languages
of the tournament.
Below stands the hash of the log at that event, so that whoever keeps the post can hold the log to it later.
"""

import tomllib
from collections.abc import Callable, Mapping
from datetime import date
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from services.notices.about_plan import new_venue
from services.notices.fields import DAY_FOLLOWS, GROUNDS, PLACE_AS_ANNOUNCED, stage_name
from services.tournament.definition.amending import TournamentAmended
from services.tournament.definition.texts import Text
from services.tournament.kernel.facts import Event
from services.tournament.publication.publishing import ResultsPublished
from services.tournament.state import State
from services.tournament.weather.suspension import (
    SessionsRescheduled,
    SessionsSuspended,
    SuspensionLifted,
)
from services.tournament.weather.watching import PlayGoesAhead
from shared.i18n import LANGUAGES, Language, day_shown

_FILE = Path(__file__).with_name("posts.toml")
MOST_DAYS = 5
"""How many days a post about a changed programme names; the page has them all."""


class Post(msgspec.Struct, frozen=True):
    """A text for everyone about the event at `seq` in the tournament's languages, with the log's hash."""

    seq: int
    kind: str
    text: Text
    hash: str

    @property
    def texts(self) -> tuple[str, ...]:
        """The text in each language of the tournament, Chinese first."""
        return tuple(text for text in (self.text.zh, self.text.en) if text)


def post_about(state: State, event: Event, seq: int, hash_: str) -> Post | None:
    """The post about an event; None where it has none.

    Args:
        state: the one the event led to, so that a post reads the same whatever happens after it.
        hash_: of the event, in hex.
    """
    known = _KINDS.get(type(event))
    if known is None:
        return None
    kind, fields = known
    if isinstance(event, TournamentAmended) and not event.moved:
        if not new_venue(event):
            return None
        kind = "venue-changed"
    said = {}
    for language in LANGUAGES:
        if language not in state.plan.languages:
            continue
        values = {"title": _say(state.plan.title, language), **fields(state, event, language)}
        proof = _template("proof", language).format(seq=seq, hash=hash_)
        said[language] = f"{_template(kind, language).format(**values)}\n{proof}"
    return Post(seq, kind, Text(**said), hash_)


POSTED: tuple[type[Event], ...] = (
    ResultsPublished,
    SessionsSuspended,
    SuspensionLifted,
    SessionsRescheduled,
    PlayGoesAhead,
    TournamentAmended,
)
"""The events that have a post."""


def _published(state: State, event: ResultsPublished, language: Language) -> Mapping[str, Any]:
    label = _say(stage_name(state, event.stage), language)
    return {"stage_label": label, "version": event.version, "ranked": len(event.rows)}


def _suspended(state: State, event: SessionsSuspended, language: Language) -> Mapping[str, Any]:
    return {
        **_sessions(state, event.sessions, event.day, language),
        "grounds_label": _say(GROUNDS.get(event.grounds, GROUNDS["other"]), language),
    }


def _lifted(state: State, event: SuspensionLifted, language: Language) -> Mapping[str, Any]:
    return _sessions(state, event.sessions, _planned(state, event.sessions), language)


def _rescheduled(state: State, event: SessionsRescheduled, language: Language) -> Mapping[str, Any]:
    planned = day_shown(_planned(state, event.sessions), language)
    return {**_sessions(state, event.sessions, event.day, language), "planned_label": planned}


def _planned(state: State, sessions: tuple[str, ...]) -> date:
    """The day in the programme by which these sessions are known; commands move whole days."""
    session = state.sessions[sessions[0]]
    return session.plan.day or session.known_day


def _ahead(state: State, event: PlayGoesAhead, language: Language) -> Mapping[str, Any]:
    return {"day_label": day_shown(event.day, language)}


def _amended(state: State, event: TournamentAmended, language: Language) -> Mapping[str, Any]:
    moved = [state.sessions[id] for id in event.moved]
    days = sorted({session.day for session in moved if session.day is not None})
    texts = []
    for day in days[:MOST_DAYS]:
        starts = sorted(own.plan.start for own in moved if own.day == day and own.plan.start is not None)
        hours = [f"{start:%H:%M}" for start in starts]
        texts.append(f"{day_shown(day, language)} {', '.join(hours)}".strip())
    more = "…" if len(days) > MOST_DAYS else ""
    if any(session.day is None for session in moved):
        texts.append(_say(DAY_FOLLOWS, language))
    venue = event.definition.venue
    place = _say(PLACE_AS_ANNOUNCED if venue is None else venue.name, language)
    return {"sessions_label": ("；" if language == "zh" else "; ").join(texts) + more, "venue": place}


def _sessions(state: State, ids: tuple[str, ...], day: date, language: Language) -> Mapping[str, Any]:
    sessions = [state.sessions[id] for id in ids]
    numbers = [str(session.number) for session in sessions if session.plan.name is None]
    labels = [_say(session.plan.name, language) for session in sessions if session.plan.name is not None]
    if numbers and language == "zh":
        labels.append(f"第 {'、'.join(numbers)} 場")
    elif numbers:
        labels.append(f"{'session' if len(numbers) == 1 else 'sessions'} {', '.join(numbers)}")
    label = ("、" if language == "zh" else ", ").join(labels)
    return {"sessions_label": label, "day_label": day_shown(day, language)}


_KINDS: Mapping[type[Event], tuple[str, Callable[[State, Any, Language], Mapping[str, Any]]]] = {
    ResultsPublished: ("results-published", _published),
    SessionsSuspended: ("suspended", _suspended),
    SuspensionLifted: ("suspension-lifted", _lifted),
    SessionsRescheduled: ("rescheduled", _rescheduled),
    PlayGoesAhead: ("goes-ahead", _ahead),
    TournamentAmended: ("plan-changed", _amended),
}


def _say(text: Text, language: Language) -> str:
    return text.in_language(language)


def _template(kind: str, language: Language) -> str:
    return _say(_templates()[kind], language)


@cache
def _templates() -> dict[str, Text]:
    return msgspec.convert(tomllib.loads(_FILE.read_text("utf-8")), dict[str, Text])
