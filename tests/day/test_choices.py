"""Whatever a task offers to choose from is not refused at once, whoever is asked."""

from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from services.access.principal import Principal
from services.access.rights import COMMAND_RIGHTS, Role, right
from services.delivery.links import Linked
from services.desk.desk import Desk
from services.desk.params import NoParams, Params
from services.personal.person import Person
from services.personal.texts import bot_text
from services.tasks.day_decision import DayDecision
from services.tasks.day_questions import QUESTIONS, RIGHTS, known_of
from services.tasks.listed import described
from services.tasks.options import is_chosen, values_there
from services.tasks.plain import command_of, question_of
from services.tasks.plain_task import PlainTask
from services.tasks.questions import Question, questions_of
from services.tasks.refusals import refusal
from services.tasks.waiting import waiting
from services.tournament.seating.presence import LATE_FOR_SESSION, PLACE_FORFEITED
from services.tournament.seating.walk_ins import CHECK_IN_OVER
from shared.i18n import Language
from shared.problems import Problem
from tests.api.conftest import ID, SEATING, SESSION, START, House, opened, scores
from tests.api.conftest import moments as moments
from tests.day.every_task import BY_FILE, CHILD, DAY, PARENT, SECOND, TABLE, given, on_paper
from tests.day.scenario import FINAL
from tests.sampling import a_few

MOMENTS = 7
MOVED_TO = "2027-03-07"
TYPED = {"text": "–", "words": "–", "several": "–", "figures": "[]"}
"""What stands for what is typed: a refusal that is about it says nothing of what was chosen."""
TYPED_BY_NAME = {"name_en": "N. N."}
OFFICES: tuple[tuple[Role, str], ...] = (
    ("referee", "REF-2"),
    ("chief_referee", "CR"),
    ("organizer", "organizer"),
    ("participant", "0001"),
)
LATER = (LATE_FOR_SESSION, PLACE_FORFEITED, CHECK_IN_OVER)
"""What the time of arrival clears."""
Answers = dict[str, str]


class Asked:
    """Whoever is asked, at a page or in a chat."""

    language: Language = "en"

    def __init__(self, desk: Desk, role: Role, who: str) -> None:
        kind = {"organizer": "organizer", "participant": "entrant"}.get(role, "referee")
        recipient = f"{kind}:{who}"
        self.desk = desk
        self.person = Person(ID, recipient, "", "en", Principal("page", role, who, ID), who)
        self.persons = (self.person,)

    def text(self, name: str, /, **fields: object) -> str:
        return bot_text(name, self.language, **fields)

    def linked(self, person: Person, recipients: Collection[str]) -> Mapping[str, Collection[Linked]]:
        return {}

    def ask(self, person: Person, query: str, params: Params | None = None) -> Any:
        return self.desk.ask(ID, query, params or NoParams(), person.principal, language="en")


class Choices:
    """Everything that can be chosen for a task, one question after the other.

    Attributes:
        refused: what is offered and refused whatever is answered to the rest; what is not and would be done.
    """

    def __init__(self, task: PlainTask) -> None:
        self._task, self._questions, self._offered = task, task.questions({}), True
        self.refused: list[str] = []

    def all(self) -> list[str]:
        task, role = self._task, self._task.person.principal.role
        own = {"entrant": task.person.number} if role == "participant" else {}
        try:
            nothing, _ = task.nothing_left(own)
        except Problem as problem:
            nothing = str(problem)
        if nothing:
            self._questions, self._offered = questions_of(task.kind), False
            is_wrong = None in self._follow(0, own)
            self.refused = [f"{role}: {task.name} would be done, and is not offered"] if is_wrong else []
            return self.refused
        ends = self._follow(0, own)
        if all(end is not None and self._by_state(end) for end in ends):
            self.refused.append(f"{role}: {task.name} is offered: {ends[0]}")
        return self.refused

    def _follow(self, start: int, known: Answers) -> list[Problem | None]:
        """What becomes of every choice from a question on; None for what would be done."""
        for at in range(start, len(self._questions)):
            question = self._questions[at]
            if choices := self._choices(question, known):
                ends = [end for choice in choices for end in self._chosen(at, known, choice)]
                return ends if question.needed else [*ends, *self._follow(at + 1, known)]
        return [self._end(known)]

    def _chosen(self, at: int, known: Answers, choice: str) -> list[Problem | None]:
        question = self._questions[at]
        answers = {**known, question.name: choice}
        ends = self._follow(at + 1, answers)
        is_at_fault = is_chosen(self._task.name, question.name) and all(
            self._is_of(end, answers) for end in ends
        )
        if is_at_fault and (question.needed or None in self._follow(at + 1, known)):
            self.refused.append(f"{self._task.person.principal.role}: {self._task.name} {answers}: {ends[0]}")
        return ends

    def _choices(self, question: Question, known: Answers) -> list[str]:
        if question.name in known:
            return [known[question.name]]
        if self._offered or question.kind == "choice":
            found = [value for value, _ in self._task.options(question, {"shown": "yes", **known})]
        else:
            found = [*values_there(self._task.state, self._task.names, question.name, known)]
        if question.name == "entrant":
            return found or (sorted(self._task.state.entrants) if question.needed else [])
        of_command = question.name in {each.name for each in questions_of(self._task.kind)}
        is_asked = is_chosen(self._task.name, question.name) or (
            question.kind == "choice" and question.needed
        )
        return found if of_command and is_asked else []

    def _end(self, known: Answers) -> Problem | None:
        kind, zone = self._task.kind, ZoneInfo(self._task.state.plan.zone)
        typed = {
            each.name: TYPED_BY_NAME.get(
                each.name, TYPED.get(each.kind, "") if each.needed or each.name == "reason" else ""
            )
            for each in questions_of(kind)
        }
        try:
            command = command_of(kind, {**typed, **known}, zone)
            self._task.reader.desk.foresee(ID, command, self._task.person.principal)
        except Problem as problem:
            return problem
        return None

    def _by_state(self, end: Problem) -> bool:
        """Whether it is refused as things stand, and not for what stands for what is typed."""
        at = str(end.where.get("field", ""))
        is_typed = bool(at) and at not in ("entrant", "session") and not is_chosen(self._task.name, at)
        return end.kind not in LATER and end.status in (403, 409) and not is_typed

    def _is_of(self, end: Problem | None, answers: Answers) -> bool:
        """Whether what was chosen is refused, and not what stands for what is typed."""
        if end is None or end.kind in LATER:
            return False
        return question_of(end, self._task.kind) in ("", *answers) or end.status in (403, 409)


