"""Links: which chat, browser or e-mail address stands for whom. One may stand for several people.

The address lies sealed under each person's key in the vault and is found by blind index; here it has an id
that says nothing. Whoever is forgotten takes key, index and links along.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from services.access.grant_rows import Grant
from services.access.grants import Grants
from services.access.kinds import INVITATION
from services.delivery.correspondents import Correspondents, subject_of
from services.delivery.link_statements import LinkStatements
from services.delivery.preferences import Preferences
from services.delivery.push_addresses import known_by
from services.delivery.tables import link
from services.tournament.people.numbers import known_recipient
from shared.clock import to_micros
from shared.database import Database, Driver, array_of
from shared.eventlog import Write
from shared.i18n import Language
from shared.logs import logger
from shared.problems import not_found, quoted
from shared.vault import Unreadable, Vault
from shared.vault.damage import refusing_damage

log = logger(__name__)
_MOST_NAMED = 200
"""Above so many recipients it is quicker to read the links of all."""
AddressStatus = Literal["active", "dead"]


class Invitation(msgspec.Struct, frozen=True):
    """Whom an address can be linked to by a token."""

    tournament_id: str
    recipient: str


class Linked(msgspec.Struct, frozen=True):
    """One address standing for one recipient.

    Attributes:
        recipient: "entrant:0007", "referee:R01" or "organizer:organizer".
        language: chosen for this address; None: each recipient's own.
        status, why: dead with the reason when nothing arrives there any more.
        by_email: the recipient would rather have e-mail.
    """

    tournament_id: str
    recipient: str
    address_id: str
    channel: str
    language: Language | None
    status: AddressStatus
    why: str
    by_email: bool


class Links:
    """The links in the log's database, and their addresses in the vault.

    Args:
        grants: in whose database they are kept, and invitations by which people link an address.

    Attributes:
        preferences: what those linked want to hear, and how.
    """

    def __init__(
        self,
        grants: Grants,
        vault: Vault,
        correspondents: Correspondents,
    ) -> None:
        self.grants = grants
        self._database = grants.database
        self._vault = vault
        self._correspondents = correspondents
        self.preferences = Preferences(self._database)
        self._statements = self._database.prepared(LinkStatements)

    # Tokens

    def invite(self, tournament_id: str, recipient: str) -> str:
        """A token by which someone can link an address to a recipient, once.

        Raises:
            Problem: not-found, or there is no such tournament.
        """
        entrants = self._correspondents.state(tournament_id).entrants
        known = known_recipient(entrants, recipient)
        return self.invite_each(tournament_id, [known])[known]

    def invite_each(self, tournament_id: str, recipients: Iterable[str]) -> dict[str, str]:
        """Such a token for each of these, by recipient.

        Raises:
            Problem: not-found, or there is no such tournament; then there is none for anyone.
        """
        meant = list(dict.fromkeys(recipients))
        for recipient in meant:
            self._subject(tournament_id, recipient)
        made = {recipient: self.grants.new(INVITATION, [recipient], tournament_id) for recipient in meant}
        self.grants.insert([each for _, grants in made.values() for each in grants])
        return {recipient: token for recipient, (token, _) in made.items()}

    def invited(self, token: str) -> Invitation:
        """What a token is for; using it comes later, once the person has said yes.

        Raises:
            Problem: link-token-invalid.
        """
        return _invitation(self.grants.open(INVITATION, token)[0])

    def invited_once(self, token: str) -> Invitation | None:
        """What a token was made for, also one that was used or is too old; None for none of ours."""
        return next(map(_invitation, self.grants.find(INVITATION, token)), None)

    def accept(self, token: str, channel: str, where: str, language: Language | None = None) -> Linked:
        """Use a token up: link `where` (a chat id, an e-mail address) on `channel` to its recipient.

        Raises:
            Problem: link-token-invalid, not-found.
        """
        (found,) = self.grants.open(INVITATION, token)
        invitation = _invitation(found)
        return self._link(invitation.tournament_id, invitation.recipient, channel, where, language, found)

    def link(
        self, tournament_id: str, recipient: str, channel: str, where: str, language: Language | None = None
    ) -> Linked:
        """Link an address without a token, as an organizer may for the office.

        Raises:
            Problem: not-found, or there is no such tournament.
        """
        return self._link(tournament_id, recipient, channel, where, language, None)

    # Looking up

    def of_address(self, channel: str, where: str) -> list[Linked]:
        """Whom an address stands for, in every tournament; nobody who was forgotten."""
        meant = known_by(channel, where)
        subjects = self._vault.find(_index(channel), meant)
        rows = self._database.fetch(
            self._statements.by_subjects, {"subjects": array_of(subjects), "on": channel}
        )
        found = [(row, self._open(row.subject, row.sealed)) for row in rows]
        return [
            _linked(row)
            for row, address in found
            if address is not None and known_by(channel, address) == meant
        ]

    def of_recipients(
        self, tournament_id: str, recipients: Collection[str] | None = None
    ) -> dict[str, list[Linked]]:
        """The links of a tournament by recipient: of these, or of all; where many are asked for, of all."""
        if recipients is None or len(recipients) > _MOST_NAMED:
            rows = self._database.fetch(self._statements.all, {"t": tournament_id})
        else:
            row = {"t": tournament_id, "keys": array_of(recipients)}
            rows = self._database.fetch(self._statements.of_these, row)
        found: dict[str, list[Linked]] = {}
        for fields in rows:
            found.setdefault(fields.recipient, []).append(_linked(fields))
        return found

    def at(self, tournament_id: str, address_id: str) -> list[Linked]:
        """Whom an address stands for, by its id; nobody where there is no such address."""
        rows = self._database.fetch(self._statements.of_address, {"t": tournament_id, "a": address_id})
        return [_linked(row) for row in rows]

    def where(self, tournament_id: str, address_ids: Iterable[str]) -> dict[str, str]:
        """The addresses in clear, to send to, by id; without those that stand for nobody known any more."""
        row = {"t": tournament_id, "ids": array_of(address_ids)}
        rows = self._database.fetch(self._statements.sealed, row)
        opened = self._open_each([(subject, bytes(sealed)) for _, subject, sealed in rows])
        return {
            address_id: address["address"]
            for (address_id, _, _), address in zip(rows, opened, strict=True)
            if address is not None and "address" in address
        }

    def standing(self, tournament_id: str, address_ids: Iterable[str]) -> dict[str, set[str]]:
        """Whom each of these addresses stands for now, by its id; without those whose links have ended."""
        found: dict[str, set[str]] = {}
        row = {"t": tournament_id, "ids": array_of(address_ids)}
        for address_id, recipient in self._database.fetch(self._statements.standing, row):
            found.setdefault(address_id, set()).add(recipient)
        return found

    def subjects(self) -> list[str]:
        """The vault subjects under which the addresses of all tournaments are sealed."""
        return linked_subjects(self._database)

    # Ending

    def stop(self, channel: str, where: str) -> int:
        """Send nothing more to an address, whomever it stands for; returns how many links ended."""
        links = self.of_address(channel, where)
        for linked in links:
            self.unlink(linked.tournament_id, linked.recipient, linked.address_id)
        return len(links)

    def unlink(self, tournament_id: str, recipient: str, address_id: str) -> None:
        """End one link."""
        key = {"t": tournament_id, "r": recipient, "a": address_id}
        rows = self._database.fetch(self._statements.link, key)
        with self._database.writing() as driver:
            self._database.run(driver, self._statements.delete_link, [key])
            for empty in (self._statements.delete_empty, self._statements.delete_device):
                self._database.run(driver, empty, [{"t": tournament_id, "a": address_id}])
        # The index last: an entry of it that leads to no link does no harm.
        for row in rows:
            channel, subject = row.channel, row.subject
            opened = self._open(subject, row.sealed)
            if opened is not None and not self._still_linked(channel, subject, opened):
                self._vault.unindex(_index(channel), known_by(channel, opened), subject)

    def _still_linked(self, channel: str, subject: str, where: str) -> bool:
        """Whether an address still stands for a person, in another tournament perhaps."""
        rows = self._database.fetch(
            self._statements.by_subjects, {"subjects": array_of([subject]), "on": channel}
        )
        found = (self._open(row.subject, row.sealed) for row in rows)
        return any(
            address is not None and known_by(channel, address) == known_by(channel, where)
            for address in found
        )

    # What becomes of an address

    def mark_dead(
        self, driver: Driver, tournament_id: str, address_id: str, channel: str, why: str, as_of: int = 0
    ) -> None:
        """In a write transaction: nothing arrives at an address any more.

        Args:
            as_of: for an address on file, the seq of the details that hold it: later ones count again.
        """
        row = {
            "tournament_id": tournament_id,
            "address_id": address_id,
            "channel": channel,
            "language": None,
            "status": "dead",
            "why": why[:200],
            "as_of": as_of,
        }
        self._database.run(driver, self._statements.upsert_address, [row])

    def dead_on_file(self, tournament_id: str) -> Mapping[str, int]:
        """E-mail addresses on file that are dead, by address id: the seq they were judged by."""
        return dict(self._database.fetch(self._statements.dead, {"t": tournament_id}))

    def move(self, tournament_id: str, address_id: str, to: str) -> None:
        """An address has become another (a group became a larger one): keep the links, change the address."""
        for row in self._database.fetch(self._statements.of_address, {"t": tournament_id, "a": address_id}):
            channel, subject, old = row.channel, row.subject, self._open(row.subject, row.sealed)
            if old is None:
                continue
            before, after = known_by(channel, old), known_by(channel, to)
            self._vault.index(_index(channel), after, subject)
            sealed = self._vault.seal(subject, {"address": to})
            resealed = {"t": tournament_id, "r": row.recipient, "a": address_id, "to": sealed}
            self._database.write(self._statements.reseal, [resealed])
            if before != after:
                self._vault.unindex(_index(channel), before, subject)

    def removal(self, tournament_id: str, subjects: Iterable[str]) -> list[Write]:
        """What to write in the transaction that forgets these subjects: their links are gone."""
        rows = [{"t": tournament_id, "s": subject} for subject in subjects]
        if not rows:
            return []
        left_over = [{"t": tournament_id}]
        return [
            Write(self._statements.forget, rows),
            Write(self._statements.forget_devices, left_over),
            Write(self._statements.forget_browsers, left_over),
        ]

    # Behind the door

    def _link(
        self,
        tournament_id: str,
        recipient: str,
        channel: str,
        where: str,
        language: Language | None,
        token: Grant | None,
    ) -> Linked:
        subject = self._subject(tournament_id, recipient)
        known = [link for link in self.of_address(channel, where) if link.tournament_id == tournament_id]
        address_id = known[0].address_id if known else f"a-{self.grants.random(8).hex()}"
        now = to_micros(self.grants.clock.now())
        # The vault first: a key or an index entry that leads to no link does no harm.
        if recipient.startswith(("organizer:", "public:")):
            # A person's key was made with the person. Were it lost, another one would only hide that.
            self._vault.create([subject])
        with refusing_damage():
            self._vault.index(_index(channel), known_by(channel, where), subject)
            sealed = self._vault.seal(subject, {"address": where})
        with self._database.writing() as driver:
            if token is not None and not self.grants.use(driver, token):
                raise INVITATION.unknown()
            self._database.run(
                driver,
                self._statements.upsert_address,
                [
                    {
                        "tournament_id": tournament_id,
                        "address_id": address_id,
                        "channel": channel,
                        "language": language or (known[0].language if known else None),
                        "status": "active",
                        "why": "",
                        "as_of": 0,
                    }
                ],
            )
            self._database.run(
                driver,
                self._statements.insert_link,
                [
                    {
                        "tournament_id": tournament_id,
                        "recipient": recipient,
                        "address_id": address_id,
                        "subject": subject,
                        "sealed": sealed,
                        "by_email": 0,
                        "linked_at": now,
                    }
                ],
            )
        (row,) = self._database.fetch(
            self._statements.link, {"t": tournament_id, "r": recipient, "a": address_id}
        )
        return _linked(row)

    def _subject(self, tournament_id: str, recipient: str) -> str:
        state = self._correspondents.state(tournament_id)
        subject = subject_of(state, tournament_id, recipient)
        if subject is None:
            raise not_found("recipient", quoted(recipient))
        return subject

    def _open(self, subject: str, sealed: bytes) -> str | None:
        (found,) = self._open_each([(subject, bytes(sealed))])
        return None if found is None else found.get("address")

    def _open_each(self, records: Sequence[tuple[str, bytes]]) -> list[dict[str, str] | None]:
        """What was sealed; None for the forgotten, and for what is damaged, which spoils no other."""
        opened = []
        for found in self._vault.open_each(records):
            if isinstance(found, Unreadable):
                log.error("address_unreadable", subject=found.subject, why=found.why)
                found = None
            opened.append(found)
        return opened


def _invitation(found: Grant) -> Invitation:
    return Invitation(found.tournament_id or "", found.whose)


def linked_subjects(database: Database) -> list[str]:
    """The vault subjects under which addresses are sealed, in all tournaments."""
    return [row.subject for row in database.fetch(database.prepare(sa.select(link.c.subject).distinct()))]


def _linked(row: Any) -> Linked:
    named = {name: getattr(row, name) for name in Linked.__struct_fields__}
    return Linked(**named | {"by_email": bool(row.by_email)})


def _index(channel: str) -> str:
    return f"address:{channel}"
