"""Whom a message about safety has not reached, and what came of ringing them up: kept as deliveries by phone.

Nobody is on the list who acknowledged it, or was reached by phone; so it shrinks by itself.
"""

from collections.abc import Collection, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec
import sqlalchemy as sa

from services.delivery.addressing import Draft, delivery_id, languages_in
from services.delivery.children import names_of_children, with_children
from services.delivery.correspondents import Correspondents, name_in, recipient_of
from services.delivery.deliveries import Deliveries
from services.delivery.following_up import ACKNOWLEDGED_KINDS
from services.delivery.tables import delivery, fan_out
from services.notices.audiences import recipients
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.overtaken import is_taken_back, sessions_told
from services.notices.rendering import message
from services.notices.store import NoticeStore
from services.tournament.state import State
from services.tournament.weather.update_promises import held_of
from shared.clock import Clock, to_micros
from shared.database import Database, array_of
from shared.i18n import Language
from shared.problems import not_found

PHONE = "phone"
"""The channel of calls that an organizer made; nothing is sent over it."""

NO_ANSWER = "nobody answered the phone"
Missing = Literal["unreached", "no_answer", "unread"]
MISSING: Sequence[Missing] = ("unreached", "no_answer", "unread")
"""In the order in which people are rung up."""
_Holds = Literal["in_force", "taken_back", "over"]
"""A suspension is taken back when it holds for none of its sessions any more."""
_ON_ITS_WAY = frozenset({"sent", "unknown", "pending", "started"})


class Outstanding(msgspec.Struct, frozen=True):
    """Someone who is not known to have read a message about safety.

    Attributes:
        notice: the key of the notice.
        missing: nothing reaches them; nobody answered the phone; it was sent and not read yet.
    """

    recipient: str
    notice: str
    missing: Missing


class Called(msgspec.Struct, frozen=True):
    """Someone to ring up.

    Attributes:
        language: that of their registration; None where none is known.
        name: as that language has it; "" for none.
    """

    language: Language | None
    name: str


class ByPhone:
    """The list of those to ring up: who is not known to have read the last message about safety for them."""

    def __init__(self, database: Database, correspondents: Correspondents, clock: Clock) -> None:
        self._database = database
        self._correspondents = correspondents
        self._clock = clock
        self._deliveries = Deliveries(database)
        self._notices = NoticeStore(database)
        self._statements = database.prepared(_Statements)

    def outstanding(self, tournament_id: str) -> list[Outstanding]:
        """Whom to ring up about their last message, those first whom nothing reaches."""
        seqs = self._database.fetch(
            self._statements.seqs, {"t": tournament_id, "kinds": array_of(ACKNOWLEDGED_KINDS)}
        )
        seen: set[str] = set()
        people: list[Outstanding] = []
        for (seq,) in seqs:
            rows = [row for row in self._of(tournament_id, seq) if row.recipient not in seen]
            seen |= {row.recipient for row in rows}
            holds = self._how_far(tournament_id, {row.notice for row in rows})
            people += _still_out([row for row in rows if holds[row.notice] == "in_force"])
            lifted = [row for row in rows if holds[row.notice] == "taken_back"]
            people += self._to_hear_of_lifting(tournament_id, seq, lifted)
        return sorted(people, key=lambda person: (MISSING.index(person.missing), person.recipient))

    def _to_hear_of_lifting(
        self, tournament_id: str, since: int, taken_back: Sequence["_Row"]
    ) -> list[Outstanding]:
        """Who was told of a suspension and is not reached by the word that play goes ahead."""
        knew = {row.recipient for row in taken_back if row.read or row.missing == "unread"}
        if not knew:
            return []
        ahead = self._database.fetch(self._statements.ahead, {"t": tournament_id, "at": since})
        if not ahead:
            return []
        people = _still_out(self._of(tournament_id, ahead[0].seq))
        return [person for person in people if person.recipient in knew and person.missing != "unread"]

    def _of(self, tournament_id: str, seq: int) -> list["_Row"]:
        """What was made of the notices of an event, for each recipient."""
        rows = self._database.fetch(self._statements.of_event, {"t": tournament_id, "at": seq})
        return [
            _Row(key, notice, _missing(channel, status), acknowledged is not None)
            for notice, listed, channel, status, acknowledged in rows
            for key in msgspec.json.decode(listed, type=list[str])
        ]

    def _how_far(self, tournament_id: str, keys: Collection[str]) -> dict[str, "_Holds"]:
        """Of each of these notices, whether what it tells still holds."""
        state, now = self._correspondents.state(tournament_id), self._clock.now()
        notices = {key: self._notices.read_one(tournament_id, key) for key in keys}
        return {key: _holds(state, notice, now) for key, notice in notices.items()}

    def sentence(self, tournament_id: str, outstanding: Outstanding, language: Language) -> str:
        """What to say on the phone: the message as its reader would have read it."""
        notice = self._notices.read_one(tournament_id, outstanding.notice)
        if notice is None:
            raise not_found("notice", outstanding.notice)
        state, reader = self._correspondents.state(tournament_id), recipient_of(outstanding.recipient)
        if is_taken_back(state, notice):
            # It is read to who waits in the hall still: the day it speaks of is not the new one.
            recorded = self._correspondents.recorded_at(tournament_id, notice.seq)
            state = self._correspondents.past_state(tournament_id, notice.seq, recorded)
        details = self._correspondents.details(tournament_id, with_children(state, notice, [reader]))
        words = self._correspondents.words(tournament_id, notice).get(language, "")
        children = names_of_children(state, notice, reader, details, language)
        look = Look(state, notice, reader, language, words, children=children)
        return message([("", look)]).bodies[0]

    def called(self, tournament_id: str, recipient: str) -> Called:
        """Whom to ask for on the phone, and in which language."""
        reader = recipient_of(recipient)
        details = self._correspondents.details(tournament_id, [reader]).get(reader, {})
        spoken = languages_in({reader: details}).get(recipient)
        return Called(spoken, name_in(details, spoken) if spoken is not None else "")

    def note(self, tournament_id: str, outstanding: Outstanding, *, reached: bool) -> None:
        """Keep what came of a call; reached counts as read.

        Raises:
            Problem: not-found, of someone the notice was not for.
        """
        notice = self._notices.read_one(tournament_id, outstanding.notice)
        meant = recipient_of(outstanding.recipient)
        state = self._correspondents.state(tournament_id)
        if notice is None or meant not in recipients(state, notice.audience):
            raise not_found("recipient", outstanding.recipient)
        now = self._clock.now()
        address_id = f"{PHONE}:{outstanding.recipient}"
        draft = Draft((outstanding.recipient,), PHONE, address_id, "zh", "failed")
        row = {
            "id_is": delivery_id(tournament_id, outstanding.notice, address_id),
            "to": "sent" if reached else "failed",
            "because": "" if reached else NO_ANSWER,
            "now": to_micros(now),
            "read": to_micros(now) if reached else None,
        }
        rows = self._deliveries.rows(tournament_id, notice, [draft], now)
        with self._database.writing() as driver:
            self._deliveries.add(driver, rows)
            self._database.run(driver, self._statements.noted, [row])