def of_what_waits(asked: Asked) -> Iterator[str]:
    """What waits for somebody, and is refused at once."""
    desk, principal = asked.desk, asked.person.principal
    now = desk.clock.now()
    for each in waiting(desk.state(ID), desk.visibility(ID, principal), now):
        if each.offer is None or known_of(each.offer.task) is not None:
            continue
        if (problem := refusal(desk, ID, principal, each.offer)) is not None:
            yield f"{principal.role} waits: {each.offer}: {problem}"


def of_days(asked: Asked) -> Iterator[str]:
    """What is offered to be decided of a day and refused at once, which is asked for otherwise."""
    decision = DayDecision(asked, asked.person)
    for what in RIGHTS:
        for day, _ in decision.options(QUESTIONS["day"], {"what": what}) if what != "answer" else ():
            if what not in decision.can({"day": day}):
                yield f"{asked.person.principal.role}: {what} of {day}"
    for day, _ in decision.options(QUESTIONS["day"], {}):
        for what, _ in decision.options(QUESTIONS["what"], {"day": day}):
            answers = {"day": day, "what": what}
            new_days = decision.options(QUESTIONS["new_day"], answers) if what == "move" else [("", "")]
            for new_day, _ in new_days:
                try:
                    decision.check({**answers, **({"new_day": new_day} if new_day else {})})
                except Problem as problem:
                    yield f"{asked.person.principal.role}: {answers} {new_day}: {problem}"


def refused(house: House) -> list[str]:
    """What anybody is offered and refused at once."""
    tasks = [name for name in COMMAND_RIGHTS if name not in BY_FILE and known_of(name) is None]
    found: list[str] = []
    for role, who in OFFICES:
        asked = Asked(house.desk, role, who)
        found += of_what_waits(asked) if role != "participant" else ()
        found += of_days(asked) if right(role, "suspend-day") is not None else ()
        for name in tasks:
            if right(role, name) is not None:
                found += Choices(described(asked, asked.person, name)).all()
    return found


def course(house: House) -> Iterator[str]:
    """Two stages with a cut, a family, a session that is moved and one that is suspended."""
    given(house)
    house.done("declare-family-unit", {"child": CHILD, "parent": PARENT})
    others = {"grounds": "other", "en": "A power cut", "zh": "停電"}
    house.done("suspend-day", {"day": DAY, **others})
    house.done("reschedule-sessions", {"day": DAY, "new_day": MOVED_TO, "sessions": [SECOND]})
    house.done("lift-suspension", {"day": DAY, "reason": "It is back"})
    house.done("suspend-day", {"day": FINAL.partition("/")[0], **others})
    yield "registered"
    house.clock.set(SEATING)
    for number in range(1, 9):
        house.done("check-in", {"entrant": f"{number:04d}"})
    yield "checked in"
    house.done("draw-seats", {"session": SESSION})
    yield "drawn"
    house.done("assign-referees", {"session": SESSION, "assignments": {"REF-1": [1], "REF-2": [2]}})
    house.clock.set(START)
    house.done("start-session", {"session": SESSION})
    results = scores(30, -5, -10, -15)
    house.done("record-game-result", {"sheet": TABLE, "game": 1, "seats": results})
    house.done("raise-dispute", {"sheet": TABLE, "statement": "A tile fell."})
    yield "in play"
    house.done("withdraw-dispute", {"dispute": "D-0001"})
    for table in house.desk.state(ID).sessions[SESSION].tables:
        games = [{"game": number, "seats": results} for number in (1, 2, 3)]
        house.done("submit-sheet", {"sheet": f"{SESSION}/{table}", "games": games})
    yield "to be signed"
    for table in house.desk.state(ID).sessions[SESSION].tables:
        sheet = f"{SESSION}/{table}"
        for signs in house.desk.state(ID).sheets[sheet].seats:
            house.done("sign-sheet", {"sheet": sheet, "entrant": signs, "medium": "paper"})
    house.done("end-session", {"session": SESSION})
    house.done("import-results", {"rows": on_paper()})
    house.done("conclude-qualification", {"stage": "final"})
    yield "a cut"
    house.done("place-finalists", {"stage": "final"})
    yield "placed"


def test_no_choice_of_a_task_is_refused_at_once(moments: Mapping[str, Path], tmp_path: Path) -> None:
    looked_at, found, at = a_few(range(MOMENTS)), dict[str, list[str]](), 0
    with opened(moments["house"], tmp_path) as house:
        for at, moment in enumerate(course(house)):
            if at in looked_at and (of_moment := refused(house)):
                found[moment] = of_moment
    assert (found, at) == ({}, MOMENTS - 1)
