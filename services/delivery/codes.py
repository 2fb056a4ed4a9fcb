"""Codes: six digits, sent to where someone is reached already, without which a personal link changes nothing.

A code holds ten minutes and five tries, and is spent by one act of the purpose it was asked for, on the link
and in the browser it was asked in; asking for another act there ends it, and asking for the same sends it
again. How many are sent stands in `code_allowance`. It goes through the ledger like any message: to the chats
linked or the address on file, never to one given on the page. It is kept nowhere: it follows from its id and
a key.
"""

import hmac
import re
from collections.abc import Mapping, Sequence
from datetime import datetime

import msgspec

from services.access.grant_rows import Grant
from services.access.grants import Grants
from services.access.kinds import CODE, CODE_UNFINISHED, CODE_WRONG
from services.delivery.addressing import EMAIL, ON_FILE, Draft, drafts
from services.delivery.code_allowance import can_be_tried, counts, is_proven, sending
from services.delivery.correspondents import Correspondents, recipient_of
from services.delivery.deliveries import Deliveries, of_notice
from services.delivery.emails import Emails
from services.delivery.links import Links
from services.delivery.personal_links import PersonalLink
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.reaching import Reaching
from services.delivery.tables import fan_out
from services.notices.kinds import KINDS
from services.notices.notice import Notice
from services.notices.store import NoticeStore
from services.tournament.state import State
from shared.clock import to_micros
from shared.database import Driver
from shared.pasted import digits_pasted
from shared.problems import Problem, ProblemType

KIND = KINDS["personal-code"]
ON_THE_PAGE = (WEB_PUSH,)
"""Channels that lead to the page itself, or to whoever holds its link, and so prove nothing."""
_DIGITS = 6
_CODE = re.compile(rf"[0-9]{{{_DIGITS}}}")

CODE_TRIED_OUT = ProblemType("code-tried-out", 403)
CODE_NOWHERE = ProblemType("code-nowhere", 409)
CODE_UNSENDABLE = ProblemType("code-unsendable", 409)


class AskedBy(msgspec.Struct, frozen=True):
    """Who asks on a page, as far as is known: which browser, and from which address. Kept as keyed hashes."""

    browser: str
    address: str


class Sent(msgspec.Struct, frozen=True):
    """A code on its way.

    Attributes:
        places: by channel where it goes, an e-mail address masked; "" for a chat.
    """

    places: tuple[tuple[str, str], ...]
    until: datetime


