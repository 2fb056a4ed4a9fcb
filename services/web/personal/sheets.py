"""The score sheets of somebody a personal page stands for, and why they stand where they stand."""

from collections.abc import Iterator, Sequence

import msgspec

from services.desk.explaining import Explanation
from services.desk.params import ExplainParams
from services.desk.programme import TournamentAnswer
from services.desk.reasons import Reason
from services.desk.site.programme import moved_sessions
from services.personal.objections import how_to_object, sheets_of
from services.personal.person import Person
from services.tournament.definition.places_called import table_called
from services.tournament.definition.texts import Text
from services.tournament.kernel.ids import TableId
from services.web.personal.personal_session import Opened
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
