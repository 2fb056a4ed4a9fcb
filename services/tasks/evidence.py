"""Evidence in a case: a turn or a rack, its tiles as they are typed; the verdict is read back first."""

from collections.abc import Mapping, Sequence
from typing import ClassVar

from services.officials import cases
from services.officials.exhibits import (
    AS_IT_IS,
    NOT_KNOWN,
    check_beginning,
    evidence_of,
    judged,
    rack_typed,
    table_shown,
    table_typed,
    tile_typed,
    tiles_read_back,
    verdict,
)
from services.officials.meaning import Foreseen
from services.personal.read_back import Part, part
from services.personal.texts import clipped
from services.rules.melding.possibility import LAST_DRAWN_NOT_THERE
from services.tasks.described import Answers
from services.tasks.options import Option
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question
from services.tournament.docket.evidence import check_room
from services.tournament.kernel.facts import Command

_LONGEST_VERDICT = 240
QUESTIONS: Mapping[str, Question] = {
    question.name: question
    for question in (
        Question("dispute", "text", needed=True),
        Question("kind", "choice", needed=True, options=("turn", "rack")),
        Question("melded", "choice", needed=True, options=("yes", "no")),
        Question("before", "text", needed=True),
        Question("rack", "text", needed=True),
        Question("after", "text", needed=True),
        Question("last", "text", needed=True, suggests=True),
        Question("entrant", "text", needed=False),
    )
}
_OF_TURN, _OF_RACK = ("melded", "before", "after"), ("last",)


class InCase(PlainTask):
    """What is done in a case, whose number stands above it."""

    def about(self, answers: Answers) -> str:
        return answers.get("dispute") or super().about(answers)

    def options(self, question: Question, answers: Answers) -> Sequence[Option]:
        """People are those of the table, else whom the case names."""
        found = super().options(question, answers)
        if found or question.name != "entrant":
            return found
        entrants = cases.case(self.reader, self.person, answers["dispute"]).case.entrants
        return [(number, self.names.entrant(number)) for number in entrants]


class Evidence(InCase):
    """What is asked of a turn, or of a rack."""

    words: ClassVar = {
        "kind": "evidence_kind",
        "melded": "evidence_had_melded",
        "before": "evidence_before",
        "after": "evidence_after",
        "last": "evidence_last",
        "entrant": "evidence_whose",
        "no entrant": "evidence_nobodys",
        "confirm": "evidence_keep",
        "done": "evidence_kept",
    }
    always = ("entrant",)
    seen = ("kind", "melded", "last", "entrant")

    def questions(self, answers: Answers) -> Sequence[Question]:
        other = {"turn": _OF_RACK, "rack": _OF_TURN}.get(answers.get("kind", ""), ())
        return [question for name, question in QUESTIONS.items() if name not in other]

    def asks(self, question: Question, answers: Answers) -> str:
        if question.name == "rack":
            return self.reader.text(
                f"evidence_{'which_rack' if answers['kind'] == 'rack' else 'rack_before'}"
            )
        return super().asks(question, answers)

    def options(self, question: Question, answers: Answers) -> Sequence[Option]:
        named = {
            "kind": {"turn": "evidence_turn", "rack": "evidence_rack"},
            "melded": {"yes": "evidence_melded", "no": "evidence_not_melded"},
            "last": {NOT_KNOWN: "evidence_not_known", AS_IT_IS: "evidence_as_it_is"},
        }.get(question.name)
        if named is not None:
            return [(answer, self.reader.text(text)) for answer, text in named.items()]
        return super().options(question, answers)

    def read(self, question: Question, text: str) -> str:
        """Tiles as they are written everywhere."""
        match question.name:
            case "rack":
                return " ".join(rack_typed(text))
            case "before" | "after":
                return table_shown(table_typed(text))
            case "last" if text not in (NOT_KNOWN, AS_IT_IS):
                return tile_typed(text)
        return text

    def check(self, answers: Answers) -> None:
        """Refuse at once what cannot be: nobody writes a table down to hear then that the case is closed."""
        if not (dispute := answers.get("dispute")):
            return
        view = cases.case(self.reader, self.person, dispute)
        check_room(dispute, view.case.status, len(view.evidence))
        rack = tuple(answers.get("rack", "").split())
        if "before" in answers:
            check_beginning(table_typed(answers["before"]), rack)
        last = answers.get("last", NOT_KNOWN)
        if last not in (NOT_KNOWN, AS_IT_IS, *rack):
            raise LAST_DRAWN_NOT_THERE(tile=last)

    def command(self, answers: Answers) -> Command:
        return evidence_of(answers)

    def said_so(self, answers: Answers) -> dict[str, object]:
        return {"dispute": answers.get("dispute", "")}

    def impact(self, answers: Answers, look: Foreseen) -> list[str]:
        return tiles_read_back(self.reader, answers)

    def summary(self, answers: Answers, command: Command, look: Foreseen) -> str:
        return self.reader.text(
            "evidence_read_back",
            kind=self.reader.text(f"evidence_{answers['kind']}"),
            whose=answers["entrant"] or self.reader.text("evidence_nobodys"),
            verdict=self._verdict(answers).text,
        )

    def parts(self, answers: Answers, look: Foreseen) -> list[Part]:
        """The verdict counts, too."""
        return [self._verdict(answers), *super().parts(answers, look)]

    def _verdict(self, answers: Answers) -> Part:
        found = judged(self.reader, self.person, answers)
        return part("verdict", found, clipped(verdict(self.reader, found), _LONGEST_VERDICT), "go")
