"""Whatever cannot be undone yet says what is to be undone first, and following that comes to an end."""

import re
from collections.abc import Iterator, Mapping

import msgspec
import pytest

from services.tournament.catalogue import INITIAL, commands, decide, evolve
from services.tournament.kernel.facts import Stamp
from services.tournament.seating.sessions import Session
from services.tournament.state import State, at_rest
from shared.problems import Problem
from tests.golden.stories import STORIES
from tests.unit.tournament.specs import F1, S1, Tournament, check_in, draw, start
from tests.unit.tournament.stages import awarded, families_in_the_final, placed, qualified

UNDOING = re.compile(r"\(((?:undo|reopen|revoke|reinstate|lift)-[a-z-]+)\)")
Step = tuple[str, tuple[tuple[str, str], ...]]
"""A command that takes something back, with what it names."""


def steps(state: State, name: str) -> Iterator[Step]:
    """The command, once for each thing of the state that it can name."""
    fields = commands()[name].__struct_fields__
    if "session" in fields:
        yield from ((name, (("session", id),)) for id, each in state.sessions.items() if is_drawn(each))
    elif "entrant" in fields:
        yield from ((name, (("entrant", number),)) for number in [*state.entrants][:4])
    elif "day" in fields:
        days = {str(each.day) for each in state.sessions.values() if each.day is not None}
        yield from ((name, (("day", day),)) for day in sorted(days))
    else:
        yield name, ()


def is_drawn(session: Session) -> bool:
    return bool(session.tables or session.checked_in)


def refusal(tournament: Tournament, state: State, step: Step) -> Problem | None:
    name, named = step
    command = msgspec.convert({**dict(named), "reason": "A slip"}, commands()[name])
    try:
        decide(state, command, tournament.context())
    except Problem as problem:
        return problem
    return None


def follow(tournament: Tournament, state: State, step: Step, before: Mapping[Step, str]) -> None:
    """Do what each refusal says is to be undone first; refuse one that was met on the way."""
    assert step not in before, f"in a circle: {[*before.values()]}"
    problem = refusal(tournament, state, step)
    text = "" if problem is None else problem.text()
    for name in UNDOING.findall(text):
        here = [each for each in steps(state, name) if name == "undo-qualification" or _of(problem, each)]
        for each in here[:2]:
            follow(tournament, state, each, {**before, step: text})


def _of(problem: Problem | None, step: Step) -> bool:
    """Whether a step is about what a refusal names, as far as it names anything of that kind."""
    params = {} if problem is None else problem.params
    return all(str(params.get(name, text)) == text for name, text in step[1])


@pytest.mark.parametrize("story", STORIES, ids=lambda story: story.__name__)
def test_no_way_out_leads_back_to_where_it_came_from(story: object) -> None:
    tournament: Tournament = story()  # type: ignore[operator]
    undoing = [name for name in commands() if UNDOING.fullmatch(f"({name})")]
    state = INITIAL
    for entry, stamp in zip(tournament.entries, tournament.stamps, strict=True):
        state = at_rest(evolve(state, entry.event, Stamp(state.seq + 1, stamp.occurred_at, stamp.actor)))
        for name in undoing:
            for step in steps(state, name):
                follow(tournament, state, step, {})


def test_a_cut_is_not_opened_again_once_the_stage_was_played_and_that_is_said_at_once() -> None:
    tournament = awarded(families_in_the_final())
    undo: Step = ("undo-qualification", ())
    for step in (undo, ("reopen-session", (("session", S1),))):
        problem = refusal(tournament, tournament.state, step)
        assert problem is not None
        assert problem.params["what"].key == "part-timing-played"
        assert not UNDOING.findall(problem.text()), "nothing has to be undone in vain"


def test_the_steps_before_a_cut_is_opened_again_are_named_in_their_order() -> None:
    tournament = placed(qualified())
    check_in(tournament, F1)
    undo: Step = ("undo-qualification", ())
    for session_is, wanted in (
        ("scheduled", ["undo-check-in"]),
        ("drawn", ["undo-seat-draw", "undo-check-in"]),
        ("playing", ["undo-session-start", "undo-seat-draw", "undo-check-in"]),
    ):
        if session_is == "drawn":
            draw(tournament, F1)
        elif session_is == "playing":
            start(tournament, F1)
        problem = refusal(tournament, tournament.state, undo)
        assert problem is not None
        assert UNDOING.findall(problem.text()) == wanted
