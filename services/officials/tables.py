"""Sessions and tables as officials name them: in the words of notices; ids are for machines."""

from collections.abc import Iterable, Mapping

from services.desk.programme import SessionTables, TournamentAnswer
from services.desk.views import SessionsAnswer
from services.officials.reader import Reader
from services.personal.person import Person
from services.personal.sessions import by_day, session_called
from services.personal.texts import clipped
from services.projections.rows import SessionRow
from services.rules.game import Note
from services.tournament.definition.plan import Competition
from services.tournament.kernel.ids import TableId
from shared.catalogue import Phrase, Word, say
from shared.catalogue.titles import with_titles
from shared.i18n import Language
from shared.problems import Problem

_LONGEST_HEADING = 50
_OF_SESSIONS = frozenset({"session", "score-sheet", "sheet-difference"})
"""What a refusal says there is none of, where its id is that of a session or table."""
_OF_OTHERS = frozenset(
    {"call", "category", "code", "dispute", "entrant", "entrants", "name", "person", "proposal", "question"}
    | {"referee", "ruling", "stage", "team", "unit"}
)
"""Values with ids of their own, which may be those of sessions as well: referee r1 is not session r1."""


def sessions_called(reader: Reader, person: Person, sessions: Iterable[str]) -> list[object]:
    """Sessions by their ids, each with its day; an id that the tournament does not have stays as it is."""
    plan, rows = _programme(reader, person)
    return [session_called(plan, rows[id]) if id in rows else id for id in sessions]


def table_called(reader: Reader, person: Person, sheet: str, longest: int | None = _LONGEST_HEADING) -> str:
    """A table by number and session: "Table 7, Saturday, 28 March 2026, session 2".

    Args:
        sheet: the table's id; whatever else was typed stays as it is.
        longest: characters, as of a heading in a chat; None where there is room for all of it.
    """
    table = TableId.read(sheet)
    plan, rows = _programme(reader, person) if table is not None else (None, {})
    if table is None or plan is None or table.session not in rows:
        return sheet
    return table_of(reader, plan, rows[table.session], table.number, longest)


def table_of(
    reader: Reader,
    plan: Competition,
    row: SessionRow | SessionTables,
    number: int,
    longest: int | None = _LONGEST_HEADING,
) -> str:
    """A table of a session, short enough for a heading unless there is room."""
    called = session_called if plan.session_needs_stage(row.session) else by_day
    label = reader.text("table_of_session", table=number, session_label=called(plan, row))
    return label if longest is None else clipped(label, longest)


def problem_said(reader: Reader, problem: Problem) -> str:
    """A refusal in the reader's language; sessions, tables and tasks in it go by what people call them."""
    if problem.is_of_the_machine:
        # It names none of them, and what cannot be read now would fail here again.
        return problem.for_people(reader.language)
    known: dict[str, object] = {}
    for person in {other.tournament_id: other for other in reader.persons}.values():
        plan, rows = _programme(reader, person)
        known |= {id: session_called(plan, row) for id, row in rows.items()}
    about = problem.params.get("what")
    other = isinstance(about, Word) and about.about == "thing" and about.code not in _OF_SESSIONS
    params = {
        name: value if name in _OF_OTHERS or (other and name == "id") else _called(known, value)
        for name, value in problem.params.items()
    }
    return with_titles(Problem(problem.kind, params).text(reader.language), reader.language)


def refusal_said(reader: Reader, problem: Problem) -> str:
    """A refusal with all that is wrong with the same input, each with its line in a list."""
    colon = say("page-colon", reader.language)
    faults = [(line_said(each, reader.language), each) for each in (problem, *problem.others)]
    return "\n".join(f"{line}{line and colon}{problem_said(reader, each)}" for line, each in faults)


def line_said(problem: Problem, language: Language) -> str:
    """Where in a list a refusal lies: its line or lines, and the table; "" where none is named.

    Of a whole sheet it is the game, unless the refusal names that itself.
    """
    where = problem.where
    if "lines" in where:
        said = say("page-list-lines", language, lines=where["lines"])
    else:
        said = say("page-list-line", language, line=where["line"]) if where.get("line") is not None else ""
    if not said and "game" in where and "game" not in problem.params:
        return say("page-docket-game", language, game=where["game"])
    if not said or "table" not in where or "sheet" in problem.params:
        return said
    place = {"line": said, "table": where["table"], "game": where.get("game")}
    return say("page-list-at-table", language, **place)


def note_said(note: Note, language: Language) -> str:
    """A remark, with tasks in it by what people call them."""
    return with_titles(note.text(language), language)


def _called(known: Mapping[str, object], value: object) -> object:
    if isinstance(value, str):
        table = TableId.read(value)
        if table is not None and table.session in known:
            values = {"table": table.number, "session_label": known[table.session]}
            return Phrase("part-table-of-session", values)
        return known.get(value, value)
    if isinstance(value, list | tuple):
        return [_called(known, entry) for entry in value]
    if isinstance(value, Phrase):
        values = {
            name: entry if name in _OF_OTHERS else _called(known, entry)
            for name, entry in value.values.items()
        }
        return Phrase(value.key, values)
    return value


def _programme(reader: Reader, person: Person) -> tuple[Competition, Mapping[str, SessionRow]]:
    defined: TournamentAnswer = reader.ask(person, "tournament")
    answer: SessionsAnswer = reader.ask(person, "sessions")
    return defined.definition, {view.session.session: view.session for view in answer.rows}
