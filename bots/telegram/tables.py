"""Which table: at once where there are few, else by session and number."""

from collections.abc import Iterable, Mapping

from bots.telegram.offers import ANSWER
from bots.telegram.talk import Key, Talk, command, pressed, who
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


@command("sheet")
def sheet(talk: Talk, given: Mapping[str, str]) -> None:
    choose_table(talk, "sheets", "docket.sheet", "sheet_table")


def choose_table(talk: Talk, right: str, action: str, question: str) -> None:
    """Ask for one of the tables that whoever reads here may do this at; then comes the step `action`.

    Args:
        right: the command or query that it leads to; a task is begun with its table.
        question: the name of the text that asks.
    """
    offices = [
        person for person in talk.persons if person.principal.role != "participant" and person.may(right)
    ]
    found = [(office, session) for office in offices for session in _tables(talk, office)]
    if not offices:
        talk.not_for_you()
    elif not found:
        talk.say(talk.text("no_tables"))
    elif sum(len(session.tables) for _, session in found) <= _MOST_AT_ONCE:
        keys = [key for person, session in found for key in _keys(talk, person, session, action, right)]
        talk.say(talk.text(question), [[key] for key in keys])
    else:
        rows = [
            [_session_key(talk, person, session, action, question, right)]
            for person, session in found[:_MOST_SESSIONS]
        ]
        talk.say(talk.text("which_session"), rows)


@pressed("table.session")
def session_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    for session in _tables(talk, person):
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
            talk.say(talk.text(given["question"]), rows, heading=_called(talk, person, session))
            return
    talk.say(talk.text("no_tables"))


def _tables(talk: Talk, person: Person) -> Iterable[SessionTables]:
    """The sessions with score sheets, the latest first, with tables; a referee's own of the last day."""
    answer: TablesAnswer = talk.ask(person, "tables")
    found = [row for row in answer.rows if row.status in _WITH_SHEETS]
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
    talk: Talk, person: Person, found: SessionTables, action: str, question: str, task: str
) -> Key:
    data = {**person.named, "session": found.session, "action": action, "question": question, "task": task}
    return Key(talk.told_apart(person, _called(talk, person, found)), "table.session", data, always=True)
