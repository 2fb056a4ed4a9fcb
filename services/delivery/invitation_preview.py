"""What an invitation would be, before it goes to many: how many letters, the first, what is amiss."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import partial

import msgspec

from services.delivery.addressing import EMAIL, ON_FILE, Draft, drafts
from services.delivery.correspondents import Correspondents, Details, recipient_of, subject_of
from services.delivery.deliveries import Deliveries
from services.delivery.emails import Emails, addressed, under_age
from services.delivery.invitation_audience import to_invite
from services.delivery.links import Links
from services.delivery.reaching import Reaching
from services.notices.audiences import Recipient, recipients
from services.notices.kinds import KINDS
from services.notices.look import Look
from services.notices.registry import note
from services.notices.rendering import message
from services.tournament.state import State
from shared.i18n import Language

_KIND = KINDS["invitation"]


class Foreseen(msgspec.Struct, frozen=True):
    """A letter as it will arrive; for links, which are made when it is sent, there are … and the number."""

    to: str
    recipients: tuple[str, ...]
    language: Language
    text: str


class Outlook(msgspec.Struct, frozen=True):
    """What would be sent now.

    Attributes:
        letters: how many; a family with one address gets one.
        people: how many they are for.
        linked: how many have a chat already.
        invited: how many have none and were sent an invitation before.
        no_address: who has no e-mail address on file that works.
        no_guardian: those of them who are under 18, so that no parent or guardian can be written to.
        no_language: who is written to, and said no language.
        shared: those who gave the same address and are no family.
        first: the first letters.
    """

    letters: int
    people: int
    linked: int
    invited: int
    no_address: tuple[str, ...]
    no_guardian: tuple[str, ...]
    no_language: tuple[str, ...]
    shared: tuple[tuple[str, ...], ...]
    first: tuple[Foreseen, ...]


class Outlooks:
    """Looks ahead with what fanning out goes by.

    Args:
        page: what stands for the link to a personal page; "" where letters bear none.
        chats: says whether letters bear a link to a chat. Without one they go to who has a page.
    """

    def __init__(
        self,
        links: Links,
        correspondents: Correspondents,
        deliveries: Deliveries,
        page: str = "",
        chats: Callable[[], bool] = lambda: True,
    ) -> None:
        self._page = page
        self._chats = chats
        self._links = links
        self._correspondents = correspondents
        self._deliveries = deliveries
        self._emails = Emails(correspondents, links)
        self._reaching = Reaching(correspondents, links, self._emails)

    def of(self, tournament_id: str, most: int) -> Outlook:
        """What inviting people now would send.

        Args:
            most: so many letters are shown.

        Raises:
            Problem: tournament-unknown.
        """
        state = self._correspondents.state(tournament_id)
        everyone = [
            recipient
            for audience in ("everyone", "referees")
            for recipient in recipients(state, audience)
            if subject_of(state, tournament_id, recipient.key) is not None
        ]
        linked = self._reaching.linked(tournament_id) & {recipient.key for recipient in everyone}
        meant = to_invite(_KIND, everyone, linked, partial(self._deliveries.had, tournament_id))
        made = drafts(meant, self._reaching.of(state, _KIND.name, meant, (EMAIL,)))
        details = self._correspondents.details(tournament_id, meant)
        chats = self._chats()
        letters = [
            draft for draft in made if draft.channel == EMAIL and (chats or (self._page and _has_page(draft)))
        ]
        written = [key for letter in letters for key in letter.recipients]
        unwritten = tuple(key for draft in made if draft.channel != EMAIL for key in draft.recipients)
        today = self._correspondents.today(tournament_id)
        return Outlook(
            len(letters),
            len(written),
            len(linked),
            len(everyone) - len(linked) - len(meant),
            unwritten,
            tuple(key for key in unwritten if under_age(details[recipient_of(key)], today)),
            tuple(key for key in sorted(written) if "language" not in details[recipient_of(key)]),
            tuple(letter.recipients for letter in letters if len(_households(letter, details)) > 1),
            self._foreseen(state, letters[:most], details, chats=chats),
        )

    def channel_to(
        self, tournament_id: str, recipient: Recipient, kind: str, channels: Collection[str]
    ) -> str:
        """By which channel a notice of a kind goes to someone now; "" where it reaches nobody.

        Args:
            kind: of the notice, which an address may have declined.
            channels: the names of the channels there are.
        """
        state = self._correspondents.state(tournament_id)
        made = drafts((recipient,), self._reaching.of(state, kind, (recipient,), channels))
        return next((draft.channel for draft in made if draft.status == "pending"), "")

    def _foreseen(
        self,
        state: State,
        letters: Sequence[Draft],
        details: Mapping[Recipient, Details],
        *,
        chats: bool,
    ) -> tuple[Foreseen, ...]:
        tournament_id = state.plan.id
        linked = [letter.address_id for letter in letters if not letter.address_id.startswith(ON_FILE)]
        where = self._links.where(tournament_id, linked)
        today = self._correspondents.today(tournament_id)
        notice = note(state.seq + 1, _KIND.name, "everyone")
        found = []
        for letter in letters:
            on_file = letter.address_id.startswith(ON_FILE)
            to = (
                self._emails.where(tournament_id, letter.address_id)
                if on_file
                else where.get(letter.address_id)
            )
            looks = [
                (
                    addressed(details[recipient], recipient, letter.language, today),
                    Look(
                        state,
                        notice,
                        recipient,
                        letter.language,
                        invitation=f"…{recipient.number}" if chats else "",
                        page=self._page,
                    ),
                )
                for recipient in map(recipient_of, letter.recipients)
            ]
            found.append(Foreseen(to or "", letter.recipients, letter.language, message(looks).text))
        return tuple(found)


def _has_page(letter: Draft) -> bool:
    """Whether anyone a letter is for takes part: officials have no page."""
    return any(key.startswith("entrant:") for key in letter.recipients)


def _households(draft: Draft, details: Mapping[Recipient, Details]) -> set[str]:
    return {details[recipient_of(key)].get("family") or key for key in draft.recipients}
