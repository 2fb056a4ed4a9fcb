"""Whoever types a text that others than officials read is told so beside the field, in pages and chats."""

from collections.abc import Iterator

import pytest

from services.desk.correspondence import LETTERS, REASONS
from services.tasks.questions import questions_of
from services.tournament.catalogue import commands
from services.tournament.catalogue import decide as as_ever
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command, Context, Entry
from services.tournament.people.consents import ConsentChanged
from services.tournament.people.forgetting import cases_about
from services.tournament.state import State
from tests.golden.stories import STORIES
from tests.golden.told import due_in
from tests.unit.tournament import built_once, specs
from tests.unit.tournament.specs import Tournament

_SPEAKS_FOR_ITSELF = {*LETTERS.values(), ConsentChanged}
"""What is written to its reader, and their guardian’s own name."""


def test_the_writer_is_told_of_every_text_that_reaches_those_concerned(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    decided: list[tuple[Command, list[Entry]]] = []

    def decide(state: State, command: Command, context: Context) -> Decision:
        decision = as_ever(state, command, context)
        decided.append((command, list(decision.entries)))
        return decision

    monkeypatch.setattr(specs, "decide", decide)
    monkeypatch.setattr(built_once, "KEPT", {})
    reaching: set[tuple[str, str]] = set()
    for story in STORIES:
        decided.clear()
        read = set(_read_by_those_concerned(story()))
        reaching |= {
            (type(command).__name__, question.name)
            for command, entries in decided
            for entry in entries
            if type(entry.event) not in _SPEAKS_FOR_ITSELF
            for case, fields in entry.personal.items()
            if case in read
            for question in questions_of(type(command))
            if getattr(command, question.name, None) in fields.values()
        }
    told = {
        (command.__name__, question.name)
        for command in commands().values()
        for question in questions_of(command)
        if question.readers == "concerned"
    }
    assert reaching == told


def _read_by_those_concerned(tournament: Tournament) -> Iterator[str]:
    """The cases in the data of somebody, or given as the reason in a message to them."""
    for number in tournament.state.entrants:
        person = tournament.entrant(number).person
        yield from cases_about(tournament.state, tournament.history, [person])
    for _, notice in due_in(tournament):
        if notice.template in REASONS and notice.audience.startswith("entrant:"):
            yield notice.parameters["case"]
