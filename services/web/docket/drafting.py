"""A ruling that somebody is in the middle of on a page: what was said so far, what is next, what is wrong."""

from collections.abc import Mapping
from secrets import token_hex

import msgspec
from flask import Response, request

from services.desk.views import SheetView
from services.officials.cases import case, made_shown, ruling_shown, sheet_in
from services.officials.citing import rules_of, rules_read
from services.officials.drafted import CONFIRM, steps_to_effect
from services.officials.drafts import Drafts
from services.rules.ruleset import Ruleset
from services.tasks.ruling import Ruling
from services.web.docket.page_reader import PageReader
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.page import sign_in_of, staff_page, to_page
from services.web.tasks.links import has_chat
from shared.i18n import Language

_REFUSED = "refused"


class Refused(msgspec.Struct, frozen=True):
    """What was typed at a step, and what was wrong with it, in the language it was typed in; "" for nothing.

    Attributes:
        at: the field that it is about; "" for the step as a whole.
    """

    step: str
    wrong: str
    fields: dict[str, str]
    at: str = ""


def with_refused(data: Mapping[str, str], refused: Refused) -> dict[str, str]:
    """The draft with an answer that was refused, for its next page."""
    return {**data, _REFUSED: msgspec.json.encode(refused).decode()}


def refused_at(data: Mapping[str, str], step: str) -> Refused:
    """What was refused at a step last; nothing typed and nothing wrong if that was answered since."""
    kept = data.get(_REFUSED)
    found = msgspec.json.decode(kept, type=Refused) if kept is not None else None
    return found if found is not None and found.step == step else Refused(step, "", {})


def answers_in(data: Mapping[str, str]) -> dict[str, str]:
    """The draft without what was refused."""
    return {name: value for name, value in data.items() if name != _REFUSED}


WHY = "why"
"""The step that asks for finding, reason and rule."""
_WRITTEN = ("finding", "cites", "reason")
_ID_BYTES = 12


class Drafting:
    """The draft of whoever is signed in, on the case of the address.

    Attributes:
        data: what was said so far, by the names of `services.officials.drafted`; `draft` names it.
    """

    def __init__(self, parts: Parts, call: Call) -> None:
        self.parts, self.call = parts, call
        self.reader = PageReader(parts, call)
        self.person = self.reader.person
        self.dispute = call.path["case"]
        self.view = case(self.reader, self.person, self.dispute)
        sign_in = sign_in_of(call)
        self._whose = (call.tournament, sign_in.scope, sign_in.whose, f"ruling {self.dispute}")
        self.task = Ruling(self.reader, self.person, "make-ruling")
        self._drafts = Drafts(parts.database, parts.clock, parts.desk.key_for("page drafts"))
        self._kept = self._drafts.read(*self._whose)
        known = answers_in(self._kept)
        self.data: Mapping[str, str] = known if "effect" in known else self._begun(known)

    @property
    def in_chat(self) -> bool:
        """Whether it can be finished in a chat as well."""
        return has_chat(self.parts, self.person)

    @property
    def path(self) -> str:
        """The address of the forms of this case."""
        return f"/t/{self.call.tournament}/docket/{self.dispute}/ruling"

    @property
    def may_begin(self) -> bool:
        """Whether the case can be ruled on at all."""
        return self.view.case.status in ("open", "ruled")

    @property
    def overtaken(self) -> bool:
        """Whether the case was ruled on since, so that this would take the place of that ruling."""
        rulings = self.view.case.rulings
        last = rulings[-1].ruling if self.view.case.status == "ruled" else None
        return self.data.get("supersedes") != last

    @property
    def steps(self) -> list[str]:
        """The steps of this ruling in order."""
        return [*steps_to_effect(self.data), WHY, CONFIRM]

    @property
    def next_step(self) -> str:
        """The first step whose answer is missing."""
        return next((step for step in self.steps if not self._is_said(step)), CONFIRM)

    def step(self, wanted: str) -> str:
        """The step to show: the one asked for, if all before it are said."""
        steps = self.steps
        if wanted in steps and steps.index(wanted) <= steps.index(self.next_step):
            return wanted
        return self.next_step

    @property
    def sheet(self) -> SheetView | None:
        """The sheet that the case is about."""
        return sheet_in(self.reader, self.person, self.view)

    @property
    def rules(self) -> Ruleset:
        return rules_of(self.reader, self.person, self.dispute)

    @property
    def rules_read(self) -> Ruleset:
        """The rules as their words are read."""
        return rules_read(self.reader, self.person, self.dispute)

    def keep(self, data: Mapping[str, str]) -> None:
        """Keep what is said now."""
        self.data = data
        self._drafts.keep(data, *self._whose)

    def refused(self, step: str) -> Refused:
        """What was answered at a step and refused, if that was the last answer."""
        return refused_at(self._kept, step)

    def refuse(self, refused: Refused, language: Language | None = None) -> Response:
        """Keep an answer that was refused, and lead to the page that says why, in this language."""
        self._drafts.keep(with_refused(self.data, refused), *self._whose)
        return to_page(self.path, language or self.call.language, step=refused.step)

    def drop(self) -> None:
        """Forget the draft."""
        self._drafts.drop(*self._whose)

    def supersede(self) -> None:
        """Let the draft take the place of the ruling that was made since."""
        last = self.view.case.rulings[-1].ruling
        self.keep({**self.data, "supersedes": last})

    def go_on(self, **query: str) -> Response:
        """The way to the next step."""
        return to_page(self.path, self.call.language, step=self.next_step, **query)

    def page(self, step: str, template: str = "", *, status: int = 200, **shown: object) -> Response:
        """The page of a step."""
        steps = self.steps
        number = steps.index(step) + 1
        return staff_page(
            self.parts,
            self.call,
            template or f"docket/ruling_{step}.html",
            status=status,
            dispute=self.dispute,
            path=self.path,
            in_chat=self.in_chat,
            data=self.data,
            step=step,
            number=number,
            count=len(steps),
            before=steps[number - 2] if number > 1 else "",
            # How many steps there are is known from the first answer on.
            counted=number > 1 or "effect" in self.data,
            changed_since=request.args.get("since") == "changed",
            **shown,
        )

    def ruling_since(self) -> list[str]:
        """The ruling that overtook the draft: who made it and when, and what it says."""
        last = self.view.case.rulings[-1]
        return [
            made_shown(self.reader, self.person, last),
            ruling_shown(self.reader, self.person, self.view, whole=True),
        ]

    def _begun(self, kept: Mapping[str, str]) -> dict[str, str]:
        begun = {"dispute": self.dispute, "draft": kept.get("draft") or token_hex(_ID_BYTES)}
        if self.view.case.status == "ruled":
            begun["supersedes"] = self.view.case.rulings[-1].ruling
        return begun

    def _is_said(self, step: str) -> bool:
        return all(name in self.data for name in _WRITTEN) if step == WHY else step in self.data
