"""What stands around each page of a tournament: its title, the way to its other pages, the moment shown."""

from collections.abc import Iterator, Mapping
from datetime import date

import msgspec

from services.access.sign_ins import SIGN_IN_RIGHT
from services.desk.params import NoParams
from services.desk.programme import TournamentAnswer
from services.desk.site.programme import moved_sessions
from services.tournament.definition.places_called import session_called, table_called
from services.tournament.definition.plan import Competition
from services.tournament.definition.texts import Text
from services.web.parts import Parts
from services.web.routes import Call
from services.web.site.appearance import banner_address, logo_address
from shared.catalogue import Phrase


class Tab(msgspec.Struct, frozen=True):
    """A page of the tournament that its others lead to; `key` says it in the catalogue."""

    key: str
    path: str


TABS = (
    Tab("overview", ""),
    Tab("programme", "/programme"),
    Tab("standings", "/standings"),
    Tab("results", "/results"),
    Tab("entrants", "/entrants"),
    Tab("rules", "/rules"),
)
"""In the order in which they are shown; `page-KEY` is what each is called."""


class Frame(msgspec.Struct, frozen=True):
    """What the layout shows around a page of a tournament.

    Attributes:
        seq, hash: of the event up to which the page looks.
        present: seq of the last event there is; greater than `seq` where the page shows the past.
        tabs: the pages it leads to: key of the name, address without language.
        current: the key of the page that is read.
        banner, logo: addresses of the tournament's colour as a style sheet, and of its logo.
        moved: the day of each session that is not on its planned one.
    """

    tournament: str
    plan: Competition
    seq: int
    hash: str
    present: int
    tabs: tuple[Tab, ...]
    current: str
    banner: str | None
    logo: str | None
    moved: Mapping[str, date]

    @property
    def title(self) -> Text:
        return self.plan.title

    @property
    def past(self) -> bool:
        return self.seq < self.present

    @property
    def home(self) -> str:
        return f"/t/{self.tournament}"

    def session_called(self, session: str) -> object:
        """A session as people call it, by the day that it is on."""
        return session_called(session, self.plan, self.moved.get)

    def table_called(self, sheet: str) -> Phrase:
        """A table, or its sheet, likewise."""
        return table_called(sheet, self.plan, self.moved.get)


def frame(parts: Parts, call: Call, current: str, seq: int | None = None) -> Frame:
    """The frame of the page called `current`, at the moment asked for.

    Args:
        seq: the moment that the page looks at; by default the one that was asked for.
    """
    moment = call.as_of if seq is None else seq
    defined: TournamentAnswer = parts.desk.ask(
        call.tournament, "tournament", NoParams(), call.visibility, as_of=moment, language=call.language
    )
    return Frame(
        call.tournament,
        defined.definition,
        defined.seq,
        defined.hash,
        parts.desk.head(call.tournament).seq,
        tuple(_tabs(call)),
        current,
        banner_address(call.tournament, defined.definition),
        logo_address(call.tournament, defined.definition, call.language),
        moved_sessions(parts.desk, call.tournament, moment),
    )


def _tabs(call: Call) -> Iterator[Tab]:
    for tab in TABS:
        yield Tab(tab.key, f"/t/{call.tournament}{tab.path}")
    if call.visibility.scope(SIGN_IN_RIGHT) is not None:
        yield Tab("staff", f"/t/{call.tournament}/staff")
