"""Forgetting a person: the fact in every tournament they occur in, then their keys are destroyed.

With the fact, in its transaction, their access tokens are revoked.

In this order, because a fact without destroyed keys can be made good from the log at any time, by forgetting
them again or by `destroy_outstanding`; from the fact on nobody looks them up any more. The other way round a
crash would leave nothing that says why their name is gone.
"""

from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

from services.access.grants import Grants
from services.access.kinds import CASE_LINK, SIGN_IN, SIGN_IN_LINK, TOKEN
from services.access.principal import Principal
from services.access.rights import Role
from services.desk.decoding import CATALOGUE
from services.desk.moments import AsOf
from services.tournament.definition.founding import RefereeDismissed
from services.tournament.kernel.facts import Command, Event
from services.tournament.people.forgetting import (
    ForgetPerson,
    Grounds,
    PersonForgotten,
    cases_about,
    subjects_meant,
    subjects_of,
)
from services.tournament.people.numbers import as_known, known_number
from services.tournament.state import State
from shared.eventlog import EventLog, Recorded, Write
from shared.plain_text import narrow
from shared.problems import not_found
from shared.text_forms import plain
from shared.vault import Vault


class ForgettingDesk(Protocol):
    """What is used of the desk to forget somebody."""

    @property
    def log(self) -> EventLog: ...
    @property
    def vault(self) -> Vault: ...
    def state(self, tournament_id: str, as_of: AsOf | None = ...) -> State: ...
    def recorded(self, tournament_id: str, after: int, until: int) -> Iterator[Recorded]: ...
    def submit(self, tournament_id: str, command: Command, principal: Principal) -> object: ...


class Forgotten(msgspec.Struct, frozen=True):
    """Where a person was forgotten, and how many keys that destroyed, those of their cases included."""

    person: str
    tournaments: tuple[str, ...]
    keys: int


def forget(
    desk: ForgettingDesk, person: str, principal: Principal, grounds: Grounds = "request"
) -> Forgotten:
    """Forget a person in every tournament; the same again does what a crash left undone.

    Args:
        person: a vault subject, or TOURNAMENT:ENTRANT_NO.

    Raises:
        Problem: not-found, forbidden.
    """
    epoch = desk.vault.epoch()
    subjects = [person]
    tournament, colon, number = person.partition(":")
    if colon:
        entrants = desk.state(tournament).entrants
        known = known_number(entrants, narrow(number))
        if known is None:
            raise not_found("entrant", number)
        subjects = [entrants[known].person]
    concerned = [
        (other, subject)
        for other in desk.log.tournaments()
        for subject in subjects
        if subjects_of(desk.state(other), subject)
    ]
    if not concerned:
        raise not_found("person", person)
    for concerned_no, subject in concerned:
        desk.submit(concerned_no, ForgetPerson(person=subject, grounds=grounds), principal)
    return Forgotten(subjects[0], tuple(number for number, _ in concerned), desk.vault.epoch() - epoch)


_AT_TABLES: tuple[Role, ...] = ("referee", "chief_referee")


_IN_BROWSERS = (SIGN_IN, SIGN_IN_LINK)


def revocations(grants: Grants, tournament_id: str, events: Iterable[Event]) -> Iterator[Write]:
    """What to write with these events so that whoever they forget has no way in any more.

    Who is dismissed is signed out: a token is worth its office at each request, and is had back with it; a
    browser left signed in is not.
    """
    for event in events:
        if isinstance(event, RefereeDismissed):
            yield grants.revocation(_IN_BROWSERS, event.referee, tournament_id, _AT_TABLES)
        if isinstance(event, PersonForgotten):
            if event.entrant is not None:
                yield from grants.removal(tournament_id, f"entrant:{event.entrant}")
                opened = (TOKEN, CASE_LINK)
                yield grants.revocation(opened, event.entrant, tournament_id, ("participant",))
            if event.referee is not None:
                yield from grants.removal(tournament_id, f"referee:{event.referee}")
                yield grants.revocation((TOKEN, *_IN_BROWSERS), event.referee, tournament_id, _AT_TABLES)


def destroy_keys(desk: ForgettingDesk, tournament_id: str, command: Command) -> None:
    """Destroy the keys that a command to forget someone is about, once the fact is in the log."""
    if isinstance(command, ForgetPerson):
        state = desk.state(tournament_id)
        _destroy(desk, tournament_id, state, subjects_meant(state, as_known(state, plain(command))))


def destroy_outstanding(desk: ForgettingDesk) -> int:
    """Destroy every key that a log says is gone; needed after a crash, or after bringing back a vault's copy.

    Returns the number of keys.
    """
    epoch = desk.vault.epoch()
    for tournament_id in desk.log.tournaments():
        state = desk.state(tournament_id)
        if state.forgotten:
            _destroy(desk, tournament_id, state, tuple(state.forgotten))
    return desk.vault.epoch() - epoch


def _destroy(desk: ForgettingDesk, tournament_id: str, state: State, subjects: tuple[str, ...]) -> None:
    cases = cases_about(state, _events(desk, tournament_id, state.seq), subjects)
    if sum(desk.vault.forget(subject) for subject in (*subjects, *cases)):
        desk.vault.scrub()


def _events(desk: ForgettingDesk, tournament_id: str, until: int) -> Iterator[Event]:
    for recorded in desk.recorded(tournament_id, 0, until):
        yield CATALOGUE.decode(recorded)
