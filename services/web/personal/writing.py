"""Writing from a personal page: to the organizer, or a dispute on the sheet of one's table, with a code."""

from typing import Protocol

from services.desk.previewing import try_out
from services.personal.absence import is_at_a_table
from services.personal.cries import is_cry
from services.personal.objections import how_to_object_last, is_objection
from services.personal.person import Person
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.people.questions import LONGEST_QUESTION, AskOrganizer
from services.web.parts import Parts
from services.web.personal.personal_session import Opened
from services.web.personal.purposes import Purpose
from shared.problems import Problem

WRITTEN = ("question", "dispute")
"""The purposes that take words."""
_NOTHING = "–"
"""Stands for words that are still to be written."""


class Words(Protocol):
    """The part of a form that holds what was written."""

    @property
    def words(self) -> str: ...


def command_written(person: Person, purpose: Purpose, words: str) -> AskOrganizer | RaiseDispute:
    """The command, as the chat gives it."""
    if purpose.kind == "dispute":
        return RaiseDispute(sheet=purpose.sheet, entrant=person.number, statement=words)
    return AskOrganizer(entrant=person.number, question=words, urgent=is_cry(words))


def may_write(parts: Parts, page: Opened, person: Person, purpose: Purpose) -> bool:
    """Whether it would not be refused, whatever is written."""
    command = command_written(person, purpose, _NOTHING)
    try:
        try_out(parts.desk, page.tournament, command, person.principal)
    except Problem as problem:
        if problem.is_of_the_machine:
            raise
        return False
    return True


def asks_for_words(page: Opened, person: Person, purpose: Purpose) -> str:
    """What a form that takes words asks for."""
    if purpose.kind == "dispute":
        return page.text("dispute_statement")
    return page.text("question_write", name=person.name, most=LONGEST_QUESTION)


def read_back_words(page: Opened, person: Person, purpose: Purpose, words: str) -> str:
    """What is about to be sent, and to whom."""
    return page.page_text(f"me_read_{purpose.kind}", name=person.name, words=words)


def sent(page: Opened, person: Person, purpose: Purpose, words: str) -> list[str]:
    """What becomes of it, and where figures are objected to."""
    contact = page.plan.contact
    if purpose.kind == "dispute":
        return [page.page_text("me_dispute_raised", name=person.name)]
    at_table = is_at_a_table(page, person)
    done = page.page_text("me_question_sent", name=person.name, contact=contact, at_table=at_table)
    way = how_to_object_last(page, person) if is_objection(words) else ""
    return [done, *way.splitlines()]
