"""What is done at a table, in words of its own: a game put right, a dispute, a warning, a parent called."""

from collections.abc import Sequence
from typing import ClassVar, get_args

from msgspec import structs

from services.delivery.channel_choice import TELEGRAM, ways_to
from services.delivery.push_addresses import WEB_PUSH
from services.desk.told_when import told_since
from services.desk.views import FamiliesAnswer, SheetView
from services.officials.cases import cases, entrant_shown, is_signed, sheet_of, tournament_of
from services.officials.citing import check_not_figures
from services.officials.figures import ending_named, with_ending
from services.officials.meaning import Foreseen
from services.officials.reader import Reader
from services.officials.sheets import by_seat, ending_recorded, endings_left, figures_asked, players_of
from services.officials.tables import table_called
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.rules.ruleset import Ruleset
from services.tasks.described import Answers
from services.tasks.offered import Offer
from services.tasks.options import Option
from services.tasks.plain_task import STAND_IN, Done, PlainTask
from services.tasks.questions import Question
from services.tournament.docket.breaches import ReportBreach
from services.tournament.kernel.facts import Command
from services.tournament.people.numbers import known_number
from services.tournament.people.parent_calls import NOT_SO, CallGrounds
from services.tournament.play.endings import ENDING_NEEDED
from services.tournament.play.results import SIGNED_ALREADY
from shared.problems import Problem, ProblemType

STANDS_JUST_SO = ProblemType("stands-just-so", 409)


class AtTable(PlainTask):
    """The name of its table stands above it."""

    def about(self, answers: Answers) -> str:
        sheet = answers.get("sheet")
        return table_called(self.reader, self.person, sheet) if sheet else super().about(answers)

    def raised(self, answers: Answers) -> Done:
        """That a case is on the docket, and when the Chief Referee is told; evidence may be added."""
        rows = [view.case for view in cases(self.reader, self.person)]
        newest = max(
            (row for row in rows if row.sheet == answers.get("sheet", row.sheet)), key=lambda row: row.seq
        )
        told = told_since(self.reader.desk, self.person.tournament_id, newest.seq)
        at = None if told.now else told.hour(self.reader.language)
        evidence = Offer("present-evidence", {"dispute": newest.dispute})
        said = self.reader.text("dispute_raised", dispute=newest.dispute, at=at)
        return said, [(self.reader.text("evidence_add"), evidence)]


class OwnSignature(AtTable):
    """The signature of whoever reads: it comes from their own device."""

    def questions(self, answers: Answers) -> Sequence[Question]:
        return [
            structs.replace(each, needed=False, default="device") if each.name == "medium" else each
            for each in super().questions(answers)
        ]


class Correction(AtTable):
    """A game put right: its figures stand beside the question, and how it ended is typed with them."""

    words: ClassVar = {"reason": "correct_reason", "read back": "correct_read_back", "done": "corrected"}
    seen = ("seats",)
    stand_ins: ClassVar = {"reason": STAND_IN}

    def questions(self, answers: Answers) -> Sequence[Question]:
        typed = answers.get("seats", "[")
        return [each for each in super().questions(answers) if each.name != "ended_by" or typed[:1] == "["]

    def asks(self, question: Question, answers: Answers) -> str:
        if question.name != "seats":
            return super().asks(question, answers)
        game, before = int(answers["game"]), answers.get("seats")
        view, rules = self._table(answers)
        players = players_of(self.state, view, game)
        return figures_asked(self.reader, view, players, rules, game, before)

    def read(self, question: Question, text: str) -> str:
        if question.name == "reason":
            check_not_figures(text)
        return text

    def answered(self, answers: Answers, given: Answers) -> dict[str, str]:
        """The game ended as it stands, where the figures do not say it."""
        found = super().answered(answers, given)
        if not given.get("seats", "[").startswith("["):
            recorded = ending_recorded(self._table(found)[0], int(found["game"]))
            found["seats"] = with_ending(given["seats"], recorded)
        return found

    def check(self, answers: Answers) -> None:
        """Also that the sheet is not signed, before anything is written."""
        if answers.get("sheet") and is_signed(self.person, self._table(answers)[0]):
            raise SIGNED_ALREADY(sheet=answers["sheet"])
        super().check(answers)

    def tried(self, answers: Answers) -> bool:
        with by_seat(self._table(answers)[0]):
            if not super().tried(answers):
                raise STANDS_JUST_SO(sheet=answers["sheet"], game=int(answers["game"]))
        return True

    def instead(self, answers: Answers, answer: str, problem: Problem) -> Sequence[Option]:
        """Where scores contradict how it ended, they again with each way in which it can have."""
        if problem.code != ENDING_NEEDED.code:
            return ()
        endings = endings_left(self._table(answers)[1])
        named = [ending_named(ending, self.reader.language) for ending in endings]
        return [(f"{answer}, {ending}", ending) for ending in named]

    def question_of(self, problem: Problem, answers: Answers) -> str:
        """A refusal after all is mostly about the figures."""
        return super().question_of(problem, answers) or "seats"

    def _table(self, answers: Answers) -> tuple[SheetView, Ruleset]:
        view = sheet_of(self.reader, self.person, answers["sheet"])
        return view, tournament_of(self.reader, self.person).rules_in(view.sheet.stage)


