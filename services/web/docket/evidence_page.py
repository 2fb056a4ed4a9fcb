"""Evidence in plain forms: a rack or a turn as it is typed, its verdict read back, and kept once."""

from collections.abc import Mapping
from contextlib import suppress
from secrets import token_hex

from flask import Response, request

from services.officials.drafts import Drafts
from services.officials.exhibits import AS_IT_IS, NOT_KNOWN, evidence_of, judged, tiles_read_back, verdict
from services.officials.tables import problem_said
from services.tasks.evidence import QUESTIONS, Evidence
from services.tasks.handover import SWITCH, link_to
from services.web.docket.drafting import Refused, answers_in, refused_at, with_refused
from services.web.docket.page_reader import PageReader
from services.web.forms import read_fields
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.page import sign_in_of, staff_page, to_page
from services.web.tasks.links import has_chat, way_to_chat
from services.web.tasks.task_page import language_after
from shared.i18n import Language
from shared.problems import Problem, ProblemType, not_found, quoted

DRAWN_AND_AS_IT_IS = ProblemType("drawn-and-as-it-is", 422)
_KINDS = ("rack", "turn")
_TYPED = ("melded", "before", "rack", "after", "last", "as_it_is", "entrant")
_FIELDS = ("form", "step", "kind", "draft", "chat", SWITCH, *_TYPED)
_ID_BYTES = 12


class Presenting:
    """Evidence that somebody is in the middle of, in the case of the address."""

    def __init__(self, parts: Parts, call: Call) -> None:
        self.parts, self.call = parts, call
        self.reader = PageReader(parts, call)
        self.person = self.reader.person
        self.dispute = call.path["case"]
        self.task = Evidence(self.reader, self.person, "present-evidence")
        self.task.check({"dispute": self.dispute})
        sign_in = sign_in_of(call)
        self._whose = (call.tournament, sign_in.scope, sign_in.whose, f"evidence {self.dispute}")
        self._drafts = Drafts(parts.database, parts.clock, parts.desk.key_for("page drafts"))
        self._kept = self._drafts.read(*self._whose)
        self.data: Mapping[str, str] = answers_in(self._kept)

    @property
    def is_whole(self) -> bool:
        """Whether all is answered, so that it can be read back."""
        return all(question.name in self.data for question in self.task.questions(self.data))

    @property
    def path(self) -> str:
        """The address of the forms of this case."""
        return f"/t/{self.call.tournament}/docket/{self.dispute}/evidence"

    @property
    def people(self) -> dict[str, str]:
        """Whose rack or turn it can be, by number; "" for nobody in particular."""
        whose = QUESTIONS["entrant"]
        return {"": self.task.without(whose), **dict(self.task.options(whose, {"dispute": self.dispute}))}

    def keep(self, data: Mapping[str, str]) -> None:
        """Keep what was typed, under an id that the evidence is kept by once."""
        self.data = {**data, "draft": self.data.get("draft") or token_hex(_ID_BYTES)}
        self._drafts.keep(self.data, *self._whose)

    def refused(self, kind: str) -> Refused:
        """What was typed of this kind and refused, if that was typed last."""
        return refused_at(self._kept, kind)

    def refuse(self, refused: Refused, language: Language | None = None) -> Response:
        """Keep what was refused, and lead to the page that says why, in this language."""
        self._drafts.keep(with_refused(self.data, refused), *self._whose)
        return to_page(self.path, language or self.call.language, kind=refused.step)

    def drop(self) -> None:
        """Forget it."""
        self._drafts.drop(*self._whose)

    def ask(self, kind: str, typed: Mapping[str, str], wrong: str) -> Response:
        """The form for a rack or a turn, with what was typed."""
        return staff_page(
            self.parts,
            self.call,
            "docket/evidence.html",
            dispute=self.dispute,
            path=self.path,
            kind=kind,
            typed=typed,
            people=self.people,
            in_chat=has_chat(self.parts, self.person),
            wrong=wrong,
            says=self.reader.text,
        )

    def read_back(self) -> Response:
        """The tiles as they were understood, and what the engine says of them."""
        found = judged(self.reader, self.person, self.data)
        return staff_page(
            self.parts,
            self.call,
            "docket/evidence_confirm.html",
            dispute=self.dispute,
            path=self.path,
            kind=self.data["kind"],
            draft=self.data["draft"],
            in_chat=has_chat(self.parts, self.person),
            whose=self.people.get(self.data["entrant"], self.data["entrant"]),
            tiles=tiles_read_back(self.reader, self.data),
            verdict=verdict(self.reader, found),
            says=self.reader.text,
        )


