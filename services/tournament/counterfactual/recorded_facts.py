"""What is told again: recorded events, the facts among them that were asked for, the draft they go into."""

from collections.abc import Callable, Iterable, Sequence
from datetime import datetime
from functools import cache
from typing import Any, TypeVar

import msgspec

from services.rules.exact import parse_score
from services.rules.game import ENDINGS, EndedBy
from services.rules.self_recorded import RecordedSeat, undecided
from services.tournament.docket.disputes import DisputeRaised
from services.tournament.docket.effects import RULED
from services.tournament.docket.rulings import RulingMade
from services.tournament.kernel.deciding import Draft, carry_out
from services.tournament.kernel.facts import Command, Context, Event
from services.tournament.kernel.registry import E, asked_as, event_types
from services.tournament.people.parent_calls import ParentCalled
from services.tournament.play.figures import (
    SEATS_DO_NOT_MATCH,
    as_written,
    recorded_results,
    results_of,
    ruled_results,
)
from services.tournament.play.scores import LEFT, Result, Sheet
from services.tournament.publication.reminding import AnnouncementMade
from services.tournament.standings.cut import QualificationHeld
from services.tournament.state import State
from services.tournament.weather.watching import WeatherProposed
from shared.problems import Problem


class Told(msgspec.Struct, frozen=True, gc=False):
    """One recorded event."""

    seq: int
    event: Event
    occurred_at: datetime
    actor: str
    command_id: str
    caused_by: int | None


class Asked(msgspec.Struct, frozen=True, gc=False):
    """What one command asked for, and what followed from it at once.

    Attributes:
        root: the event that stands for what was asked.
        led_to: the events of the same command that it caused, in order; the root is not among them.
    """

    root: Told
    led_to: tuple[Told, ...]

    @property
    def events(self) -> tuple[Told, ...]:
        return (self.root, *self.led_to)


AS_SAID = "as recorded"
"""Stands for a reason, statement or finding; the words themselves are in the vault and change nothing."""

NUMBERED = "DRWAP"
"""The letters of numbered facts: disputes, rulings, weather proposals, announcements, calls for a parent."""

NO_TIE: tuple[tuple[str, ...], int] = ((), 0)


class Remembered:
    """What the recorded history decided by itself and the telling must know.

    Attributes:
        conflicts: by sheet and recorded number of a second sheet, the number it has now; None for none.
        ties: by stage the entrants of the tie across its cut and the places for them, as recorded last.
        freed: numbers of facts (disputes, rulings, proposals, …) that were left out or did not fit.
        given: how many numbers of each letter were ever given out.
        carried: signatures taken as given though the figures under them are others now.
    """

    def __init__(self, begin: State, end: State) -> None:
        self.conflicts: dict[tuple[str, int], int | None] = {}
        self.ties = {stage: (held.tied, held.free_places) for stage, held in begin.cuts.items()}
        self.freed: dict[str, list[str]] = {letter: [] for letter in NUMBERED}
        self.given = {
            "D": len(end.disputes),
            "R": len(end.rulings),
            "W": len(end.proposals),
            "P": len(end.parent_calls),
            "A": end.announcements,
        }
        self.carried = 0

    def pass_over(self, events: Iterable[Told]) -> None:
        """Take note of what a command found in the record, whether or not it is found again."""
        for event in events:
            if isinstance(event.event, QualificationHeld):
                self.ties[event.event.stage] = (event.event.tied, event.event.free_places)

    def free(self, events: Iterable[Told]) -> None:
        """Note the numbers of facts that are not told again."""
        for letter, numbers in numbers_of(events).items():
            self.freed[letter].extend(numbers)

    def fresh(self, letter: str) -> str:
        """A number that nothing in the record has."""
        self.given[letter] += 1
        return f"{letter}-{self.given[letter]:04d}"


