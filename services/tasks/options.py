"""What there is to choose from in a tournament as it stands, where a question asks for one of its things."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from typing import Protocol

from services.tasks.questions import Question
from services.tournament.definition.places_called import sessions_called, table_called
from services.tournament.docket.cases import Dispute
from services.tournament.docket.disputes import sheet_of
from services.tournament.kernel.ids import TableId
from services.tournament.people.questions import is_open
from services.tournament.seating.sessions import SEATS, Session
from services.tournament.state import State
from shared.catalogue import Listed, Phrase, Word, say
from shared.i18n import Language

Option = tuple[str, str]
"""What is answered, and what people call it."""


class Names(Protocol):
    """People by number and name, as whoever is asked may know them; a number of nobody stays as it is."""

    @property
    def language(self) -> Language: ...

    def entrant(self, number: str) -> str: ...

    def referee(self, number: str) -> str: ...


class Choosing:
    """What there is to choose from, for whoever is asked.

    Args:
        of_all: whether they may know of every case and question, not of those of some tables alone.
    """

    def __init__(self, state: State, command: str, names: Names, *, of_all: bool) -> None:
        self._state, self._command, self._names, self.of_all = state, command, names, of_all

    def options(self, question: Question, answers: Mapping[str, str]) -> Sequence[Option] | None:
        """The options, in an order that people expect; None where an answer is typed.

        Args:
            answers: so far, by the name of the question.
        """
        language = self._names.language
        if question.kind == "choice":
            return [(value, say(f"answer-{_key(value)}", language)) for value in question.options]
        if question.name in _KEPT and not self.of_all:
            return None
        if (self._command, question.name) in _NEW:
            return None
        find = _OF_STATE.get(question.name)
        found = [] if find is None else find(self._state, self._names, answers)
        return [(value, Listed([label]).in_language(language)) for value, label in found] or None


def is_chosen(command: str, question: str) -> bool:
    """Whether an answer is chosen among what a tournament has; people are typed by their numbers.

    Only those are shown that would not be refused at once.
    """
    return question in _OF_STATE and question != "entrant" and (command, question) not in _NEW


def values_there(state: State, names: Names, question: str, answers: Mapping[str, str]) -> Sequence[str]:
    """What is answered, of all there is to choose from, whoever is asked; nothing where it is typed."""
    find = _OF_STATE.get(question)
    return [] if find is None else [value for value, _ in find(state, names, answers)]


def _key(value: str) -> str:
    return value.replace("_", "-").replace(":", "-")


Found = Iterable[tuple[str, object]]
Answers = Mapping[str, str]


def in_time(state: State) -> Sequence[Session]:
    """The sessions in the order of their days, those without one last."""
    return sorted(state.sessions.values(), key=lambda each: (each.day or date.max, each.number))


def latest_first(state: State) -> Sequence[Session]:
    """The sessions of the last day first, those without one last: what is looked for is seldom long past."""
    found = in_time(state)
    return [*(each for each in reversed(found) if each.day), *(each for each in found if not each.day)]


def _sessions(state: State, names: Names, answers: Answers) -> Found:
    for session in in_time(state):
        called = sessions_called((session.plan.id,), state.plan, state.moved_to, with_stages=True)
        yield (
            session.plan.id,
            Phrase("task-of-session", {"session": called, "status": Word("session", session.status)}),
        )


def _sheets(state: State, names: Names, answers: Answers) -> Found:
    """Tables of sessions in play before those that are over, of which the last is the first."""
    sessions = in_time(state)
    over = [session for session in latest_first(state) if session.status == "ended"]
    for session in (*(each for each in sessions if each not in over), *over):
        for number in sorted(session.tables):
            id = str(TableId(session.plan.id, number))
            if id in state.sheets:
                yield id, _table(state, id)


def _games(state: State, names: Names, answers: Answers) -> Found:
    """Of the table that was answered: each on its sheet, and where their number is open the next."""
    sheet = state.sheets.get(answers.get("sheet", ""))
    if sheet is not None:
        more = sheet.length.word != "games" and not sheet.over
        for number in range(1, len(sheet.games) + 1 + more):
            yield str(number), Phrase("page-console-game", {"game": number})


def _table(state: State, sheet: str) -> Phrase:
    return table_called(sheet, state.plan, state.moved_to)


def _conflicts(state: State, names: Names, answers: Answers) -> Found:
    """Of the table that was answered, else of all, which may have the same numbers."""
    found: dict[str, list[object]] = {}
    for id, sheet in sorted(state.sheets.items()):
        for conflict in sheet.conflicts if answers.get("sheet", id) in ("", id) else ():
            if conflict.settled == "open":
                found.setdefault(str(conflict.number), []).append(_table(state, id))
    for number, tables in found.items():
        yield number, Phrase("task-named", {"id": number, "called": Listed.begun(tables)})


def _stages(state: State, names: Names, answers: Answers) -> Found:
    return state.plan.stage_names.items()


def _categories(state: State, names: Names, answers: Answers) -> Found:
    return ((category.id, category.name) for category in state.plan.categories)


def _teams(state: State, names: Names, answers: Answers) -> Found:
    teams = {entrant.team for entrant in state.entrants.values() if entrant.team}
    return ((team, team) for team in sorted(teams))


def _days(state: State, names: Names, answers: Answers) -> Found:
    days = {session.day for session in state.sessions.values() if session.day is not None}
    for day in sorted(days):
        yield day.isoformat(), Phrase("task-day", {"day": day})


def _disputes(state: State, names: Names, answers: Answers) -> Found:
    open_first = sorted(state.disputes.values(), key=lambda each: (each.status != "open", each.dispute))
    for dispute in open_first:
        yield dispute.dispute, _case(state, dispute)


def _case(state: State, dispute: Dispute) -> object:
    table = [] if dispute.sheet is None else [_table(state, dispute.sheet)]
    called = Listed([*table, Word("case", dispute.status)])
    return Phrase("task-named", {"id": dispute.dispute, "called": called})


def _rulings(state: State, names: Names, answers: Answers) -> Found:
    """Those of the case that was answered, else all."""
    for id, ruling in sorted(state.rulings.items()):
        if answers.get("dispute", "") in ("", ruling.dispute):
            yield id, Phrase("task-named", {"id": id, "called": ruling.dispute})


def _questions(state: State, names: Names, answers: Answers) -> Found:
    for id, asked in sorted(state.questions.items()):
        if is_open(state, asked):
            yield id, Phrase("task-named", {"id": id, "called": names.entrant(asked.entrant)})


def _proposals(state: State, names: Names, answers: Answers) -> Found:
    for id, proposal in sorted(state.proposals.items()):
        if proposal.status == "open":
            yield id, Phrase("task-day", {"day": proposal.day})


def _calls(state: State, names: Names, answers: Answers) -> Found:
    for id, call in sorted(state.parent_calls.items()):
        if not call.answered:
            yield id, names.entrant(call.entrant)


def _referees(state: State, names: Names, answers: Answers) -> Found:
    return ((id, names.referee(id)) for id, referee in sorted(state.referees.items()) if referee.active)


def _units(state: State, names: Names, answers: Answers) -> Found:
    for id, unit in sorted(state.units.items()):
        yield id, Listed([names.entrant(unit.child), names.entrant(unit.parent)])


def _seats(state: State, names: Names, answers: Answers) -> Found:
    """Who sits at the table that was answered, or of its case; of no table they are too many."""
    case = state.disputes.get(answers.get("dispute", ""))
    sheet = sheet_of(state, case) if case is not None else state.sheets.get(answers.get("sheet", ""))
    for letter, number in zip(SEATS, () if sheet is None else sheet.seats, strict=False):
        yield number, f"{letter} {names.entrant(number)}"


_OF_STATE: Mapping[str, Callable[[State, Names, Answers], Found]] = {
    "session": _sessions,
    "sheet": _sheets,
    "game": _games,
    "entrant": _seats,
    "conflict": _conflicts,
    "stage": _stages,
    "category": _categories,
    "team": _teams,
    "day": _days,
    "dispute": _disputes,
    "supersedes": _rulings,
    "question": _questions,
    "proposal": _proposals,
    "call": _calls,
    "referee": _referees,
    "unit": _units,
}
"""By the name of the question. People, who are many, are typed by their numbers, but for those of a table."""

_KEPT = frozenset({"dispute", "question", "supersedes"})
"""What the referee of a table may not know of others."""

_NEW = frozenset(
    {
        *(("appoint-referee", "referee"), ("ask-organizer", "question")),
        *((command, "team") for command in ("register-entrant", "register-walk-in")),
    }
)
"""Where what is asked is new, or a text."""
