"""Founding a tournament: a template and its questions, or its file; the programme that results; and the deed.

Who may found is signed in to all tournaments, to none of them in particular. Whoever has founded one is
signed in to it, and led to the page of its officials.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from secrets import token_hex

from flask import Response, request
from msgspec import structs

from services.access.devices import device_of
from services.access.kinds import SIGN_IN
from services.access.sign_ins import sign_in_to
from services.rules.ruleset import all_rulesets
from services.spreadsheets.csv_files import ENCODING_NOT_UTF8, text_in
from services.tasks.handover import SWITCH
from services.tournament.definition.faults import DEFINITION_INVALID, Fault
from services.tournament.definition.filling import FIRST_DAY, Asked, asked_of, filled
from services.tournament.definition.founding import definition_in
from services.tournament.definition.programme import programme_of
from services.tournament.definition.reading import TournamentFile, read_tournament
from services.tournament.definition.templates import template_names
from services.web.forms import read_upload
from services.web.founding.shown import faults_shown, site_page
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.cookies import drop, keep, signed_in
from services.web.signing_in.guard import check_form
from services.web.signing_in.just_done import done_word
from services.web.signing_in.page import sign_in_of, to_page
from services.web.tasks.task_page import language_after
from shared.i18n import day_shown
from shared.limits import BEYOND_LIMIT
from shared.logs import logger
from shared.problems import Problem

FOUND = "/staff/found"
FILE = "file"
_FIELDS = ("form", "step", "draft", "way", FILE, SWITCH)
_ID_BYTES = 12
_OF_TABLES = ".capacity"
_FIRST = "school-day"
"""The kind that stands first: it is small, and the one of the walk through a first tournament."""
_CHOICES = {
    "signatures": ("required", "optional", "none"),
    "places_seen": ("live", "session", "published"),
}
_log = logger(__name__)


def found_page(parts: Parts, call: Call) -> Response:
    """What the tournament is to be like; or the questions of what was chosen, or the file."""
    if request.args.get("like") == FILE:
        return _Founding(parts, call).file("")
    if not _like():
        return site_page(
            parts, call, "founding/like.html", names=sorted(template_names(), key=lambda name: name != _FIRST)
        )
    return _Founding(parts, call).questions({})


def found_answered(parts: Parts, call: Call) -> Response:
    """Show what was asked for, or found it as it was shown, once."""
    founding = _Founding(parts, call)
    sent = read_upload((*_FIELDS, *founding.fields), FILE)
    check_form(parts, request, sign_in_of(call).grant_id, str(sent.get("form", "")))
    content = sent.pop(FILE, "")
    try:
        text = content if isinstance(content, str) else text_in(content)
    except Problem as problem:
        return founding.file("", [founding.fault(problem)])
    fields = {name: value for name, value in sent.items() if isinstance(value, str)}
    founding.call = structs.replace(call, language=language_after(fields, call.language))
    step = fields.get("step", "")
    if step == "leave":
        return _left(parts, call)
    if founding.asked is not None and fields.get("way") != FILE and step != "found":
        text = filled(_like(), parts.clock.now().date(), founding.answers(fields))
    if step == "write":
        return founding.file(text)
    if step == "change" or (SWITCH in fields and "draft" not in fields):
        return founding.file(text) if fields.get("way") == FILE else founding.questions(fields)
    return founding.looked_at(text, fields) if step != "found" else founding.found(text, fields)


def _left(parts: Parts, call: Call) -> Response:
    """Sign out of founding."""
    parts.desk.grants.revoke(SIGN_IN, sign_in_of(call).grant_id)
    response = to_page("/", call.language)
    drop(response, None, secure=parts.pages.are_secure)
    return response


def _like() -> str:
    """The template that the address names; "" for none."""
    like = request.args.get("like", "")
    return "" if like == FILE else like


class _Founding:
    """What is founded here; raises Problem: template-unknown.

    Attributes:
        asked: the questions of the template that the address names, if it names one.
    """

    def __init__(self, parts: Parts, call: Call) -> None:
        self.parts, self.call = parts, call
        self.asked: Asked | None = asked_of(_like(), parts.clock.now().date()) if _like() else None

    @property
    def fields(self) -> Sequence[str]:
        """What the questions are called in the form."""
        return [] if self.asked is None else [*self.asked.answers]

    def answers(self, sent: Mapping[str, str]) -> dict[str, str]:
        return {name: sent[name] for name in self.fields if name in sent}

    def questions(self, sent: Mapping[str, str], faults: Sequence[Fault] = ()) -> Response:
        """The questions, as far as answered; what is wrong stands at the one it is about."""
        assert self.asked is not None, "only a template has questions"
        named = {_question(fault.field, self.fields): fault for fault in reversed(faults)}
        return self._page(
            "founding/questions.html",
            status=422 if faults else 200,
            asked=self.asked,
            like=_like(),
            answers={**self.asked.answers, **self.answers(sent)},
            wrong={name: self._sentence(fault) for name, fault in named.items() if name},
            faults=[self._sentence(fault) for fault in faults if not _question(fault.field, self.fields)],
            choices=_CHOICES,
            rulesets=[
                (each.id, each.title.zh if self.call.language == "zh" else each.title.en)
                for each in all_rulesets()
            ],
        )

    def file(self, text: str, faults: Sequence[Fault] = ()) -> Response:
        """The file in a field, with every fault at its line."""
        return self._page(
            "founding/file.html",
            status=422 if faults else 200,
            path=FOUND,
            text=text,
            faults=faults_shown(faults, text, self.call.language),
        )

    def looked_at(self, text: str, fields: Mapping[str, str]) -> Response:
        """The programme that results, or what is wrong."""
        read = self._read(text)
        if read.competition is None:
            return self._refused(text, fields, read.faults)
        try:
            command = definition_in(read)
            self.parts.desk.admit(read.competition.id, self.call.principal, "define-tournament")
            self.parts.desk.foresee(read.competition.id, command, self.call.principal)
        except Problem as problem:
            return self._refused(text, fields, [self.fault(problem)])
        return self._programme(read, text, fields)

    def found(self, text: str, fields: Mapping[str, str]) -> Response:
        """Found the tournament, sign its founder in, and lead to its page."""
        read, sign_in, parts = self._read(text), sign_in_of(self.call), self.parts
        if read.competition is None:
            return self._refused(text, fields, read.faults)
        id, grants = read.competition.id, parts.desk.grants
        try:
            parts.desk.admit(id, self.call.principal, "define-tournament")
            parts.desk.submit(
                id,
                definition_in(read),
                self.call.principal,
                command_id=f"page-{fields.get('draft', '')[:40]}",
            )
        except Problem as problem:
            return self._refused(text, fields, [self.fault(problem)])
        _log.info("founded_on_page", tournament=id, by=sign_in.grant_id)
        secure, cookie = parts.pages.are_secure, ""
        made = signed_in(grants, request, id, secure=secure)
        if made is None or (made.whose, made.scope) != (sign_in.whose, sign_in.scope):
            cookie, made = sign_in_to(grants, sign_in, id, device_of(request.headers.get("User-Agent", "")))
        word = done_word(parts, structs.replace(self.call, sign_in=made), "define-tournament", "done")
        response = to_page(f"/t/{id}/staff", self.call.language, done=word)
        if cookie:
            keep(response, id, cookie, secure=secure)
        return response

    def _read(self, text: str) -> TournamentFile:
        """A file as it was read; of one that costs too much to read that is its fault."""
        try:
            return read_tournament(text)
        except Problem as problem:
            return TournamentFile(None, {}, (self.fault(problem),))

    def _programme(self, read: TournamentFile, text: str, fields: Mapping[str, str]) -> Response:
        assert read.competition is not None, "it has no faults"
        return self._page(
            "founding/programme.html",
            programme=programme_of(read.competition, read.rulesets, self.call.language),
            day=lambda day: day_shown(date.fromisoformat(day), self.call.language),
            remarks=faults_shown(read.remarks, "", self.call.language),
            like=_like(),
            answers=self.answers(fields),
            way="" if self.asked is not None and fields.get("way") != FILE else FILE,
            text=text,
            draft=token_hex(_ID_BYTES),
        )

    def _refused(self, text: str, fields: Mapping[str, str], faults: Sequence[Fault]) -> Response:
        if self.asked is None or fields.get("way") == FILE:
            return self.file(text, faults)
        return self.questions(fields, faults)

    def fault(self, problem: Problem) -> Fault:
        """A refusal of the whole as a fault: of the id, where another tournament has it.

        Raises:
            Problem: one that no other answer mends.
        """
        if problem.no_answer_helps:
            raise problem
        field = "" if problem.kind in (BEYOND_LIMIT, DEFINITION_INVALID, ENCODING_NOT_UTF8) else "id"
        line = problem.where.get("line")
        line = line if isinstance(line, int) else None
        return Fault(field, problem.for_people("en"), problem.for_people("zh"), line)

    def _sentence(self, fault: Fault) -> str:
        return fault.text_zh if self.call.language == "zh" else fault.text

    def _page(self, template: str, *, status: int = 200, **shown: object) -> Response:
        return site_page(self.parts, self.call, template, status=status, **shown)


def _question(field: str, fields: Sequence[str]) -> str:
    """The question that a fault's field is asked by; "" for none."""
    if field in fields:
        return field
    if field.endswith(".day"):
        return FIRST_DAY
    if field.endswith(_OF_TABLES):
        # Places are worked out from the tables, which alone are asked for.
        field = f"{field.removesuffix(_OF_TABLES)}.tables"
        return field if field in fields else ""
    return next((name for name in fields if name.startswith(f"{field}.")), "")
