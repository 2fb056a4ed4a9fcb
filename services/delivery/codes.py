"""Codes: six digits, sent to where someone is reached already, without which a personal link changes nothing.

A code holds ten minutes and five tries, and is spent by one act of the purpose it was asked for, on the link
and in the browser it was asked in; asking for another act there ends it, and asking for the same sends it
again. How many are sent stands in `code_allowance`. It goes through the ledger like any message: to the chats
linked or the address on file, never to one given on the page. It is kept nowhere: it follows from its id and
a key.
"""

import hmac
import os
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec

from services.delivery.addressing import EMAIL, ON_FILE, Draft, drafts
from services.delivery.code_allowance import HOLDS, TRIES, sending
from services.delivery.code_rows import CodeStatements, asked_in
from services.delivery.correspondents import Correspondents, recipient_of, subject_of
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
from shared.clock import Clock, to_micros
from shared.database import Database, Driver
from shared.pasted import digits_pasted
from shared.problems import Problem, ProblemType

KIND = KINDS["personal-code"]
ON_THE_PAGE = (WEB_PUSH,)
"""Channels that lead to the page itself, or to whoever holds its link, and so prove nothing."""
_CODE = re.compile(r"[0-9]{6}")

CODE_WRONG = ProblemType("code-wrong", 403)
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
        key: from which codes follow.
        random: source of ids.
    """

    def __init__(
        self,
        database: Database,
        correspondents: Correspondents,
        links: Links,
        clock: Clock,
        key: bytes,
        channels: Sequence[str],
        random: Callable[[int], bytes] = os.urandom,
    ) -> None:
        self._database = database
        self._correspondents = correspondents
        self._links = links
        self._emails = Emails(correspondents, links)
        self._reaching = Reaching(correspondents, links, self._emails)
        self._deliveries = Deliveries(database)
        self._notices = NoticeStore(database)
        self._clock = clock
        self._key = key
        self._channels = [channel for channel in channels if channel not in ON_THE_PAGE]
        self._random = random
        self._statements = database.prepared(CodeStatements)
        self._taken_in = database.prepare(database.insert(fan_out).on_conflict_do_nothing())

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
        state = self._correspondents.state(tournament_id)
        made = self._drafts(state, recipient)
        if not made:
            raise self._nowhere(state, recipient)
        with self._database.writing() as driver:
            row = self._asked(driver, link, recipient, purpose, by, now)
            row["subject"] = subject_of(state, tournament_id, recipient)
            self._database.run(driver, self._statements.ask, [row])
            notice = self._notice(state, recipient, purpose, row["code_id"], now + HOLDS)
            for written in self._notices.writes(tournament_id, [notice]):
                self._database.run(driver, written.statement, written.rows)
            # Nobody but whom it was asked for gets it: it counts as fanned out already.
            taken_in = {**of_notice(tournament_id, notice, now), "status": "done", "cursor": ""}
            self._database.run(driver, self._taken_in, [taken_in])
            self._deliveries.add(driver, self._deliveries.rows(tournament_id, notice, made, now))
        return Sent(self._places(tournament_id, made), now + HOLDS)

    def nowhere(self, link: PersonalLink, recipient: str) -> Problem | None:
        """Why no code about one of the link's can be sent; None where a chat or an address takes it."""
        state = self._correspondents.state(link.tournament_id)
        return None if self._drafts(state, recipient) else self._nowhere(state, recipient)

    def awaits(self, link: PersonalLink, recipient: str, purpose: str, by: AskedBy) -> bool:
        """Whether a code for this was asked for on this page, in this browser, and can still be used."""
        return bool(self._database.fetch(self._statements.awaited, self._meant(link, recipient, purpose, by)))

    def spend(self, link: PersonalLink, recipient: str, purpose: str, code: str, by: AskedBy) -> str:
        """Use a code up; returns its id, by which what it opens is done once.

        Raises:
            Problem: code-tried-out, once it was tried for the last time, and after that; else code-wrong,
                whatever is wrong: it is another, spent, too old.
        """
        given = digits_pasted(code)
        meant = self._meant(link, recipient, purpose, by)
        with self._database.writing() as driver:
            # A try counts before it is looked at, so that trying side by side gains nothing.
            if not self._database.change(driver, self._statements.try_, meant):
                raise self._wrong(meant)
        rows = self._database.fetch(self._statements.usable, meant)
        code_id = rows[0][0] if rows else ""
        matches = hmac.compare_digest(self.code(code_id).encode(), given.encode("utf-8", "replace"))
        if _CODE.fullmatch(given) is None or not matches:
            raise self._wrong(meant)
        with self._database.writing() as driver:
            used = {**meant, "which": code_id}
            if not self._database.change(driver, self._statements.use, used):
                raise CODE_WRONG()
        return str(code_id)

    def used(self, link: PersonalLink, recipient: str, purpose: str, code: str, by: AskedBy) -> str:
        """The id of the code that was used up for this last, where it is this one; "" where it is not.

        It opens nothing more, so it takes no try to ask.
        """
        meant = self._meant(link, recipient, purpose, by)
        for (code_id,) in self._database.fetch(self._statements.used, meant):
            if hmac.compare_digest(
                self.code(code_id).encode(), digits_pasted(code).encode("utf-8", "replace")
            ):
                return str(code_id)
        return ""

    def code(self, code_id: str) -> str:
        """The six digits of a code."""
        made = hmac.digest(self._key, code_id.encode(), "sha256")
        return f"{int.from_bytes(made[:8], 'big') % 1_000_000:06d}"

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

    def _wrong(self, meant: Mapping[str, Any]) -> Problem:
        """Why a code does not hold, to whoever asked for one here: none is left to try, or just so."""
        return (
            CODE_TRIED_OUT(most=TRIES)
            if self._database.fetch(self._statements.spoilt, meant)
            else CODE_WRONG()
        )

    def _meant(self, link: PersonalLink, recipient: str, purpose: str, by: AskedBy) -> dict[str, Any]:
        return {
            "t": link.tournament_id,
            "r": recipient,
            "on_link": link.link_hash,
            "in_browser": self._hash("browser", by.browser),
            "for_what": purpose,
            "now": to_micros(self._clock.now()),
        }

    def _asked(
        self,
        driver: Driver,
        link: PersonalLink,
        recipient: str,
        purpose: str,
        by: AskedBy,
        now: datetime,
    ) -> dict[str, Any]:
        """In a write transaction: what is kept of this asking.

        Raises:
            Problem: code-under-way, codes-enough.
        """
        here = {"t": link.tournament_id, "r": recipient, "on_link": link.link_hash}
        a_day_ago = to_micros(now - timedelta(days=1))
        self._database.change(driver, self._statements.take_turns, here)
        let_go = {"t": link.tournament_id, "r": recipient, "now": to_micros(now), "a_day_ago": a_day_ago}
        self._database.run(driver, self._statements.let_go, [let_go])
        known = [asked_in(row) for row in self._database.fetch(self._statements.asked, here)]
        browser, asked_from = self._hash("browser", by.browser), self._hash("address", by.address)
        again = sending(known, browser, asked_from, purpose, now) == "again"
        mine = next((asked for asked in known if asked.browser == browser), None)
        counts = mine is not None and mine.counts(now)
        return {
            "tournament_id": link.tournament_id,
            "recipient": recipient,
            "link_hash": link.link_hash,
            "browser": browser,
            "asked_from": mine.asked_from if mine is not None and counts else asked_from,
            "code_id": mine.code_id if mine is not None and again else self._random(8).hex(),
            "purpose": purpose,
            "sent_at": to_micros(now),
            "expires_at": to_micros(now + HOLDS),
            "tries": mine.tries if mine is not None and again else 0,
            "used_at": None,
            "proven_at": None if mine is None or mine.proven_at is None else to_micros(mine.proven_at),
            "counted_from": to_micros(mine.counted_from if mine is not None and counts else now),
            "asked": mine.asked + 1 if mine is not None and counts else 1,
        }

    def _notice(self, state: State, recipient: str, purpose: str, code_id: str, until: datetime) -> Notice:
        """The message with a code; one that is sent again is a message of its own."""
        message_id = self._random(8).hex()
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

    def _hash(self, what: str, text: str) -> bytes:
        return hmac.digest(self._key, f"{what} {text}".encode("utf-8", "replace"), "sha256")

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