class _Statements:
    """What is asked of messages about safety, and how they change."""

    def __init__(self, database: Database) -> None:
        column, made, bind = delivery.c, fan_out.c, sa.bindparam
        prepare, listed = database.prepare, database.listed("kinds", sa.Text())
        of_these_kinds = (made.tournament_id == bind("t"), made.kind.in_(listed))
        # Who was never told because it was dropped is to be rung up all the more.
        live = sa.or_(*(made.status == status for status in ("done", "open", "dropping", "dropped")))
        self.seqs = prepare(
            sa.select(made.seq).where(*of_these_kinds, live).distinct().order_by(made.seq.desc())
        )
        columns = (column.notice, column.recipients, column.channel, column.status, column.acknowledged_at)
        self.ahead = prepare(
            sa.select(made.seq)
            .where(made.tournament_id == bind("t"), made.kind == "goes-ahead", made.seq > bind("at"), live)
            .order_by(made.seq.desc())
            .limit(1)
        )
        self.of_event = prepare(
            sa.select(*columns).where(column.tournament_id == bind("t"), column.seq == bind("at"))
        )
        change: Any = sa.update(delivery)
        self.noted = prepare(
            change.where(column.id == bind("id_is")).values(
                status=bind("to"),
                why=bind("because"),
                settled_at=bind("now"),
                acknowledged_at=bind("read", type_=sa.BigInteger),
            )
        )


class _Row(msgspec.Struct, frozen=True):
    """How one recipient stands to a notice, by one way."""

    recipient: str
    notice: str
    missing: Missing
    read: bool


def _holds(state: State, notice: Notice | None, now: datetime) -> _Holds:
    """Whether what a notice tells still holds, at a time."""
    if notice is None or (notice.not_after is not None and notice.not_after <= now):
        return "over"
    if not is_taken_back(state, notice):
        return "in_force"
    # With a new date, those who were told to stay in the hall still wait for a word, while that day lasts.
    today = state.plan.local_day(now)
    held = [held_of(state, state.sessions[id]) for id in sessions_told(notice) if id in state.sessions]
    waits = any(stay is not None and stay.day is not None and today <= stay.day for stay in held)
    return "in_force" if waits else "taken_back"


def _still_out(rows: Sequence[_Row]) -> list[Outstanding]:
    """Those who did not read it by any way, each with the way that got furthest."""
    read = {row.recipient for row in rows if row.read}
    found: dict[str, Outstanding] = {}
    for row in rows:
        known = found.get(row.recipient)
        if known is None or MISSING.index(row.missing) > MISSING.index(known.missing):
            found[row.recipient] = Outstanding(row.recipient, row.notice, row.missing)
    return [person for key, person in found.items() if key not in read and not key.startswith("public:")]


def _missing(channel: str, status: str) -> Missing:
    if status in _ON_ITS_WAY:
        return "unread"
    return "no_answer" if channel == PHONE else "unreached"
