"""Personal links: each opens a page on what is one entrant's, or a family's, and is all it takes to read it.

A link opens only while it is not revoked, someone it stands for takes part or gave the place back and was not
forgotten, and the tournament keeps its people (`retention_days` after the last day of play).
"""

from collections.abc import Sequence
from datetime import datetime, time, timedelta

import msgspec

from services.access.grant_rows import FORGOTTEN, Grant
from services.access.grants import Grants
from services.access.kinds import PERSONAL_LINK
from services.access.visibility import gave_back, holds_office
from services.delivery.correspondents import Correspondents
from services.tournament.people.retention import last_day
from services.tournament.state import State
from shared.problems import Problem, ProblemType, not_found, quoted

PERSONAL_LINK_FORGOTTEN = ProblemType("personal-link-forgotten", 410)


class PersonalLink(msgspec.Struct, frozen=True):
    """A link that opens its page now.

    Attributes:
        recipients: "entrant:0007", …: those of them who take part or gave the place back, in order.
        link_id: names it, and tells nothing of its text.
        link_hash: by which it is known here.
        forgotten: how many it stood for who were forgotten since.
    """

    tournament_id: str
    recipients: tuple[str, ...]
    link_id: str
    link_hash: bytes
    forgotten: int = 0


class LinkRecord(msgspec.Struct, frozen=True):
    """What is known of a link that was made; its text is not.

    Attributes:
        revoked_at: None while it holds.
    """

    link_id: str
    recipients: tuple[str, ...]
    made_at: datetime
    revoked_at: datetime | None


class PersonalLinks:
    """The links of a database.

    Args:
        retention_days: after the last day of play for which links hold; 0: for good.
    """

    def __init__(self, grants: Grants, correspondents: Correspondents, retention_days: int) -> None:
        self._grants = grants
        self._correspondents = correspondents
        self._retention = timedelta(days=retention_days)

    def make(self, tournament_id: str, groups: Sequence[Sequence[str]]) -> list[str]:
        """A new link for each of these groups of entrants, in order; those made before hold as well.

        Raises:
            Problem: not-found, for who has no page, or there is no such tournament; then none is made.
        """
        state = self._correspondents.state(tournament_id)
        made = [self._issued(state, tournament_id, group) for group in groups]
        self._grants.insert([each for _, grants in made for each in grants])
        return [text for text, _ in made]

    def replace(self, tournament_id: str, recipients: Sequence[str], lost: Sequence[str]) -> str:
        """A new link for these together; every link that stood for any of those who lost theirs is dead.

        Raises:
            Problem: as `make`.
        """
        state = self._correspondents.state(tournament_id)
        text, grants = self._issued(state, tournament_id, recipients)
        with self._grants.database.writing() as driver:
            self._grants.revoke_each(driver, self._standing(tournament_id, lost))
            self._grants.insert(grants, driver)
        return text

    def revoke(self, tournament_id: str, recipients: Sequence[str]) -> None:
        """Let every link that stands for any of these be dead from now on; again changes nothing."""
        with self._grants.database.writing() as driver:
            self._grants.revoke_each(driver, self._standing(tournament_id, recipients))

    def read(self, text: str) -> PersonalLink:
        """The link with this text.

        Raises:
            Problem: personal-link-invalid, the same whether there never was one or it is dead;
                personal-link-forgotten, where everyone it stood for was forgotten.
        """
        found = self._grants.open(PERSONAL_LINK, text)
        tournament_id = found[0].tournament_id or ""
        try:
            state = self._correspondents.state(tournament_id)
        except Problem as problem:
            if problem.is_of_the_machine:
                raise
            raise PERSONAL_LINK.unknown() from None
        recipients = tuple(each.whose for each in found if _has_page(state, each.whose))
        forgotten = [each.scope for each in found].count(FORGOTTEN)
        if self.are_over(tournament_id):
            raise PERSONAL_LINK.unknown()
        if not recipients:
            raise PERSONAL_LINK_FORGOTTEN() if forgotten else PERSONAL_LINK.unknown()
        return PersonalLink(tournament_id, recipients, found[0].grant_id, found[0].secret, forgotten)

    def ends(self, state: State) -> datetime | None:
        """When the links of a tournament end; None while no last day is known, or where people are kept."""
        day = last_day(state)
        if day is None or not self._retention:
            return None
        return state.plan.moment(day + self._retention + timedelta(days=1), time())

    def are_over(self, tournament_id: str) -> bool:
        """Whether the links of a tournament open nothing any more."""
        ends = self.ends(self._correspondents.state(tournament_id))
        return ends is not None and ends <= self._grants.clock.now()

    def made(self, tournament_id: str) -> list[LinkRecord]:
        """Every link made in a tournament, the oldest first."""
        found: dict[str, list[Grant]] = {}
        for each in self._grants.listed(PERSONAL_LINK, tournament_id):
            if each.scope != FORGOTTEN:
                found.setdefault(each.grant_id, []).append(each)
        return [
            LinkRecord(link_id, tuple(each.whose for each in of), of[0].issued_at, of[0].revoked_at)
            for link_id, of in found.items()
        ]

    def shared_with(self, tournament_id: str, recipients: Sequence[str]) -> set[str]:
        """Everyone for whom a link that is alive stands together with any of these, and these."""
        return {*recipients, *(each.whose for each in self._standing(tournament_id, recipients))}

    def _standing(self, tournament_id: str, recipients: Sequence[str]) -> list[Grant]:
        """The grants of every link that is alive and stands for any of these."""
        of = (self._grants.of_person(PERSONAL_LINK, tournament_id, recipient) for recipient in recipients)
        theirs = (each for found in of for each in found if each.scope != FORGOTTEN)
        alive = {each.secret for each in theirs if each.revoked_at is None}
        shared = (each for secret in alive for each in self._grants.by_secret(PERSONAL_LINK, secret))
        return [each for each in shared if each.scope != FORGOTTEN]

    def _issued(self, state: State, tournament_id: str, group: Sequence[str]) -> tuple[str, list[Grant]]:
        for recipient in group:
            if not _has_page(state, recipient):
                raise not_found("recipient", quoted(recipient))
        return self._grants.new(PERSONAL_LINK, group, tournament_id)


def _has_page(state: State, recipient: str) -> bool:
    kind, _, number = recipient.partition(":")
    return kind == "entrant" and (holds_office(state, "participant", number) or gave_back(state, number))
