"""What participants wrote to the organizer, with who wrote it and what was answered."""

from collections.abc import Mapping
from datetime import datetime

import msgspec

from services.desk.directory import NOBODY, free_text, shown_name
from services.desk.params import NoParams
from services.desk.query_context import QueryContext
from services.desk.views import UNSET, Name
from services.tournament.people.questions import QuestionAsked, is_open


class QuestionView(msgspec.Struct, frozen=True):
    """What an entrant wrote; the text is empty once it is forgotten, or where a session alone is asked for.

    Attributes:
        session: the one in which they ask to play; null for a question.
        open: it was not answered, and what is asked for has not been done.
        urgent: it may be a cry for help, and was told at once.
        beside: others for whom the same chat was linked, each with the name; "" where none may be shown.
    """

    question: str
    entrant_no: str
    session: str | None
    asked_at: datetime
    open: bool
    text: str
    seq: int
    urgent: bool
    beside: Mapping[str, str]
    name: Name = UNSET


class QuestionsAnswer(msgspec.Struct, frozen=True):
    """What was written to the organizer, oldest first."""

    seq: int
    rows: tuple[QuestionView, ...]


def questions(look: QueryContext, params: NoParams) -> QuestionsAnswer:
    """Everything that was written, whatever became of it."""
    state, present = look.state, look.present
    asked = sorted(state.questions.values(), key=lambda question: question.seq)
    texts = look.directory.texts(look.tournament_id, [question.seq for question in asked])
    numbers = {number for question in asked for number in (question.entrant, *question.beside)}
    people = [present.entrants[number] for number in sorted(numbers)]
    details = look.directory.details(look.tournament_id, people)
    rows = []
    for question in asked:
        words = free_text(texts[question.seq].get(question.case, NOBODY), QuestionAsked, look.language)
        name = shown_name(details[question.entrant], look.language)
        rows.append(
            QuestionView(
                question.question,
                question.entrant,
                question.session,
                question.at,
                is_open(state, question),
                words.get("question", ""),
                question.seq,
                question.urgent,
                {number: shown_name(details[number], look.language) for number in question.beside},
                name or UNSET,
            )
        )
    return QuestionsAnswer(state.seq, tuple(rows))


def unanswered(look: QueryContext, number: str) -> tuple[str, ...]:
    """The words of an entrant that wait for the organizer, oldest first."""
    asked = [each for each in look.state.questions.values() if each.entrant == number]
    waiting = {each.seq: each.case for each in asked if is_open(look.state, each)}
    texts = look.directory.texts(look.tournament_id, sorted(waiting))
    found = (
        free_text(texts[seq].get(waiting[seq], NOBODY), QuestionAsked, look.language).get("question", "")
        for seq in sorted(waiting)
    )
    return tuple(filter(None, found))
