"""How and until when somebody may object to the figures of their table (HK score sheet, disputes)."""

import re
from collections.abc import Iterator

from services.desk.params import SheetParams
from services.desk.programme import TablesAnswer, TournamentAnswer
from services.desk.views import SheetsAnswer, SheetView
from services.personal.person import Person
from services.personal.reader import Reader
from services.personal.schedule import appearances
from services.personal.sessions import session_called
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from shared.catalogue import Phrase

_FIGURES = r"(?:scores?|points?|figures?|results?)"
_WRONG = r"(?:wrong|incorrect|not (?:right|correct)|mistakes?|errors?)"
_FIGURES_ZH, _WRONG_ZH = "(?:得分|分數|成績|記分|計分|分)", "(?:錯|唔啱|不對|有誤|不符)"
_OBJECTION = re.compile(
    rf"\b{_FIGURES}\b.*\b{_WRONG}\b|\b{_WRONG}\b.*\b{_FIGURES}\b"
    r"|\b(?:object(?:ion)?s?|complain\w*|dispute\w*|appeal\w*|protest\w*)\b"
    rf"|{_FIGURES_ZH}.*{_WRONG_ZH}|{_WRONG_ZH}.*{_FIGURES_ZH}|投訴|爭議|上訴|異議|抗議",
    re.IGNORECASE | re.DOTALL,
)
"""It only adds a line to the answer, so that it may find too much."""


def is_objection(text: str) -> bool:
    """Whether what was written seems to object to figures."""
    return _OBJECTION.search(text) is not None


def sheets_of(reader: Reader, person: Person) -> Iterator[SheetView]:
    """The sheets of the tables where somebody sat, in the order of play; none for who gave the place back."""
    if person.principal.left or not person.may("tables"):
        return
    tables: TablesAnswer = reader.ask(person, "tables")
    for row in tables.rows:
        for number in row.tables:
            answer: SheetsAnswer = reader.ask(
                person, "sheets", SheetParams(sheet=str(TableId(row.session, number)))
            )
            yield answer.rows[0]


def how_to_object(reader: Reader, person: Person, view: SheetView) -> str:
    """The way to object to a sheet, and until when; that it is too late once they have signed."""
    plan = _plan(reader, person)
    signed = {each.entrant_no for each in view.sheet.signatures if each.medium in ("paper", "device")}
    until = "signed" if person.number in signed else "signing"
    return reader.text("object", until=_until(plan, view.sheet.stage, until))


def how_to_object_last(reader: Reader, person: Person) -> str:
    """The same of a session of theirs that is suspended, and of the table where they sat last, each named.

    "" where there is neither.
    """
    if person.principal.left or not person.may("tables"):
        return ""
    plan = _plan(reader, person)
    known = {each.row.session: each for each in appearances(reader, person, plan)}
    lines = [
        reader.text(
            "object_suspended",
            session_label=session_called(plan, each.row),
            stopped=each.suspended.stopped,
            until=_until(plan, each.row.stage, "signing"),
        )
        for each in known.values()
        if each.suspended is not None and not each.waits
    ]
    for view in [*sheets_of(reader, person)][-1:]:
        way, at = how_to_object(reader, person, view), known.get(view.sheet.session)
        if at is not None:
            number = TableId.of(view.sheet.sheet).number
            values = {"table": number, "session_label": session_called(plan, at.row)}
            table = Phrase("notice-ruled-place", values).in_language(reader.language)
            way = reader.text("for_each", name=table[:1].upper() + table[1:], body=way)
        lines.append(way)
    return "\n".join(lines)


def how_to_object_to_come(reader: Reader, person: Person) -> str:
    """How figures are objected to once somebody has played; "" for who plays no more, or nothing."""
    if person.principal.left or not person.may("tables"):
        return ""
    plan = _plan(reader, person)
    stages = dict.fromkeys(each.row.stage for each in appearances(reader, person, plan) if not each.is_over)
    lines = (reader.text("object_to_come", until=_until(plan, stage, "signing")) for stage in stages)
    return next(iter(lines), "")


def _plan(reader: Reader, person: Person) -> Competition:
    defined: TournamentAnswer = reader.ask(person, "tournament")
    return defined.definition


def _until(plan: Competition, stage: Stage, signing: str) -> str:
    """Until when figures of a stage can be objected to; where nobody signs, until they are published."""
    return "published" if plan.by_id[stage].signatures == "none" else signing
