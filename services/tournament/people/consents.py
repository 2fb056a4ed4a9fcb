"""Consents: where a name may be shown, who said so, and under which statement on personal data.

Each place is asked for by itself. Consent is judged as of now, also for the past. For someone under 18 on the
day it comes from a person with parental responsibility, or stands on a form that the organizer holds.
"""

from collections.abc import Iterable
from datetime import date
from typing import Literal

from msgspec import structs

from services.tournament.definition.ages import age_on
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import EntrantNo, Name
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import entrant_in, required_text
from services.tournament.people.entrants import CONSENT_SCOPES, Consent, ConsentScope, Entrant
from services.tournament.state import State
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, ProblemType

OF_AGE = 18
"""Years from which someone consents for themselves (Hong Kong: Age of Majority Ordinance, Cap. 410)."""

ConsentBy = Literal["self", "guardian", "form"]
CONSENT_BY_GUARDIAN = ProblemType("consent-by-guardian", 422)
CONSENT_BY_WHOM = ProblemType("consent-by-whom", 422)


@event("consent-changed", text=("guardian",))
class ConsentChanged(Event, frozen=True):
    """Whether the entrant's name may be shown in these places was said. Judged as of now, also for the past.

    `by` says who did: "self", "guardian", whose name is in the vault under `case`, or "form", which the
    organizer holds. `text` is the version of the statement on personal data
    that they could read. `unchecked` says that no birth date was known by which to tell who has to consent.
    """

    entrant: str
    scopes: tuple[ConsentScope, ...]
    given: bool
    by: str
    text: str
    unchecked: bool
    case: str | None


class SetConsent(Command, frozen=True, kw_only=True):
    """Give or withdraw consent to show the name in public: in one place, or in all of them.

    `by` is "self" for a participant who acts, else "form", unless a `guardian` is named. Under 18 consent is
    given by a guardian, whose name may be left out where it is on file, or on a form; anyone may withdraw it.
    """

    entrant: EntrantNo
    shown: bool
    scope: ConsentScope | None = None
    by: ConsentBy | None = None
    guardian: Name = ""


@decides(SetConsent)
def set_consent(draft: Draft, command: SetConsent) -> None:
    entrant = entrant_in(draft.state, command.entrant)
    by, text = _by_whom(draft, command), draft.state.plan.privacy_version
    asked = CONSENT_SCOPES if command.scope is None else (command.scope,)
    renews = command.by is not None or bool(command.guardian)
    scopes = tuple(
        scope for scope in asked if _is_new(entrant.consent_to(scope), command.shown, renews, by, text)
    )
    if not scopes:
        return
    unchecked = False
    if command.shown and by == "self":
        unchecked = not _is_known_of_age(draft, entrant)
    case, sealed = None, None
    if by == "guardian":
        case, sealed = draft.case(guardian=_guardian(draft, entrant, command))
    changed = ConsentChanged(command.entrant, scopes, command.shown, by, text, unchecked, case)
    draft.record(changed, personal=sealed)


def _by_whom(draft: Draft, command: SetConsent) -> ConsentBy:
    """Who consents. A form is the organizer's to hold, and no program can speak for a person itself.

    That a program is refused whatever the age keeps it from learning an age by the refusal.
    """
    participant = draft.context.role == "participant"
    by = command.by or ("guardian" if command.guardian else "self" if participant else "form")
    if (by == "form" and participant) or (by == "self" and draft.context.role == "service"):
        raise CONSENT_BY_WHOM().at(field="by")
    if command.guardian and by != "guardian":
        raise INVALID_INPUT(detail=Phrase("part-guardian-needs-by")).at(field="guardian")
    return by


def _is_new(known: Consent | None, shown: bool, renews: bool, by: str, text: str) -> bool:
    """Whether something is said of a place that was not said before.

    Args:
        renews: whether it is said by whom, so that the same from another, or under another text, is new.
    """
    if (known is not None and known.given) != shown:
        return True
    return renews and (known is None or (known.by, known.text) != (by, text))


def is_minor(birth_date: str | None, day: date) -> bool:
    """Whether someone is known to be under 18 on a day.

    Args:
        birth_date: as the vault holds it; None or "" where it is not known.
    """
    return bool(birth_date) and age_on(date.fromisoformat(birth_date or ""), day) < OF_AGE


def _is_known_of_age(draft: Draft, entrant: Entrant) -> bool:
    """Whether someone's age allows them to consent themselves; False where it is not known.

    Raises:
        Problem: consent-by-guardian, under 18 today.
    """
    birth = draft.birth_date(entrant.person)
    if birth is None:
        return False
    if age_on(birth, draft.state.plan.local_day(draft.context.occurred_at)) < OF_AGE:
        raise CONSENT_BY_GUARDIAN(age=OF_AGE).at(field="by")
    return True


def _guardian(draft: Draft, entrant: Entrant, command: SetConsent) -> str:
    """The guardian's name: as given, else as on file.

    Raises:
        Problem: invalid-input, for none, and for one without a letter of any script.
    """
    on_file = draft.personal(entrant.person).get("guardian", "")
    name = required_text(command.guardian or on_file, "guardian")
    if not any(character.isalpha() for character in name):
        raise INVALID_INPUT(detail=Phrase("part-guardian-needs-letters")).at(field="guardian")
    return name


def with_consents(known: Iterable[Consent], said_now: Iterable[Consent]) -> tuple[Consent, ...]:
    """What was said last of each place, in the order of CONSENT_SCOPES."""
    last = {consent.scope: consent for consent in (*known, *said_now)}
    return tuple([last[scope] for scope in CONSENT_SCOPES if scope in last])


@evolves(ConsentChanged)
def _changed(state: State, event: ConsentChanged, stamp: Stamp) -> State:
    entrant = state.entrants[event.entrant]
    now = [
        Consent(scope, event.given, event.by, event.text, stamp.seq, stamp.occurred_at, event.case)
        for scope in event.scopes
    ]
    return state.with_entrant(structs.replace(entrant, consents=with_consents(entrant.consents, now)))
