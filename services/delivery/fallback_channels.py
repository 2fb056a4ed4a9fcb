"""Where a message goes that did not arrive, or that nobody read: browsers, e-mail, what else is known.

Whatever failed, the same is left to try, so that no way ends sooner than another: who has several addresses
on file is written to at the next of them, and who would rather have e-mail still has a chat.
"""

from collections.abc import Collection, Mapping

import msgspec

from services.delivery.addressing import (
    EMAIL,
    ON_FILE,
    Draft,
    Reach,
    drafts,
    email_drafts,
    language_unsaid,
    languages_in,
    push_drafts,
)
from services.delivery.correspondents import Correspondents, Details, recipient_of
from services.delivery.deliveries import Delivery
from services.delivery.emails import Emails
from services.delivery.links import Linked, Links
from services.delivery.push_addresses import WEB_PUSH
from services.notices.audiences import Recipient
from services.notices.kinds import KINDS
from services.tournament.state import State


class FurtherWays:
    """Looks them up for the recipients of one message.

    Args:
        channels: the names of those there are.
    """

    def __init__(
        self, correspondents: Correspondents, links: Links, emails: Emails, channels: Collection[str]
    ) -> None:
        self._correspondents = correspondents
        self._links = links
        self._emails = emails
        self._channels = channels

    def after(self, failed: Delivery, keys: Collection[str]) -> list[Draft]:
        """What is tried in place of a delivery that failed, for these of its recipients.

        After a chat its reader's browsers, and e-mail where there are none; after e-mail another address on
        file, else the chats and browsers of who would rather have had e-mail.
        """
        known = self._known(failed.tournament_id, failed.kind, keys)
        if failed.channel != EMAIL:
            pushed = known.pushes() if failed.channel != WEB_PUSH else []
            return pushed + known.emails(set(keys) - _meant(pushed))
        known = msgspec.structs.replace(known, without=self._address(failed))
        written = known.emails(keys)
        return written + known.by_other_channels(set(keys) - _meant(written))

    def when_unread(self, tournament_id: str, kind: str, keys: Collection[str]) -> list[Draft]:
        """What goes out beside a chat in which nothing was acknowledged: pushes, and e-mail in any case."""
        known = self._known(tournament_id, kind, keys)
        return known.pushes() + known.emails(keys)

    def by_email(self, tournament_id: str, kind: str, keys: Collection[str]) -> list[Draft]:
        """E-mail alone, as beside a push that nobody opened."""
        return self._known(tournament_id, kind, keys).emails(keys)

    def _known(self, tournament_id: str, kind: str, keys: Collection[str]) -> "_Known":
        state = self._correspondents.state(tournament_id)
        details = self._correspondents.details(tournament_id, map(recipient_of, sorted(keys)))
        usable = set(self._channels)
        if KINDS[kind].invites or KINDS[kind].to_guardian:
            usable &= {EMAIL}
        if not KINDS[kind].of_event:
            # A code is not pushed: it is to prove more than that someone holds the link of a page.
            usable -= {WEB_PUSH}
        links = self._links.of_recipients(tournament_id, keys) if usable != {EMAIL} else {}
        muted = frozenset(self._links.preferences.muted(tournament_id, kind))
        return _Known(state, tuple(sorted(keys)), details, links, muted, frozenset(usable), self._emails)

    def _address(self, failed: Delivery) -> str | None:
        """The address in clear at which nothing arrived."""
        if failed.address_id.startswith(ON_FILE):
            where = self._emails.where(failed.tournament_id, failed.address_id)
        else:
            where = self._links.where(failed.tournament_id, [failed.address_id]).get(failed.address_id)
        return None if where is None else where.casefold()


class _Known(msgspec.Struct, frozen=True):
    """How these recipients are reached.

    Attributes:
        muted: addresses that want nothing of the kind in question.
        without: an e-mail address that leads nowhere.
    """

    state: State
    keys: tuple[str, ...]
    details: Mapping[Recipient, Details]
    links: Mapping[str, list[Linked]]
    muted: frozenset[str]
    channels: frozenset[str]
    on_file: Emails
    without: str | None = None

    def pushes(self) -> list[Draft]:
        if WEB_PUSH not in self.channels:
            return []
        return push_drafts(
            self.keys, self.links, self.muted, languages_in(self.details), language_unsaid(self.state)
        )

    def emails(self, keys: Collection[str]) -> list[Draft]:
        if EMAIL not in self.channels:
            return []
        found = self.on_file.on_file(self.state.plan.id, self.state, self.details, self.without)
        return email_drafts(keys, found, languages_in(self.details), language_unsaid(self.state))

    def by_other_channels(self, keys: Collection[str]) -> list[Draft]:
        """Chats and browsers; what went there before is not made a second time."""
        reach = Reach(
            self.links,
            self.muted,
            {},
            self.channels - {EMAIL},
            language_unsaid(self.state),
            languages=languages_in(self.details),
        )
        made = drafts(map(recipient_of, sorted(keys)), reach)
        return [draft for draft in made if draft.status == "pending"]


def _meant(made: list[Draft]) -> set[str]:
    return {key for draft in made for key in draft.recipients}
