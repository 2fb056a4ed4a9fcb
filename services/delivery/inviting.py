"""Inviting everyone of a tournament at once: who has no chat linked yet, and a personal link for each."""

from collections.abc import Callable, Sequence

import msgspec

from services.access.visibility import gave_back
from services.delivery.addressing import language_unsaid, languages_in
from services.delivery.channel_choice import with_chat
from services.delivery.correspondents import Correspondents, name_in, subject_of
from services.delivery.emails import addresses_in
from services.delivery.links import Links
from services.notices.audiences import Recipient, recipients
from services.tournament.state import State
from shared.i18n import Language
from shared.problems import Problem, ProblemType

BOT_NOT_SET = ProblemType("bot-not-set", 409)
COLUMNS = ("recipient", "name", "family", "language", "link")


class Guest(msgspec.Struct, frozen=True):
    """Someone who may link a chat.

    Attributes:
        recipient: "entrant:0007" or "referee:R01".
        name: as far as known, in their language; "" for none.
        family: the name under which a family registered; "" for none.
        email: whether an e-mail address is on file.
    """

    recipient: str
    name: str
    family: str
    language: Language
    email: bool


class Invited(msgspec.Struct, frozen=True):
    """A guest's personal link, which brings one chat in, once. Whoever has it may use it."""

    recipient: str
    name: str
    family: str
    language: Language
    link: str

    @property
    def cells(self) -> tuple[str, ...]:
        """The line of a CSV file, by COLUMNS."""
        return (self.recipient, self.name, self.family, self.language, self.link)


class Inviting:
    """Who is to be invited, now, and their links.

    The organizer is not among them: whoever opens that link may do everything, so it belongs in no list.
    """

    def __init__(self, links: Links, correspondents: Correspondents) -> None:
        self._links = links
        self._correspondents = correspondents

    def guests(self, tournament_id: str) -> list[Guest]:
        """Everyone who takes part or waits for a place, and every referee, in order of number.

        Raises:
            Problem: tournament-unknown.
        """
        state = self._correspondents.state(tournament_id)
        return self._guests(state, [*recipients(state, "everyone"), *recipients(state, "referees")])

    def left(self, tournament_id: str) -> list[Guest]:
        """Every entrant who gave the place back and was not forgotten, in order of number.

        Raises:
            Problem: tournament-unknown.
        """
        state = self._correspondents.state(tournament_id)
        numbers = sorted(number for number in state.entrants if gave_back(state, number))
        return self._guests(state, [Recipient("entrant", number) for number in numbers])

    def _guests(self, state: State, meant: Sequence[Recipient]) -> list[Guest]:
        tournament_id = state.plan.id
        known = [
            recipient for recipient in meant if subject_of(state, tournament_id, recipient.key) is not None
        ]
        details = self._correspondents.details(tournament_id, known)
        languages, unsaid = languages_in(details), language_unsaid(state)
        today = self._correspondents.today(tournament_id)
        return [
            Guest(
                recipient.key,
                name_in(fields, language := languages.get(recipient.key, unsaid)),
                fields.get("family", ""),
                language,
                bool(addresses_in(recipient.key, fields, today)),
            )
            for recipient in known
            for fields in (details.get(recipient, {}),)
        ]

    def pending(self, tournament_id: str) -> list[Guest]:
        """Those of them who have no chat linked yet, or whose chat nothing reaches any more."""
        linked = with_chat(self._links.of_recipients(tournament_id))
        return [guest for guest in self.guests(tournament_id) if guest.recipient not in linked]

    def invite(self, tournament_id: str, guests: Sequence[Guest], begin: str) -> list[Invited]:
        """A new link for each of these, families together, in order of number; older links hold as before.

        Args:
            begin: what a link begins with, before its token.
        """
        tokens = self._links.invite_each(tournament_id, [guest.recipient for guest in guests])
        first: dict[str, int] = {}
        for place, guest in enumerate(guests):
            first.setdefault(household(guest), place)
        return [
            Invited(
                guest.recipient, guest.name, guest.family, guest.language, begin + tokens[guest.recipient]
            )
            for guest in sorted(guests, key=lambda guest: first[household(guest)])
        ]


def no_bot() -> str:
    """What links begin with where no bot is set up.

    Raises:
        Problem: bot-not-set.
    """
    raise BOT_NOT_SET()


def has_bot(links_begin: Callable[[], str]) -> bool:
    """Whether a bot is set up to which links may lead, reached just now or not."""
    try:
        links_begin()
    except Problem as problem:
        return problem.kind is not BOT_NOT_SET
    return True


def household(guest: Guest | Invited) -> str:
    """What those have in common who get one card: the family they registered under, else the person."""
    return f"family {guest.family}" if guest.family else guest.recipient
