"""A task that takes one text, a list or a file: kept in a draft, read back from there, and done once."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Mapping, Sequence
from http.client import SEE_OTHER
from typing import ClassVar

from flask import Response, request

from services.desk.answers import Answer
from services.officials.meaning import agreed_to
from services.personal.read_back import NOT_AS_READ, Part, differences
from services.spreadsheets.csv_files import text_in
from services.tasks.handover import DRAFT_GONE, SWITCH, Handed, Handover, done_as
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command
from services.tournament.state import State
from services.web.docket.page_reader import PageReader
from services.web.forms import read_upload
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.just_done import done_word
from services.web.signing_in.page import staff_page, to_page
from services.web.tasks.task_page import language_after
from shared.catalogue import Phrase
from shared.catalogue.titles import title_of
from shared.problems import INVALID_INPUT, Problem


class DraftedText(ABC):
    """What the pages of such a task have.

    Attributes:
        name: the task.
        draft: the id by which it is kept, and done once; "" for none yet.
        confirms: whether what was read back is to be carried out, and not only shown.
    """

    name: ClassVar[str]

    def __init__(self, parts: Parts, call: Call) -> None:
        self.parts, self.call = parts, call
        self.path, self.draft, self.confirms = f"/t/{call.tournament}/tasks/{self.name}", "", False
        self.reader = PageReader(parts, call)
        self._handover = Handover(parts.desk, self.reader.person)

    @abstractmethod
    def answered(self, sent: Mapping[str, str]) -> Response:
        """What comes of what a form sent."""

    def from_draft(self) -> Response:
        """What comes of what was kept under the draft of the address; raises Problem: draft-gone."""
        id = self.call.path["draft"]
        kept = self._handover.find(f"task-{id}")
        if self.parts.desk.log.command(self.call.tournament, done_as(id)) is not None:
            return self.already()
        sent = {} if kept is None else kept.sent.get(request.args.get("sent", ""), {})
        if kept is None or kept.task != self.name or not sent:
            raise DRAFT_GONE()
        self.draft = kept.id
        return self.answered(sent)

    def from_form(self, sent: Mapping[str, str]) -> Response:
        """Carry out what was read back, once; else keep what was sent, and lead to what comes of it."""
        self.draft = sent.get("draft", "")[:40]
        if sent.get("step") == "confirm" and SWITCH not in sent:
            self.confirms = True
            answer = self.answered(sent)
            if answer.status_code == SEE_OTHER:
                return answer
        fields = {name: text for name, text in sent.items() if name not in ("form", "draft")}
        id, number = self._handover.keep_sent(self.name, {}, fields, self.draft)
        return to_page(f"{self.path}/{id}", language_after(sent, self.call.language), sent=number)

    def already(self) -> Response:
        """That this very text was taken before."""
        return self._page("tasks/people_already.html", status=409)

    def _submitted(
        self,
        command: Command,
        read: Sequence[Part],
        ours: Callable[[Part], bool],
        parts_now: Callable[[State, Decision], Sequence[Part]],
    ) -> Answer | None:
        """Carry out what was read back, once; None where it is not as it was read.

        Args:
            ours: whether a part is one that this task has beside any other command.
            parts_now: makes those as they are now.
        """
        others = [each for each in read if not ours(each)]
        agreed = agreed_to(self.parts.clock, self.reader.person, command, others)

        def all_agreed(state: State, decision: Decision) -> None:
            agreed(state, decision)
            if differences([each for each in read if ours(each)], parts_now(state, decision)):
                raise NOT_AS_READ()

        id, principal = done_as(self.draft), self.call.principal
        try:
            return self.parts.desk.submit(
                self.call.tournament, command, principal, command_id=id, agreed=all_agreed
            )
        except Problem as problem:
            if problem.kind is not NOT_AS_READ:
                raise
            return None

    def _done(self, answer: Answer) -> Response:
        """Forget the draft, and lead on to the staff page with a word of what came of it."""
        self._handover.drop(Handed(self.name, self.draft, {}))
        outcome = "done" if answer.events else "no_change"
        word = done_word(self.parts, self.call, self.name, outcome)
        return to_page(f"/t/{self.call.tournament}/staff", self.call.language, done=word)

    def _page(self, template: str, *, status: int = 200, **shown: object) -> Response:
        return staff_page(
            self.parts,
            self.call,
            template,
            status=status,
            path=self.path,
            draft=self.draft,
            called=title_of(self.name, self.call.language),
            **shown,
        )


def list_sent(known: Collection[str], name: str) -> tuple[dict[str, str], Problem | None]:
    """The fields of a form, the list among them as text; and what is wrong with a file in its place.

    Args:
        known: the names of all fields.
        name: that of the list.
    """
    sent = read_upload(known, name)
    given = sent.pop(name, "")
    fields = {field: value for field, value in sent.items() if isinstance(value, str)}
    if isinstance(given, str):
        return {**fields, name: given}, None
    typed = request.form.get(name, "").strip()
    try:
        if typed:
            raise INVALID_INPUT(detail=Phrase("part-list-and-file")).at(field=name)
        return {**fields, name: text_in(given)}, None
    except Problem as problem:
        return {**fields, name: typed}, problem
