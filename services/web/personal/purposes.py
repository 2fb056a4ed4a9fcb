"""What a code is asked for: giving a place back, a consent, a family unit, own data, writing to officials."""

from collections.abc import Iterator
from typing import Literal, get_args

import msgspec

from services.personal.absence import OF_A_CUT, GiveBack, plan_of, row_of, to_come, ways
from services.personal.after_the_cut import goes_on_to
from services.personal.person import Person
from services.personal.reserves import reserve_waiting
from services.tournament.definition.plan import Competition
from services.tournament.people.entrants import CONSENT_SCOPES, ConsentScope
from services.tournament.people.family_proposals import AgreeToFamilyUnit, DeclineFamilyUnit
from services.web.personal.personal_session import FORM_FROM_ELSEWHERE, Opened
from shared.problems import not_found, quoted

Kind = Literal["withdraw", "consent", "family", "contacts", "export", "forget", "question", "dispute"]
NEEDS = {"contacts": "contacts", "export": "subject-data", "forget": "ask-organizer"}
"""The right that each takes beside giving a place back, whose command says its own."""


class NameShown(msgspec.Struct, frozen=True):
    """That a name may be shown in a place or may not, said by someone who could read a statement.

    Attributes:
        version: of the statement on personal data; "" where there is none.
    """

    scope: ConsentScope
    given: bool
    version: str

    @property
    def text(self) -> str:
        return f"{self.scope} {'yes' if self.given else 'no'} {self.version}".rstrip()


class FamilyAnswer(msgspec.Struct, frozen=True):
    """Whether somebody agrees to a family unit that was proposed to them."""

    agreed: bool
    child: str
    parent: str

    @property
    def text(self) -> str:
        return f"{'yes' if self.agreed else 'no'} {self.child} {self.parent}"

    @property
    def command(self) -> AgreeToFamilyUnit | DeclineFamilyUnit:
        kind = AgreeToFamilyUnit if self.agreed else DeclineFamilyUnit
        return kind(child=self.child, parent=self.parent)


class Purpose(msgspec.Struct, frozen=True):
    """What is to be done.

    Attributes:
        way: the place that is given back; None for all else.
        consent: what is said of where the name may be shown; None for all else.
        family: the answer to who proposed a family unit; None for all else.
        sheet: that a dispute is on; "" for all else.
    """

    kind: Kind
    way: GiveBack | None = None
    consent: NameShown | None = None
    family: FamilyAnswer | None = None
    sheet: str = ""

    @property
    def text(self) -> str:
        """As forms and codes bear it."""
        if self.sheet:
            return f"{self.kind} {self.sheet}"
        if self.consent is not None:
            return f"{self.kind} {self.consent.text}"
        if self.family is not None:
            return f"{self.kind} {self.family.text}"
        return self.kind if self.way is None else f"{self.kind} {self.way.what} {self.way.stage}"


class Offer(msgspec.Struct, frozen=True):
    """A button: for whom, and what it asks for."""

    number: str
    purpose: str
    label: str


def offers(page: Opened, person: Person, *, read: bool) -> Iterator[Offer]:
    """What someone may ask for now, as far as the table of rights goes.

    Args:
        read: whether somebody reads what is asked of the organizer.
    """
    plan = plan_of(page, person)
    for way in () if person.principal.left else _ways(page, person, plan):
        if person.may("withdraw-qualifier" if way.what in OF_A_CUT else "cancel-registration"):
            label = page.text("absence_give_back", what=way.what, stage=plan.stage_name(way.stage))
            yield Offer(person.number, Purpose("withdraw", way).text, label)
    for kind, right in NEEDS.items():
        if person.may(right) and (read or kind != "forget"):
            label = page.text("forget_ask") if kind == "forget" else page.page_text(f"me_{kind}")
            yield Offer(person.number, kind, label)


def _ways(page: Opened, person: Person, plan: Competition) -> Iterator[GiveBack]:
    return ways(
        plan,
        row_of(page, person),
        to_come(page, person),
        reserve_waiting(page, person),
        goes_on_to(page, person),
    )


def purpose_of(page: Opened, person: Person, text: str) -> Purpose:
    """What a form of this page asks for someone.

    Raises:
        Problem: form-from-elsewhere, for what no button asks, or a family that they are not asked into;
            not-found, for a stage that there is not.
    """
    purpose = read_purpose(text)
    way, family = purpose.way, purpose.family
    if way is not None and way.stage not in plan_of(page, person).by_id:
        raise not_found("stage", quoted(way.stage))
    if family is not None and person.number not in (family.child, family.parent):
        raise FORM_FROM_ELSEWHERE()
    return purpose


def read_purpose(text: str) -> Purpose:
    """What a form asks for; raises Problem: form-from-elsewhere, for what no button asks."""
    kind, _, rest = text.partition(" ")
    if kind == "withdraw":
        what, _, stage = rest.partition(" ")
        if what in ("cancel", "stage", *OF_A_CUT) and stage:
            return Purpose("withdraw", GiveBack(what, stage))
    elif kind == "consent":
        scope, _, rest = rest.partition(" ")
        answer, _, version = rest.partition(" ")
        if scope in CONSENT_SCOPES and answer in ("yes", "no"):
            return Purpose("consent", consent=NameShown(scope, answer == "yes", version))
    elif kind == "family":
        answer, *pair = rest.split(" ")
        if answer in ("yes", "no") and len(pair) == 2 and all(pair):
            return Purpose("family", family=FamilyAnswer(answer == "yes", *pair))
    elif kind == "dispute":
        if rest:
            return Purpose("dispute", sheet=rest)
    elif kind in get_args(Kind) and not rest:
        return msgspec.convert({"kind": kind}, Purpose)
    raise FORM_FROM_ELSEWHERE()
