"""What is said to everyone at once: ready texts for a public channel, a page or a website.

One for each publication, suspension, suspension taken back, new date and "goes ahead", in the languages
of the tournament.
Below stands the hash of the log at that event, so that whoever keeps the post can hold the log to it later.
"""

from collections.abc import Callable, Iterable, Mapping
from datetime import date
from typing import Any

import msgspec

from services.notices.about_plan import new_venue
from services.notices.fields import grounds_named
from services.notices.look import DAY_FOLLOWS
from services.notices.sessions_named import several_called
from services.notices.stages_entered import stage_name
from services.notices.whereabouts import keeps_away, kept_from
from services.rules.online import is_online
from services.tournament.definition.amending import TournamentAmended
from services.tournament.definition.texts import Text
from services.tournament.kernel.facts import Event
from services.tournament.publication.publishing import ResultsPublished
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.state import State
from services.tournament.weather.dangers import dangers_of
from services.tournament.weather.rescheduling import SessionsRescheduled
from services.tournament.weather.suspension import SessionsSuspended, SuspensionLifted
from services.tournament.weather.warning_lines import played_on
from services.tournament.weather.watching import PlayGoesAhead
from shared.catalogue import Listed, Phrase, say
from shared.i18n import LANGUAGES

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
    words = words_about(state, event, title=state.plan.title)
    if words is None:
        return None
    kind, text = words
    texts = {
        language: f"{text.in_language(language)}\n{say('post-proof', language, seq=seq, hash=hash_)}"
        for language in LANGUAGES
        if language in state.plan.languages
    }
    return Post(seq, kind, Text(**texts), hash_)


def words_about(state: State, event: Event, title: Text | None = None) -> tuple[str, Text] | None:
    """The kind of the post about an event and what it says in each language of the tournament, without proof.

    Args:
        title: of the tournament, which comes first; None where it stands above already.
    """
    known = _KINDS.get(type(event))
    if known is None:
        return None
    kind, fields = known
    if isinstance(event, TournamentAmended) and not event.moved:
        if not new_venue(event):
            return None
        kind = "venue-changed"
    values = {"title": title, **fields(state, event)}
    spoken = [language for language in LANGUAGES if language in state.plan.languages]
    texts = {language: say(f"post-{kind}", language, **values) for language in spoken}
    if title is None:
        texts = {language: text[:1].upper() + text[1:] for language, text in texts.items()}
    return kind, Text(**texts)


def _published(state: State, event: ResultsPublished) -> Mapping[str, object]:
    label = stage_name(state, event.stage)
    before = event.version - 1 if event.only_who_goes_on else None
    return {"stage_label": label, "version": event.version, "ranked": len(event.rows), "before": before}


def _suspended(state: State, event: SessionsSuspended) -> Mapping[str, object]:
    return {
        **_sessions(state, event.sessions, event.day),
        "grounds_label": grounds_named(event.grounds),
        "planned_label": _planned_otherwise(state, event.sessions, event.day),
        "what": "online" if _is_online(state, event.sessions) else _kept_from(state, event),
    }


def _kept_from(state: State, event: SessionsSuspended) -> str:
    """What people are kept from, of the day that it is; "" of a day to come."""
    suspension = state.sessions[event.sessions[0]].suspension
    if suspension is None or state.plan.local_day(suspension.at) != event.day:
        return ""
    return kept_from(state, suspension)


def _is_online(state: State, sessions: tuple[str, ...]) -> bool:
    stages = {state.sessions[session].stage for session in sessions}
    return all(is_online(state.plan.ruleset_of(state.stage_plan(stage))) for stage in stages)


def _lifted(state: State, event: SuspensionLifted) -> Mapping[str, object]:
    day = state.sessions[event.sessions[0]].known_day
    planned = _planned_otherwise(state, event.sessions, day)
    warned = _warned(state, event.sessions)
    return {**_sessions(state, event.sessions, day), "planned_label": planned, "warned": warned}


def _warned(state: State, sessions: Iterable[str]) -> Phrase | None:
    """Every danger in force under which these sessions are played all the same, as it is said everywhere."""
    return played_on(state, [state.sessions[session] for session in sessions])


def _rescheduled(state: State, event: SessionsRescheduled) -> Mapping[str, object]:
    planned = _planned_otherwise(state, event.sessions, event.day)
    return {
        **_sessions(state, event.sessions, event.day),
        "planned_label": planned,
        "replaced_label": _replaced(state, event.sessions, planned or ()),
        "warned": _warned(state, event.sessions),
        **_still_kept(state, event),
    }


def _still_kept(state: State, event: SessionsRescheduled) -> Mapping[str, object]:
    """What people are kept from, and so what they are to do, of a new date on the suspended day itself."""
    held = (state.sessions[session].held for session in event.sessions)
    for known in held:
        if known is not None and known.day == event.day and keeps_away(state, known):
            label = grounds_named(known.grounds, dangers_of(state, known))
            return {"grounds_label": label, "what": kept_from(state, known)}
    return {"grounds_label": None, "what": ""}


def _replaced(state: State, sessions: tuple[str, ...], planned: tuple[date, ...]) -> tuple[date, ...] | None:
    """The days these sessions were to be played on until the last new date, other than the planned ones."""
    moved = (state.sessions[session] for session in sessions)
    days = {session.day_before(session.moves[-1][0]) for session in moved}
    return tuple(sorted(day for day in days if day is not None and day not in planned)) or None


def _planned_otherwise(state: State, sessions: tuple[str, ...], day: date) -> tuple[date, ...] | None:
    """The days in the programme by which these sessions are known, other than the one they are on."""
    planned = {state.sessions[session].plan.day or day for session in sessions}
    return tuple(sorted(planned - {day})) or None


def _ahead(state: State, event: PlayGoesAhead) -> Mapping[str, object]:
    on_the_day = (id for id, session in state.sessions.items() if session.day == event.day)
    return {"day_label": event.day, "warned": _warned(state, on_the_day)}


def _amended(state: State, event: TournamentAmended) -> Mapping[str, object]:
    moved = [state.sessions[id] for id in event.moved]
    days = sorted({session.day for session in moved if session.day is not None})
    phrases: list[object] = []
    for day in days[:MOST_DAYS]:
        starts = sorted(
            session.plan.start for session in moved if session.day == day and session.plan.start is not None
        )
        phrases.append(Phrase("post-day-and-hours", {"day": day, "count": len(starts), "hours": starts}))
    if len(days) > MOST_DAYS:
        phrases.append(Phrase("post-more-days"))
    if any(session.day is None for session in moved):
        phrases.append(DAY_FOLLOWS)
    venue = event.definition.venue
    place = None if venue is None else venue.name
    return {"sessions_label": Listed(phrases, "list-between-sentences"), "venue": place}


def _sessions(state: State, ids: tuple[str, ...], day: date) -> Mapping[str, object]:
    return {
        "sessions_label": several_called(in_order_of_play(state, ids), state.plan),
        "day_label": day,
    }


_KINDS: Mapping[type[Event], tuple[str, Callable[[State, Any], Mapping[str, object]]]] = {
    ResultsPublished: ("results-published", _published),
    SessionsSuspended: ("suspended", _suspended),
    SuspensionLifted: ("suspension-lifted", _lifted),
    SessionsRescheduled: ("rescheduled", _rescheduled),
    PlayGoesAhead: ("goes-ahead", _ahead),
    TournamentAmended: ("plan-changed", _amended),
}
POSTED: tuple[type[Event], ...] = tuple(_KINDS)
"""The events that have a post."""
