"""The tasks that a refusal names as the way out, in its order, with what is known of their answers."""

from collections.abc import Iterator, Mapping
from typing import Any

from services.access.visibility import Visibility
from services.tasks.offered import Offer
from services.tasks.questions import questions_of
from services.tournament.catalogue import commands
from shared.catalogue import Phrase
from shared.catalogue.titles import commands_named
from shared.problems import Problem


def ways_out(problem: Problem, seen: Visibility) -> list[Offer]:
    """Those that whoever asks may do."""
    known = dict(_ids(problem.params))
    found = []
    for name in commands_named(problem.text()):
        if name in commands() and seen.scope(name) is not None:
            asked = {question.name for question in questions_of(commands()[name])}
            found.append(Offer(name, {field: id for field, id in known.items() if field in asked}))
    return found


def _ids(values: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What a refusal names by its field, also within the parts of its sentence."""
    for name, value in values.items():
        if isinstance(value, Phrase):
            yield from _ids(value.values)
        elif isinstance(value, str):
            yield name, value
