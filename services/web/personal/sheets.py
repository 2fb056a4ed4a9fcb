"""The score sheets of somebody a personal page stands for, and why they stand where they stand."""

from collections.abc import Iterator, Sequence

import msgspec

from services.desk.explaining import Explanation
from services.desk.params import ExplainParams, SheetParams
from services.desk.programme import TablesAnswer, TournamentAnswer
from services.desk.reasons import Reason
from services.desk.site.programme import moved_sessions
from services.desk.views import SheetsAnswer
from services.personal.person import Person
from services.tournament.definition.places_called import table_called
from services.tournament.kernel.ids import TableId
from services.web.personal.personal_session import Opened
from services.web.sheets.paper import Paper, laid_out
from services.web.site.times import Times
from shared.catalogue import Phrase


class PersonalSheet(msgspec.Struct, frozen=True):
    """The sheet of a table where the person sat or sits."""

    called: Phrase
    paper: Paper


def personal_sheets(page: Opened, person: Person) -> Iterator[PersonalSheet]:
    """In the order of play; none for who gave the place back."""
    if person.principal.left or not person.may("tables"):
        return
    when = Times(page.plan.zone, page.language)
    moved = moved_sessions(page.desk, page.tournament)
    defined: TournamentAnswer = page.ask(person, "tournament")
    tables: TablesAnswer = page.ask(person, "tables")
    for row in tables.rows:
        for number in row.tables:
            sheet = str(TableId(row.session, number))
            answer: SheetsAnswer = page.ask(person, "sheets", SheetParams(sheet=sheet))
            paper = laid_out(answer.rows[0], number, when, page.language, defined, mine=(person.number,))
            yield PersonalSheet(table_called(sheet, page.plan, moved.get), paper)


def reasons(page: Opened, person: Person) -> Sequence[Reason]:
    """The chain of facts behind the place in the stage that the person is in; none for who plays no more."""
    if person.principal.left or not person.may("explain"):
        return ()
    found: Explanation = page.ask(person, "explain", ExplainParams(entrant=person.number))
    return found.chain
