"""What is meant by what was typed, where there is something to choose from, or people are called so."""

import re
from collections.abc import Sequence
from datetime import date

from bots.telegram.talk import Talk, who
from services.officials.people_named import PeopleNamed, people_found
from services.officials.tables import refusal_said
from services.personal.texts import clipped
from services.tasks.described import Answers, Described
from services.tasks.options import Option
from services.tasks.questions import OF_PEOPLE, Question
from services.tournament.people.numbers import known_number
from services.tournament.seating.sessions_meant import SessionsMeant
from shared.plain_text import narrow
from shared.problems import Problem
from shared.typed_times import days_typed

_LONGEST_QUOTED = 60
_DAYS = ("day", "new_day")


def people_called(talk: Talk, text: str) -> Sequence[Option]:
    """Whoever is called as was typed, where that is no number."""
    person = who(talk, talk.flow.data)
    state, names = talk.desk.state(person.tournament_id), PeopleNamed(talk, person)
    if known_number(state.entrants, text) is not None:
        return ()
    return [(number, names.entrant(number)) for number in people_found(talk, person, text)]


def meant(
    talk: Talk, task: Described, question: Question, answers: Answers, text: str
) -> tuple[Sequence[Option], str]:
    """What may be meant among what there is to choose from, and why that is not one answer; "" where it is.

    Nothing is meant of what is no choice: the text is the answer.
    """
    days = _days_called(talk, task, question, answers, text)
    options = () if question.suggests and not days else task.options(question, answers)
    people = question.name in OF_PEOPLE and question.kind != "several" and not options
    sessions = SessionsMeant(task.state) if question.name == "session" else None
    found = people_called(talk, text) if people else days or called(options, text, sessions)
    said = {"text": clipped(text, _LONGEST_QUOTED), "count": len(found)}
    if found:
        return found, "" if len(found) == 1 else talk.text("task_which", **said)
    if not options:
        return (), ""
    others = called(task.others(question, answers), text, sessions)
    refused = (task.why_not(question, answers, answer) for answer, _ in others)
    why = next((refusal_said(talk, problem) for problem in refused if problem is not None), "")
    return (), why or talk.text("task_none", **said)


def _days_called(
    talk: Talk, task: Described, question: Question, answers: Answers, text: str
) -> Sequence[Option]:
    """The days that may be meant by what was typed, of those there are to choose from."""
    options = task.options(question, answers) if question.name in _DAYS else ()
    today, days = task.state.plan.local_day(talk.now()), [date.fromisoformat(day) for day, _ in options]
    try:
        meant = {day.isoformat() for day in days_typed(text, today, days)} if options else ()
    except Problem:
        return ()
    return [each for each in options if each[0] in meant]


def called(options: Sequence[Option], text: str, sessions: SessionsMeant | None = None) -> Sequence[Option]:
    """Those that may be meant: by their answer, by a table's number, or by a word of what they are called.

    Args:
        sessions: finds those that people call so, where it is sessions that there are to choose from.
    """
    wanted = narrow(text).casefold()
    # In Chinese nothing stands between words.
    word = re.compile(rf"(?<!\w){re.escape(wanted)}(?!\w)" if wanted.isascii() else re.escape(wanted))
    # Of a label with several numbers, such as a table's with its day, a short one may be any of them.
    short = wanted.isdecimal() and len(wanted) < 3 and wanted[0] != "0"
    meant = set() if sessions is None else {*sessions.meant(text)}
    fitting = (
        [each for each in options if wanted in (each[0].casefold(), each[1].casefold())],
        [each for each in options if each[0] in meant],
        [each for each in options if each[0].rpartition("/")[2] == wanted],
        [
            each
            for each in options
            if word.search(each[1].casefold()) and not (short and len(re.findall(r"\d+", each[1])) > 1)
        ],
    )
    return next((found for found in fitting if len(found) == 1), next(filter(None, fitting), ()))
