"""What people would be told by a command that was not yet given: whom it reaches, and the texts.

Computed by the same decide, policies and texts, without a trace: a text is read back as it will arrive.
"""

from collections.abc import Iterable, Mapping, Sequence

import msgspec
from msgspec import structs

from services.access.principal import Principal
from services.desk.desk import Desk
from services.notices.audiences import Recipient, recipients
from services.notices.fields import FIELDS, filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.notices.sessions_named import of_days, several_called
from services.notices.whereabouts import has_child_inside, is_child_inside, situation, situation_told
from services.rules.game import Note
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command, Event
from services.tournament.play.remarks import remarks
from services.tournament.state import State
from services.tournament.weather.rescheduling import SessionsRescheduled
from services.tournament.weather.suspension import SessionsSuspended, SuspensionLifted
from services.tournament.weather.update_promises import FurtherWordGiven
from services.tournament.weather.watching import PlayGoesAhead, sessions_of
from shared.catalogue import Listed, shown, values_of
from shared.i18n import LANGUAGES, Language

HOURS = ("registration", "seating", "start", "end")
VARYING = ("session_label", "sessions", "waiting_place", *HOURS)
"""Fields in which the messages of one kind differ from session to session, though they say the same."""
OF_DANGER = ("to_do", "held", "held_in_hall", "danger", "danger_now", "danger_over", "freed", "warned")
"""Fields that go by what people are to be kept from."""
TOLD = ("suspended", "hall-word", "further-word", "rescheduled", "goes-ahead")
"""The kinds that are about a session and go to everyone it concerns."""
_FOR_THE_OFFICE = "officials"


class Alike(msgspec.Struct, frozen=True):
    """A message that says what another says, of another session.

    Attributes:
        session: what people call it.
        hours: those that it names, by language.
    """

    session: Listed
    hours: Mapping[Language, tuple[str, ...]]


class Foretold(msgspec.Struct, frozen=True):
    """A text that would be sent, as all of those meant would read it.

    Attributes:
        count: how many would read it, or one alike.
        officials: whether these are the officials.
        alike: those of its kind that differ in the session and its hours alone.
        by_danger: who reads it, by where they are, each with what they are told of the dangers in force.
    """

    template: str
    count: int
    texts: Mapping[Language, str]
    officials: bool = False
    alike: tuple[Alike, ...] = ()
    by_danger: Mapping[str, Sequence[str]] = {}


class Foretelling(msgspec.Struct, frozen=True):
    """Whom a command would reach, and what they would read.

    Attributes:
        recipients: everyone, by the keys that links have.
        with_email: those of them who gave an e-mail address.
        sessions: those that it is about, by id, also what moves along.
        called: what people call these.
        texts: each kind that would go out, the officials' first, then the most read.
        suspended: what would be suspended, where anything is.
        voided: what people call those of these sessions whose results would be void.
        remarks: what to look at in it.
    """

    recipients: tuple[str, ...]
    with_email: frozenset[str]
    sessions: tuple[str, ...]
    called: Listed
    texts: tuple[Foretold, ...]
    suspended: SessionsSuspended | None = None
    voided: Listed = Listed([])
    remarks: tuple[Note, ...] = ()


def foretell(desk: Desk, tournament_id: str, command: Command, principal: Principal) -> Foretelling:
    """What `command` would tell people, were it given now.

    Raises:
        Problem: as the command itself would.
    """
    held, decision = desk.foresee(tournament_id, command, principal)
    found = foretold_by(held.state, decision, command, principal.actor)
    keys = [key.removeprefix("entrant:") for key in found.recipients if key.startswith("entrant:")]
    entrants = [decision.state.entrants[number] for number in keys]
    details = desk.directory.details(tournament_id, entrants)
    mailed = frozenset(
        f"entrant:{number}" for number, fields in details.items() if "@" in fields.get("email", "")
    )
    events = [entry.event for entry in decision.entries]
    noted = tuple(remarks(decision.state, events, desk.clock.now()))
    return structs.replace(found, with_email=mailed, remarks=noted)


