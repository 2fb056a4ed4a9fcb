"""Each of those a personal page stands for: what comes next, how the entry stands, what may be done."""

from collections.abc import Collection, Iterator, Sequence
from datetime import date, datetime, time

import msgspec

from services.desk.explaining import Explanation
from services.desk.params import ExplainParams
from services.desk.programme import TournamentAnswer
from services.desk.reasons import Reason
from services.desk.site.programme import moved_sessions
from services.personal.asking import organizer_reads
from services.personal.objections import how_to_object, how_to_object_to_come, sheets_of
from services.personal.person import Person
from services.personal.reader import Block
from services.personal.record import entry
from services.personal.schedule import Appearance, coming_up, next_of, of_person, to_do
from services.personal.sessions import UNDER_WAY, checks_in, hours, session_called
from services.personal.stopped import alarms
from services.projections.rows import SessionRow
from services.tournament.definition.places_called import table_called
from services.tournament.definition.texts import Text
from services.tournament.kernel.ids import TableId
from services.tournament.people.questions import LONGEST_QUESTION
from services.web.parts import Parts
from services.web.personal.consents import ConsentShown, shown_consents
from services.web.personal.families import FamilyAsked, families_asked
from services.web.personal.personal_session import Opened
from services.web.personal.purposes import Offer, Purpose, offers, read_purpose
from services.web.personal.writing import asks_for_words, may_write
from services.web.sheets.paper import Paper, laid_out
from services.web.site.times import Times
from shared.catalogue import Phrase


class PersonalSheet(msgspec.Struct, frozen=True):
    """The sheet of a table where the person sat or sits, and how to object to it."""

    called: Phrase
    paper: Paper
    objecting: str


class Why(msgspec.Struct, frozen=True):
    """Why somebody stands where they stand in a stage."""

    stage: Text
    chain: Sequence[Reason]


def personal_sheets(page: Opened, person: Person) -> Iterator[PersonalSheet]:
    """In the order of play; none for who gave the place back."""
    when = Times(page.plan.zone, page.language)
    moved = moved_sessions(page.desk, page.tournament)
    defined: TournamentAnswer = page.ask(person, "tournament")
    for view in sheets_of(page, person):
        sheet = view.sheet.sheet
        number = TableId.of(sheet).number
        paper = laid_out(view, number, when, page.language, defined, mine=(person.number,))
        called = table_called(sheet, page.plan, moved.get)
        yield PersonalSheet(called, paper, how_to_object(page, person, view))


def reasons(page: Opened, person: Person) -> Sequence[Why]:
    """The chains of facts behind the place in each stage entered; none for who plays no more."""
    if person.principal.left or not person.may("explain"):
        return ()
    now: Explanation = page.ask(person, "explain", ExplainParams(entrant=person.number))
    found: list[Why] = []
    for stage in now.stages or (now.stage,):
        there: Explanation = page.ask(person, "explain", ExplainParams(entrant=person.number, stage=stage))
        # How they came into a stage is said with the stage before it.
        known = {reason for why in found for reason in why.chain if reason.seq is not None}
        chain = [reason for reason in there.chain if reason not in known]
        found.append(Why(page.plan.stage_name(stage), chain))
    return found


class NextSession(msgspec.Struct, frozen=True):
    """The session that somebody plays next or plays now.

    Attributes:
        under_way: it has begun.
        table, seat: None until seats are drawn.
        begins: when they are to be there, else when play begins; None where it has no hours.
        hours: by name as people write them, None for each that it has not.
        in_doubt: whether it is played is being decided.
    """

    called: Phrase
    under_way: bool
    table: int | None
    seat: str | None
    begins: datetime | None
    hours: dict[str, str | None]
    in_doubt: bool


_LONGEST_STATEMENT = 1000
"""Characters of a dispute that are taken here: the form is carried from page to page."""


class Writing(msgspec.Struct, frozen=True):
    """What somebody can write, and what is asked for."""

    purpose: str
    label: str
    asked: str
    longest: int


