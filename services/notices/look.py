"""One look at a notice: for one recipient, in one language, on the state it is sent on."""

from collections.abc import Mapping
from datetime import date, time
from types import MappingProxyType
from typing import Literal
from zoneinfo import ZoneInfo

import msgspec

from services.notices.audiences import Recipient
from services.notices.notice import Notice
from services.tournament.definition.texts import Text
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import Attendance
from services.tournament.seating.sessions import Session
from services.tournament.state import State
from shared.catalogue import Phrase, say
from shared.i18n import Language, day_shown, time_shown

NONE = "-"
DAY_FOLLOWS = Phrase("notice-day-follows")


class Look(msgspec.Struct, frozen=True):
    """One look at a notice, for one recipient in one language.

    Attributes:
        words: of an announcement, from the vault; "" otherwise.
        site: where the public pages are, without a slash at the end; "" if they are not public.
        invitation: the reader's personal link to the bot, in an invitation; "" where there is no bot.
        page: the link to the reader's page, in an invitation; "" where pages are not public.
        code: the six digits, in a message that brings them.
        children: the names of the reader's children in a hall where play is off, without the reader.
        attached: whether the file that belongs to the message goes along with it.
        family: by number the names of those of a family whom the place of reading stands for.
        read_in: a chat, where there are buttons, a page, or an e-mail, where there is nothing to press.
    """

    state: State
    notice: Notice
    recipient: Recipient
    language: Language
    words: str = ""
    site: str = ""
    invitation: str = ""
    page: str = ""
    code: str = ""
    children: tuple[str, ...] = ()
    attached: bool = False
    family: Mapping[str, str] = MappingProxyType({})
    read_in: Literal["chat", "page", "mail"] = "chat"

    @property
    def zone(self) -> ZoneInfo:
        return ZoneInfo(self.state.plan.zone)

    def say(self, text: Text | Phrase) -> str:
        """A text of the tournament file, or of the catalogue."""
        return text.in_language(self.language)

    def phrase(self, key: str, **values: object) -> str:
        """A text of the catalogue about notices."""
        return say(f"notice-{key}", self.language, **values)

    def called(self, number: str) -> str:
        """An entrant of the reader's family: the name where the reader stands for both, else the number."""
        return self.family.get(number) or number

    def parameter(self, name: str) -> str:
        return self.notice.parameters.get(name, "")

    @property
    def session(self) -> Session:
        """The session that the notice is about, else the recipient's own."""
        named = self.state.sessions.get(self.parameter("session"))
        if named is not None:
            return named
        table, attendance = self.table_meant, self.attendance
        if table is not None:
            return self.state.sessions[table.session]
        return self.state.sessions[
            attendance.session if attendance is not None else next(iter(self.state.sessions))
        ]

    @property
    def table_meant(self) -> TableId | None:
        """The table of the sheet that the notice is about."""
        return TableId.read(self.parameter("sheet"))

    @property
    def attendance(self) -> Attendance | None:
        """Where the recipient plays, in the stage of the session named or the last they are in."""
        entrant = self.state.entrants.get(self.recipient.number)
        if entrant is None:
            return None
        session = self.state.sessions.get(self.parameter("session"))
        if session is not None:
            return entrant.in_session(session.stage, session.plan.id) or entrant.at(session.stage)
        return entrant.participations[-1].latest

    def time(self, at: time | None, day: date | None) -> str | None:
        """The hour of a planned time on a day; None for a session that is begun by command."""
        if at is None:
            return None
        moment = at if day is None else self.state.plan.moment(day, at)
        return time_shown(moment, self.zone, self.language)

    def day(self, day: date | None) -> str:
        """The day; that it follows, for a session that has none yet."""
        return self.say(DAY_FOLLOWS) if day is None else day_shown(day, self.language)