class Codes:
    """Codes about the entrants of a database.

    Args:
        channels: the names of the channels there are.
    """

    def __init__(
        self, grants: Grants, correspondents: Correspondents, links: Links, channels: Sequence[str]
    ) -> None:
        self._grants = grants
        self._database, self._clock = grants.database, grants.clock
        self._correspondents = correspondents
        self._links = links
        self._emails = Emails(correspondents, links)
        self._reaching = Reaching(correspondents, links, self._emails)
        self._deliveries = Deliveries(self._database)
        self._notices = NoticeStore(self._database)
        self._channels = [channel for channel in channels if channel not in ON_THE_PAGE]
        self._taken_in = self._database.prepare(self._database.insert(fan_out).on_conflict_do_nothing())

    def ask(self, link: PersonalLink, recipient: str, purpose: str, by: AskedBy) -> Sent:
        """Send a code by which this may be done on this page, or once more the one that holds still.

        A code for anything else that this browser asked for about the recipient is dead from then on.

        Args:
            recipient: one of the link's.
            purpose: what for: its first word names it to people, the whole of it is what the code opens.

        Raises:
            Problem: code-nowhere, code-unsendable, code-under-way, codes-enough.
        """
        assert recipient in link.recipients, "a code is asked for on the page of whom it is about"
        tournament_id, now = link.tournament_id, self._clock.now()
        until = now + CODE.holds
        state = self._correspondents.state(tournament_id)
        made = self._drafts(state, recipient)
        if not made:
            raise self._nowhere(state, recipient)
        with self._database.writing() as driver:
            code = self._asked(driver, link, recipient, purpose, by, now)
            notice = self._notice(state, recipient, purpose, code.grant_id, until)
            for written in self._notices.writes(tournament_id, [notice]):
                self._database.run(driver, written.statement, written.rows)
            # Nobody but whom it was asked for gets it: it counts as fanned out already.
            taken_in = {**of_notice(tournament_id, notice, now), "status": "done", "cursor": ""}
            self._database.run(driver, self._taken_in, [taken_in])
            self._deliveries.add(driver, self._deliveries.rows(tournament_id, notice, made, now))
        return Sent(self._places(tournament_id, made), until)

    def nowhere(self, link: PersonalLink, recipient: str) -> Problem | None:
        """Why no code about one of the link's can be sent; None where a chat or an address takes it."""
        state = self._correspondents.state(link.tournament_id)
        return None if self._drafts(state, recipient) else self._nowhere(state, recipient)

    def awaits(self, link: PersonalLink, recipient: str, purpose: str, by: AskedBy) -> bool:
        """Whether a code for this was asked for on this page, in this browser, and can still be used."""
        code = self._last(link, recipient, by)
        return code is not None and can_be_tried(code, purpose, self._clock.now())

    def spend(self, link: PersonalLink, recipient: str, purpose: str, code: str, by: AskedBy) -> str:
        """Use a code up; returns its id, by which what it opens is done once.

        Raises:
            Problem: code-unfinished, which is no try; code-tried-out, once it was tried for the last time,
                and after that; else code-wrong, whatever is wrong: it is another, spent, too old.
        """
        found = self._last(link, recipient, by)
        if found is None or found.scope != purpose:
            raise CODE_WRONG()
        given = digits_pasted(code)
        if _CODE.fullmatch(given) is None and found.tries < CODE.tries:
            raise CODE_UNFINISHED(digits=_DIGITS)
        with self._database.writing() as driver:
            # A try counts before it is looked at, so that trying side by side gains nothing.
            tried = self._grants.take_try(driver, found)
        if not tried or not self._is(found, given):
            again, now = self._last(link, recipient, by), self._clock.now()
            spoilt = again is not None and again.holds(now) and again.tries >= CODE.tries
            raise CODE_TRIED_OUT(most=CODE.tries) if spoilt else CODE_WRONG()
        with self._database.writing() as driver:
            if not self._grants.use(driver, found):
                raise CODE_WRONG()
        return found.grant_id

    def used(self, link: PersonalLink, recipient: str, purpose: str, code: str, by: AskedBy) -> str:
        """The id of the code that was used up for this last, where it is this one; "" where it is not.

        It opens nothing more, so it takes no try to ask.
        """
        found = self._last(link, recipient, by)
        if found is None or found.used_at is None or found.scope != purpose:
            return ""
        return found.grant_id if self._is(found, digits_pasted(code)) else ""

    def code(self, code_id: str) -> str:
        """The six digits of a code."""
        return self._grants.digits(CODE, code_id, _DIGITS)

    def _is(self, code: Grant, given: str) -> bool:
        return hmac.compare_digest(self.code(code.grant_id).encode(), given.encode("utf-8", "replace"))

    def _drafts(self, state: State, recipient: str) -> list[Draft]:
        """Where a code about someone goes."""
        meant = recipient_of(recipient)
        reach = self._reaching.of(state, KIND.name, [meant], self._channels)
        return [draft for draft in drafts([meant], reach) if draft.status == "pending"]

    def _nowhere(self, state: State, recipient: str) -> Problem:
        """Nothing is known that a code could go to; or an address is, but no e-mail goes out here."""
        meant = recipient_of(recipient)
        details = self._correspondents.details(state.plan.id, [meant])
        has_address = bool(self._emails.on_file(state.plan.id, state, details))
        unsendable = has_address and EMAIL not in self._channels
        return (CODE_UNSENDABLE if unsendable else CODE_NOWHERE)(contact=state.plan.contact)

    def _secret(self, link: PersonalLink, recipient: str, by: AskedBy) -> bytes:
        """By which the last code is found that a browser asked for on a link about someone."""
        return self._grants.hash(CODE, f"browser {link.link_hash.hex()} {recipient} {by.browser}")

    def _last(self, link: PersonalLink, recipient: str, by: AskedBy) -> Grant | None:
        found = self._grants.by_secret(CODE, self._secret(link, recipient, by))
        return found[0] if found else None

    def _asked(
        self, driver: Driver, link: PersonalLink, recipient: str, purpose: str, by: AskedBy, now: datetime
    ) -> Grant:
        """In a write transaction: the code that a browser is sent now, in the place of its last one.

        Raises:
            Problem: code-under-way, codes-enough.
        """
        # Whoever asks on a link waits here for whoever asks on it at once, so that all are counted.
        self._grants.lock(driver, link.link_hash, recipient)
        of_all = self._grants.of_person(CODE, link.tournament_id, recipient)
        over = [code for code in of_all if not (code.holds(now) or is_proven(code) or counts(code, now))]
        known = [code for code in of_all if code.issued_by == link.link_id and code not in over]
        secret = self._secret(link, recipient, by)
        asked_from = self._grants.hash(CODE, f"address {by.address}").hex()
        mine = next((code for code in known if code.secret == secret), None)
        again = sending(known, mine, asked_from, purpose, now) == "again"
        asking = {"asked_from": asked_from, "counted_from": to_micros(now), "asked": 1}
        if mine is not None and counts(mine, now):
            asking = {**mine.details, "asked": mine.details["asked"] + 1}
        made = Grant(
            secret,
            recipient,
            CODE.name,
            mine.grant_id if mine is not None and again else self._grants.random(8).hex(),
            link.tournament_id,
            purpose,
            now,
            now + CODE.holds,
            issued_by=link.link_id,
            proven_at=None if mine is None else mine.used_at or mine.proven_at,
            tries=mine.tries if mine is not None and again else 0,
            details=asking,
        )
        self._grants.drop(driver, [*over, *([mine] if mine is not None else [])])
        self._grants.insert([made], driver)
        return made

    def _notice(self, state: State, recipient: str, purpose: str, code_id: str, until: datetime) -> Notice:
        """The message with a code; one that is sent again is a message of its own."""
        message_id = self._grants.random(8).hex()
        return Notice(
            state.seq,
            KIND.name,
            recipient,
            KIND.name,
            {"code_id": code_id, "purpose": purpose.partition(" ")[0]},
            f"C-{message_id[:4].upper()}",
            f"{KIND.name}:{recipient}:{message_id}",
            KIND.lane,
            not_after=until,
        )

    def _places(self, tournament_id: str, made: Sequence[Draft]) -> tuple[tuple[str, str], ...]:
        linked = [draft.address_id for draft in made if draft.channel == EMAIL]
        where = self._links.where(
            tournament_id, [recipient for recipient in linked if not recipient.startswith(ON_FILE)]
        )
        return tuple((draft.channel, self._shown(tournament_id, draft, where)) for draft in made)

    def _shown(self, tournament_id: str, draft: Draft, where: Mapping[str, str]) -> str:
        if draft.channel != EMAIL:
            return ""
        on_file = draft.address_id.startswith(ON_FILE)
        address = (
            self._emails.where(tournament_id, draft.address_id) if on_file else where.get(draft.address_id)
        )
        name, _, host = (address or "").rpartition("@")
        return f"{name[:1]}***@{host}"
