"""Codes: six digits, sent to where someone is reached already, without which a personal link changes nothing.

One is under way for an entrant at a time, for ten minutes and five tries, and is spent by one act of the
purpose it was asked for, on the link it was asked on; asking for another act, or on another link, ends it.
It goes through the ledger like any message: to the chats linked or the address on file, never to one given
on the page. It is kept nowhere: it follows from its id and a key.
"""

import hmac
import os
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

import msgspec
import sqlalchemy as sa

from services.delivery.addressing import EMAIL, ON_FILE, Draft, drafts
from services.delivery.correspondents import Correspondents, recipient_of, subject_of
from services.delivery.deliveries import Deliveries
from services.delivery.emails import Emails
from services.delivery.links import Links
from services.delivery.personal_links import PersonalLink
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.reaching import Reaching
from services.delivery.tables import fan_out, personal_code
from services.notices.kinds import KINDS
from services.notices.notice import Notice
from services.notices.store import NoticeStore
from services.tournament.state import State
from shared.clock import Clock, from_micros, to_micros
from shared.database import Database
from shared.problems import Problem, ProblemType

KIND = KINDS["personal-code"]
HOLDS = timedelta(minutes=10)
TRIES = 5
A_DAY = 10
"""Codes about one entrant within a day."""
ON_THE_PAGE = (WEB_PUSH,)
"""Channels that lead to the page itself, or to whoever holds its link, and so prove nothing."""
_CODE = re.compile(r"[0-9]{6}")
_FULL_WIDTH = str.maketrans("０１２３４５６７８９", "0123456789")
"""Digits as keyboards for Chinese may write them."""

