"""Registering people from a list in a chat: a line each, as somebody has them written."""

from collections.abc import Sequence

from services.desk.imports import plan_entrants
from services.officials.meaning import Foreseen
from services.officials.tables import note_said
from services.spreadsheets.csv_files import Row, understood
from services.spreadsheets.entrants import entrant_of
from services.spreadsheets.people import give_numbers, read_people
from services.tasks.described import Answers
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question
from services.tournament.definition.places_called import session_called
from services.tournament.kernel.facts import Command
from services.tournament.people.choosing import takes_entrants
from services.tournament.seating.order_of_play import in_order_of_play
from services.tournament.seating.sessions import Session
from services.tournament.seating.sessions_meant import SessionsMeant
from services.tournament.state import State
from shared.catalogue import Listed, say
from shared.i18n import Language
from shared.text_forms import plain

_LIST = Question("entrants", "words", needed=True)


def sessions_to_choose(state: State) -> list[Session]:
    """The sessions open to who registers, of however few; none where the plan leaves no choice."""
    stages = [
        stage
        for stage in state.plan.registered_stages
        if len(state.plan.registered_stages) > 1 or state.stage_plan(stage).attend == "one"
    ]
    sessions = [each for each in in_order_of_play(state) if each.stage in stages]
    return [each for each in sessions if len(sessions) > 1 and takes_entrants(state, each)]


def how_people_are_listed(state: State, language: Language) -> str:
    """What a line of a list has to say in this tournament, and may say."""
    how = say("page-people-how", language, dated=state.plan.needs_birth_dates)
    if not (sessions := sessions_to_choose(state)):
        return how
    called = session_called(sessions[0].plan.id, state.plan, state.moved_to)
    session = say("page-people-how-session", language, session=called)
    return Listed([how, session], "list-of-sentences").in_language(language)


class PeopleListed(PlainTask):
    """It, as it is typed or pasted; who is registered already is left as they are."""

    def questions(self, answers: Answers) -> Sequence[Question]:
        return [_LIST]

    def asks(self, question: Question, answers: Answers) -> str:
        return f"{self.called(question)}\n{how_people_are_listed(self.state, self.reader.language)}"

    def check(self, answers: Answers) -> None:
        if answers.get(_LIST.name):
            self.command(answers)

    def command(self, answers: Answers) -> Command:
        """Whoever of the list is new; raises Problem: rows are refused, each naming its line."""
        rows = self._rows(answers)
        give_numbers(rows, self.state.entrants)
        by_line, faults = understood(rows, entrant_of)
        people = {line: plain(person) for line, person in by_line.items()}
        tournament, principal = self.person.tournament_id, self.person.principal
        return plan_entrants(self.reader.desk, tournament, people, principal, faults).command

    def impact(self, answers: Answers, look: Foreseen) -> list[str]:
        """What follows, below what is odd about the lines."""
        notes = [note for row in self._rows(answers) for note in row.notes]
        return [
            *(f"⚠ {note_said(note, self.reader.language)}" for note in notes),
            *super().impact(answers, look),
        ]

    def _rows(self, answers: Answers) -> list[Row]:
        sessions = SessionsMeant(self.state)
        return read_people(sessions.with_ids(answers.get(_LIST.name, "")), sessions)