class Dispute(AtTable):
    """A dispute about a game of a table, or about none in particular."""

    words: ClassVar = {
        "game": "dispute_game",
        "no game": "no_game",
        "statement": "dispute_statement",
        "read back": "dispute_read_back",
    }
    always = seen = ("game",)
    stand_ins: ClassVar = {"statement": STAND_IN}

    def done(self, answers: Answers, *, changed: bool) -> Done:
        return self.raised(answers)


class VerbalWarning(AtTable):
    """A warning; once there are as many as there may be, a breach that is investigated (HK conduct 9)."""

    words: ClassVar = {
        "entrant": "warn_entrant",
        "breach": "warn_breach",
        "read back": "warn_read_back",
        "done": "warned",
    }
    seen = ("entrant",)
    stand_ins: ClassVar = {"breach": STAND_IN}

    def asks(self, question: Question, answers: Answers) -> str:
        if question.name == "breach" and self._is_further(answers):
            return self.reader.text("warn_further", number=self._number(answers) - 1)
        return super().asks(question, answers)

    def command(self, answers: Answers) -> Command:
        if self._is_further(answers) and answers.get("breach"):
            return ReportBreach(entrant=answers["entrant"], description=answers["breach"])
        return super().command(answers)

    def summary(self, answers: Answers, command: Command, look: Foreseen) -> str:
        if self._is_further(answers):
            return self.reader.text("further_read_back", **self.said_so(answers))
        return super().summary(answers, command, look)

    def said_so(self, answers: Answers) -> dict[str, object]:
        most = self.state.plan.verbal_warnings
        return {**super().said_so(answers), "number": self._number(answers), "most": most}

    def parts(self, answers: Answers, look: Foreseen) -> list[Part]:
        """Which warning it would be counts, too; whoever decides meanwhile counts anew."""
        text = self.reader.text("warn_number", **self.said_so(answers))
        return [part("number", self._number(answers), text, "go"), *super().parts(answers, look)]

    def done(self, answers: Answers, *, changed: bool) -> Done:
        found = super().done(answers, changed=changed)
        return self.raised(answers) if self._is_further(answers) else found

    def _number(self, answers: Answers) -> int:
        entrants = self.state.entrants
        known = known_number(entrants, answers.get("entrant", ""))
        return 1 if known is None else len(entrants[known].warnings) + 1

    def _is_further(self, answers: Answers) -> bool:
        return self._number(answers) > self.state.plan.verbal_warnings


class ParentCall(AtTable):
    """A parent called to the hall: of a child of a table, or by the child's number."""

    words: ClassVar = {
        "entrant": "parent_entrant",
        "grounds": "parent_grounds",
        "read back": "parent_read_back",
        "done": "parent_called",
    }
    seen = ("entrant", "grounds")
    stand_ins: ClassVar = {"grounds": "other"}

    def about(self, answers: Answers) -> str:
        if "sheet" in answers or "entrant" not in answers:
            return super().about(answers)
        return entrant_shown(self.reader, self.person, answers["entrant"])

    def options(self, question: Question, answers: Answers) -> Sequence[Option]:
        if question.name != "grounds":
            return super().options(question, answers)
        so = [ground for ground in get_args(CallGrounds) if self._is_so({**answers, "grounds": ground})]
        return [(ground, self.reader.text(f"parent_grounds_{ground}")) for ground in so]

    def impact(self, answers: Answers, look: Foreseen) -> list[str]:
        return []

    def said_so(self, answers: Answers) -> dict[str, object]:
        if "grounds" not in answers:
            return {}
        return {
            "entrant": entrant_shown(self.reader, self.person, answers["entrant"]),
            "grounds": self.reader.text(f"parent_grounds_{answers['grounds']}"),
            **self._reached(answers["entrant"]),
        }

    def parts(self, answers: Answers, look: Foreseen) -> list[Part]:
        """Who is told counts, too; by how many chats and browsers moves with whoever links one."""
        told = [
            (number, entrant_shown(self.reader, self.person, number))
            for number in with_parents(self.reader, self.person, answers["entrant"])
        ]
        parts = [
            part(f"told {number}", True, self.reader.text("parent_told", who=who), "go")
            for number, who in told
        ]
        return [*parts, *super().parts(answers, look)]

    def _is_so(self, answers: Answers) -> bool:
        try:
            self.tried(answers)
        except Problem as problem:
            return problem.code != NOT_SO.code
        return True

    def _reached(self, child: str) -> dict[str, int]:
        """How many chats and browsers the call reaches."""
        meant = [f"entrant:{number}" for number in with_parents(self.reader, self.person, child)]
        links = self.reader.linked(self.person, meant)
        ways = ways_to(meant, links, ())
        alive = [(key, link) for key, those in links.items() for link in those if link.status == "active"]
        chats = {link.address_id for key, link in alive if key in ways.chats and link.channel == TELEGRAM}
        browsers = {
            link.address_id for key, link in alive if key in ways.browsers and link.channel == WEB_PUSH
        }
        return {"linked": len(chats), "pushed": len(browsers)}


def with_parents(reader: Reader, person: Person, child: str) -> list[str]:
    """A child, and the parents of the child who take part with them."""
    answer: FamiliesAnswer = reader.ask(person, "families")
    return [child, *sorted({row.parent for row in answer.rows if row.child == child})]
