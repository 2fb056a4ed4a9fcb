"""What participants wrote to the organizer, as whoever may answer it reads it."""

from collections.abc import Sequence

from services.desk.correspondence import written_by
from services.desk.programme import TournamentAnswer
from services.desk.questions import QuestionsAnswer, QuestionView
from services.desk.views import SessionsAnswer
from services.officials.reader import Reader
from services.personal.person import Person
from services.personal.sessions import session_called
from services.projections.rows import SessionRow
from shared.catalogue import Phrase
from shared.problems import not_found


def questions_of(reader: Reader, person: Person) -> Sequence[QuestionView]:
    """All that was written, oldest first."""
    answer: QuestionsAnswer = reader.ask(person, "questions")
    return answer.rows


def question_view(reader: Reader, person: Person, question: str) -> QuestionView:
    """One of them; raises Problem: not-found."""
    for view in questions_of(reader, person):
        if view.question == question:
            return view
    raise not_found("question", question)


def writer_of(view: QuestionView, words: str | None = None) -> Phrase:
    """Who wrote it, and the words."""
    names = {view.entrant_no: view.name if isinstance(view.name, str) else "", **view.beside}
    return Phrase("notice-written-by", {**written_by(names), "words": words})


def question_shown(reader: Reader, person: Person, view: QuestionView) -> str:
    """Who wrote what, or asks to play when; that the words are gone, where they are."""
    writer = writer_of(view, view.text or None)
    if view.session is not None:
        called = session_shown(reader, person, view.session)
        return reader.text("wish_shown", said=writer, session_label=called)
    shown = reader.text("question_shown", said=writer)
    return shown if view.text else f"{shown}\n{reader.text('question_gone')}"


def session_shown(reader: Reader, person: Person, session: str) -> Phrase:
    """A session as people call it; raises Problem: not-found, for one that is not played any more."""
    defined: TournamentAnswer = reader.ask(person, "tournament")
    return session_called(defined.definition, session_row(reader, person, session))


def session_row(reader: Reader, person: Person, session: str) -> SessionRow:
    """The row of a session.

    Raises:
        Problem: not-found, for one that is not played any more.
    """
    answer: SessionsAnswer = reader.ask(person, "sessions")
    for view in answer.rows:
        if view.session.session == session:
            return view.session
    raise not_found("session", session)
