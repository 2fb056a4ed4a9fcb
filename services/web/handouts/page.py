"""A page to print for a session: a score sheet for each table, who sits where, badges, numbers of tables.

The codes on it lead everyone somewhere; what is printed is for officials.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property, partial
from typing import Literal, get_args

import msgspec
from flask import Response

from services.access.board_links import Languages
from services.access.sign_ins import SIGN_IN_RIGHT
from services.officials.people_named import PeopleNamed, everyone, shown_name
from services.tasks.wall import wall
from services.tournament.definition.places_called import session_called
from services.tournament.kernel.ids import TableId
from services.tournament.people.numbers import known_number
from services.tournament.seating.sessions import SEATS, Session
from services.tournament.state import State
from services.web.docket.page_reader import PageReader
from services.web.link_sharing import ARRIVALS, HandedOver, code_address, handed_over
from services.web.page_routes import page_of_now
from services.web.parts import Parts
from services.web.rendering import PageParameters
from services.web.routes import Action, Call, Route
from services.web.signing_in.page import staff_page, to_page
from services.web.tasks.console_page import console_path
from services.web.texts import Texts
from shared.catalogue import Listed
from shared.i18n import LANGUAGES, Language, day_shown, tag
from shared.problems import not_found, quoted

Handout = Literal["sheets", "seats", "badges", "tables"]
HANDOUTS: Sequence[Handout] = get_args(Handout)
_ROWS_OF_A_TARGET = 6
"""So many games have a column on a sheet where no number of them is set."""


class HandoutParameters(PageParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What the page takes.

    Attributes:
        what: is printed.
        langs: in which language, or both.
    """

    what: Handout = "sheets"
    langs: Languages = "both"


class Seat(msgspec.Struct, frozen=True):
    """Somebody at a table; `names` as everyone in the hall may read them, none of them twice."""

    letter: str
    number: str
    names: Sequence[str]
    table: int


class Table(msgspec.Struct, frozen=True):
    """A table; `code` leads to it. Nobody sits there before seats are drawn."""

    number: int
    referee: str
    seats: Sequence[Seat]
    code: HandedOver


class Badge(msgspec.Struct, frozen=True):
    """What somebody wears; `code` checks them in."""

    number: str
    names: Sequence[str]
    code: HandedOver


