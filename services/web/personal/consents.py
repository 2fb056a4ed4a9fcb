"""Where the name may be shown, as the participant or a guardian says it, under the statement they read."""

from collections.abc import Iterator
from typing import Protocol, cast

import msgspec
from flask import Response, request

from services.desk.views import FamiliesAnswer
from services.personal.consents import ASKED_AS, consents_of, parents_reading
from services.personal.person import Person
from services.personal.record import consent_line
from services.tournament.people.consents import CONSENT_BY_GUARDIAN, ConsentBy, SetConsent
from services.web.parts import Parts
from services.web.personal.personal_session import FORM_FROM_ELSEWHERE, Opened, answer, opened
from services.web.personal.purposes import NameShown, Purpose, purpose_of
from services.web.routes import Call
from shared.catalogue import Word
from shared.problems import Problem, ProblemType

STATEMENT_CHANGED = ProblemType("statement-changed", 409)


class ByWhom(Protocol):
    """The part of a form that says who consents."""

    @property
    def by(self) -> str: ...

    @property
    def guardian(self) -> str: ...


class ConsentShown(msgspec.Struct, frozen=True):
    """A place where a name may be shown, as the page has it.

    Attributes:
        purpose: what its button asks for.
        label: of the button, which names no place.
    """

    line: str
    purpose: str
    label: str
    scope: str


def shown_consents(page: Opened, person: Person) -> Iterator[ConsentShown]:
    """Each place; who said it stays out, as the link alone does not tell whether someone is a child."""
    if not person.may("set-consent"):
        return
    for consent in consents_of(page, person):
        line = consent_line(page, page.plan, msgspec.structs.replace(consent, by=None, guardian=None))
        asked = NameShown(consent.scope, not consent.given, page.plan.privacy_version)
        label = page.page_text("me_consent_change", given=asked.given)
        scope = Word("consent-scope", consent.scope).in_language(page.language)
        yield ConsentShown(line, Purpose("consent", consent=asked).text, label, scope)


def ask_by_whom(parts: Parts, call: Call) -> Response:
    """The page that asks who says it, under which statement."""
    page = opened(parts, call)
    person = page.person(request.args.get("person", ""))
    purpose = purpose_of(page, person, request.args.get("purpose", ""))
    if purpose.consent is None:
        raise FORM_FROM_ELSEWHERE()
    return by_whom_page(parts, page, person, purpose)


def by_whom_page(
    parts: Parts, page: Opened, person: Person, purpose: Purpose, *, left_out: bool = False
) -> Response:
    """Who says it is asked.

    Args:
        left_out: the form came without it.
    """
    assert purpose.consent is not None, "it is asked for consents"
    privacy = page.plan.privacy
    return answer(
        parts,
        page,
        "personal_consent.html",
        status=422 if left_out else 200,
        switch=not left_out,
        person=person,
        purpose=purpose,
        wish=page.page_text(
            "me_consent_wish",
            given=purpose.consent.given,
            name=person.name,
            scope=Word("consent-scope", purpose.consent.scope),
        ),
        statement=None if privacy is None else privacy.in_language(page.language),
        version=page.plan.privacy_version,
        asked_as=[(by, page.text(f"consent_as_{by}")) for by in ASKED_AS],
        parents=list(dict.fromkeys(parents_reading(page, person))),
        left_out=left_out,
        stays_in_family=_stays_in_family(page, person, purpose.consent),
    )


def _stays_in_family(page: Opened, person: Person, asked: NameShown) -> bool:
    """Whether a name that is taken from public pages goes on standing there in the list of families."""
    if asked.given or asked.scope != "pages":
        return False
    families: FamiliesAnswer = page.ask(person, "families")
    is_member = any(person.number in (row.child, row.parent) for row in families.rows)
    agreed = (consent.given for consent in consents_of(page, person) if consent.scope == "family_award")
    return is_member and any(agreed)


def says_by_whom(form: ByWhom) -> bool:
    """Whether a form says who consents."""
    return form.by in ASKED_AS


def check_statement(page: Opened, purpose: Purpose) -> None:
    """Refuse what was read under another statement on personal data.

    Raises:
        Problem: statement-changed.
    """
    if purpose.consent is not None and purpose.consent.version != page.plan.privacy_version:
        raise STATEMENT_CHANGED()


def set_consent(person: Person, consent: NameShown, form: ByWhom) -> SetConsent:
    """The command, as the chat gives it.

    Raises:
        Problem: form-from-elsewhere, for a form that does not say who consents.
    """
    if not says_by_whom(form):
        raise FORM_FROM_ELSEWHERE()
    return SetConsent(
        entrant=person.number,
        shown=consent.given,
        scope=consent.scope,
        by=cast(ConsentBy, form.by),
        guardian=form.guardian.strip() if form.by == "guardian" else "",
    )


def says_something_new(parts: Parts, page: Opened, person: Person, command: SetConsent) -> bool:
    """Whether the command would be recorded.

    That someone is too young is refused only with a code: a link alone tells nobody's age.

    Raises:
        Problem: what else `set-consent` refuses.
    """
    try:
        _, decision = parts.desk.foresee(page.tournament, command, person.principal)
    except Problem as problem:
        if problem.kind is CONSENT_BY_GUARDIAN:
            return True
        raise
    return bool(decision.entries)


def read_back_consent(page: Opened, person: Person, consent: NameShown, form: ByWhom) -> str:
    """What is about to be said, and by whom."""
    guardian = None
    if form.by == "guardian":
        guardian = form.guardian.strip() or page.page_text("me_consent_guardian_on_file")
    return page.text(
        "consent_read_back",
        name=person.name,
        given=consent.given,
        scope=Word("consent-scope", consent.scope),
        guardian=guardian,
        statement=None,
    )


def recorded(page: Opened, person: Person, consent: NameShown) -> list[str]:
    """What stands on record now, by whom and under which statement."""
    page.answers.clear()
    lines = [
        consent_line(page, page.plan, known)
        for known in consents_of(page, person)
        if known.scope == consent.scope
    ]
    return [page.page_text("me_consent_noted", name=person.name), *lines]
