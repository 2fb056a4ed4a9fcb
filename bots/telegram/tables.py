"""Which table: at once where there are few, else by session and number."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from bots.telegram.choices import Choice, ask, chooses, subjects, subjects_called
from bots.telegram.offers import ANSWER
from bots.telegram.talk import Key, Talk, pressed, who
from services.desk.programme import SessionTables, TablesAnswer, TournamentAnswer
from services.officials.tables import table_of
from services.personal.person import Person
from services.personal.sessions import session_called
from services.tournament.definition.plan import Competition
from services.tournament.kernel.ids import TableId

_WITH_SHEETS = ("playing", "time_called", "ended")
_MOST_AT_ONCE = 8
_MOST_SESSIONS = 20
_IN_A_ROW = 5
_ABOUT_PEOPLE = ("give-warning", "call-parent")
_WHILE_OPEN = ("call-chief-referee",)
"""What nothing is left to be done about at a table whose sheet is closed."""
_ANYWHERE = ("call-parent",)
"""Of these people need sit at none of the tables."""


TABLES_FIRST = ("table", "session", "case", "entrant")
PEOPLE_FIRST = ("entrant", "table", "session", "case")


@chooses("sheet")
def sheet(talk: Talk) -> Choice | None:
    return table_to_choose(talk, "sheet", "sheets", "docket.sheet")


def table_to_choose(
    talk: Talk, command: str, right: str, action: str, kinds: Sequence[str] = TABLES_FIRST
) -> Choice | None:
    """The tables that whoever reads here may do this at; then comes the step `action`.

    Words may also name a session, a case of a table, or who sits there; of a task about somebody that person
    is known then.

    Args:
        command: by which it is asked; its text asks.
        right: the command or query that it leads to; a task is begun with its table.
        kinds: as in `subjects_called`.
    """
    offices = [
        person for person in talk.persons if person.principal.role != "participant" and person.may(right)
    ]
    if not offices:
        talk.not_for_you()
        return None
    chosen = [_OfOffice(talk, office, command, right, action) for office in offices]
    tables = [key for each in chosen for key in each.tables.values()]
    sessions = [key for each in chosen for key in each.sessions.values()]
    if not tables and kinds[0] != "entrant":
        talk.say(talk.text("no_tables"))
        return None

    def called(text: str) -> list[Key]:
        return [
            key
            for each in chosen
            for kind, id in subjects_called(talk, each.office, text, kinds)
            if (key := each.key(kind, id)) is not None
        ]

    if len(tables) <= _MOST_AT_ONCE:
        body = talk.text(f"{command}_table" if tables else "no_tables")
        return Choice(body, [[key] for key in tables], called)
    return Choice(talk.text("which_session"), [[key] for key in sessions[:_MOST_SESSIONS]], called)


class _OfOffice:
    """The buttons of the tables and sessions of one office, by their ids."""

    def __init__(self, talk: Talk, office: Person, command: str, right: str, action: str) -> None:
        self._talk, self.office, self._task = talk, office, right
        found = [*_tables(talk, office, right)]
        self.tables = {
            key.data["sheet"]: key for each in found for key in _keys(talk, office, each, action, right)
        }
        self.sessions = {
            each.session: _session_key(talk, office, each, action, command, right) for each in found
        }

    def key(self, kind: str, id: str) -> Key | None:
        """The button for what is called so; None where it leads to none of the tables."""
        if kind == "session":
            return self.sessions.get(id)
        there = subjects(self._talk, self.office)
        table = self.tables.get(there.table_of(f"{kind}:{id}") or "")
        if kind != "entrant" or self._task not in _ABOUT_PEOPLE:
            return table
        if table is None and self._task not in _ANYWHERE:
            return None
        label = self._talk.told_apart(self.office, there.title(f"entrant:{id}"))
        at = {} if table is None or self._task in _ANYWHERE else table.data
        data = {**self.office.named, "task": self._task, **at, f"{ANSWER}entrant": id}
        return Key(label, "task.begin", data, always=True)


@pressed("table.session")
def session_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    for session in _tables(talk, person, given["task"]):
        if session.session == given["session"]:
            keys = [
                Key(
                    str(table),
                    given["action"],
                    _table_data(person, session, table, given["task"]),
                    always=True,
                )
                for table in session.tables
            ]
            rows = [keys[start : start + _IN_A_ROW] for start in range(0, len(keys), _IN_A_ROW)]
            asked = talk.text(f"{given['command']}_table")
            ask(talk, given["command"], asked, rows, _called(talk, person, session))
            return
    talk.say(talk.text("no_tables"))


def _tables(talk: Talk, person: Person, task: str) -> Iterable[SessionTables]:
    """The sessions with score sheets, the latest first, with tables; a referee's own of the last day.

    Of a task about somebody those in play alone, if any is.
    """
    answer: TablesAnswer = talk.ask(person, "tables")
    found = [row for row in answer.rows if row.status in _WITH_SHEETS]
    if task in _WHILE_OPEN:
        there = subjects(talk, person)
        kept = [
            (row, tuple(table for table in row.tables if there.is_open(str(TableId(row.session, table)))))
            for row in found
        ]
        found = [replace(row, tables=tables) for row, tables in kept if tables]
    if task in _ABOUT_PEOPLE:
        found = [row for row in found if row.status != "ended"] or found
    if person.principal.role == "referee":
        last = max(
            (session_tables.day for session_tables in found if session_tables.day is not None), default=None
        )
        found = [session_tables for session_tables in found if session_tables.day in (last, None)]
    return reversed(found)


def _keys(talk: Talk, person: Person, found: SessionTables, action: str, task: str) -> Iterable[Key]:
    plan = _plan(talk, person)
    for table in found.tables:
        label = talk.told_apart(person, table_of(talk, plan, found, table))
        yield Key(label, action, _table_data(person, found, table, task), always=True)


def _table_data(person: Person, found: SessionTables, table: int, task: str) -> dict[str, str]:
    sheet = str(TableId(found.session, table))
    return {**person.named, "sheet": sheet, "task": task, f"{ANSWER}sheet": sheet}


def _called(talk: Talk, person: Person, found: SessionTables) -> str:
    return session_called(_plan(talk, person), found).in_language(talk.language)


def _plan(talk: Talk, person: Person) -> Competition:
    defined: TournamentAnswer = talk.ask(person, "tournament")
    return defined.definition


def _session_key(
    talk: Talk, person: Person, found: SessionTables, action: str, command: str, task: str
) -> Key:
    data = {**person.named, "session": found.session, "action": action, "command": command, "task": task}
    return Key(talk.told_apart(person, _called(talk, person, found)), "table.session", data, always=True)
