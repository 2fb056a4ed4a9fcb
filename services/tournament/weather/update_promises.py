"""The next word about a suspension: promised with it, called to mind before it is due, and given.

A promise is a moment, recorded with what was told; a further word makes a new one. It ends when the
suspension is lifted, and with a new date unless people were told to stay in the hall until a warning is over:
they wait for a word on that day, whenever the session is played. With that word the promise to them is kept,
and with play that goes on nobody waits for one.
"""

from datetime import date, datetime

from msgspec import structs

from services.tournament.definition.words import LANGUAGES
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import FurtherWord
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.publication.reminding import texts_spoken
from services.tournament.seating.sessions import Session, Suspension
from services.tournament.state import State
from services.tournament.weather.dangers import keeps_from_danger
from services.tournament.weather.suspension import NOTHING_SUSPENDED, promised
from shared.problems import ProblemType

NO_WORD_PROMISED = ProblemType("no-word-promised", 409)


@event("next-word-due", "conclusion")
class NextWordDue(Event, frozen=True):
    """The organizer was reminded that those concerned by a suspension were promised a word by a moment."""

    day: date
    sessions: tuple[str, ...]
    by: datetime


@event("further-word-given", text=tuple(LANGUAGES))
class FurtherWordGiven(Event, frozen=True):
    """Those concerned by a suspension were told more, and by when the next word comes at the latest."""

    day: date
    sessions: tuple[str, ...]
    next_word: datetime
    case: str


class RemindOfNextWord(Command, frozen=True, kw_only=True):
    """Remind the organizer, once, of the word that was promised for a suspended day."""

    day: date


class GiveFurtherWord(Command, frozen=True, kw_only=True):
    """Tell everyone concerned by a suspension more, in each language of the tournament.

    Of sessions that have a new date, while the suspended day lasts: those who were told to stay in the hall,
    and everyone where it is that day itself.

    Attributes:
        next_word: by when the next word comes at the latest; else after as long as with the suspension.
    """

    day: date
    en: FurtherWord = ""
    zh: FurtherWord = ""
    next_word: datetime | None = None


@decides(RemindOfNextWord, NextWordDue)
def remind_of_next_word(draft: Draft, command: RemindOfNextWord) -> None:
    promises = {
        session.plan.id: suspension.next_word
        for session, suspension in _wait_for_word(draft, command.day)
        if suspension.next_word is not None and not suspension.reminded
    }
    if not promises:
        raise NO_WORD_PROMISED(day=command.day)
    draft.record(NextWordDue(command.day, tuple(promises), min(promises.values())))


@decides(GiveFurtherWord)
def give_further_word(draft: Draft, command: GiveFurtherWord) -> None:
    sessions = _wait_for_word(draft, command.day)
    if not sessions:
        raise NOTHING_SUSPENDED(day=command.day, wanted="word")
    next_word = promised(draft, command.next_word)
    case, text = draft.case(**texts_spoken(draft.state.plan, command))
    ids = tuple(session.plan.id for session, _ in sessions)
    draft.record(FurtherWordGiven(command.day, ids, next_word, case), personal=text)


def suspended_on(state: State, day: date) -> list[tuple[Session, Suspension]]:
    """The sessions of a day that are suspended, in order, each with how it was suspended."""
    found = [
        session for session in state.sessions.values() if session.day == day and session.status == "suspended"
    ]
    return [
        (session, session.suspension) for session in sorted(found, key=_id) if session.suspension is not None
    ]


def off_on(state: State, day: date) -> list[tuple[Session, Suspension]]:
    """What was suspended of a day, whether it has a new date by now and people are still held, or none."""
    held = [(session, suspension) for session, suspension in sessions_held(state) if suspension.day == day]
    return [*suspended_on(state, day), *held]


def _wait_for_word(draft: Draft, day: date) -> list[tuple[Session, Suspension]]:
    """What is off of a day, each with how: once it is over nobody is held in the hall any more."""
    is_over = draft.state.plan.local_day(draft.context.occurred_at) > day
    return suspended_on(draft.state, day) if is_over else off_on(draft.state, day)


def sessions_held(state: State) -> list[tuple[Session, Suspension]]:
    """The sessions with a new date whose people wait for a word, by the suspended day, each with how.

    They were told to stay in the hall, or wherever they are for a new date on that day itself.
    """
    found = [
        (session, held)
        for session in state.sessions.values()
        if (held := held_of(state, session)) is not None
        and (held.inside or session.day == held.day)
        and keeps_from_danger(state, held)
    ]
    return sorted(found, key=lambda pair: (pair[1].day or date.min, _id(pair[0])))


def held_of(state: State, session: Session) -> Suspension | None:
    """How a session with a new date was suspended; None once one suspended on that day has begun since.

    Nor for a session of that day itself of which everyone was told since that play goes ahead.
    """
    held = session.held
    if held is None:
        return None
    if session.day == held.day and state.announced.get(f"ahead/{held.day}", 0) > held.told_seq:
        return None
    off = (each for each in state.sessions.values() if each.held is not None and each.held.day == held.day)
    begun = any(each.started_at is not None and each.started_at > held.at for each in off)
    return None if begun else held


def _id(session: Session) -> str:
    return session.plan.id


@evolves(NextWordDue)
def _due(state: State, event: NextWordDue, stamp: Stamp) -> State:
    for session_id in event.sessions:
        session = state.sessions[session_id]
        if session.suspension is not None:
            reminded = structs.replace(session.suspension, reminded=True)
            state = state.with_session(structs.replace(session, suspension=reminded))
        elif session.held is not None:
            state = state.with_session(
                structs.replace(session, held=structs.replace(session.held, reminded=True))
            )
    return state


@evolves(FurtherWordGiven)
def _given(state: State, event: FurtherWordGiven, stamp: Stamp) -> State:
    for session_id in event.sessions:
        session = state.sessions[session_id]
        if session.suspension is not None:
            suspension = structs.replace(
                session.suspension, next_word=event.next_word, told_seq=stamp.seq, reminded=False
            )
            state = state.with_session(structs.replace(session, suspension=suspension))
        elif session.held is not None:
            kept = structs.replace(session.held, next_word=None, told_seq=stamp.seq)
            state = state.with_session(structs.replace(session, held=kept))
    return state