def foretold_by(before: State, decision: Decision, command: Command, actor: str) -> Foretelling:
    """The same of a command that is decided, but for who gave an e-mail address."""
    state, first = decision.state, before.seq + 1
    seqs = [(seq, entry.event) for seq, entry in enumerate(decision.entries, first)]
    due = notices_due(state, seqs, actor)
    words = {language: str(getattr(command, language, "")) for language in LANGUAGES}
    meant: set[Recipient] = set()
    readers: dict[tuple[str, ...], list[tuple[Notice, Recipient]]] = {}
    for notice in due:
        if notice.kind not in TOLD:
            continue
        for recipient in recipients(state, notice.audience):
            meant.add(recipient)
            where = situation_told(Look(state, notice, recipient, "en"))
            readers.setdefault((notice.dedupe_key, *where), []).append((notice, recipient))
    events = [entry.event for entry in decision.entries]
    texts = _together(_text(state, reader, words) for reader in readers.values())
    suspended = next((event for event in events if isinstance(event, SessionsSuspended)), None)
    concerned, voided = _concerned(state, events), () if suspended is None else suspended.voided
    return Foretelling(
        tuple(sorted(recipient.key for recipient in meant)),
        frozenset(),
        concerned,
        _called(state, concerned),
        tuple(sorted(texts, key=lambda foretold: (not foretold.officials, -foretold.count))),
        suspended,
        _called(state, voided),
    )


def _called(state: State, sessions: Iterable[str]) -> Listed:
    return of_days([state.sessions[session] for session in sessions], state.plan)


def _concerned(state: State, events: Sequence[Event]) -> tuple[str, ...]:
    """The sessions that the first of the events is about: those it names, or what is left of its day."""
    for event in events:
        if isinstance(event, SessionsSuspended | SuspensionLifted | SessionsRescheduled | FurtherWordGiven):
            return event.sessions
        if isinstance(event, PlayGoesAhead):
            on = (
                session
                for session in sessions_of(state, event.day)
                if session.status not in ("suspended", "ended")
            )
            return tuple(session.plan.id for session in on)
    return ()


_Kind = tuple[str, ...]
"""What the messages of one kind have in common, in every language."""


def _together(texts: Iterable[tuple[_Kind, Alike, Foretold]]) -> list[Foretold]:
    """Each kind once, with how many read it and what else is of it: each other session once.

    Those who wait for one session differ in nothing but their places on its list.
    """
    found: dict[_Kind, Foretold] = {}
    sessions: dict[_Kind, list[Alike]] = {}
    for kind, alike, text in texts:
        first, named = found.setdefault(kind, text), sessions.setdefault(kind, [])
        if alike not in named:
            named.append(alike)
        if first is not text:
            by_danger = {**first.by_danger, **text.by_danger}
            count, others = first.count + text.count, tuple(named[1:])
            found[kind] = structs.replace(first, count=count, alike=others, by_danger=by_danger)
    return list(found.values())


def _text(
    state: State, notices: list[tuple[Notice, Recipient]], words: Mapping[Language, str]
) -> tuple[_Kind, Alike, Foretold]:
    notice, recipient = notices[0]
    officials = notice.audience.partition(":")[0] == _FOR_THE_OFFICE
    looks = {language: Look(state, notice, recipient, language, words[language]) for language in LANGUAGES}
    texts = {language: filled(look) for language, look in looks.items()}
    named = (notice.parameters.get("sessions") or notice.parameters.get("session", "")).split(", ")
    sessions = [state.sessions[session] for session in named if session in state.sessions]
    alike = Alike(
        several_called(sessions, state.plan),
        {language: _hours(look) for language, look in looks.items()},
    )
    kind = (str(officials), *(filled(look, VARYING) for look in looks.values()))
    by_danger = _by_danger(looks["en"])
    return kind, alike, Foretold(notice.template, len(notices), texts, officials, by_danger=by_danger)


def _by_danger(look: Look) -> Mapping[str, Sequence[str]]:
    where = [look.notice.template, look.session.plan.id, look.notice.audience]
    if look.recipient.kind != "referee":
        where.append(situation(look.state, look.session, look.recipient.number))
        where += [str(is_child_inside(look)), str(has_child_inside(look))]
    named = values_of(f"notice-{look.notice.template}", look.language)
    found = {name: FIELDS[name](look) for name in OF_DANGER if name in named}
    figures = [f"{name} {shown(value, look.language)}" for name, value in found.items() if value is not None]
    return {" ".join(where): figures}


def _hours(look: Look) -> tuple[str, ...]:
    """The hours that a message names, each once."""
    named = values_of(f"notice-{look.notice.template}", look.language)
    hours = [FIELDS[hour](look) for hour in HOURS if hour in named]
    return tuple(dict.fromkeys(str(hour) for hour in hours if hour is not None))
