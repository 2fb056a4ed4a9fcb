"""What participants write to the organizer, and what is answered: a question, or a wish to play elsewhere.

A wish changes nothing by itself: the organizer moves the entrant, or answers why not.
"""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Annotated

from msgspec import structs

from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo, EntrantNos, Id, SessionId
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import entrant_in, in_phase, known, session_in, shows
from services.tournament.people.entrants import Question
from services.tournament.people.entries import live
from services.tournament.people.moving import SAME_SESSION, SESSION_FULL
from services.tournament.people.overlaps import refuse_overlap
from services.tournament.people.places import is_full
from services.tournament.state import State
from shared.bounds import text
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, ProblemType

LONGEST_QUESTION = 300
"""Characters: with who wrote it and a heading it is one message."""
MOST_QUESTIONS = 5
MOST_URGENT = 15
WINDOW = timedelta(hours=1)
URGENT_FOR = timedelta(minutes=15)
"""After what is urgent, and after a call for a parent, what is written next belongs to it for so long."""

Written = Annotated[str, text(LONGEST_QUESTION, lines=True, form="paragraphs")]
TOO_MANY_QUESTIONS = ProblemType("too-many-questions", 429)
ASKER_FORGOTTEN = ProblemType("asker-forgotten", 409)
ANSWERED_ALREADY = ProblemType("answered-already", 409)


@event("question-asked", text=("question",))
class QuestionAsked(Event, frozen=True):
    """An entrant wrote to the organizer; with `session` they ask to play there. The vault has the words.

    What is `urgent` is told at any hour. `beside` are others for whom the same chat was linked.
    """

    question: str
    entrant: str
    session: str | None
    case: str
    urgent: bool
    beside: tuple[str, ...]


@event("question-answered", text=("answer",))
class QuestionAnswered(Event, frozen=True):
    """The organizer answered what an entrant had written; the words are in the vault under `case`."""

    question: str
    entrant: str
    case: str


class AskOrganizer(Command, frozen=True, kw_only=True):
    """Write to the organizer; with a session ask to play there instead, with or without words.

    At most five in an hour for each entrant, and fifteen that are urgent, which are told at any hour.
    `beside` names others for whom somebody writes in the same chat.
    """

    entrant: EntrantNo
    question: Written = ""
    session: SessionId | None = None
    urgent: bool = False
    beside: EntrantNos = ()


class AnswerQuestion(Command, frozen=True, kw_only=True):
    """Answer what an entrant wrote, once; it is sent to them."""

    question: Id
    answer: Written


@decides(AskOrganizer)
def ask_organizer(draft: Draft, command: AskOrganizer) -> None:
    state, now = draft.state, draft.context.occurred_at
    entrant = entrant_in(state, command.entrant)
    if command.session is not None or entrant.status != "cancelled" or entrant.person in state.forgotten:
        # Who gave the place back may write still: that they wish to be forgotten, above all.
        entrant = live(entrant)
    if command.session is not None:
        _check_wish(state, command.entrant, command.session)
    elif not shows(command.question):
        raise INVALID_INPUT(detail=Phrase("part-questions-write-what-you-want-ask")).at(field="question")
    before = asked_since(state, entrant.entrant_no, now - WINDOW)
    most = MOST_URGENT if command.urgent else MOST_QUESTIONS
    if len([question for question in before if question.urgent == command.urgent]) >= most:
        raise TOO_MANY_QUESTIONS(most=most, contact=state.plan.contact)
    number = draft.number("Q", len(state.questions))
    case, words = draft.case(question=command.question)
    # Nothing is said of numbers that there are not, so that nobody tries them out.
    beside = tuple(
        other
        for other in dict.fromkeys(command.beside)
        if other != entrant.entrant_no and other in state.entrants
    )
    asked = QuestionAsked(number, entrant.entrant_no, command.session, case, command.urgent, beside)
    draft.record(asked, personal=words)


@decides(AnswerQuestion)
def answer_question(draft: Draft, command: AnswerQuestion) -> None:
    question = known(draft.state.questions, "question", command.question)
    if question.answered:
        raise ANSWERED_ALREADY(question=command.question)
    if draft.state.entrants[question.entrant].person in draft.state.forgotten:
        raise ASKER_FORGOTTEN(question=command.question)
    if not shows(command.answer):
        raise INVALID_INPUT(detail=Phrase("part-questions-write-answer")).at(field="answer")
    case, words = draft.case(answer=command.answer)
    draft.record(QuestionAnswered(question.question, question.entrant, case), personal=words)


def asked_since(state: State, entrant_no: str, since: datetime) -> list[Question]:
    """What an entrant wrote after a moment, in no order."""
    return [
        question
        for question in state.questions.values()
        if question.entrant == entrant_no and question.at > since
    ]


def is_urgent_now(state: State, numbers: Collection[str], now: datetime) -> bool:
    """Whether one of these wrote something urgent just now."""
    return any(
        question.urgent and now - question.at <= URGENT_FOR
        for question in state.questions.values()
        if question.entrant in numbers or not set(question.beside).isdisjoint(numbers)
    )


def is_open(state: State, question: Question) -> bool:
    """Whether it waits for the organizer: not answered, and what is wished for is not so by now."""
    wished, entrant = state.sessions.get(question.session or ""), state.entrants.get(question.entrant)
    if question.answered or entrant is None or entrant.person in state.forgotten:
        return False
    attendance = entrant.at(wished.stage) if wished is not None else None
    return attendance is None or attendance.session != question.session


def _check_wish(state: State, entrant_no: str, session_id: str) -> None:
    """Refuse a session in which the organizer could not give the entrant a place either."""
    entrant, target = state.entrants[entrant_no], session_in(state, session_id)
    attendance = entrant.at(target.stage)
    if attendance is not None and attendance.session == session_id:
        raise SAME_SESSION(entrant=entrant_no, session=session_id)
    in_phase(target, "scheduled", "suspended")
    if is_full(state, target):
        raise SESSION_FULL(session=session_id, capacity=state.room_in(target))
    refuse_overlap(state, entrant.without(target.stage), target.stage, state.attended(target))


@evolves(QuestionAsked)
def _asked(state: State, event: QuestionAsked, stamp: Stamp) -> State:
    question = Question(
        event.question,
        event.entrant,
        event.session,
        event.case,
        stamp.seq,
        stamp.occurred_at,
        urgent=event.urgent,
        beside=event.beside,
        by=stamp.actor,
    )
    return structs.replace(state, questions=state.questions.set(event.question, question))


@evolves(QuestionAnswered)
def _answered(state: State, event: QuestionAnswered, stamp: Stamp) -> State:
    question = state.questions.get(event.question)
    if question is None:
        return state
    answered = structs.replace(question, answered=True)
    return structs.replace(state, questions=state.questions.set(event.question, answered))
