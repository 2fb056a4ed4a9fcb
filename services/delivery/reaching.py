"""What is known of how to reach people now: their links, what they declined, their addresses on file."""

from collections.abc import Iterable, Sequence

from services.delivery.addressing import EMAIL, Reach, language_unsaid, languages_in
from services.delivery.channel_choice import with_chat
from services.delivery.correspondents import Correspondents
from services.delivery.emails import Emails
from services.delivery.links import Links
from services.notices.audiences import Recipient
from services.tournament.state import State


class Reaching:
    """Looks it up for the recipients of one notice."""

    def __init__(self, correspondents: Correspondents, links: Links, emails: Emails) -> None:
        self._correspondents = correspondents
        self._links = links
        self._emails = emails

    def linked(self, tournament_id: str) -> set[str]:
        """The keys of those who have a chat in which messages arrive."""
        return with_chat(self._links.of_recipients(tournament_id))

    def of(
        self,
        state: State,
        kind: str,
        audience: Sequence[Recipient],
        channels: Iterable[str],
        alerts: Sequence[str] = (),
    ) -> Reach:
        """How these recipients are reached.

        Args:
            kind: of the notice, which an address may have declined.
            channels: the names of the channels there are.
            alerts: addresses that are told what is for the organizer, besides their own.
        """
        tournament_id, usable = state.plan.id, frozenset(channels)
        details = self._correspondents.details(tournament_id, audience)
        return Reach(
            self._links.of_recipients(tournament_id, [recipient.key for recipient in audience]),
            frozenset(self._links.preferences.muted(tournament_id, kind)),
            self._emails.on_file(tournament_id, state, details) if EMAIL in usable else {},
            usable,
            language_unsaid(state),
            alerts,
            languages_in(details),
        )
