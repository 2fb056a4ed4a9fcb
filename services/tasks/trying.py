"""What is refused whatever else is answered: a command is tried with one of each kind of what there is.

Tables that stand alike are refused alike, and so are people: of 300 tables a few are tried.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import product
from typing import NamedTuple

from services.access.rights import right
from services.access.visibility import Visibility
from services.desk.scopes import is_own_table
from services.personal.person import Person
from services.tasks.described import Answers, Asker
from services.tasks.offered import Offer
from services.tasks.options import is_chosen, values_there
from services.tasks.plain import ANSWER_MISSING, question_of
from services.tasks.questions import OF_PEOPLE, questions_of
from services.tasks.refusals import answers_clearing, cleared_by_none, tried
from services.tournament.catalogue import commands
from services.tournament.kernel.ids import TableId
from services.tournament.people.entrants import Entrant
from services.tournament.play.scores import LEFT, Sheet
from services.tournament.state import State
from shared.i18n import Language
from shared.problems import Problem

_AS_THINGS_STAND = 409


class _Numbers:
    """People by their numbers alone: nobody reads what is tried."""

    language: Language = "en"

    def entrant(self, number: str) -> str:
        return number

    def referee(self, number: str) -> str:
        return number


class Refused(NamedTuple):
    """What refuses a command; `over` is the question to which every answer is refused, "" for none."""

    problem: Problem
    over: str = ""


class Trial:
    """A command that somebody may send, tried as things stand."""

    def __init__(self, reader: Asker, person: Person, name: str, state: State) -> None:
        self._desk, self._person = reader.desk, person
        self._name, self._kind, self._state = name, commands()[name], state
        self._questions = questions_of(self._kind)
        self._known_possible: dict[frozenset[tuple[str, str]], bool] = {}
        principal = person.principal
        self._seen = Visibility(principal.role, principal.subject)
        self._of_own = right(principal.role, name) != "any"

    def possible(self, question: str, known: Answers, values: Sequence[str]) -> set[str]:
        """Those of the answers to a question that would not be refused whatever else is answered."""
        alike: dict[object, list[str]] = {}
        for value in values:
            alike.setdefault(self._kind_of(question, known, value), []).append(value)
        may = [same for same in alike.values() if self.is_possible({**known, question: same[0]})]
        return {value for same in may for value in same}

    def is_possible(self, known: Answers) -> bool:
        """Whether it would be done with these answers and some to the rest."""
        key = frozenset(self._tried_with(known).items())
        if key not in self._known_possible:
            self._known_possible[key] = self.refused(known) is None
        return self._known_possible[key]

    def refused(self, known: Answers) -> Refused | None:
        """What refuses it, whatever is answered to what there is to choose from; None where it can be done.

        Those of the command: what a description asks instead may have its answers from the case alone.
        """
        known = self._tried_with(known)
        if waits_for := self._waits_for(known):
            return self._of_each(waits_for, known)
        found: Refused | None = None
        choices = [
            each
            for each in self._questions
            if each.needed and each.kind == "choice" and each.name not in known
        ]
        names = [choice.name for choice in choices]
        for chosen in product(*(choice.options for choice in choices)):
            found = self._as_answered({**dict(zip(names, chosen, strict=True)), **known})
            if found is None or self._is_about(found.problem, known):
                break
        return found

    def _waits_for(self, known: Answers) -> str:
        """Whom or what it needs to be about first of all that is not known; "" where everything is."""
        needed = [each.name for each in self._questions if each.needed and each.name not in known]
        return next((name for name in needed if name == "entrant" or is_chosen(self._name, name)), "")

    def _tried_with(self, known: Answers) -> dict[str, str]:
        """What was chosen, or says who is meant: what was typed may have a slip that is put right."""
        return {
            each.name: answer
            for each in self._questions
            if (answer := known.get(each.name))
            and (each.kind == "choice" or each.name in OF_PEOPLE or is_chosen(self._name, each.name))
        }

    def _kind_of(self, question: str, known: Answers, value: str) -> object:
        """What is the same for two answers that are both refused, or neither."""
        return self._table_kind(value) if question == "sheet" and "entrant" not in known else value

    def _as_answered(self, known: Answers) -> Refused | None:
        """What no answer clears, not even one that is there to be chosen and not needed."""
        offer = Offer(self._name, known)
        problem = tried(self._desk, self._person.tournament_id, self._person.principal, offer)
        if problem is None:
            return None
        if (left := cleared_by_none(problem, self._kind, known)) is not None:
            return Refused(left)
        clearing = answers_clearing(problem, self._kind, known)
        chosen = next((name for name in clearing if is_chosen(self._name, name)), "")
        found = self._of_each(chosen, known) if chosen else None
        # What is refused as things stand without an answer says more than what each is refused by.
        return Refused(problem) if found is not None and problem.status == _AS_THINGS_STAND else found

    def _of_each(self, question: str, known: Answers) -> Refused | None:
        found: Refused | None = Refused(ANSWER_MISSING().at(field=question))
        for value in self._each_kind(question, known):
            found = self.refused({**known, question: value})
            if found is None:
                return None
            if self._is_about(found.problem, known):
                return Refused(found.problem)
        return found and Refused(found.problem, question)

    def _is_about(self, problem: Problem, known: Answers) -> bool:
        """Whether what refuses it says that it is what was answered before: nothing else need be tried."""
        named = question_of(problem, self._kind)
        if named or "sheet" not in known:
            return named in known
        # Of a table it may say that of its session.
        return {"session"} == {*problem.params} & {"session", *(each.name for each in self._questions)}

    def _each_kind(self, question: str, known: Answers) -> Sequence[str]:
        """What there is to choose from, one of each kind: of people where all are meant, too."""
        found = values_there(self._state, _Numbers(), question, known)
        if question == "entrant" and not found:
            return self._each_kind_of_entrant
        kinds: dict[object, str] = {}
        for value in found:
            kinds.setdefault(self._kind_of(question, known, value), value)
        return [*kinds.values()]

    @cached_property
    def _each_kind_of_entrant(self) -> Sequence[str]:
        found: dict[object, str] = {}
        for number, entrant in self._state.entrants.items():
            found.setdefault(tuple(self._kind_of_entrant(entrant)), number)
        return [*found.values()]

    def _kind_of_entrant(self, entrant: Entrant) -> Iterator[object]:
        """What may be refused of them: where they stand, and what they are; not who they are."""
        if self._of_own:
            yield entrant.entrant_no == self._seen.subject
        yield entrant.status, len(entrant.warnings), entrant.unit is None, entrant.may_be
        for part in entrant.participations:
            at = part.latest
            yield part.stage, part.out, part.waits, part.entered_seq is None, at.session, at.presence
            yield None if at.table is None else self._table_kind(at.table)

    def _table_kind(self, table: str) -> object:
        found = self._table_kinds.get(table)
        if found is None:
            sheet = self._state.sheets.get(table)
            found = TableId.of(table).session if sheet is None else (*self._kind_of_table(table, sheet),)
            self._table_kinds[table] = found
        return found

    @cached_property
    def _table_kinds(self) -> dict[str, object]:
        return {}

    def _kind_of_seat(self, sheet: Sheet, number: str) -> object:
        signature = sheet.signatures.get(number)
        medium = signature and (signature.medium == "refused", signature.closed)
        return medium, number in sheet.sign_again, self._state.entrants[number].out_of(sheet.stage)

    def _kind_of_table(self, id: str, sheet: Sheet) -> Iterator[object]:
        """How far its sheet is, and who sits there: by seat, not by number."""
        state = self._state
        if self._of_own:
            yield is_own_table(state, self._seen, id)
        yield sheet.session, sheet.length, sheet.over, sheet.deserted, sheet.forfeited, sheet.incidents > 0
        yield sheet.closed_seq is None, bool(sheet.open_disputes), len(sheet.first_players)
        for game in sheet.games:
            yield game and (game.status, game.ruling is None, len(game.figures), game.ended_by == LEFT)
        yield frozenset(Counter(self._kind_of_seat(sheet, seat) for seat in sheet.seats).items())
        yield tuple((each.number, each.settled) for each in sheet.conflicts)
        yield id in state.calls, id in state.on_the_way
