"""E-mail addresses on file: those given at registration, read from the vault when needed.

What is for someone under 18 goes to the parent or guardian where their address is on file.
"""

from collections.abc import Mapping
from datetime import date

from services.delivery.addressing import ON_FILE
from services.delivery.correspondents import Correspondents, Details, name_in, recipient_of
from services.delivery.links import Links
from services.notices.audiences import Recipient
from services.tournament.people.consents import is_minor
from services.tournament.state import State
from shared.catalogue import say
from shared.i18n import Language


class Emails:
    """Addresses on file, without those at which nothing arrived since they were given."""

    def __init__(self, correspondents: Correspondents, links: Links) -> None:
        self._correspondents = correspondents
        self._links = links

    def on_file(
        self, tournament_id: str, state: State, details: Mapping[Recipient, Details]
    ) -> dict[str, str]:
        """The address of each who gave one, normalised, by recipient key, from what is known of them."""
        dead, today = self._links.dead_on_file(tournament_id), self._correspondents.today(tournament_id)
        found = {}
        for recipient, own in details.items():
            email = address_in(own, today)
            key = recipient.key
            if "@" in email and dead.get(ON_FILE + key, -1) < given_at(state, key):
                found[key] = email.casefold()
        return found

    def where(self, tournament_id: str, address_id: str) -> str | None:
        """The address that an id such as "email:entrant:0007" stands for now, as it was given."""
        recipient = recipient_of(address_id.removeprefix(ON_FILE))
        details = self._correspondents.details(tournament_id, (recipient,))
        return address_in(details.get(recipient, {}), self._correspondents.today(tournament_id)) or None


def address_in(details: Details, today: date) -> str:
    """Where e-mail for someone goes, from what is known of them; "" where no address is on file."""
    guardians = details.get("guardian_email", "").strip() if under_age(details, today) else ""
    return guardians or details.get("email", "").strip()


def under_age(details: Details, today: date) -> bool:
    """Whether someone is known to be under 18, so that a parent or guardian is written to."""
    return is_minor(details.get("birth_date"), today)


def addressed(details: Details, recipient: Recipient, language: Language, today: date) -> str:
    """Whom an invitation names: who takes part; of someone under 18 their parent or guardian, and why."""
    name = name_in(details, language)
    if not under_age(details, today):
        return name
    return say("notice-guardian-of", language, name=name or recipient.number)


def given_at(state: State, key: str) -> int:
    """The seq of the last details that an entrant gave; 0 for others."""
    entrant = state.entrants.get(key.partition(":")[2]) if key.startswith("entrant:") else None
    return max(entrant.details, default=0) if entrant is not None else 0
