"""Personal pages: links to them for everyone who takes part, families together, and the codes asked for."""

from collections.abc import Iterable, Sequence

import msgspec

from services.delivery.addressing import language_shared
from services.delivery.codes import Codes
from services.delivery.correspondents import Correspondents, recipient_of
from services.delivery.emails import addresses_in
from services.delivery.inviting import Guest, Inviting
from services.delivery.links import Links
from services.delivery.personal_links import PersonalLinks
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.received import Received
from services.tournament.people.numbers import known_recipient
from shared.i18n import Language
from shared.problems import ProblemType, not_found, quoted

NOT_PUBLIC = ProblemType("pages-not-public", 409)
OVER = ProblemType("personal-links-over", 409)
COLUMNS = ("recipients", "names", "family", "language", "link")


class PageLink(msgspec.Struct, frozen=True):
    """A link to the page of an entrant, or of a family. Whoever has it may read there."""

    recipients: tuple[str, ...]
    names: tuple[str, ...]
    family: str
    language: Language
    link: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The line of a CSV file, by COLUMNS."""
        return (
            " ".join(self.recipients),
            ", ".join(name for name in self.names if name),
            self.family,
            self.language,
            self.link,
        )


class PersonalPages:
    """The pages of a database.

    Args:
        site: where they are reached from outside, without a slash at the end; "" if they are not.
        retention_days: after the last day of play for which links hold; 0: for good.
        channels: the names of those by which messages go out.

    Attributes:
        links, codes: by which pages are opened, and what is done on them.
        received: what went out to those they stand for.
    """

    def __init__(
        self,
        addresses: Links,
        correspondents: Correspondents,
        *,
        site: str,
        retention_days: int,
        channels: Sequence[str],
    ) -> None:
        grants = addresses.grants
        self.links = PersonalLinks(grants, correspondents, retention_days)
        self.codes = Codes(grants, correspondents, addresses, channels)
        self.received = Received(grants.database, addresses, correspondents, site)
        self._addresses = addresses
        self._inviting = Inviting(addresses, correspondents)
        self._correspondents = correspondents
        self.site = site

    @property
    def are_secure(self) -> bool:
        """Whether browsers reach them by https."""
        return self.site.startswith("https:")

    @property
    def sample(self) -> str:
        """An address as letters bear it, with … for the link; "" where pages are not public."""
        return f"{self.site}/me/…" if self.site else ""

    def of_each(self, tournament_id: str, recipients: Iterable[str]) -> dict[str, str]:
        """A new link for each of these, by recipient, families together; none if they would open nothing."""
        if not self.site or self.links.are_over(tournament_id):
            return {}
        wanted = set(recipients)
        made = self._made(
            tournament_id, [player for player in self._players(tournament_id) if player.recipient in wanted]
        )
        return {recipient: link.link for link in made for recipient in link.recipients}

    def make(
        self, tournament_id: str, recipients: Sequence[str] | None = None, *, together: bool = False
    ) -> list[PageLink]:
        """New links, those made before hold as well.

        Args:
            recipients: for these entrants, who may have given their place back; if None, for everyone who
                takes part, waits for a place, or gave theirs back: what is held on them is theirs still.
            together: one link for all that were named, instead of one for each family.

        Raises:
            Problem: pages-not-public, personal-links-over, not-found, tournament-unknown.
        """
        self._require(tournament_id)
        players = self._players(tournament_id)
        left = self._inviting.left(tournament_id)
        if recipients is None:
            everyone = sorted([*players, *left], key=lambda guest: guest.recipient)
            return self._made(tournament_id, everyone)
        named = self._named([*players, *left], recipients)
        return self._made(tournament_id, named, together=together)

    def replace(self, tournament_id: str, recipients: Sequence[str]) -> PageLink:
        """A new link for these together, and where one is named for their family.

        It stands for everyone for whom their old ones stood. Those are dead, and browsers that got messages
        by them get none any more.

        Raises:
            Problem: pages-not-public, personal-links-over, not-found, tournament-unknown.
        """
        self._require(tournament_id)
        known = [*self._players(tournament_id), *self._inviting.left(tournament_id)]
        known.sort(key=lambda guest: guest.recipient)
        named = self._named(known, recipients)
        if len(named) == 1:
            family = self._families(tournament_id, known)
            named = [guest for guest in known if family[guest.recipient] == family[named[0].recipient]]
        lost = [guest.recipient for guest in named]
        together = self.links.shared_with(tournament_id, lost)
        group = [guest for guest in known if guest.recipient in together]
        text = self.links.replace(tournament_id, [guest.recipient for guest in group], lost)
        self._end_devices(tournament_id, [guest.recipient for guest in group])
        return self._page(group, text)

    def _end_devices(self, tournament_id: str, recipients: Sequence[str]) -> None:
        """Send no more to browsers that were let in by a link: whoever has that may have switched one on."""
        for recipient, linked in self._addresses.of_recipients(tournament_id, recipients).items():
            for link in linked:
                if link.channel == WEB_PUSH:
                    self._addresses.unlink(tournament_id, recipient, link.address_id)

    def _require(self, tournament_id: str) -> None:
        if not self.site:
            raise NOT_PUBLIC()
        if self.links.are_over(tournament_id):
            raise OVER()

    def _made(self, tournament_id: str, guests: Sequence[Guest], *, together: bool = False) -> list[PageLink]:
        groups: dict[tuple[str, ...], list[Guest]] = {}
        family = {} if together else self._families(tournament_id, guests)
        for guest in guests:
            groups.setdefault(family.get(guest.recipient, ()), []).append(guest)
        meant = list(groups.values())
        texts = self.links.make(tournament_id, [[guest.recipient for guest in group] for group in meant])
        return [self._page(group, text) for group, text in zip(meant, texts, strict=True)]

    def _page(self, group: Sequence[Guest], text: str) -> PageLink:
        first = group[0]
        spoken = language_shared(guest.language for guest in group)
        return PageLink(
            tuple(guest.recipient for guest in group),
            tuple(guest.name for guest in group),
            first.family,
            spoken,
            f"{self.site}/me/{text}",
        )

    def _families(self, tournament_id: str, guests: Sequence[Guest]) -> dict[str, tuple[str, ...]]:
        """What those have in common who get one link: a family that registered as one, with one address.

        A family name alone makes no family: two may have the same. Of a child the address is the guardian's.
        """
        today = self._correspondents.today(tournament_id)
        details = self._correspondents.details(
            tournament_id, [recipient_of(guest.recipient) for guest in guests]
        )
        first = {key.key: addresses_in(key.key, fields, today)[:1] for key, fields in details.items()}
        return {
            guest.recipient: (guest.family, first[guest.recipient][0].email)
            if guest.family and first.get(guest.recipient)
            else (guest.recipient,)
            for guest in guests
        }

    def _players(self, tournament_id: str) -> list[Guest]:
        guests = self._inviting.guests(tournament_id)
        return [guest for guest in guests if guest.recipient.startswith("entrant:")]

    def _named(self, players: Sequence[Guest], recipients: Sequence[str]) -> list[Guest]:
        known = {player.recipient: player for player in players}
        numbers = {recipient.partition(":")[2]: recipient for recipient in known}
        meant = {known_recipient(numbers, recipient): recipient for recipient in recipients}
        for recipient, given in meant.items():
            if recipient not in known:
                raise not_found("recipient", quoted(given))
        return [known[recipient] for recipient in meant]
