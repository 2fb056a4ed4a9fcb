"""Changing a tournament's plan: its file in a field, what it says otherwise and what rests on that, once."""

from collections.abc import Iterable, Mapping, Sequence

from flask import Response, request
from markupsafe import Markup

from services.desk.amending import Intended, PlanChange, changes_of, id_of_another, intended
from services.officials.impact import impact_lines
from services.officials.meaning import foreseen, parts_of
from services.officials.tables import problem_said
from services.personal.read_back import Part, changes_shown, differences, part, parts_in, written
from services.spreadsheets.csv_files import text_in
from services.tasks.handover import SWITCH
from services.tournament.definition.faults import Fault
from services.tournament.definition.reading import FindRules, TournamentFile, read_tournament
from services.tournament.definition.texts import Text
from services.tournament.definition.writing import file_of
from services.web.forms import read_upload
from services.web.founding.shown import faults_shown
from services.web.framing import frame
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import sign_in_of
from services.web.tasks.drafted_text import DraftedText
from shared.problems import Problem

AMEND = "amend-tournament"
FILE = "file"
_FIELDS = ("form", "step", "draft", "mark", FILE, SWITCH)
_OF_PLAN = "plan "
"""Begins what those parts are about that say what is otherwise in the plan."""


def amend_page(parts: Parts, call: Call) -> Response:
    """The file of the plan as it is."""
    return _Amending(parts, call).asked(file_of(frame(parts, call, "staff").plan))


def amend_draft_page(parts: Parts, call: Call) -> Response:
    """What comes of a file that was sent, or the form with it; raises Problem: draft-gone."""
    return _Amending(parts, call).from_draft()


def amend_answered(parts: Parts, call: Call) -> Response:
    """Carry out what was read back, once; else keep what was sent, and lead to what comes of it."""
    page, sent = _Amending(parts, call), read_upload(_FIELDS, FILE)
    check_form(parts, request, sign_in_of(call).grant_id, str(sent.get("form", "")))
    content = sent.get(FILE, "")
    try:
        text = content if isinstance(content, str) else text_in(content)
    except Problem as problem:
        return page.asked(file_of(frame(parts, call, "staff").plan), [problem])
    fields = {name: value for name, value in sent.items() if isinstance(value, str)} | {FILE: text}
    return page.from_form(fields)


class _Amending(DraftedText):
    """The task of changing the plan."""

    name = AMEND

    def __init__(self, parts: Parts, call: Call) -> None:
        super().__init__(parts, call)
        self.faults: Sequence[Fault] = ()
        self.remarks: list[Fault] = []

    def asked(self, text: str, refused: Iterable[Problem] = ()) -> Response:
        """The file, with its faults by line, or with what cannot be changed any more."""
        refusals = [(None, Markup(), problem_said(self.reader, each), "") for each in refused]
        faults = [*faults_shown(self.faults, text, self.call.language), *refusals]
        return self._page("founding/amend.html", status=422 if faults else 200, text=text, faults=faults)

    def answered(self, sent: Mapping[str, str]) -> Response:
        """What comes of what a form sent."""
        if SWITCH in sent or sent.get("step") == "change":
            return self.asked(sent[FILE])
        read = parts_in(sent.get("mark", "")) if sent.get("step") == "confirm" else None
        return self.carried_out(sent[FILE], read)

    def carried_out(self, text: str, read: Sequence[Part] | None) -> Response:
        """Of what was read back as it is now the command; of anything else what there is to read."""
        try:
            found = self._intended(text)
            if found.refused:
                return self.asked(text, found.refused)
            if read is None or not self.confirms:
                return self._read_back(text, found, read)
            return self._confirmed(text, found, read)
        except Problem as problem:
            if problem.no_answer_helps:
                raise
            return self.asked(text, () if self.faults else [problem])

    def _intended(self, text: str) -> Intended:
        """What the file changes; keeps its faults and what is odd about it."""
        desk, tournament = self.parts.desk, self.call.tournament

        def read(find_rules: FindRules) -> TournamentFile:
            read = read_tournament(text, id=tournament, find_rules=find_rules)
            self.faults, self.remarks = read.faults, [*read.remarks]
            if (other := id_of_another(desk, tournament, read.id_in_file)) is not None:
                self.remarks.append(other)
            return read

        return intended(desk, tournament, self.call.principal, read)

    def _confirmed(self, text: str, found: Intended, read: Sequence[Part]) -> Response:
        answer = self._submitted(
            found.command,
            read,
            lambda each: each.about.startswith(_OF_PLAN),
            lambda state, decision: self._of_plan(changes_of(state, found.command)),
        )
        return self._read_back(text, found, read) if answer is None else self._done(answer)

    def _of_plan(self, changes: Iterable[PlanChange]) -> list[Part]:
        return [part(f"{_OF_PLAN}{each.change.text}", True, self._sentence(each)) for each in changes]

    def _read_back(self, text: str, found: Intended, read: Sequence[Part] | None) -> Response:
        look = foreseen(self.reader, self.reader.person, found.command)
        parts = [*self._of_plan(found.changes), *parts_of(self.reader, self.reader.person, look)]
        impact = impact_lines(self.reader, self.reader.person, look.preview, told=look.told, whole_names=True)
        return self._page(
            "founding/amend_read_back.html",
            changes=[(self._sentence(each), each.entrants, each.officials) for each in found.changes],
            remarks=faults_shown(self.remarks, "", self.call.language),
            changed=[] if read is None else changes_shown(self.reader, differences(read, parts)),
            impact=list(impact),
            text=text,
            mark=written(parts),
        )

    def _sentence(self, planned: PlanChange) -> str:
        """What the file says otherwise."""
        return Text(planned.change.text, planned.change.text_zh).in_language(self.call.language)
