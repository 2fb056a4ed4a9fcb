"""What each event changed in what ranks: by stage and of family units, the key and figures of whom it moved.

A result changes the keys of a few and the places of hundreds, so keys are kept, and places counted from them.
"""

from bisect import bisect_left, insort
from collections.abc import Callable, Collection, Iterable, Mapping

import msgspec

from services.rules.ranking import Key, Totals, key_of, ranking_key
from services.tournament.definition.stages import Stage
from services.tournament.people.entrants import Entrant
from services.tournament.play.scores import Figures, Sheet
from services.tournament.standings.reached import ranking_of
from services.tournament.standings.standing import (
    adds_up,
    family_totals,
    ranked,
    rests_on_one_sheet,
    standings,
)
from services.tournament.state import State


class RankChange(msgspec.Struct, frozen=True, gc=False):
    """What one event made of somebody's place.

    Attributes:
        who: an entrant number, or a family unit.
        key: what is ranked by from then on, smaller being better; None for who is not ranked any more.
    """

    seq: int
    who: str
    key: Key | None
    figures: Figures | None


Ranked = tuple[Key, Figures]
KeyOf = Callable[[Totals], Key]


class Board:
    """One table of places: who is ranked in it, and every change of that so far, by rising seq."""

    def __init__(self) -> None:
        self.changes: list[RankChange] = []
        self._ranked: dict[str, Ranked] = {}

    def put(self, seq: int, who: str, now: Ranked | None) -> None:
        """Note what somebody ranks by after an event, where that differs from before."""
        if self._ranked.get(who) == now:
            return
        if now is None:
            del self._ranked[who]
            self.changes.append(RankChange(seq, who, None, None))
        else:
            self._ranked[who] = now
            self.changes.append(RankChange(seq, who, *now))

    def put_all(self, seq: int, now: Mapping[str, Ranked]) -> None:
        """Note everyone who is ranked after an event; whoever is not in `now` is not."""
        for who in [who for who in self._ranked if who not in now]:
            self.put(seq, who, None)
        for who, ranked_now in now.items():
            self.put(seq, who, ranked_now)


class Places:
    """Who stands where while changes are gone through in their order."""

    def __init__(self) -> None:
        self._keys: list[Key] = []
        self._changes: dict[str, RankChange] = {}

    def put(self, change: RankChange) -> None:
        before = self._changes.pop(change.who, None)
        if before is not None and before.key is not None:
            del self._keys[bisect_left(self._keys, before.key)]
        if change.key is not None:
            insort(self._keys, change.key)
            self._changes[change.who] = change

    def place(self, who: str) -> int | None:
        """The place of somebody; equals share it, and the next is skipped. None for who is not ranked."""
        known = self._changes.get(who)
        return None if known is None or known.key is None else bisect_left(self._keys, known.key) + 1

    def all(self) -> dict[str, int]:
        """The places of all who are ranked."""
        return {who: place for who in self._changes if (place := self.place(who)) is not None}

    def figures(self, who: str) -> Figures | None:
        known = self._changes.get(who)
        return None if known is None else known.figures


class RankChanges:
    """The boards of one tournament, followed from event to event.

    Attributes:
        stages: by stage; one that was taken out of the plan has nobody ranked from then on.
        families: of family units, by what their award adds up.
    """

    def __init__(self) -> None:
        self.stages: dict[Stage, Board] = {}
        self.families = Board()

    def follow(self, before: State, after: State) -> None:
        """Note what the event between two states changed; `touched` of `after` says what to look at."""
        if after.definition is None:
            return
        if _other_rules(before, after):
            self._everything(after)
            return
        touched = _touched(before, after)
        if not touched:
            return
        for stage in after.stages:
            self._stage(after, stage, touched)
        self._families(after, touched)

    def _everything(self, state: State) -> None:
        for stage in {**self.stages, **dict.fromkeys(state.stages)}:
            board = self.stages.setdefault(stage, Board())
            board.put_all(state.seq, _ranked_in(state, stage) if stage in state.stages else {})
        self.families.put_all(state.seq, _ranked_families(state, state.units))

    def _stage(self, state: State, stage: Stage, touched: "_Touched") -> None:
        counted = state.plan.counted_in(stage)
        board = self.stages[stage]
        if not adds_up(state, stage):
            if touched.ratings or not touched.stages.isdisjoint(counted):
                board.put_all(state.seq, _ranked_in(state, stage) if _has_begun(state, counted) else {})
        elif touched.sessions.isdisjoint(counted) or rests_on_one_sheet(state.stage_plan(stage)):
            key = key_of(ranking_of(state, stage))
            for number in touched.entrants:
                entrant = state.entrants[number]
                line = ranked(state, stage, entrant)
                now = None if line is None else _ranked_by(key, line.totals)
                board.put(state.seq, number, now)
        else:
            board.put_all(state.seq, _ranked_in(state, stage))

    def _families(self, state: State, touched: "_Touched") -> None:
        plan = state.stage_plan(state.plan.family_stage)
        anyone = not touched.sessions.isdisjoint(state.plan.counted_in(plan.id))
        if anyone and not rests_on_one_sheet(plan):
            self.families.put_all(state.seq, _ranked_families(state, state.units))
            return
        members = (state.entrants[number].unit for number in touched.entrants)
        units = {*touched.units, *(unit for unit in members if unit is not None)}
        now = _ranked_families(state, units)
        for unit in sorted(units):
            self.families.put(state.seq, unit, now.get(unit))


