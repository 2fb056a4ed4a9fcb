"""E-mail addresses on file: those given at registration, read from the vault when needed.

What is for someone under 18 goes to the parent or guardian where their address is on file, and where nothing
arrives there, to the address that was given beside it.
"""

from collections.abc import Collection, Mapping, Sequence
from datetime import date

from services.delivery.addressing import OF_GUARDIAN, ON_FILE, OnFile
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
        self,
        tournament_id: str,
        state: State,
        details: Mapping[Recipient, Details],
        without: str | None = None,
    ) -> dict[str, OnFile]:
        """The first address of each who gave one that may work, by recipient key, from what is known of them.

        Args:
            without: an address, normalised, at which nothing arrived just now, whoever gave it.
        """
        dead, today = self._links.dead_on_file(tournament_id), self._correspondents.today(tournament_id)
        found = {}
        for recipient, known in details.items():
            given = given_at(state, recipient.key)
            for address in addresses_in(recipient.key, known, today):
                if address.email != without and dead.get(address.id, -1) < given:
                    found[recipient.key] = address
                    break
        return found

    def where(self, tournament_id: str, address_id: str) -> str | None:
        """The address that an id such as "email:entrant:0007" stands for now, as it was given."""
        recipient = recipient_of(whose(address_id))
        details = self._correspondents.details(tournament_id, (recipient,)).get(recipient, {})
        field = "guardian_email" if address_id.startswith(OF_GUARDIAN) else "email"
        return details.get(field, "").strip() or None

    def still_at(self, tournament_id: str, address_id: str, meant: Sequence[str]) -> str | None:
        """The address of several people who gave the same, by whichever of them are still meant."""
        if whose(address_id) in meant:
            return self.where(tournament_id, address_id)
        today = self._correspondents.today(tournament_id)
        details = self._correspondents.details(tournament_id, map(recipient_of, meant))
        ids = (
            address.id
            for recipient, given in details.items()
            for address in addresses_in(recipient.key, given, today)
        )
        return next((self.where(tournament_id, id) for id in ids), None)

    def same(self, tournament_id: str, address_id: str, keys: Collection[str]) -> list[str]:
        """The ids of this address on file and of those of these recipients that are the same address."""
        found = self.where(tournament_id, address_id)
        today = self._correspondents.today(tournament_id)
        details = self._correspondents.details(tournament_id, map(recipient_of, keys))
        known = [
            address.id
            for recipient, given in details.items()
            for address in addresses_in(recipient.key, given, today)
            if found is not None and address.email == found.casefold()
        ]
        return list(dict.fromkeys([address_id, *known]))


def whose(address_id: str) -> str:
    """The key of the recipient who gave an address on file, by its id."""
    return address_id.removeprefix(OF_GUARDIAN).removeprefix(ON_FILE)


def addresses_in(key: str, details: Details, today: date) -> list[OnFile]:
    """Where e-mail for someone goes, in the order in which it is tried, from what is known of them."""
    given = [(ON_FILE + key, details.get("email", ""))]
    if under_age(details, today):
        given.insert(0, (OF_GUARDIAN + key, details.get("guardian_email", "")))
    return [OnFile(id, email.strip().casefold()) for id, email in given if "@" in email]


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
