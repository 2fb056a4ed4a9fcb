"""An explanation names every event without which the answer were another: they are left out one by one."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from random import Random
from typing import Any

from services.desk.decoding import CATALOGUE
from services.desk.directory import Persons
from services.tournament.counterfactual.recorded_facts import Told, asked_for
from services.tournament.counterfactual.replay import Changes, tell
from services.tournament.kernel.facts import Event
from services.tournament.kernel.registry import event_types
from services.tournament.people.entrants import Entrant
from services.tournament.state import State
from shared.clock import from_micros
from tests.pasts import SMALL, Past, PastOf, past_of
from tests.profiles import examples, wide
from tests.sampling import seed

__all__ = ["past_of"]

OF_ALL = {"session-started", "session-ended", "time-called", "referees-assigned"}
"""How a session is run: without it nothing at any table could be recorded, and it decides nobody's place."""
TOLD_BY_ITS_END = {"qualification-held", "entrants-merged", "suspension-lifted"}
"""A tie is told by how it was decided; a merged entry by the one kept; what was taken back by nothing."""
OF_EACH_TYPE = examples(3, in_all=12)
SOON = 4
"""So many types of event that change an answer are enough for `make test`."""


class Record:
    """The record of a tournament that is over, to be told again without single facts."""

    def __init__(self, past: Past) -> None:
        self._past, self.state = past, past.desk.state(past.id)
        self.steps = [
            Told(
                stored.seq,
                CATALOGUE.decode(stored),
                from_micros(stored.occurred_at),
                stored.actor,
                stored.command_id,
                stored.caused_by,
            )
            for stored in past.desk.recorded(past.id, 0, past.last)
        ]
        self._personal = Persons(past.desk.directory, past.id, self.state)

    def without(self, seq: int) -> State:
        """What would be without a fact."""
        command = self.steps[seq - 1].command_id
        first = next(step.seq for step in self.steps if step.command_id == command)
        changes = Changes(frozenset({seq}), {}, {}, None)
        begin, now = self._past.desk.state(self._past.id, first - 1), self.steps[-1].occurred_at
        return tell(begin, self.steps[first - 1 :], self.state, changes, self._personal, now).state

    def facts(self) -> Mapping[str, list[Told]]:
        """What somebody did after the founding, by the type of event."""
        found: dict[str, list[Told]] = {}
        founded = self.steps[0].command_id
        for command, group in groupby(self.steps, key=lambda step: step.command_id):
            if command == founded:
                continue
            for asked in asked_for(tuple(group)):
                found.setdefault(event_types()[type(asked.root.event)].name, []).append(asked.root)
        return found


def concerned(state: State, event: Event) -> Iterator[Entrant]:
    """Whom an event is about: whom it names, who sits at its table, who plays in its sessions."""
    known = {name: getattr(event, name) for name in event.__struct_fields__}
    sheet = state.sheets.get(str(known.get("sheet")))
    named = {str(known[name]) for name in ("entrant", "entrant_no", "first", "second") if known.get(name)}
    named |= {*(sheet.seats if sheet is not None else ())}
    if "day" in known or "seed" in known or not named:
        sessions = known.get("sessions") or (known.get("session"),)
        named |= {
            number
            for id in sessions
            if isinstance(id, str) and id in state.sessions
            for number in state.sessions[id].entrants
        }
    return (state.entrants[number] for number in sorted(named) if number in state.entrants)


def answer(state: State, number: str) -> Any:
    """What is so of an entrant: places in stages and sessions, days, figures, signatures, going on."""
    entrant = state.entrants.get(number)
    if entrant is None:
        return None
    sheets = [sheet for sheet in state.sheets.values() if number in sheet.seats]
    marks = [(sheet.sheet, sheet.total(number), sheet.signatures.get(number)) for sheet in sheets]
    signed = [(sheet, total, mark and (mark.medium, mark.closed)) for sheet, total, mark in marks]
    attended = [attendance.session for part in entrant.participations for attendance in part.attendances]
    days = [state.sessions[session].day for session in attended]
    goes_on = [stage for stage in state.stages if number in state.cut_into(stage).qualified]
    return entrant.status, entrant.participations, signed, days, goes_on


def test_every_fact_without_which_the_answer_were_another_is_in_the_explanation(past_of: PastOf) -> None:
    past = past_of(SMALL)
    record, tried, missing = Record(past), set[str](), list[tuple[str, int, str]]()
    facts = record.facts()
    kinds = sorted(facts.keys() - OF_ALL - TOLD_BY_ITS_END)
    for kind in Random(seed()).sample(kinds, len(kinds)):
        if len(tried) == SOON and not wide():
            break
        for fact in facts[kind][:: 1 + len(facts[kind]) // OF_EACH_TYPE]:
            would_be = record.without(fact.seq)
            for entrant in [*concerned(record.state, fact.event)][:6]:
                number = entrant.entrant_no
                if answer(record.state, number) == answer(would_be, number):
                    continue
                tried.add(kind)
                stages = [part.stage for part in entrant.participations]
                chains = [past.ask("explain", entrant=number, stage=stage).chain for stage in stages]
                if fact.seq not in {reason.seq for chain in chains for reason in chain}:
                    missing.append((kind, fact.seq, number))
    assert not missing
    assert len(tried) >= (20 if wide() else SOON)
