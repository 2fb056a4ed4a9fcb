"""Where the name may be shown, as a participant says it: of each place by itself, and who is asked.

Under 18 a parent or guardian consents; their name is typed, or taken from what is on file and from the parent
of the family unit, where that parent is who reads.
"""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from msgspec import structs

from services.desk.params import EntrantParams
from services.desk.views import EntrantView
from services.officials.meaning import Foreseen
from services.personal.consents import ASKED_AS, parents_reading
from services.personal.read_back import Part, part
from services.personal.texts import clipped
from services.tasks.described import Answers
from services.tasks.options import Option
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question
from services.tournament.kernel.facts import Command
from services.tournament.people.consents import is_minor
from shared.catalogue import Word

_LONGEST_STATEMENT = 160


class ConsentOfReader(PlainTask):
    """A participant's; all of it is asked."""

    words: ClassVar = {
        "by": "consent_as",
        "guardian": "consent_guardian",
        "read back": "consent_read_back",
        "done": "consent_said",
    }
    seen = ("by", "scope")
    stand_ins: ClassVar = {"guardian": "N. N."}

    def about(self, answers: Answers) -> str:
        return self._place(answers) or super().about(answers)

    def questions(self, answers: Answers) -> Sequence[Question]:
        return [
            structs.replace(each, needed=True, suggests=each.name == "guardian")
            for each in super().questions(answers)
            if each.name != "guardian" or answers.get("by") == "guardian"
        ]

    def options(self, question: Question, answers: Answers) -> Sequence[Option]:
        if question.name == "guardian":
            on_file = [name for name in (self._details.get("guardian"),) if name]
            names = dict.fromkeys([*on_file, *parents_reading(self.reader, self.person)])
            return [(name, name) for name in names]
        if question.name != "by":
            return super().options(question, answers)
        today = self.state.plan.local_day(self.reader.desk.clock.now())
        # Anyone may withdraw a consent; under 18 nobody gives it alone.
        is_child = answers["shown"] == "yes" and is_minor(self._details.get("birth_date"), today)
        return [(by, self.reader.text(f"consent_as_{by}")) for by in ASKED_AS[is_child:]]

    def command(self, answers: Answers) -> Command:
        by_guardian = answers.get("by") == "guardian"
        return super().command(answers if by_guardian else {**answers, "guardian": ""})

    def said_so(self, answers: Answers) -> dict[str, object]:
        return {
            "name": self.person.name,
            "given": answers.get("shown") == "yes",
            "scope": self._place(answers),
            "guardian": answers.get("guardian") if answers.get("by") == "guardian" else None,
            "statement": self._statement or None,
        }

    def impact(self, answers: Answers, look: Foreseen) -> list[str]:
        return []

    def parts(self, answers: Answers, look: Foreseen) -> list[Part]:
        """The statement on personal data that it is said under counts, too."""
        statement = part("statement", self.state.plan.privacy_version, self._statement, "go")
        return [statement, *super().parts(answers, look)]

    @property
    def _statement(self) -> str:
        privacy = self.state.plan.privacy
        return (
            "" if privacy is None else clipped(privacy.in_language(self.reader.language), _LONGEST_STATEMENT)
        )

    @property
    def _details(self) -> Mapping[str, str]:
        params = EntrantParams(entrant=self.person.number)
        view: EntrantView = self.reader.ask(self.person, "entrant", params)
        return view.details if isinstance(view.details, Mapping) else {}

    def _place(self, answers: Answers) -> str:
        scope = answers.get("scope")
        return Word("consent-scope", scope).in_language(self.reader.language) if scope else ""