def evidence_page(parts: Parts, call: Call) -> Response:
    """The form, or what was typed read back."""
    presenting = Presenting(parts, call)
    kind = request.args.get("kind", presenting.data.get("kind", ""))
    if request.args.get("step") == "confirm" and presenting.is_whole:
        return presenting.read_back()
    kind = kind if kind in _KINDS else "rack"
    refused = presenting.refused(kind)
    known = presenting.data if presenting.data.get("kind") == kind else {}
    return presenting.ask(kind, refused.fields or _as_typed(known), refused.wrong)


def evidence_answered(parts: Parts, call: Call) -> Response:
    """Judge what was typed, or keep it."""
    sign_in, fields = sign_in_of(call), read_fields(_FIELDS)
    check_form(parts, request, sign_in.grant_id, fields.get("form", ""))
    back = f"/t/{call.tournament}/docket/{call.path['case']}"
    presenting = Presenting(parts, call)
    if "chat" in fields and has_chat(parts, presenting.person):
        return _to_chat(presenting, fields)
    if fields.get("step") == "keep":
        draft = fields.get("draft", "")
        if not draft or presenting.data.get("draft") != draft or not presenting.is_whole:
            return to_page(back, call.language)
        command = evidence_of(presenting.data)
        parts.desk.submit(call.tournament, command, call.principal, command_id=f"page-{draft}")
        presenting.drop()
        return to_page(back, call.language)
    kind = fields.get("kind", "")
    if kind not in _KINDS:
        raise not_found("evidence", quoted(kind))
    sent = {name: text for name, text in fields.items() if name in _TYPED}
    if SWITCH in fields:
        return presenting.refuse(Refused(kind, "", sent), language_after(fields, call.language))
    try:
        typed = _typed(presenting, kind, fields)
        judged(presenting.reader, presenting.person, typed)
    except Problem as problem:
        if problem.no_answer_helps:
            raise
        return presenting.refuse(Refused(kind, problem_said(presenting.reader, problem), sent))
    presenting.keep(typed)
    return to_page(presenting.path, call.language, step="confirm")


def _to_chat(presenting: Presenting, fields: Mapping[str, str]) -> Response:
    """Keep what was typed, as far as it can be read, and lead to the chat."""
    if fields.get("step") != "keep":
        presenting.keep(_readable(presenting, fields))
    link = link_to(presenting.task.name, presenting.data, presenting.data["draft"])
    return way_to_chat(presenting.parts, presenting.call, link, presenting.path)


def _readable(presenting: Presenting, fields: Mapping[str, str]) -> dict[str, str]:
    """All that was typed, if it can be; else each answer that can be read."""
    kind = fields.get("kind", "")
    typed = {"dispute": presenting.dispute, **({"kind": kind} if kind in _KINDS else {})}
    with suppress(Problem):
        return _typed(presenting, kind, fields)
    for question in presenting.task.questions(typed):
        text = "yes" if question.name == "melded" else fields.get(question.name, "").strip()
        if question.name not in typed and fields.get(question.name):
            with suppress(Problem):
                read = {**typed, question.name: presenting.task.read(question, text)}
                presenting.task.check(read)
                typed = read
    return typed


def _typed(presenting: Presenting, kind: str, fields: Mapping[str, str]) -> dict[str, str]:
    """What was typed as it was understood.

    Raises:
        Problem: tiles that cannot be read, or cannot all be there.
    """
    entrant, last = fields.get("entrant", ""), fields.get("last", "").strip()
    if kind == "rack" and last and fields.get("as_it_is"):
        raise DRAWN_AND_AS_IT_IS(tile=quoted(last))
    if entrant not in presenting.people:
        raise not_found("entrant", quoted(entrant))
    sent = {
        **fields,
        "melded": "yes" if fields.get("melded") else "no",
        "last": last or (AS_IT_IS if fields.get("as_it_is") else NOT_KNOWN),
    }
    typed = {"dispute": presenting.dispute, "kind": kind}
    for question in presenting.task.questions(typed):
        if question.name not in typed:
            typed[question.name] = presenting.task.read(question, sent.get(question.name, ""))
            presenting.task.check(typed)
    return typed


def _as_typed(data: Mapping[str, str]) -> dict[str, str]:
    """What was understood, as the form has it."""
    typed = {name: data[name] for name in _TYPED if data.get(name) and data[name] != "no"}
    last = typed.get("last")
    if last in (AS_IT_IS, NOT_KNOWN):
        typed["last"] = ""
        typed["as_it_is"] = "1" if last == AS_IT_IS else ""
    return typed
