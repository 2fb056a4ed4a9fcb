"""Which tasks there are for a role, which of them are called as somebody writes, and what describes each."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cache

from services.access.rights import COMMAND_RIGHTS, Role, right
from services.officials.drafted import EFFECTS
from services.personal.person import Person
from services.tasks.answering import Answering
from services.tasks.at_table import Correction, Dispute, OwnSignature, ParentCall, VerbalWarning
from services.tasks.checking_in import CheckingIn
from services.tasks.consent import ConsentOfReader
from services.tasks.day_questions import RIGHTS
from services.tasks.described import Answers, Asker
from services.tasks.erasing import Erasing
from services.tasks.evidence import Evidence
from services.tasks.options import Option
from services.tasks.people_listed import PeopleListed
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question
from services.tasks.ruling import Ruling
from services.tasks.walk_in import Registration, WalkIn
from services.tournament.kernel.facts import Command
from services.tournament.seating.seats import RefereesAssigned
from services.tournament.seating.sessions_meant import SessionsMeant
from shared.catalogue import Listed, languages, say, values_of
from shared.catalogue.catalogue import FIRST, catalogue
from shared.catalogue.titles import task_title
from shared.finding import holds, sought
from shared.i18n import Language

ROWS = "rows"


class ResultsListed(PlainTask):
    """It, as it is pasted; words for a session may hold blanks and commas, which else end a cell."""

    def check(self, answers: Answers) -> None:
        super().check(self.with_ids(answers))

    def command(self, answers: Answers) -> Command:
        """The results; raises Problem: rows are refused, each naming its line."""
        return super().command(self.with_ids(answers))

    def read_back(self, answers: Answers, command: Command) -> Iterator[tuple[str, str]]:
        """How many they are."""
        return super().read_back(self.with_ids(answers), command)

    def with_ids(self, answers: Answers) -> dict[str, str]:
        """The answers with the sessions by their ids."""
        rows = answers.get(ROWS, "")
        if not rows or rows.lstrip().startswith("["):
            return dict(answers)
        return {**answers, ROWS: SessionsMeant(self.state).with_ids(rows, " ")}


class TablesOfReferees(PlainTask):
    """What is read back of an assignment."""

    def read_back(self, answers: Answers, command: Command) -> Iterator[tuple[str, str]]:
        yield from super().read_back({**answers, "assignments": ""}, command)
        _, decision = self.reader.desk.foresee(self.person.tournament_id, command, self.person.principal)
        for entry in decision.entries:
            if isinstance(entry.event, RefereesAssigned):
                for each in entry.event.assignments:
                    yield (
                        self.names.referee(each.referee),
                        Listed(each.tables).in_language(self.reader.language),
                    )


class SeatDraw(PlainTask):
    """What is asked of a draw."""

    def questions(self, answers: Answers) -> Sequence[Question]:
        session = self.state.sessions.get(answers.get("session", ""))
        stages = self.state.plan.stages if session is None else [self.state.stage_plan(session.stage)]
        given = any(stage.draw == "given" for stage in stages)
        return [each for each in super().questions(answers) if given or each.name != "tables"]


BY_FILE = frozenset({"define-tournament", "amend-tournament"})
"""These take a file: they are done on pages of their own, from a terminal or through the API."""

_DESCRIBED: Mapping[str, type[PlainTask]] = {
    "answer-question": Answering,
    "correct-game": Correction,
    "raise-dispute": Dispute,
    "give-warning": VerbalWarning,
    "call-parent": ParentCall,
    "forget-person": Erasing,
    "present-evidence": Evidence,
    "assign-referees": TablesOfReferees,
    "make-ruling": Ruling,
    "check-in": CheckingIn,
    "register-entrant": Registration,
    "register-walk-in": WalkIn,
    "draw-seats": SeatDraw,
    "import-entrants": PeopleListed,
    "import-results": ResultsListed,
}
"""Tasks of which more is said than their fields say."""


def described(reader: Asker, person: Person, task: str) -> PlainTask:
    """What is said of the task of a command, for whoever does it."""
    if task == "set-consent" and person.principal.role == "participant":
        return ConsentOfReader(reader, person, task)
    if task == "sign-sheet" and person.principal.role == "participant":
        return OwnSignature(reader, person, task)
    return _DESCRIBED.get(task, PlainTask)(reader, person, task)


_BUTTONS: Mapping[str, Sequence[str]] = {
    "answer-parent-call": ("action-coming", "action-with-child"),
    "answer-question": ("action-answer",),
    "answer-weather-proposal": ("action-decide", "confirm", "refuse"),
    "ask-organizer": ("send-to-organizer", "forget-ask"),
    "call-chief-referee": ("call-chief",),
    "cancel-registration": ("action-cannot-come",),
    "correct-game": ("correct",),
    "invite-people": ("invite-send",),
    "make-ruling": ("rule", "rule-anew", "confirm-ruling", *(f"effect-{name}" for name in EFFECTS)),
    "move-entrant": ("action-do-it",),
    "present-evidence": ("evidence-add", "evidence-rack", "evidence-keep"),
    "set-out-for-table": ("action-on-my-way",),
    **{task: (f"storm-what-{what}",) for what, task in RIGHTS.items() if what != "answer"},
}
"""By task the texts on the buttons that lead to it or do it, where these are not its title."""


@cache
def _called(task: str) -> Sequence[str]:
    """What a task is called in any language: its title, the words on its buttons, and those of every day."""
    keys = [f"bot-{name.replace('_', '-')}" for name in _BUTTONS.get(task, ())]
    keys += [key for key in [f"task-also-{task}"] if key in catalogue(FIRST)]
    return [
        text
        for language in languages()
        for text in (
            task_title(task, language),
            *(say(key, language, **dict.fromkeys(values_of(key, language), "")) for key in keys),
        )
    ]


def tasks_of(role: Role, language: Language, word: str = "", *, by_file: bool = False) -> Sequence[Option]:
    """The commands of a role, each with what its task is called, in the order of a day.

    Args:
        word: of those called so alone, by their title or a button in any language, by every word of it in
            any order; "" for all.
        by_file: also those that take a file.
    """
    named = [
        (name, task_title(name, language))
        for name in COMMAND_RIGHTS
        if (by_file or name not in BY_FILE) and right(role, name) is not None
    ]
    # Digits are of a table or a person, and of no task: of "signal 8" the word is looked for.
    words = sought(word)
    if not (wanted := [each for each in words if not each.isdecimal()] or words):
        return named
    return [(name, title) for name, title in named if holds("", (name, *_called(name)), wanted)]