class _Touched(msgspec.Struct, frozen=True):
    """What an event changed that places may rest on.

    Attributes:
        entrants: whose sheets or standing in the tournament changed.
        stages: in which anything of this kind changed.
        sessions: the stages of which a session changed, on which everybody's place in it may rest.
    """

    entrants: Collection[str]
    units: Collection[str]
    stages: frozenset[Stage]
    sessions: frozenset[Stage]
    ratings: bool

    def __bool__(self) -> bool:
        return bool(self.entrants or self.units or self.stages or self.ratings)


def _touched(before: State, after: State) -> _Touched:
    entrants: dict[str, None] = {}
    units: dict[str, None] = {}
    stages: set[Stage] = set()
    sessions: set[Stage] = set()
    for kind, key in after.touched:
        if kind == "entrant":
            changed = _stages_of(before.entrants.get(key), after.entrants.get(key))
            if changed is not None and key in after.entrants:
                entrants[key] = None
                stages.update(changed)
        elif kind == "sheet":
            for sheet in _sheets_between(before.sheets.get(key), after.sheets.get(key)):
                entrants.update(dict.fromkeys(sheet.seats))
                stages.add(sheet.stage)
        elif kind == "session" and key in after.sessions:
            sessions.add(after.sessions[key].stage)
        elif kind == "unit":
            units[key] = None
    ratings = after.ratings is not before.ratings
    return _Touched(tuple(entrants), tuple(units), frozenset(stages | sessions), frozenset(sessions), ratings)


def _stages_of(before: Entrant | None, after: Entrant | None) -> Iterable[Stage] | None:
    """The stages that someone is in; None where nothing has changed there."""
    if before is not None and after is not None:
        same = before.status == after.status and before.participations == after.participations
        if same and before.unit == after.unit:
            return None
    return {part.stage: None for entrant in (before, after) if entrant for part in entrant.participations}


def _sheets_between(before: Sheet | None, after: Sheet | None) -> Iterable[Sheet]:
    """The sheet before and after, where its results differ; a signature, say, changes none."""
    if before is not None and after is not None and _results(before) == _results(after):
        return ()
    return [sheet for sheet in (before, after) if sheet is not None]


def _results(sheet: Sheet) -> tuple[object, ...]:
    return sheet.seats, sheet.games, sheet.totals, sheet.length, sheet.over, sheet.deserted


def _other_rules(before: State, after: State) -> bool:
    return (
        after.definition is not before.definition
        or after.ruleset is not before.ruleset
        or after.stage_rules is not before.stage_rules
    )


def _has_begun(state: State, stages: Iterable[Stage]) -> bool:
    """Whether anybody can have a place: before the first draw there is nothing to rank."""
    sessions = (session for stage in stages for session in state.sessions_of(stage))
    return any(session.seed is not None or session.tables or session.sitting_out for session in sessions)


def _ranked_in(state: State, stage: Stage) -> dict[str, Ranked]:
    key = key_of(ranking_of(state, stage))
    return {line.entrant_no: _ranked_by(key, line.totals) for line in standings(state, stage)}


def _ranked_families(state: State, units: Iterable[str]) -> dict[str, Ranked]:
    key = ranking_key(state.rules_in(state.plan.family_stage))
    found: dict[str, Ranked] = {}
    for name in units:
        unit = state.units.get(name)
        sums = family_totals(state, unit) if unit is not None else None
        if sums is not None:
            found[name] = _ranked_by(key, sums)
    return found


def _ranked_by(key: KeyOf, totals: Totals) -> Ranked:
    return key(totals), totals.figures
