"""Forgetting: someone asked to be forgotten. The log says so; what made them a person is gone with their key.

The fact names vault subjects only. Results, standings and awards stand as they are, under their number.
"""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import structs

from services.tournament.docket.disputes import DisputeRaised, DisputeWithdrawn
from services.tournament.docket.rulings import RulingMade
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.people.families import without_proposals
from services.tournament.state import State
from shared.problems import not_found

Grounds = Literal["request", "expiry", "error"]
"""Why: asked for, kept long enough, or never to have been here. Not free text: that could name someone."""


@event("person-forgotten")
class PersonForgotten(Event, frozen=True):
    """A person was forgotten: the key to name, birth date, contacts and own statements is destroyed."""

    person: str
    entrant: str | None
    referee: str | None
    grounds: str


class ForgetPerson(Command, frozen=True, kw_only=True):
    """Forget an entrant (by number) or anyone by vault subject, for good; figures stay."""

    person: EntrantNo
    grounds: Grounds = "request"


@decides(ForgetPerson)
def forget_person(draft: Draft, command: ForgetPerson) -> None:
    state = draft.state
    subjects = subjects_meant(state, command)
    if not subjects:
        raise not_found("person", command.person)
    for subject in subjects:
        if subject not in state.forgotten:
            entrant, referee = state.persons.get(subject), _referee(state, subject)
            draft.record(PersonForgotten(subject, entrant, referee, command.grounds))


def subjects_meant(state: State, command: ForgetPerson) -> tuple[str, ...]:
    """The vault subjects the command is about; none if it is about nobody here."""
    entrant = state.entrants.get(command.person)
    return subjects_of(state, entrant.person if entrant is not None else command.person)


def subjects_of(state: State, person: str) -> tuple[str, ...]:
    """The person's vault subjects in this tournament: several if entrants were merged, none if unknown."""
    number = state.persons.get(person)
    if number is not None:
        return tuple(state.entrants[entrant_no].person for entrant_no in numbers_of(state, number))
    return (person,) if _referee(state, person) is not None else ()


def cases_about(state: State, events: Iterable[Event], subjects: Iterable[str]) -> Iterator[str]:
    """The cases whose free text is these persons' own or about them alone: statements, reasons, findings.

    What was said of a whole table stays: it is the others' too.
    """
    numbers = {state.persons[subject] for subject in subjects if subject in state.persons}
    disputes: set[str] = set()
    for fact in events:
        case = getattr(fact, "case", None)
        if isinstance(fact, DisputeRaised) and (
            fact.raised_by in numbers or (fact.entrants and numbers.issuperset(fact.entrants))
        ):
            disputes.add(fact.dispute)
        if case is not None and (
            (isinstance(fact, DisputeRaised | DisputeWithdrawn | RulingMade) and fact.dispute in disputes)
            or any(getattr(fact, name, None) in numbers for name in ("entrant", "kept", "dropped"))
        ):
            yield case


def numbers_of(state: State, number: str) -> list[str]:
    """The entrant numbers that are one person, the one asked for first."""
    found = [number]
    for entrant_no in found:
        merged_into = state.entrants[entrant_no].merged_into
        others = [other.entrant_no for other in state.entrants.values() if other.merged_into == entrant_no]
        for other in sorted(others) + ([merged_into] if merged_into is not None else []):
            if other not in found:
                found.append(other)
    return found


def _referee(state: State, person: str) -> str | None:
    return next((referee.referee for referee in state.referees.values() if referee.person == person), None)


@evolves(PersonForgotten)
def _forgotten(state: State, event: PersonForgotten, stamp: Stamp) -> State:
    """Nothing of theirs is looked up from here on, before the key is gone and if a copy brings it back."""
    state = structs.replace(state, forgotten=state.forgotten.set(event.person, stamp.seq))
    if event.entrant is None:
        return state
    state = without_proposals(state, event.entrant)
    return state.with_entrant(
        structs.replace(state.entrants[event.entrant], consents=(), details=(), language_seq=None)
    )
