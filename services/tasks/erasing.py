"""Erasing a person: named by number or name, an official by number; what goes and what stays is read back."""

from collections.abc import Iterator

from services.tasks.described import Answers
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question
from services.tasks.said import question_said
from services.tournament.kernel.facts import Command
from services.tournament.people.forgetting import ForgetPerson, numbers_of, subjects_meant
from services.tournament.people.numbers import known_number
from shared.catalogue import Listed, say
from shared.plain_text import narrow


class Erasing(PlainTask):
    """What is asked of it; the grounds are, so that nobody's wish is on record who had none."""

    required = ("grounds",)

    def read(self, question: Question, text: str) -> str:
        """Whom a name means by number.

        Raises:
            Problem: answer-not-read, where several are called so.
        """
        if question.name != "person":
            return super().read(question, text)
        typed = narrow(text)
        official = known_number(self.state.referees, typed) is not None
        known = official or subjects_meant(self.state, ForgetPerson(person=typed))
        is_entrant = known_number(self.state.entrants, typed) is not None
        return typed if known and not is_entrant else super().read(question, text)

    def command(self, answers: Answers) -> Command:
        """What was answered; an official who is named by number is meant by the id in the log."""
        referees, typed = self.state.referees, answers.get("person", "").strip()
        official = known_number(referees, typed)
        if official is not None and known_number(self.state.entrants, typed) is None:
            answers = {**answers, "person": referees[official].person}
        return super().command(answers)

    def read_back(self, answers: Answers, command: Command) -> Iterator[tuple[str, str]]:
        """Who it is, why, what goes for good and what stays."""
        assert isinstance(command, ForgetPerson)
        language, (numbers, named) = self.reader.language, self._meant(command)
        yield say("task-erase-who", language), Listed(named).in_language(language)
        yield question_said("grounds", language), say(f"answer-{command.grounds}", language)
        yield say("task-erase-goes", language), say("task-erase-what-goes", language)
        yield say("task-erase-stays", language), self.reader.text("forget_stays", number=Listed(numbers))

    def _meant(self, command: ForgetPerson) -> tuple[list[str], list[str]]:
        """The numbers of the person, of entrants that were merged all, and each with the name."""
        entrants, referees = self.state.entrants, self.state.referees
        person = known_number(entrants, command.person) or command.person
        first = person if person in entrants else self.state.persons.get(person)
        if first is not None:
            numbers = numbers_of(self.state, first)
            return numbers, [self.names.entrant(number) for number in numbers]
        officials = [number for number, each in referees.items() if each.person == person]
        return officials or [person], [self.names.referee(number) for number in officials] or [person]
