"""What tasks are about: sessions, tables, entrants and cases, found by what is typed; and what is offered."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date
from functools import cached_property

import msgspec

from services.access.visibility import Visibility
from services.desk.docket_views import DocketAnswer
from services.desk.params import NoParams
from services.desk.questions import QuestionView
from services.officials.people_named import PeopleNamed, people_found
from services.officials.reader import Reader
from services.officials.written import questions_of
from services.personal.person import Person
from services.tasks.answering import beginning
from services.tasks.offered import (
    Offer,
    about_case,
    about_entrant,
    about_session,
    about_table,
    session_of,
    steps_of,
    where_now,
)
from services.tasks.options import latest_first
from services.tasks.refusals import refusal
from services.tasks.waiting import Waiting
from services.tasks.wall import table_on_wall
from services.tournament.definition.places_called import session_called, table_called
from services.tournament.kernel.ids import TableId
from services.tournament.people.numbers import known_number
from services.tournament.seating.sessions_meant import SessionsMeant
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, Word, languages, say
from shared.i18n import Language
from shared.plain_text import narrow

_ON = ("drawn", "playing", "time_called")
_NUMBER = re.compile(r"[0-9]{1,4}")


def _bare(text: str) -> str:
    """The number of a table where it is written with the word for one: "table 7"."""
    words = [
        word for language in languages() for word in re.split(r",\s*|、", say("task-words-table", language))
    ]
    left = re.sub("|".join(map(re.escape, words)), " ", text.casefold()).strip()
    return left if _NUMBER.fullmatch(left) else text


class Subject(msgspec.Struct, frozen=True):
    """Something that tasks are about.

    Attributes:
        key: "table:2026-03-28/1/7", for an address or a button.
        facts: what is known of it, a line each.
        session: whose console shows it; "" for none.
    """

    key: str
    title: str
    facts: Sequence[str]
    offers: Sequence[Offer]
    session: str = ""


def tables_waiting(each: Waiting, language: Language) -> str:
    """How many tables of a session wait for the same, in words."""
    count, word = each.tables or (0, "in")
    state = Word("wall", word).in_language(language)
    return say("page-waits-tables", language, count=count, state=state)


class Subjects:
    """Those of a tournament, for an official."""

    def __init__(self, state: State, reader: Reader, person: Person, seen: Visibility) -> None:
        self._state, self._reader, self._person, self._seen = state, reader, person, seen
        self._names = PeopleNamed(reader, person)

    def found(self, typed: str) -> Iterator[str]:
        """The keys of what somebody types: a table by number or id, a session, a case, an entrant."""
        text = _bare(narrow(typed))
        if not text:
            return
        if text in self._state.sessions:
            yield f"session:{text}"
        elif not _NUMBER.fullmatch(text):
            yield from (f"session:{id}" for id in SessionsMeant(self._state).meant(typed))
        number = known_number(self._state.entrants, text)
        if number and text.startswith("0"):
            yield f"entrant:{number}"  # Nobody writes a table so.
            return
        if session_of(self._state, text) is not None:
            yield f"table:{text}"
        yield from (f"case:{case}" for case in self._cases() if case.casefold() == text.casefold())
        if _NUMBER.fullmatch(text):
            yield from (f"table:{table}" for table in self._tables(int(text)))
        people = [number] if number else people_found(self._reader, self._person, typed)
        yield from (f"entrant:{each}" for each in people)

    def _tables(self, number: int) -> list[TableId]:
        """The tables of that number in sessions that are on, the latest first; with none on, in all."""
        there = [session for session in latest_first(self._state) if number in session.tables]
        on = [session for session in there if session.status in _ON]
        return [TableId(session.plan.id, number) for session in on or there]

    def called(self, key: str) -> Subject | None:
        """What a key means, with what is offered about it; None for nothing there is."""
        kind, _, id = key.partition(":")
        if kind == "session" and id in self._state.sessions:
            return self._session(id)
        if kind == "table" and session_of(self._state, id) is not None:
            return self._table(id)
        if kind == "entrant" and id in self._state.entrants:
            return self._entrant(id)
        return self._case(id) if kind == "case" and id in self._cases() else None

    def table_of(self, key: str) -> str | None:
        """The table that a case is about, or where an entrant sits or sat last; a table itself."""
        kind, _, id = key.partition(":")
        if kind == "case":
            return self._state.disputes[id].sheet
        return where_now(self._state, id) if kind == "entrant" else id

    def is_open(self, sheet: str) -> bool:
        """Whether a table has a score sheet that is not closed."""
        found = self._state.sheets.get(sheet)
        return found is not None and found.closed_seq is None

    def title(self, key: str) -> str:
        """What a key means, as people call it, beginning with a capital; "" for nothing."""
        kind, _, id = key.partition(":")
        plan, moved_to = self._state.plan, self._state.moved_to
        named: object = id
        if kind == "session":
            named = session_called(id, plan, moved_to)
        elif kind == "table":
            named = table_called(id, plan, moved_to)
        elif kind == "entrant":
            named = self._names.entrant(id)
        elif kind == "stage":
            named = plan.stage_name(id)
        elif kind == "day":
            named = Phrase("task-day", {"day": date.fromisoformat(id)})
        text = Listed([named]).in_language(self._reader.language)
        return text[:1].upper() + text[1:]

    def waits(self, each: Waiting) -> str:
        """What something that waits is about; of a question also that it is urgent, and how it begins."""
        title = self.title(each.about)
        if each.offer is None or each.offer.task != "answer-question":
            return title
        return beginning(title, self._questions.get(each.offer.answers["question"]), self._reader.language)

    @cached_property
    def _questions(self) -> Mapping[str, QuestionView]:
        return {view.question: view for view in questions_of(self._reader, self._person)}

    def _session(self, id: str) -> Subject:
        session, seen = self._state.sessions[id], self._seen
        steps = steps_of(self._state, seen, session)
        offers = [offer for step in steps for offer in (step.offer, step.undo) if offer is not None]
        return self._subject(
            f"session:{id}",
            [Word("session", session.status)],
            [*offers, *about_session(self._state, seen, session)],
            id,
        )

    def _table(self, id: str) -> Subject:
        found = session_of(self._state, id)
        assert found is not None, "only tables that are there are asked for"
        session, number = found
        table = table_on_wall(self._state, session, number)
        referee = () if table.referee is None else (self._names.referee(table.referee),)
        return self._subject(
            f"table:{id}",
            [Word("wall", table.state), *referee, *map(self._names.entrant, table.seats)],
            about_table(self._state, self._seen, session, number),
            session.plan.id,
        )

    def _entrant(self, number: str) -> Subject:
        entrant = self._state.entrants[number]
        where = entrant.in_stage(entrant.stage) if entrant.participations else None
        facts: list[object] = []
        if where is not None and where.table is not None:
            facts.append(table_called(where.table, self._state.plan, self._state.moved_to))
        elif where is not None:
            facts.append(session_called(where.session, self._state.plan, self._state.moved_to))
        if where is not None:
            facts.append(Word("presence", where.presence))
        return self._subject(
            f"entrant:{number}",
            facts,
            about_entrant(self._state, self._seen, number),
        )

    def _case(self, dispute: str) -> Subject:
        case = self._state.disputes[dispute]
        table = (
            () if case.sheet is None else (table_called(case.sheet, self._state.plan, self._state.moved_to),)
        )
        return self._subject(
            f"case:{dispute}",
            [Word("case", case.status), *table],
            about_case(self._state, self._seen, dispute),
        )

    def _subject(
        self, key: str, facts: Iterable[object], offers: Iterable[Offer], session: str = ""
    ) -> Subject:
        language = self._reader.language
        lines = [Listed([fact]).in_language(language) for fact in facts]
        desk, person = self._reader.desk, self._person
        may = [
            offer for offer in offers if refusal(desk, person.tournament_id, person.principal, offer) is None
        ]
        return Subject(key, self.title(key), lines, may, session)

    def _cases(self) -> list[str]:
        """The cases that whoever is signed in may see."""
        if self._seen.scope("docket") is None:
            return []
        answer: DocketAnswer = self._reader.ask(self._person, "docket", NoParams())
        return [view.case.dispute for view in answer.rows]
