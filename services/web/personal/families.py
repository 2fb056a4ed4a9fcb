"""A family unit that somebody proposed, as the personal page asks about it and takes the answer."""

from collections.abc import Iterator

import msgspec

from services.desk.params import EntrantParams
from services.desk.views import EntrantView
from services.personal.names import name_read
from services.personal.person import Person
from services.web.personal.personal_session import Opened
from services.web.personal.purposes import FamilyAnswer, Offer, Purpose


class FamilyAsked(msgspec.Struct, frozen=True):
    """An open question, and the buttons that answer it."""

    line: str
    offers: tuple[Offer, ...]


def families_asked(page: Opened, person: Person) -> Iterator[FamilyAsked]:
    """What others propose to someone.

    Who is to be child and who parent stays out: the link alone does not tell whether someone is a child.
    """
    view: EntrantView = page.ask(person, "entrant", EntrantParams(entrant=person.number))
    award = page.plan.family_award
    if award is None or not person.may("agree-to-family-unit") or view.proposals is msgspec.UNSET:
        return
    for proposal in view.proposals:
        if proposal.by == person.number:
            continue
        line = page.page_text(
            "me_family_asked",
            by=name_read(page, person, proposal.by, ""),
            name=person.name,
            award=award.name.in_language(page.language),
        )
        answers = (FamilyAnswer(agreed, proposal.child, proposal.parent) for agreed in (True, False))
        offers = tuple(
            Offer(
                person.number,
                Purpose("family", family=answer).text,
                page.page_text("me_family_answer", agreed=answer.agreed),
            )
            for answer in answers
        )
        yield FamilyAsked(line, offers)


def read_back_family(page: Opened, person: Person, answer: FamilyAnswer) -> str:
    """What is about to be answered."""
    by = answer.parent if answer.child == person.number else answer.child
    return page.page_text(
        "me_family_read",
        agreed=answer.agreed,
        name=person.name,
        by=name_read(page, person, by, ""),
    )


def family_answered(page: Opened, person: Person, answer: FamilyAnswer) -> str:
    """What stands now."""
    names = {
        "child": name_read(page, person, answer.child, ""),
        "parent": name_read(page, person, answer.parent, ""),
    }
    return page.text("family_agreed" if answer.agreed else "family_declined", **names)
