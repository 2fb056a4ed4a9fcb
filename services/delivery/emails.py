"""E-mail addresses on file: those that entrants gave at registration, read from the vault when needed."""

from collections.abc import Mapping

from services.delivery.addressing import ON_FILE
from services.delivery.correspondents import Correspondents, Details, recipient_of
from services.delivery.links import Links
from services.notices.audiences import Recipient
from services.tournament.state import State


class Emails:
    """Addresses on file, without those at which nothing arrived since they were given."""

    def __init__(self, correspondents: Correspondents, links: Links) -> None:
        self._correspondents = correspondents
        self._links = links

    def on_file(
        self, tournament_id: str, state: State, details: Mapping[Recipient, Details]
    ) -> dict[str, str]:
        """The address of each who gave one, normalised, by recipient key, from what is known of them."""
        dead = self._links.dead_on_file(tournament_id)
        found = {}
        for recipient, own in details.items():
            email = own.get("email", "").strip()
            key = recipient.key
            if "@" in email and dead.get(ON_FILE + key, -1) < given_at(state, key):
                found[key] = email.casefold()
        return found

    def where(self, tournament_id: str, address_id: str) -> str | None:
        """The address that an id such as "email:entrant:0007" stands for, as it was given."""
        recipient = recipient_of(address_id.removeprefix(ON_FILE))
        details = self._correspondents.details(tournament_id, (recipient,))
        return details.get(recipient, {}).get("email", "").strip() or None


def given_at(state: State, key: str) -> int:
    """The seq of the last details that an entrant gave; 0 for others."""
    entrant = state.entrants.get(key.partition(":")[2]) if key.startswith("entrant:") else None
    return max(entrant.details, default=0) if entrant is not None else 0
