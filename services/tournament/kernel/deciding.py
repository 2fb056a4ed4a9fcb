"""How a tournament decides and evolves.

A command is decided on the full state: `decide(state, command, context) -> Decision`. The decision holds the
entries to append, each an event with its personal data apart, and the state they lead to. `evolve` folds
one event into the state. Both are pure: clock, chance and the vault reach them only through the context.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING

import msgspec

from services.tournament.definition.refusal_wording import places_named
from services.tournament.kernel.facts import (
    UNKNOWN,
    Command,
    Context,
    Entry,
    Event,
    Personal,
    Stamp,
)
from services.tournament.kernel.registry import (
    E,
    deciders,
    evolvers,
    followers,
)
from shared.bound_checks import check as check_bounds
from shared.problems import Problem

if TYPE_CHECKING:
    from services.tournament.state import State


class Decision(msgspec.Struct, frozen=True):
    """The entries to append (none: nothing to do), and the state after them."""

    entries: Sequence[Entry]
    state: "State"


class Draft:
    """A decision being written: each recorded event is folded at once, so later steps see it.

    Attributes:
        strict: whether to refuse figures that no tiles make; what was recorded once is taken as it is.
    """

    strict = True

    def __init__(self, state: "State", context: Context) -> None:
        self.state = state
        self.context = context
        self.entries: list[Entry] = []
        self._given: dict[str, dict[str, str]] = {}
        self._given_by: dict[tuple[str, str], list[str]] = {}

    def personal(self, person: str) -> Mapping[str, str]:
        """What is known of a person, with what this draft gives."""
        known = self.context.personal.details((person,)).get(person, UNKNOWN)
        given = self._given.get(person)
        return {**known, **given} if given else known

    def birth_date(self, person: str) -> date | None:
        """The birth date of a person, None if unknown or forgotten."""
        text = self.personal(person).get("birth_date")
        return date.fromisoformat(text) if text else None

    def persons_with(self, field: str, value: str) -> set[str]:
        """The persons of the tournament for whom `field` is known to be `value`."""
        found = {*self.context.personal.with_value(field, value), *self._given_by.get((field, value), ())}
        return {person for person in found if person in self.state.persons}

    def number(self, letter: str, given: int) -> str:
        """The number of the next dispute (D) or ruling (R), when so many were given out: "D-0003"."""
        return f"{letter}-{given + 1:04d}"

    def dated(self, event: E) -> E:
        """The event with the moments worked out for it; one that is told again keeps those of the record."""
        return event

    def case(self, **text: str) -> tuple[str, Personal]:
        """A fresh vault subject for free text about people, and the text under it."""
        subject = self.context.new_subject("case")
        return subject, {subject: {field: value for field, value in text.items() if value}}

    def record(self, event: Event, *, personal: Personal | None = None, caused_by: int | None = None) -> int:
        """Add `event`; returns the seq it will have."""
        self.entries.append(Entry(event, personal or {}, caused_by))
        for subject, fields in (personal or {}).items():
            self._given.setdefault(subject, {}).update(fields)
            for field, value in fields.items():
                self._given_by.setdefault((field, value), []).append(subject)
        stamp = Stamp(self.state.seq + 1, self.context.occurred_at, self.context.actor)
        self.state = evolve(self.state, event, stamp, keep_touched=True)
        return stamp.seq


def carry_out(draft: Draft, command: Command) -> None:
    """Decide `command` as part of a draft.

    Raises:
        Problem: the rules or the state refuse it; the draft is of no use then.
    """
    try:
        deciders[type(command)](draft, command)
    except Problem as problem:
        raise places_named(problem, draft.state.definition, draft.state.moved_to) from None


def draw_conclusions(draft: Draft, before: "State") -> None:
    """Record what follows from a draft whatever led to it.

    Args:
        before: the state that the draft began with.
    """
    for follower in followers:
        follower(draft, before)


def decide(state: "State", command: Command, context: Context) -> Decision:
    """Decide `command` on `state`.

    Raises:
        Problem: something in it is too long; the rules or the state refuse it. Nothing follows.
    """
    check_bounds(command)
    draft = Draft(state, context)
    carry_out(draft, command)
    draw_conclusions(draft, state)
    return Decision(draft.entries, draft.state)


def evolve(state: "State", event: Event, stamp: Stamp, *, keep_touched: bool = False) -> "State":
    """The state after `event`. What the event touched is noted for whoever keeps a history.

    The event's own function gets a state that has its seq already, so that one copy less is made.
    """
    touched = state.touched if keep_touched else ()
    at_seq = msgspec.structs.replace(state, seq=stamp.seq, touched=touched)
    return evolvers[type(event)](at_seq, event, stamp)