CODE_WRONG = ProblemType("code-wrong", 403)
CODE_TRIED_OUT = ProblemType("code-tried-out", 403)
CODE_UNDER_WAY = ProblemType("code-under-way", 409)
CODES_ENOUGH = ProblemType("codes-enough", 429)
CODE_NOWHERE = ProblemType("code-nowhere", 409)


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
        self._channels = [own for own in channels if own not in ON_THE_PAGE]
        self._random = random
        self._statements = database.prepared(_Statements)

    def ask(self, link: PersonalLink, recipient: str, purpose: str) -> Sent:
        """Send a code by which this may be done on this page.

        A code for anything else that is under way about the recipient is dead from then on.

        Args:
            recipient: one of the link's.
            purpose: what for: its first word names it to people, the whole of it is what the code opens.

        Raises:
            Problem: code-nowhere, code-under-way, codes-enough.
        """
        assert recipient in link.recipients, "a code is asked for on the page of whom it is about"
        tournament_id, now = link.tournament_id, self._clock.now()
        state = self._correspondents.state(tournament_id)
        made = self._drafts(state, recipient)
        if not made:
            raise CODE_NOWHERE(contact=state.plan.contact)
        code_id, until = self._random(8).hex(), now + HOLDS
        notice = Notice(
            state.seq,
            KIND.name,
            recipient,
            KIND.name,
            {"code_id": code_id, "purpose": purpose.partition(" ")[0]},
            f"C-{code_id[:4].upper()}",
            f"{KIND.name}:{recipient}:{code_id}",
            KIND.lane,
            not_after=until,
        )
        row = {
            "tournament_id": tournament_id,
            "recipient": recipient,
            "subject": subject_of(state, tournament_id, recipient),
            "code_id": code_id,
            "link_hash": link.link_hash,
            "purpose": purpose,
            "expires_at": to_micros(until),
            "tries": 0,
            "used_at": None,
            "counted_from": to_micros(now),
            "asked": 1,
        }
        taken_in = _taken_in(tournament_id, notice, now)
        deliveries = self._deliveries.rows(tournament_id, notice, made, now)
        with self._database.writing() as driver:
            limits = {
                "now": to_micros(now),
                "a_day_ago": to_micros(now - timedelta(days=1)),
                "most": A_DAY,
                "most_tries": TRIES,
            }
            if not self._database.change(driver, self._statements.ask, {**row, **limits}):
                raise self._not_now(link, recipient, purpose, now)
            for one in self._notices.writes(tournament_id, [notice]):
                self._database.run(driver, one.statement, one.rows)
            self._database.run(driver, self._statements.taken_in, [taken_in])
            self._deliveries.add(driver, deliveries)
        return Sent(self._places(tournament_id, made), until)

    def reaches(self, link: PersonalLink, recipient: str) -> bool:
        """Whether there is a chat or an address to which a code about one of the link's would go."""
        return bool(self._drafts(self._correspondents.state(link.tournament_id), recipient))

    def awaits(self, link: PersonalLink, recipient: str, purpose: str) -> bool:
        """Whether a code for this was asked for on this page and can still be used."""
        asked = {
            "t": link.tournament_id,
            "r": recipient,
            "on_link": link.link_hash,
            "for_what": purpose,
            "now": to_micros(self._clock.now()),
            "most": TRIES,
        }
        return bool(self._database.fetch(self._statements.awaited, asked))

    def spend(self, link: PersonalLink, recipient: str, purpose: str, code: str) -> str:
        """Use a code up; returns its id, by which what it opens is done once.

        Raises:
            Problem: code-tried-out, once it was tried for the last time, and after that; else code-wrong,
                whatever is wrong: it is another, spent, too old.
        """
        given = "".join(code.translate(_FULL_WIDTH).split())
        now = to_micros(self._clock.now())
        meant = {
            "t": link.tournament_id,
            "r": recipient,
            "on_link": link.link_hash,
            "for_what": purpose,
            "now": now,
            "most": TRIES,
        }
        with self._database.writing() as driver:
            # A try counts before it is looked at, so that trying side by side gains nothing.
            if not self._database.change(driver, self._statements.try_, meant):
                raise self._wrong(meant)
        rows = self._database.fetch(self._statements.one, {"t": link.tournament_id, "r": recipient})
        code_id = rows[0][0] if rows else ""
        matches = hmac.compare_digest(self.code(code_id).encode(), given.encode("utf-8", "replace"))
        if _CODE.fullmatch(given) is None or not matches:
            raise self._wrong(meant)
        with self._database.writing() as driver:
            used = {**meant, "which": code_id}
            if not self._database.change(driver, self._statements.use, used):
                raise CODE_WRONG()
        return str(code_id)

    def code(self, code_id: str) -> str:
        """The six digits of a code."""
        made = hmac.digest(self._key, code_id.encode(), "sha256")
        return f"{int.from_bytes(made[:8], 'big') % 1_000_000:06d}"

    def _drafts(self, state: State, recipient: str) -> list[Draft]:
        """Where a code about someone goes."""
        meant = recipient_of(recipient)
        reach = self._reaching.of(state, KIND.name, [meant], self._channels)
        return [own for own in drafts([meant], reach) if own.status == "pending"]

    def _wrong(self, meant: Mapping[str, Any]) -> Problem:
        """Why a code does not hold, to whoever asked for one here: none is left to try, or just so."""
        return (
            CODE_TRIED_OUT(most=TRIES)
            if self._database.fetch(self._statements.spoilt, meant)
            else CODE_WRONG()
        )

    def _not_now(self, link: PersonalLink, recipient: str, purpose: str, now: datetime) -> Problem:
        """Why no further code is sent."""
        if not self.awaits(link, recipient, purpose):
            return CODES_ENOUGH(most=A_DAY)
        rows = self._database.fetch(self._statements.one, {"t": link.tournament_id, "r": recipient})
        seconds = max(1, round((from_micros(rows[0][1]) - now).total_seconds()))
        return CODE_UNDER_WAY(minutes=-(-seconds // 60)).after(seconds)

    def _places(self, tournament_id: str, made: Sequence[Draft]) -> tuple[tuple[str, str], ...]:
        linked = [own.address_id for own in made if own.channel == EMAIL]
        where = self._links.where(tournament_id, [own for own in linked if not own.startswith(ON_FILE)])
        return tuple((own.channel, self._shown(tournament_id, own, where)) for own in made)

    def _shown(self, tournament_id: str, own: Draft, where: Mapping[str, str]) -> str:
        if own.channel != EMAIL:
            return ""
        on_file = own.address_id.startswith(ON_FILE)
        address = self._emails.where(tournament_id, own.address_id) if on_file else where.get(own.address_id)
        name, _, host = (address or "").rpartition("@")
        return f"{name[:1]}***@{host}"


def _taken_in(tournament_id: str, notice: Notice, now: datetime) -> dict[str, Any]:
    """That the notice was fanned out already: nobody but whom it was asked for gets it."""
    return {
        "tournament_id": tournament_id,
        "notice": notice.dedupe_key,
        "reference": notice.reference,
        "seq": notice.seq,
        "kind": notice.kind,
        "lane": notice.priority,
        "topic": None,
        "status": "done",
        "due_at": to_micros(now),
        "cursor": "",
    }


class _Statements:
    """By what they do."""

    def __init__(self, database: Database) -> None:
        own, bind = personal_code.c, sa.bindparam
        asking = database.insert(personal_code)
        new = asking.excluded
        anew = own.counted_from <= bind("a_day_ago")
        changed: dict[str, Any] = {
            name: new[name]
            for name in ("subject", "code_id", "link_hash", "purpose", "expires_at", "tries", "used_at")
        }
        changed["counted_from"] = sa.case((anew, new["counted_from"]), else_=own.counted_from)
        changed["asked"] = sa.case((anew, 1), else_=own.asked + 1)
        free = sa.or_(
            own.expires_at <= bind("now"),
            own.used_at.is_not(None),
            own.tries >= bind("most_tries"),
            own.purpose != new["purpose"],
            own.link_hash != new["link_hash"],
        )
        self.ask = database.prepare(
            asking.on_conflict_do_update(
                index_elements=["tournament_id", "recipient"],
                set_=changed,
                where=sa.and_(free, sa.or_(anew, own.asked < bind("most"))),
            )
        )
        this = (own.tournament_id == bind("t"), own.recipient == bind("r"))
        usable = (
            *this,
            own.link_hash == bind("on_link"),
            own.purpose == bind("for_what"),
            own.used_at.is_(None),
            own.expires_at > bind("now"),
        )
        to_try = (*usable, own.tries < bind("most"))
        change: Any = sa.update(personal_code)
        self.try_ = database.prepare(change.where(*to_try).values(tries=own.tries + 1))
        self.awaited = database.prepare(sa.select(own.code_id).where(*to_try))
        self.spoilt = database.prepare(sa.select(own.code_id).where(*usable, own.tries >= bind("most")))
        self.one = database.prepare(sa.select(own.code_id, own.expires_at).where(*this))
        self.use = database.prepare(
            change.where(*usable, own.code_id == bind("which")).values(used_at=bind("now"))
        )
        self.taken_in = database.prepare(database.insert(fan_out).on_conflict_do_nothing())
