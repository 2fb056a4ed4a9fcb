"""The answers of every query: what outsiders see.

Scores are exact text; a name is there only where it may be shown.
"""

from collections.abc import Mapping
from datetime import date, datetime
from typing import Literal

import msgspec

from services.desk.answers import Page
from services.desk.sheet_views import SheetRecord
from services.projections import rows as models
from services.rules.game import Note
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.people.entrants import ConsentScope

UNSET = msgspec.UNSET
Name = str | msgspec.UnsetType
MOST = 1000


class PlacesHidden(msgspec.Struct, frozen=True):
    """That places are not seen yet, by anyone but officials, and until when.

    Attributes:
        until: `session`: until nobody plays in the stage; `published`: until its results are published.
        stage: the stage that is waited for.
        text: the same in a sentence.
    """

    until: Literal["session", "published"]
    stage: Stage
    text: str


Hidden = PlacesHidden | msgspec.UnsetType


class StandingView(msgspec.Struct, frozen=True):
    """A line of the standings. Scores are exact text; `qualified` is null while the cut is open.

    While places are hidden `place`, `qualified` and `tied` are null.

    The last five are there where the stage shows them: games played, the figures that decide by column, whom
    they met (or "bye") session by session where points rank, and team and category where there are any.
    """

    place: int | None
    entrant_no: str
    games_won: int
    score: str
    average: str
    tiles: int
    qualified: bool | None
    tied: bool | None
    name: Name = UNSET
    games: int | msgspec.UnsetType = UNSET
    figures: Mapping[str, str] | msgspec.UnsetType = UNSET
    opponents: tuple[str, ...] | msgspec.UnsetType = UNSET
    team: str | msgspec.UnsetType = UNSET
    category: str | msgspec.UnsetType = UNSET


class TeamView(msgspec.Struct, frozen=True):
    """A line of a table of teams: its medals, or what its best members add up to.

    `place` is null for a team with fewer members than count.
    """

    place: int | None
    team: str
    gold: int
    silver: int
    bronze: int
    games_won: int | msgspec.UnsetType = UNSET
    score: str | msgspec.UnsetType = UNSET
    tiles: int | msgspec.UnsetType = UNSET
    members: tuple[str, ...] | msgspec.UnsetType = UNSET

    @property
    def by_medals(self) -> bool:
        """Whether medals decide, not what the best members add up to."""
        return self.games_won is UNSET


class CutView(msgspec.Struct, frozen=True):
    """Where the cut from a stage into a later one lies.

    Attributes:
        stage: the stage that it leads into.
        places: how many go on in all; null where the winners of tables alone do.
        per_table: so many of each table go on first; null where places alone count.
        status: `open` while it was not made, `held` while equals across the last place wait for a decision.
        tied: these equals, by entrant number.
    """

    stage: Stage
    places: int | None
    per_table: int | None
    status: Literal["open", "held", "concluded"]
    tied: tuple[str, ...] = ()


class StandingsAnswer(msgspec.Struct, frozen=True):
    """The standings; `columns` where more decides than games and score, and a medal table if there is one.

    Attributes:
        cuts: there where a later stage is entered from this one.
        places_hidden: there while places are not seen yet; a participant then has their own line, the public
            none.
    """

    seq: int
    stage: Stage
    rows: tuple[StandingView, ...]
    columns: tuple[str, ...] | msgspec.UnsetType = UNSET
    teams: tuple[TeamView, ...] | msgspec.UnsetType = UNSET
    places_hidden: Hidden = UNSET
    cuts: tuple[CutView, ...] | msgspec.UnsetType = UNSET


class FamilyView(msgspec.Struct, frozen=True):
    """A family unit; place and figures are null until both members are ranked, and seen, in the final."""

    place: int | None
    unit: str
    child: str
    parent: str
    games_won: int | None
    score: str | None
    tiles: int | None
    tied: bool
    child_name: Name = UNSET
    parent_name: Name = UNSET


class FamiliesAnswer(msgspec.Struct, frozen=True):
    """The family units: ranked first, then by name; while places are hidden all by name."""

    seq: int
    rows: tuple[FamilyView, ...]
    places_hidden: Hidden = UNSET


class SeatView(msgspec.Struct, frozen=True):
    """A seat and who sits there.

    Attributes:
        out: null for who plays on. Officials read why the entrant is out; everyone else only that they are
            not ranked.
    """

    seat: str
    entrant_no: str
    out: Literal["withdrawn", "disqualified", "not_ranked"] | None
    name: Name = UNSET


class TableView(msgspec.Struct, frozen=True):
    number: int
    referee: str | None
    seats: tuple[SeatView, ...]


class SuspendedView(msgspec.Struct, frozen=True):
    """Why a session is suspended, and what the reader is to do.

    Attributes:
        to_do: a word for where they are and the danger, such as "inside_rain"; null for everyone else.
        fetched: whether the reader is a child in the hall, who leaves only with whoever fetches them.
        stopped: whether results are void, and it starts again.
        next_word: by when those concerned are told more; null where that was not promised.
        danger: the grounds, or "other" where the warning was over by then.
        kept_from: "rain", "cyclone", "hurricane" (signals 9 and 10) or "other".
    """

    grounds: str
    to_do: str | None = None
    fetched: bool = False
    stopped: bool = False
    next_word: datetime | None = None
    danger: str = ""
    kept_from: str = ""


class HeldView(msgspec.Struct, frozen=True):
    """What the reader is still to do on the `day` on which a session was suspended that has a new date.

    Attributes:
        to_do: a word for where they are and the danger, such as "inside_rain".
        fetched: whether the reader is a child in the hall, who leaves only with whoever fetches them.
        kept_from: "rain", "cyclone", "hurricane" (signals 9 and 10) or "other".
    """

    day: date
    grounds: str
    to_do: str
    fetched: bool
    kept_from: str = ""