class ReplayDraft(Draft):
    """A draft in which one recorded fact is told again.

    Numbers, vault subjects and seeds are those of the record, so that facts told later still find them.

    Attributes:
        notes: what fits only in part, in the words of a refusal.
        rescored: games are scored anew, as the ruleset is another.
    """

    strict = False

    def __init__(
        self, state: State, context: Context, asked: Asked | None, remembered: Remembered, *, rescored: bool
    ) -> None:
        subjects = list(_subjects(asked.events)) if asked is not None else []
        made = 0

        def subject(kind: str) -> str:
            nonlocal made
            if subjects:
                return subjects.pop(0)
            made += 1
            return f"{kind}-of-no-one-{state.seq}-{made}"

        super().__init__(state, msgspec.structs.replace(context, new_subject=subject))
        self.asked = asked
        self.remembered = remembered
        self.rescored = rescored
        self.notes: list[Problem] = []
        self._numbers = numbers_of(asked.events) if asked is not None else remembered.freed

    def number(self, letter: str, given: int) -> str:
        numbers = self._numbers[letter]
        return numbers.pop(0) if numbers else self.remembered.fresh(letter)

    def dated(self, event: E) -> E:
        recorded = [step.event for step in self.asked.events] if self.asked is not None else []
        same = next((candidate for candidate in recorded if isinstance(candidate, type(event))), None)
        if same is None:
            return event
        moments = {
            name: getattr(same, name)
            for name, moment in msgspec.structs.asdict(event).items()
            if isinstance(moment, datetime)
        }
        return msgspec.structs.replace(event, **moments)

    def note(self, problem: Problem | None) -> None:
        """Say that the fact fits, but not wholly."""
        if problem is not None:
            self.notes.append(problem)

    def ask(self, kind: type[Command], /, **fields: Any) -> None:
        """Put the fact to the tournament as the command it came from."""
        carry_out(self, kind(**fields))

    def results(
        self, sheet: Sheet, entrants: Sequence[str], ended_by: str, results: tuple[Result, ...]
    ) -> tuple[Result, ...]:
        """The results of a game at a table for just these entrants, scored anew under another ruleset.

        Raises:
            Problem: they are for others, or cannot be under the ruleset.
        """
        given = [result.entrant for result in results]
        if set(given) != set(entrants):
            raise SEATS_DO_NOT_MATCH(expected=[*entrants], given=[*given])
        if not self.rescored or ended_by == LEFT:
            return results
        rules, seats = self.state.rules_in(sheet.stage), sheet.seats
        winners = [result.entrant for result in results if result.game_won]
        if ended_by == RULED:
            lines = [as_written(result) for result in results]
            return ruled_results(rules, seats, given, winners, lines, strict=False)
        if any(result.count is None for result in results):
            columns = [
                RecordedSeat(result.entrant, parse_score(result.score), result.game_won, result.tiles)
                for result in results
            ]
            problem = undecided(rules, columns, ended_by)
            if problem is not None:
                raise problem
            short = len(entrants) < len(seats)
            return recorded_results(rules, columns, ended_by, short=short, strict=False)
        ending: EndedBy = next((known for known in ENDINGS if known == ended_by), "time")
        forfeit = ending == "forfeit"
        lines = [
            msgspec.structs.replace(as_written(result), forfeited=forfeit and not result.game_won)
            for result in results
        ]
        return results_of(rules, seats, given, ending, lines, strict=False)


def numbers_of(events: Iterable[Told]) -> dict[str, list[str]]:
    """The numbers that facts among events were given, by letter, in order."""
    numbers: dict[str, list[str]] = {letter: [] for letter in NUMBERED}
    for event in events:
        number = _number_in(event.event)
        if number is not None:
            numbers[number[0]].append(number)
    return numbers


def _number_in(event: Event) -> str | None:
    if isinstance(event, DisputeRaised):
        return event.dispute
    if isinstance(event, RulingMade):
        return event.ruling
    if isinstance(event, WeatherProposed):
        return event.proposal
    if isinstance(event, ParentCalled):
        return event.call
    return event.announcement if isinstance(event, AnnouncementMade) else None


def _subjects(events: Iterable[Told]) -> Iterable[str]:
    """The vault subjects that the command made, in order."""
    seen: set[str] = set()
    for event in events:
        for name in ("person", "case"):
            subject = getattr(event.event, name, None)
            if subject is not None and subject not in seen:
                seen.add(subject)
                yield subject


Replayer = Callable[[ReplayDraft, Any], None]
R = TypeVar("R", bound=Replayer)

_replayers: dict[type[Event], Replayer] = {}
_alone: set[type[Event]] = set()


def replays(*classes: type[Event], alone: bool = False) -> Callable[[R], R]:
    """Register how recorded events of these classes are told again, where a command asked for them.

    Args:
        alone: they are told again by themselves also where another event of their command caused them.
    """

    def register(function: R) -> R:
        for cls in classes:
            _replayers[cls] = function
            if alone:
                _alone.add(cls)
        return function

    return register


@cache
def _asks(cls: type[Event], command: type[Command]) -> Replayer:
    fields, texts = command.__struct_fields__, event_types()[cls].text
    same = [name for name in fields if name in cls.__struct_fields__]
    # The words are in the vault.
    texts_kept = {name: AS_SAID for name in fields if name in texts}

    def replay(draft: ReplayDraft, event: Event) -> None:
        draft.ask(command, **{name: getattr(event, name) for name in same}, **texts_kept)

    return replay


def replayer_of(cls: type[Event]) -> Replayer | None:
    """How a recorded event is told again: as registered, else as the command that can be asked again."""
    if cls in _replayers or cls not in asked_as:
        return _replayers.get(cls)
    return _asks(cls, asked_as[cls])


def asked_for(group: Sequence[Told]) -> list[Asked]:
    """What a command asked for: the events that no other event of it caused, each with what it led to.

    A command that only draws conclusions asked once, whatever it found.
    """
    if len(group) == 1:  # as most commands lead to
        return [Asked(group[0], ())]
    index_of = {step.seq: index for index, step in enumerate(group)}
    roots: dict[int, list[Told]] = {}
    root_of: dict[int, int] = {}
    for step in group:
        cause = step.caused_by if step.caused_by in index_of and type(step.event) not in _alone else None
        if cause is None and roots and _only_concludes(step):
            cause = next(iter(roots))
        root = step.seq if cause is None else root_of[cause]
        root_of[step.seq] = root
        roots.setdefault(root, []).append(step)
    return [Asked(first, tuple(rest)) for first, *rest in roots.values()]


def _only_concludes(step: Told) -> bool:
    return event_types()[type(step.event)].nature == "conclusion"
