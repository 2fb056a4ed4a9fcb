"""Reminders and announcements: decided once, as an event, so that no restart or second clock repeats one."""

from datetime import date
from typing import Literal, Protocol

from msgspec import structs

from services.tournament.definition.plan import Competition
from services.tournament.definition.words import LANGUAGES
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import Announcement, Id, Label, SessionId
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import session_in, stage_in
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, Word
from shared.problems import INVALID_INPUT, ProblemType, not_found

ReminderKind = Literal["day_before", "morning", "registration_opens", "timer_guide"]
Audience = Literal["everyone", "finalists", "waiting", "referees", "role:chief_referee", "role:referee"]
"""As notices name them: `referees` are all officials, `role:referee` those who are not Chief Referee."""

REMINDED_ALREADY = ProblemType("reminded-already", 409)
SESSION_NOT_ON = ProblemType("session-not-on", 409)
SESSION_WITHOUT_DAY = ProblemType("session-without-day", 409)


@event("reminder-due")
class ReminderDue(Event, frozen=True):
    """The time came to remind everyone in a session of it; `day` is the day it is played on as of now."""

    session: str
    kind: str
    day: date


@event("announcement-made", text=tuple(LANGUAGES))
class AnnouncementMade(Event, frozen=True):
    """The organizer told people something; the words are in the vault under `case`."""

    announcement: str
    audience: str
    case: str


class RemindOfSession(Command, frozen=True, kw_only=True):
    """Remind everyone in a session; once of a kind for the day it is played on."""

    session: SessionId
    kind: ReminderKind


class MakeAnnouncement(Command, frozen=True, kw_only=True):
    """Tell people something in each language of the tournament: an audience, or those of a session, stage,
    category or team.

    A text in another language may be given, too; who reads a language without a text gets the first one.
    """

    audience: Audience | None = None
    session: SessionId | None = None
    stage: Id | None = None
    category: Id | None = None
    team: Label | None = None
    en: Announcement = ""
    zh: Announcement = ""


@decides(RemindOfSession)
def remind_of_session(draft: Draft, command: RemindOfSession) -> None:
    remind(draft, command.session, command.kind)


def remind(draft: Draft, session_id: str, kind: str) -> None:
    """Record that a reminder of a session is due, once for the day it is played on."""
    session = session_in(draft.state, session_id)
    if session.status in ("suspended", "ended"):
        raise SESSION_NOT_ON(session=session_id, status=Word("session", session.status))
    if session.day is None:
        raise SESSION_WITHOUT_DAY(session=session_id)
    if reminder_key(session_id, kind, session.day) in draft.state.reminders:
        raise REMINDED_ALREADY(kind=Word("reminder", kind), session=session_id, day=session.day)
    draft.record(ReminderDue(session_id, kind, session.day))


@decides(MakeAnnouncement)
def make_announcement(draft: Draft, command: MakeAnnouncement) -> None:
    audience = audience_of(draft.state, command)
    texts = texts_spoken(draft.state.plan, command)
    number = draft.number("A", draft.state.announcements)
    case, text = draft.case(**texts)
    draft.record(AnnouncementMade(number, audience, case), personal=text)


def audience_of(state: State, command: MakeAnnouncement) -> str:
    """The audience that a command means, as notices name it; refuses none, several, and what is not there."""
    named = {name: getattr(command, name) for name in ("session", "stage", "category", "team")}
    given = {name: of for name, of in named.items() if of is not None}
    if len(given) + (command.audience is not None) != 1:
        raise INVALID_INPUT(detail=Phrase("part-audience-or-session"))
    if command.session is not None:
        session_in(state, command.session)
    if command.stage is not None:
        stage_in(state, command.stage)
    if command.category is not None and command.category not in {
        category.id for category in state.plan.categories
    }:
        raise not_found("category", command.category).at(field="category")
    if command.team is not None and command.team not in {entrant.team for entrant in state.entrants.values()}:
        raise not_found("team", command.team).at(field="team")
    return command.audience or "".join(f"{name}:{of}" for name, of in given.items())


class Spoken(Protocol):
    """A command that tells people something in several languages."""

    @property
    def en(self) -> str: ...
    @property
    def zh(self) -> str: ...


def texts_spoken(definition: Competition, command: Spoken) -> dict[str, str]:
    """The texts of a command by language; refuses one that lacks a language of the tournament."""
    texts = {language: text for language in LANGUAGES if (text := getattr(command, language)).strip()}
    spoken = definition.languages
    for language in spoken:
        if language not in texts:
            raise INVALID_INPUT(
                detail=Phrase(
                    "part-reminding-text-needed-in-each-language",
                    {
                        "known": Listed([Word("language", each) for each in spoken]),
                        "text": Word("written", language),
                    },
                )
            ).at(field=language)
    return texts


def reminder_key(session: str, kind: str, day: date) -> str:
    return f"{session} {kind} {day.isoformat()}"


@evolves(ReminderDue)
def _due(state: State, event: ReminderDue, stamp: Stamp) -> State:
    key = reminder_key(event.session, event.kind, event.day)
    return structs.replace(state, reminders=state.reminders.set(key, stamp.seq))


@evolves(AnnouncementMade)
def _announced(state: State, event: AnnouncementMade, stamp: Stamp) -> State:
    return structs.replace(state, announcements=state.announcements + 1)