class SessionView(msgspec.Struct, frozen=True):
    """A session, its tables, and who sits out once it is drawn.

    Attributes:
        suspended: there while it is.
        held: there for whoever has a place in it, from a new date on.
        warned: there while it is played although a warning in force stops play: which, since when.
        waiting_place: which place the reader has on the waiting list; not there for anyone else.
        pardoned: there for whoever missed what was stopped, and may play as it starts again.
        began, ends: when play began, early or late, and the end that follows; from then on.
        byes: who sits out with a bye.
        unpaired: who sits out without one, having had as many as the stage gives.
        places_hidden: there while who sits where would tell places that are not seen yet; a participant then
            has their own table, or that they sit out, anyone else none.
    """

    session: models.SessionRow
    tables: tuple[TableView, ...]
    byes: tuple[str, ...]
    unpaired: tuple[str, ...]
    places_hidden: Hidden = UNSET
    suspended: SuspendedView | msgspec.UnsetType = UNSET
    held: HeldView | msgspec.UnsetType = UNSET
    warned: Text | msgspec.UnsetType = UNSET
    waiting_place: int | msgspec.UnsetType = UNSET
    pardoned: bool | msgspec.UnsetType = UNSET
    began: datetime | msgspec.UnsetType = UNSET
    ends: datetime | msgspec.UnsetType = UNSET


class SessionsAnswer(msgspec.Struct, frozen=True):
    seq: int
    rows: tuple[SessionView, ...]


class ProposalView(msgspec.Struct, frozen=True):
    """A family unit that `by` proposed and that nobody has answered yet."""

    child: str
    parent: str
    by: str
    seq: int


class ConsentView(msgspec.Struct, frozen=True):
    """Whether a name may be shown in one place, and who said so, when.

    Attributes:
        given: false where it was withdrawn, or never asked for.
        by: "self", "guardian" or "form"; null where that was not recorded.
        guardian: their name; null for none, and where it is forgotten.
        text: the version of the statement on personal data at that time; null where there was none.
        at, seq: of the event; null where nothing was ever said.
    """

    scope: ConsentScope
    given: bool
    by: str | None = None
    guardian: str | None = None
    text: str | None = None
    at: datetime | None = None
    seq: int | None = None


class ReserveView(msgspec.Struct, frozen=True):
    """A place among the reserves of a stage.

    Attributes:
        place: 1 for the next to move up.
        over: every session of the stage has begun, so that nobody moves up any more.
    """

    stage: str
    place: int
    over: bool


class EntrantView(msgspec.Struct, frozen=True):
    """A participant. Contacts, birth date, proposed units and consents are there for who may see them.

    Attributes:
        reserve: of the last stage they are a reserve for, once places are seen; for who may see contacts.
        goes_on: the stage they go on to and have no session in yet, likewise.
        to_sign: the sheets they are to sign again: where, how and until when, in words; likewise.
        to_play: the games they are still to play at tables whose play is over, in words; likewise.
        unanswered: what they wrote to the organizer that was not answered yet, oldest first; likewise.
        to_come: the open calls for a parent of theirs, or for them as a parent, in words; likewise.
    """

    entrant: models.EntrantRow
    name: Name = UNSET
    details: Mapping[str, str] | msgspec.UnsetType = UNSET
    proposals: tuple[ProposalView, ...] | msgspec.UnsetType = UNSET
    consents: tuple[ConsentView, ...] | msgspec.UnsetType = UNSET
    reserve: ReserveView | msgspec.UnsetType = UNSET
    goes_on: Stage | msgspec.UnsetType = UNSET
    to_sign: tuple[str, ...] | msgspec.UnsetType = UNSET
    to_play: tuple[str, ...] | msgspec.UnsetType = UNSET
    to_come: tuple[str, ...] | msgspec.UnsetType = UNSET
    unanswered: tuple[str, ...] | msgspec.UnsetType = UNSET

    @property
    def asked(self) -> tuple[str, ...]:
        """What they are asked to do, in words, the most urgent first."""
        return (*(self.to_come or ()), *(self.to_play or ()), *(self.to_sign or ()))


class EntrantsAnswer(Page[EntrantView], frozen=True): ...


class SheetView(msgspec.Struct, frozen=True):
    """A score sheet, the names that may be shown, and what a reader of it should know.

    `record` is there where one sheet is asked for.
    """

    sheet: models.SheetRow
    names: Mapping[str, str]
    notes: tuple[Note, ...] = ()
    record: SheetRecord | msgspec.UnsetType = UNSET


class SheetsAnswer(Page[SheetView], frozen=True): ...


class PublicationView(msgspec.Struct, frozen=True):
    stage: Stage
    version: int
    digest: str
    seq: int
    rows: tuple[models.PublishedCell, ...] | msgspec.UnsetType = UNSET


class PublicationsAnswer(msgspec.Struct, frozen=True):
    seq: int
    rows: tuple[PublicationView, ...]


class AwardView(msgspec.Struct, frozen=True):
    """An award: title in both languages, and who has it; of a team's its name, and who counted for it.

    Attributes:
        stage: whose results it rests on.
        place: the place it is for, among those it is decided among.
    """

    award: str
    title_en: str
    title_zh: str
    holders: tuple[str, ...]
    names: Mapping[str, str]
    stage: Stage
    place: int
    team: str | msgspec.UnsetType = UNSET


class AwardsAnswer(msgspec.Struct, frozen=True):
    """The awards; those that rest on places that are not seen yet are left out."""

    seq: int
    rows: tuple[AwardView, ...]
    places_hidden: Hidden = UNSET
