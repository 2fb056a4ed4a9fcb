"""A walk-in at the check-in desk: who is there without a place is registered and checked in on one screen.

What is odd is told before it counts: that no place is left, how old people have to be, who may be the same. A
script asks for it as it is typed; without one the first press does, and the second counts.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from functools import cached_property
from hashlib import sha256
from secrets import token_hex

import msgspec

from services.desk.duplicates import AlikeGroup
from services.desk.previewing import alike_with
from services.officials.meaning import foreseen
from services.officials.tables import note_said, problem_said
from services.personal.person import Person
from services.tasks.described import Asker
from services.tasks.options import Option
from services.tasks.questions import Question
from services.tasks.walk_in import SESSION, WalkIn
from services.tournament.kernel.facts import Command
from services.tournament.people.registration import BIRTH_DATE_WRONG, TOO_YOUNG
from services.tournament.seating.sessions import Session
from services.tournament.seating.walk_ins import CHECK_IN_OVER, check_place
from shared.catalogue import Listed, say
from shared.problems import Problem

TASK = "register-walk-in"
_ASKED = ("name_zh", "name_en", "birth_date", "language", "phone", "email", "guardian", "consent")
FIELDS = ("walk_in", "draft", "told", *_ASKED)
"""What its form sends, beside the word of all forms and the time of arrival."""
_ALIKE = frozenset({"likely-duplicate", "same-contact", "same-name"})
_TOLD = (TOO_YOUNG, BIRTH_DATE_WRONG, CHECK_IN_OVER)
"""The refusals that are told as it is typed; others are mostly of what is not typed yet."""
_ID_BYTES, _DIGITS = 12, 16


WAIT = "wait"
"""The press that leads to the waiting list, with what was typed."""


class WalkInDesk:
    """Its form, for whoever is signed in.

    Args:
        sent: what was typed.
        wrong: why it cannot be; `at` is the question that it is about.

    Attributes:
        draft: the id that it is done by once.
    """

    WAIT = WAIT

    def __init__(
        self,
        reader: Asker,
        person: Person,
        session: Session,
        sent: Mapping[str, str] = {},
        wrong: Problem | None = None,
    ) -> None:
        self._reader, self._session, self._sent = reader, session, sent
        self.task = WalkIn(reader, person, TASK)
        self.draft = sent.get("draft", "")[:40] or token_hex(_ID_BYTES)
        self.wrong = "" if wrong is None else problem_said(reader, wrong)
        at = "" if wrong is None else self.task.question_of(wrong, self._answers)
        self.wrong_at = at if at in (*_ASKED, "arrived") else ""
        self.is_open = bool(sent)

    @property
    def is_offered(self) -> bool:
        """Whether people may come and register for the session now: on its day alone."""
        return self._session.plan.id in dict(self.task.options(SESSION, {}))

    @property
    def full(self) -> str:
        """That no place is left, and how many wait for one; "" where there is."""
        try:
            check_place(self.task.state, self._session)
        except Problem:
            return say("page-walk-in-full", self._reader.language, waiting=len(self._session.waiting))
        return ""

    @property
    def age(self) -> str:
        """How old people have to be; "" where it does not matter."""
        least = self.task.state.plan.minimum_age
        return say("page-walk-in-age", self._reader.language, age=least) if least else ""

    @property
    def asked(self) -> Iterator[tuple[Question, str, Sequence[Option], str]]:
        """Each question with what it is called, what there is to choose from, and what was answered."""
        questions = {question.name: question for question in self.task.questions({})}
        for name in _ASKED:
            question = questions[name]
            default = self._reader.language if name == "language" else ""
            answer = self._sent.get(name, default)
            called, options = self.task.called(question), self.task.options(question, {})
            yield question, called, options if question.kind == "choice" else (), answer

    @property
    def arrived(self) -> str:
        """When they arrived, as it was typed."""
        return self._sent.get("arrived", "")

    @property
    def told(self) -> Sequence[str]:
        """What is odd about what was typed so far, in words; the form brings back that it was read."""
        return [text for _, text in self._odd]

    @property
    def alike(self) -> bool:
        """Whether somebody who is registered may be the same person."""
        return any(code in _ALIKE for code, _ in self._odd)

    @property
    def mark(self) -> str:
        """What was typed, and what is odd about it."""
        content = [self._answers, sorted(code for code, _ in self._odd)]
        return sha256(msgspec.json.encode(content, order="deterministic")).hexdigest()[:_DIGITS]

    @property
    def is_as_told(self) -> bool:
        """Whether nothing is odd that was not read before."""
        return not self.alike or self._sent.get("told") == self.mark

    @property
    def for_waiting_list(self) -> dict[str, str]:
        """What was typed, as far as it is asked of whoever is registered for the waiting list."""
        return {name: answer for name, answer in self._answers.items() if name != "arrived"}

    def command(self) -> Command:
        """What was typed, as a command; raises Problem: as it would."""
        return self.task.command(self._answers)

    @property
    def occurred_at(self) -> datetime | None:
        """When they arrived; None for now."""
        return self.task.occurred_at(self._answers)

    @cached_property
    def _answers(self) -> dict[str, str]:
        given = {name: self._sent.get(name, "").strip() for name in (*_ASKED, "arrived")}
        return {"session": self._session.plan.id, **{name: text for name, text in given.items() if text}}

    @cached_property
    def _odd(self) -> Sequence[tuple[str, str]]:
        """By code: what the command would remark on, or that it refuses the age or the hour."""
        if not self._sent:
            return []
        language, person = self._reader.language, self.task.person
        try:
            command, at = self.command(), self.occurred_at
            remarks = foreseen(self._reader, person, command, at).preview.remarks
            alike = alike_with(self._reader.desk, person.tournament_id, command, person.principal, at)
        except Problem as problem:
            if problem.kind not in _TOLD or self.wrong:
                return []
            return [(problem.code, problem_said(self._reader, problem))]
        others = [(note.code, note_said(note, language)) for note in remarks if note.code not in _ALIKE]
        return [*others, *((each.code, self._like(each)) for each in alike)]

    def _like(self, alike: AlikeGroup) -> str:
        """Who is registered that may be the same, without the number that nobody has yet."""
        entrants = self.task.state.entrants
        known = [self.task.names.entrant(number) for number in alike.numbers if number in entrants]
        return say(
            f"page-walk-in-{alike.code}", self._reader.language, entrants=Listed(known), same=alike.same
        )
