"""Consents as participants read them: each place where the name may be shown, and who may say so."""

from collections.abc import Iterator

import msgspec

from services.desk.params import EntrantParams
from services.desk.views import ConsentView, EntrantView, FamiliesAnswer
from services.personal.names import name_alone
from services.personal.person import Person
from services.personal.reader import Asking, Reader
from services.tournament.people.consents import ConsentBy

ASKED_AS: tuple[ConsentBy, ...] = ("self", "guardian")
"""Who can say it in a chat or on a page; a form is the organizer's to record."""


def consents_of(reader: Reader, person: Person) -> tuple[ConsentView, ...]:
    """Every place with what was said of it last."""
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=person.number))
    return () if view.consents is msgspec.UNSET else view.consents


def parents_reading(reader: Asking, person: Person) -> Iterator[str]:
    """The names of the parents of the person's family unit whom the same reader stands for, as recorded."""
    answer: FamiliesAnswer = reader.ask(person, "families")
    parents = {row.parent for row in answer.rows if row.child == person.number}
    for other in reader.persons:
        if other.tournament_id == person.tournament_id and other.number in parents:
            yield name_alone(other)
