"""What somebody did a short while ago that the same would lead to: whoever does it again is told once."""

import re
from collections.abc import Iterator
from contextlib import suppress
from zoneinfo import ZoneInfo

import msgspec

from services.desk.answers import EventView
from services.desk.cache import Held
from services.officials.cases import actor_shown, tournament_of
from services.officials.reader import Reader
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.tournament.catalogue import event_types
from services.tournament.kernel.deciding import Decision
from services.tournament.kernel.facts import Command
from shared.catalogue import Word, say
from shared.i18n import moment_shown
from shared.problems import Problem

_LOOKED_AT = 200
"""So many events before the head are looked at; what was done before them was done long ago."""
_GIVEN = re.compile(r"[a-z]+-[0-9a-f]{20}|[A-Z]-[0-9]{4,}")
"""Ids that are given to what is recorded: of a text that is sealed, a question, a case."""


def done_alike(
    reader: Reader, tournament: str, command: Command, held: Held, decision: Decision
) -> EventView | None:
    """The last event that says what the first one would say that is foreseen; None for none."""
    if not decision.entries:
        return None
    event = decision.entries[0].event
    meant, known = msgspec.to_builtins(event), set(_texts(msgspec.to_builtins(command)))
    recorded = reader.desk.events(tournament, max(0, held.head.seq - _LOOKED_AT), _LOOKED_AT)
    alike = (
        each
        for each in reversed(recorded)
        if each.type == event_types()[type(event)].name
        and _bare(msgspec.json.decode(each.data), known) == _bare(meant, known)
    )
    return next(alike, None)


def alike_part(reader: Reader, person: Person, alike: EventView | None) -> Iterator[Part]:
    """The part of a read-back by which one that came in since is told; it hinders nothing once it is read."""
    if alike is not None:
        zone, language = ZoneInfo(tournament_of(reader, person).definition.zone), reader.language
        by = "–"
        with suppress(Problem):  # a participant may not know another
            by = actor_shown(reader, person, alike.actor)
        at, event = moment_shown(alike.recorded_at, zone, language), Word("event", alike.type)
        sentence = say("task-done-alike", language, event=event, at=at, by=by)
        yield part("alike", alike.seq, sentence, "go")


def _bare(value: object, known: set[str]) -> object:
    """A value without the ids that were given to it."""
    if isinstance(value, dict):
        return {name: _bare(each, known) for name, each in value.items()}
    if isinstance(value, list | tuple):
        return [_bare(each, known) for each in value]
    return "" if isinstance(value, str) and value not in known and _GIVEN.fullmatch(value) else value


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from _texts(each)
    elif isinstance(value, str):
        yield value
