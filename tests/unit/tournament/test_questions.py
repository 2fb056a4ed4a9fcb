"""What participants write to the organizer: few in an hour, answered once, forgotten with who wrote it."""

from datetime import timedelta

import pytest

from services.tournament.people.amendments import CancelRegistration, MergeEntrants
from services.tournament.people.forgetting import ForgetPerson, cases_about
from services.tournament.people.questions import (
    MOST_QUESTIONS,
    MOST_URGENT,
    AnswerQuestion,
    AskOrganizer,
    QuestionAnswered,
    QuestionAsked,
)
from services.tournament.weather.suspension import SuspendDay
from tests.unit.tournament.specs import S1, T1, Tournament, registered

ASK = AskOrganizer(entrant="0001", question="May my mother watch?")


def asked() -> Tournament:
    return registered(4).given(ASK, by="participant:0001")


def test_a_question_and_its_answer_keep_their_words_apart() -> None:
    tournament = registered(4)
    first = tournament.when(ASK, by="participant:0001").only(QuestionAsked)
    assert (first.question, first.entrant, first.session) == ("Q-0001", "0001", None)
    assert tournament.vault[first.case] == {"question": "May my mother watch?"}
    answer = asked().when(AnswerQuestion(question="Q-0001", answer="Yes.")).only(QuestionAnswered)
    assert (answer.question, answer.entrant) == ("Q-0001", "0001")


def test_a_question_is_answered_once() -> None:
    tournament = asked().given(AnswerQuestion(question="Q-0001", answer="Yes."))
    tournament.when(AnswerQuestion(question="Q-0001", answer="No.")).refused("answered-already", "Q-0001")
    tournament.when(AnswerQuestion(question="Q-0009", answer="No.")).refused("not-found")


def test_nothing_is_no_question_and_no_answer() -> None:
    tournament = asked()
    tournament.when(AskOrganizer(entrant="0001", question=" \u200b")).refused("invalid-input")
    tournament.when(AnswerQuestion(question="Q-0001", answer=" ")).refused("invalid-input")


def test_there_are_five_questions_in_an_hour_and_more_later() -> None:
    tournament = registered(4)
    for _ in range(MOST_QUESTIONS):
        tournament.given(ASK)
    tournament.when(ASK).refused("too-many-questions", "5")
    tournament.when(AskOrganizer(entrant="0002", question="And I?")).then(QuestionAsked)
    tournament.now += timedelta(minutes=61)
    tournament.when(ASK).then(QuestionAsked)


def test_what_is_urgent_is_counted_by_itself() -> None:
    tournament = registered(4)
    cry = AskOrganizer(entrant="0001", question="Help", urgent=True)
    for _ in range(MOST_QUESTIONS):
        tournament.given(ASK)
    for _ in range(MOST_URGENT):
        tournament.given(cry)
    tournament.when(cry).refused("too-many-questions", str(MOST_URGENT))
    tournament.now += timedelta(minutes=61)
    tournament.when(cry).then(QuestionAsked)


def test_who_shares_the_chat_is_named_and_nothing_is_told_of_numbers_that_there_are_not() -> None:
    beside = ("0002", "0001", "9999", "0002")
    asked = AskOrganizer(entrant="0001", question="Help", urgent=True, beside=beside)
    event = registered(4).when(asked, by="participant:0001").only(QuestionAsked)
    assert (event.urgent, event.beside) == (True, ("0002",))


def test_a_session_that_cannot_be_had_is_not_asked_for() -> None:
    tournament = registered(4, capacity=4)
    tournament.when(AskOrganizer(entrant="0001", session=S1)).refused("same-session")
    tournament.when(AskOrganizer(entrant="0001", session="2026-03-28/9")).refused("not-found")
    tournament.when(AskOrganizer(entrant="0001", session=T1)).then(QuestionAsked)
    registered(4, T1, first=11, into=tournament)
    tournament.when(AskOrganizer(entrant="0001", session=T1)).refused("session-full")


def test_who_gave_the_place_back_may_write_and_wishes_for_no_session_until_forgotten() -> None:
    tournament = registered(4).given(CancelRegistration(entrant="0001"))
    tournament.when(ASK, by="participant:0001").then(QuestionAsked)
    tournament.when(AskOrganizer(entrant="0001", session=S1)).refused("no-longer-registered")
    tournament.given(ForgetPerson(person="0001"))
    tournament.when(ASK).refused("no-longer-registered")


def test_who_was_registered_twice_writes_as_the_one_that_was_kept() -> None:
    tournament = registered(4).given(MergeEntrants(keep="0001", drop="0002"))
    tournament.when(AskOrganizer(entrant="0002", question="Why?")).refused("no-longer-registered")


def test_what_was_written_and_answered_goes_with_who_wrote_it() -> None:
    tournament = asked().given(AnswerQuestion(question="Q-0001", answer="Yes, Mrs Wong."))
    person = tournament.entrant("0001").person
    events = [event for event in tournament.history if isinstance(event, QuestionAsked | QuestionAnswered)]
    cases = set(cases_about(tournament.state, events, [person]))
    assert cases == {event.case for event in events}
    tournament.given(ForgetPerson(person="0001"))


@pytest.mark.parametrize("suspended", [False, True])
def test_a_wish_may_be_for_a_suspended_session(suspended: bool) -> None:
    tournament = registered(4)
    if suspended:
        day = tournament.state.sessions[T1].known_day
        tournament.given(SuspendDay(day=day, grounds="other"))
    tournament.when(AskOrganizer(entrant="0001", session=T1)).then(QuestionAsked)
