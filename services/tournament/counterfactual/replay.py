"""Telling a history again: command by command, with facts left out, replaced or put in, or other rules."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime
from itertools import groupby

import msgspec
from msgspec import structs

from services.rules.ruleset import Ruleset, content_hash
from services.tournament.counterfactual.recorded_facts import (
    Asked,
    Remembered,
    ReplayDraft,
    Told,
    asked_for,
    replayer_of,
)
from services.tournament.definition import replayed as plan
from services.tournament.definition.amending import TournamentAmended
from services.tournament.definition.founding import TournamentDefined
from services.tournament.docket import replayed as docket
from services.tournament.kernel.deciding import carry_out, draw_conclusions
from services.tournament.kernel.facts import Command, Context, Entry, KnownPersons, Nature
from services.tournament.kernel.registry import event_types
from services.tournament.people import replayed as people
from services.tournament.play import replayed as play
from services.tournament.publication import replayed as publication
from services.tournament.seating import replayed as seating
from services.tournament.standings import replayed as standings
from services.tournament.state import State
from services.tournament.weather import replayed as weather
from shared.problems import Problem

ROOMS = (plan, people, seating, play, docket, weather, standings, publication)
"""Imported so that every event has its replayer."""


class Given(msgspec.Struct, frozen=True):
    """A command put in by whoever asks the question; without a time, that of what comes after it."""

    command: Command
    actor: str
    occurred_at: datetime | None = None


class Changes(msgspec.Struct, frozen=True):
    """What is otherwise.

    Attributes:
        without: seqs of facts left out, each one that a command asked for.
        instead: by the seq of such a fact, what takes its place.
        after: by seq, what is put in after the command that the event belongs to, in order.
        ruleset: another one to play under.
    """

    without: frozenset[int] = frozenset()
    instead: Mapping[int, Given] = {}
    after: Mapping[int, Sequence[Given]] = {}
    ruleset: Ruleset | None = None

    def first(self) -> int | None:
        """The seq of the earliest change; None without any."""
        if self.ruleset is not None:
            return 1
        return min((*self.without, *self.instead, *self.after), default=None)


class Misfit(msgspec.Struct, frozen=True):
    """A fact that fits no longer, or only in part; or a conclusion that was not drawn, or with reservations.

    Attributes:
        seq: of the recorded event; of a command that was put in, of the event it follows.
        why: the refusal it met.
    """

    seq: int
    event: str
    nature: Nature
    in_part: bool
    why: Problem


class Chapter(msgspec.Struct, frozen=True):
    """One thing asked for, told again; `asked` is None where it was put in, no entries: it left nothing."""

    asked: Asked | None
    entries: tuple[Entry, ...]
    before: State
    after: State


class Story(msgspec.Struct, frozen=True):
    """The history as told again.

    Attributes:
        carried: signatures taken as given, though the figures under them are others.
    """

    state: State
    chapters: tuple[Chapter, ...]
    misfits: tuple[Misfit, ...]
    carried: int


def tell(
    begin: State,
    recorded: Iterable[Told],
    end: State,
    changes: Changes,
    personal: KnownPersons,
    now: datetime,
    going_on: Callable[[], None] = lambda: None,
) -> Story:
    """Tell recorded events again, from the state `begin` before them to what they lead to now.

    Args:
        end: the state that the record leads to; only its numbering is used.
        personal: what is known of persons, as in a context.
        now: the time of what is put in after everything else.
        going_on: called before each command; may raise to give up.
    """
    groups = [tuple(events) for _, events in groupby(recorded, key=lambda step: step.command_id)]
    commands = [(group, asked_for(group)) for group in groups]
    remembered = Remembered(begin, end)
    for _, facts in commands:
        for asked in facts:
            if asked.root.seq in changes.without:
                # At once, so that what is put in before it, in its place, gets its numbers.
                remembered.free(asked.events)
    teller = _Teller(begin, remembered, changes, personal)
    last = begin.seq
    for group, facts in commands:
        going_on()
        teller.put_in(last, group[0].occurred_at)
        last = group[-1].seq
        for asked in facts:
            teller.fact(asked)
        remembered.pass_over(group)
    teller.put_in(last, now)
    return Story(teller.state, tuple(teller.chapters), tuple(teller.misfits), teller.remembered.carried)


class _Teller:
    def __init__(
        self, state: State, remembered: Remembered, changes: Changes, personal: KnownPersons
    ) -> None:
        self.state = structs.replace(state, touched=())
        self.remembered = remembered
        self.changes = changes
        self.chapters: list[Chapter] = []
        self.misfits: list[Misfit] = []
        self._personal = personal
        self._due = sorted(changes.after)

    def fact(self, asked: Asked) -> None:
        """Tell what was asked for, or what takes its place."""
        seq = asked.root.seq
        given = self.changes.instead.get(seq)
        if given is not None:
            self._given(given, asked.root.occurred_at, seq, asked)
        elif seq in self.changes.without:
            self.chapters.append(Chapter(asked, (), self.state, self.state))
        else:
            self._again(asked)

    def put_in(self, until: int, moment: datetime) -> None:
        """Carry out what is put in after events up to the seq `until`, at that moment by default."""
        while self._due and self._due[0] <= until:
            seq = self._due.pop(0)
            for given in self.changes.after[seq]:
                self._given(given, moment, seq, None)

    def _again(self, asked: Asked) -> None:
        root = asked.root
        context = self._context(root.actor, root.occurred_at)
        other = self.changes.ruleset
        draft = ReplayDraft(self.state, context, asked, self.remembered, rescored=other is not None)
        event = root.event
        if isinstance(event, TournamentDefined | TournamentAmended) and other is not None:
            definition = structs.replace(event.definition, ruleset=other.id)
            event = structs.replace(
                event, definition=definition, ruleset=other, ruleset_hash=content_hash(other)
            )
        try:
            replay = replayer_of(type(event))
            assert replay is not None, "every event that is asked for has a replayer (test_counterfactual.py)"
            replay(draft, event)
            draw_conclusions(draft, self.state)
        except Problem as problem:
            self.remembered.free(asked.events)
            self._misfit(root, problem, in_part=False)
            self.chapters.append(Chapter(asked, (), self.state, self.state))
            return
        for note in draft.notes:
            self._misfit(root, note, in_part=True)
        self._adopt(asked, draft)

    def _given(self, given: Given, moment: datetime, seq: int, asked: Asked | None) -> None:
        rescored = self.changes.ruleset is not None
        context = self._context(given.actor, given.occurred_at or moment)
        draft = ReplayDraft(self.state, context, asked, self.remembered, rescored=rescored)
        try:
            carry_out(draft, given.command)
            draw_conclusions(draft, self.state)
        except Problem as problem:
            raise problem.at(seq=seq) from None
        self._adopt(asked, draft)

    def _adopt(self, asked: Asked | None, draft: ReplayDraft) -> None:
        self.chapters.append(Chapter(asked, tuple(draft.entries), self.state, draft.state))
        self.state = structs.replace(draft.state, touched=())

    def _context(self, actor: str, moment: datetime) -> Context:
        role = actor.partition(":")[0]
        return Context(moment, actor, role, str, _no_seed, self._personal)

    def _misfit(self, root: Told, why: Problem, *, in_part: bool) -> None:
        known = event_types()[type(root.event)]
        self.misfits.append(Misfit(root.seq, known.name, known.nature, in_part, why))


def _no_seed() -> str:
    """The seed of a draw put in without one: always the same, so that the question has one answer."""
    return "what-if"