class Member(msgspec.Struct, frozen=True):
    """One of those a page stands for.

    Attributes:
        next: None where nothing is to come, or what is to come is suspended.
        alarms: that play is stopped, and what they are to do.
        to_do: what else they are asked to do.
        schedule, entry: what the chat says of both, line by line, without the alarms and what is to do.
        families: family units that others propose to them.
        sheets: of the tables where they sat.
        writing: to the organizer, and a dispute on the sheet of the table where they sat last.
        objecting: how to object to figures, while there is no sheet that says so.
        reasons: why they stand where they stand in each stage; told once they have a sheet.
        nowhere: whom to ask where no code would arrive; "" where one would.
    """

    person: Person
    next: NextSession | None
    alarms: Block
    to_do: Block
    schedule: Block
    entry: Block
    families: tuple[FamilyAsked, ...]
    consents: tuple[ConsentShown, ...]
    offers: tuple[Offer, ...]
    nowhere: str
    plays: bool
    sheets: tuple[PersonalSheet, ...]
    writing: tuple[Writing, ...]
    objecting: str
    reasons: Sequence[Why]

    @property
    def ways_out(self) -> tuple[Offer, ...]:
        """Those that give a place back."""
        return tuple(offer for offer in self.offers if read_purpose(offer.purpose).way is not None)

    @property
    def others(self) -> tuple[Offer, ...]:
        """Those about what is held on them."""
        return tuple(offer for offer in self.offers if offer not in self.ways_out)


def members(parts: Parts, page: Opened, in_doubt: Collection[date]) -> Iterator[Member]:
    """In the order in which the page names them.

    Args:
        in_doubt: the days of which it is being decided whether they are played.
    """
    read = organizer_reads(parts.links, page.tournament)
    for person in page.persons:
        sheets = tuple(personal_sheets(page, person))
        stopped = [] if person.principal.left else alarms(page, person, page.plan)
        schedule, asked = of_person(page, person, page.plan), to_do(page, person)
        nowhere = parts.pages.codes.nowhere(page.link, person.recipient)
        yield Member(
            person,
            _next(page, person, in_doubt),
            [line for line in stopped if line in schedule],
            asked,
            [line for line in schedule if line not in (*stopped, *asked)],
            [line for line in entry(page, person) if line not in schedule],
            tuple(families_asked(page, person)),
            tuple(shown_consents(page, person)),
            tuple(offers(page, person, read=read)) if nowhere is None else (),
            "" if nowhere is None else nowhere.text(page.language),
            person.may("entrant") and not person.principal.left,
            sheets,
            tuple(_writing(parts, page, person, read=read)) if nowhere is None else (),
            "" if sheets else how_to_object_to_come(page, person),
            reasons(page, person) if sheets else (),
        )


def _writing(parts: Parts, page: Opened, person: Person, *, read: bool) -> Iterator[Writing]:
    """What can be written now.

    Args:
        read: whether somebody reads what is asked of the organizer.
    """
    purposes = [Purpose("question")] if read and person.may("ask-organizer") else []
    if person.may("raise-dispute"):
        last = [view.sheet.sheet for view in sheets_of(page, person)][-1:]
        purposes += [Purpose("dispute", sheet=sheet) for sheet in last]
    for purpose in purposes:
        if may_write(parts, page, person, purpose):
            longest = LONGEST_QUESTION if purpose.kind == "question" else _LONGEST_STATEMENT
            label = page.page_text(f"me_{purpose.kind}")
            yield Writing(purpose.text, label, asks_for_words(page, person, purpose), longest)


def _next(page: Opened, person: Person, in_doubt: Collection[date]) -> NextSession | None:
    if person.principal.left:
        return None
    first = next_of(coming_up(page, person, page.plan))
    if first is None or first.suspended is not None:
        return None
    return _session(page, first, in_doubt)


def _session(page: Opened, appearance: Appearance, in_doubt: Collection[date]) -> NextSession:
    row = appearance.row
    return NextSession(
        session_called(page.plan, row),
        row.status in UNDER_WAY,
        None if appearance.table is None else TableId.of(appearance.table).number,
        appearance.seat,
        _begins(page, row),
        hours(page, page.plan, row, appearance.began, appearance.ends),
        row.day is not None and date.fromisoformat(row.day) in in_doubt,
    )


def _begins(page: Opened, row: SessionRow) -> datetime | None:
    at = (row.registration if checks_in(page.plan, row) else row.seating) or row.start
    if row.day is None or at is None:
        return None
    return page.plan.moment(date.fromisoformat(row.day), time.fromisoformat(at))