class _Handouts:
    """What there is to print of a session; raises Problem: not-found."""

    def __init__(self, parts: Parts, call: Call, languages: Sequence[Language]) -> None:
        self._parts, self._call, self._languages = parts, call, languages
        self.state = parts.desk.state(call.tournament)
        found = self.state.sessions.get(call.path["session"])
        if found is None:
            raise not_found("session", quoted(call.path["session"]))
        self.session: Session = found
        self.stage = self.state.stage_plan(found.stage)
        self._reader = PageReader(parts, call)
        self._officials = PeopleNamed(self._reader, self._reader.person)

    def called(self, language: Language) -> str:
        """The session as people call it, beginning with a capital, and its day."""
        text = Listed([session_called(self.session.plan.id, self.state.plan, self.state.moved_to)])
        title, day = text.in_language(language), self.session.day
        dated = "" if day is None else day_shown(day, language)
        title = title if dated in title else Listed([title, dated]).in_language(language)
        return title[:1].upper() + title[1:]

    @cached_property
    def names(self) -> Mapping[str, Sequence[str]]:
        """By number, as officials read them."""
        rolls = [everyone(self._reader, self._reader.person, language) for language in self._languages]
        return {
            number: list(dict.fromkeys(filter(None, (shown_name(roll[number]) for roll in rolls))))
            for number in self.session.entrants
        }

    def _shown(self, number: str) -> Sequence[str]:
        """The names of who agreed to stand on the board in the hall."""
        return self.names[number] if self.state.entrants[number].shown_in("board") else ()

    def tables(self) -> Iterator[Table]:
        """The tables of the session as drawn; before that as many as those expected need."""
        id = self.session.plan.id
        drawn = wall(self.state, self.session)
        for table in drawn:
            seats = [
                Seat(letter, number, self._shown(number), table.number)
                for letter, number in zip(SEATS, table.seats, strict=False)
            ]
            referee = "" if table.referee is None else self._officials.referee(table.referee)
            yield Table(table.number, referee, seats, self._code(table.sheet))
        if not drawn:
            needed = self.session.plan.tables or -(-len(self.session.entrants) // self.stage.table.most)
            for number in range(1, needed + 1):
                yield Table(number, "", (), self._code(str(TableId(id, number))))

    def badges(self) -> Iterator[Badge]:
        """Of those expected, by number."""
        for number in sorted(self.session.entrants):
            yield Badge(number, self._shown(number), self._code(number))

    def _code(self, code: str) -> HandedOver:
        return handed_over(self._parts, code_address(self._call.tournament, code))


def handouts_page(parts: Parts, call: Call) -> Response:
    """The page, with what else can be printed above it, which is not printed."""
    asked: HandoutParameters = call.parameters
    both = sorted(LANGUAGES, key=lambda language: language != call.language)
    languages = both if asked.langs == "both" else (asked.langs,)
    found = _Handouts(parts, call, languages)
    tables = list(found.tables()) if asked.what != "badges" else []
    seats = [seat for table in tables for seat in table.seats]
    return staff_page(
        parts,
        call,
        "handouts/page.html",
        what=asked.what,
        langs=asked.langs,
        handouts=HANDOUTS,
        console=console_path(call.tournament, found.session.plan.id),
        called=found.called(call.language),
        texts=[(tag(language), Texts(language)) for language in languages],
        titles=_once(found.state.plan.title.in_language(language) for language in languages),
        sessions=_once(found.called(language) for language in languages),
        tables=tables,
        by_number=sorted(seats, key=lambda seat: seat.number),
        by_name=_by_name(found.names, seats) if asked.what == "seats" else [],
        badges=list(found.badges()) if asked.what == "badges" else [],
        games=range(1, (found.stage.games_each or _ROWS_OF_A_TARGET) + 1),
        places=range(found.stage.table.most),
        letters=SEATS,
        signed=found.stage.signatures != "none",
    )


def _by_name(names: Mapping[str, Sequence[str]], seats: Sequence[Seat]) -> list[tuple[str, Seat]]:
    """Every name, in order, with the seat; who has one in each language stands there twice."""
    found = [(name, seat) for seat in seats for name in names[seat.number]]
    return sorted(found, key=lambda line: (line[0].casefold(), line[1].number))


def _once(texts: Iterator[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def arrived(parts: Parts, call: Call) -> Response:
    """Go on to where the code leads whoever scanned it; raises Problem: not-found."""
    code, home, state = call.path["arrival"], f"/t/{call.tournament}", parts.desk.state(call.tournament)
    number = known_number(state.entrants, code)
    if number is not None:
        session = _checking_in(state, number)
        if call.sign_in is None:
            return to_page(f"{home}/entrants/{number}", call.language)
        if session and call.visibility.scope("check-in") is not None:
            return to_page(console_path(call.tournament, session), call.language, who=number)
        return to_page(f"{home}/tasks", call.language, about=f"entrant:{number}")
    session, _, table = code.rpartition("/")
    if not table.isdecimal() or session not in state.sessions:
        raise not_found("code", quoted(code))
    if call.sign_in is None or int(table) not in state.sessions[session].tables:
        return to_page(f"{home}/tables/{code}", call.language)
    return to_page(f"{home}/tasks", call.language, about=f"table:{code}")


def _checking_in(state: State, number: str) -> str | None:
    """The first session still to be drawn at which somebody is expected; None for none."""
    expected = (
        session
        for session in state.sessions.values()
        if number in session.entrants and session.status == "scheduled" and not session.tables
    )
    planned = {session.plan.id: state.starts_at(session) for session in expected}
    dated = sorted((at, id) for id, at in planned.items() if at is not None)
    return dated[0][1] if dated else next(iter(planned), None)


def handout_routes(parts: Parts) -> Iterator[Route]:
    """A code leads everyone somewhere; what is printed is for officials."""
    yield page_of_now(parts, "arrival", ARRIVALS, Action("standings"), arrived)
    yield Route(
        name="handouts-page",
        path="/t/{tournament}/sessions/{path:session}/handouts",
        access=Action(SIGN_IN_RIGHT),
        handle=partial(handouts_page, parts),
        parameters=HandoutParameters,
    )
