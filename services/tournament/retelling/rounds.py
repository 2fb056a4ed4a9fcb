"""Rounds told again. Who was drawn against whom is a fact and is never computed again.

A table that misses someone, as she is not in the field as it would be, is left out of its round and said.
"""

from collections.abc import Sequence

from services.tournament.field import RoundTable
from services.tournament.figures import Result, ruled_results
from services.tournament.lookups import attendance_in, entrant_in, still_in
from services.tournament.ratings import RatingsChanged, rerate
from services.tournament.retelling.people import AS_SAID
from services.tournament.retelling.told import Retelling, retells, written
from services.tournament.round_games import (
    RoundGameCorrected,
    RoundGameRecorded,
    RoundGameRuled,
    correct_game,
    players_of,
    record_game,
    rule_game,
    table_in,
)
from services.tournament.rounds import (
    RoomTaken,
    RoundDrawn,
    RoundDrawUndone,
    UndoRoundDraw,
    refuse_incomplete,
)
from shared.problems import Problem


@retells(RoundDrawn)
def _drawn(draft: Retelling, event: RoundDrawn) -> None:
    before = event.round - 1
    if before in draft.state.rounds:
        try:
            refuse_incomplete(draft.state, before)
        except Problem as problem:
            draft.note(problem)
    tables = tuple(own for own in event.tables if _all_there(draft, own.entrants))
    byes = tuple(number for number in event.byes if _all_there(draft, (number,)))
    draft.record(RoundDrawn(event.round, event.method, event.seed, tables, byes))


@retells(RoundDrawUndone)
def _undone(draft: Retelling, event: RoundDrawUndone) -> None:
    draft.ask(UndoRoundDraw, reason=AS_SAID)


@retells(RoomTaken)
def _taken(draft: Retelling, event: RoomTaken) -> None:
    for number in event.entrants:
        entrant = entrant_in(draft.state, number)
        attendance_in(draft.state, entrant, draft.state.plan.first_stage)
        still_in(entrant, draft.state.plan.first_stage)
    draft.record(event)


@retells(RoundGameRecorded)
def _recorded(draft: Retelling, event: RoundGameRecorded) -> None:
    table = table_in(draft.state, event.round, event.table)
    results = _results(draft, table, event)
    record_game(draft, table, event.game, event.ended_by, results, event.forfeited)


@retells(RoundGameCorrected)
def _corrected(draft: Retelling, event: RoundGameCorrected) -> None:
    table = table_in(draft.state, event.round, event.table)
    results = _results(draft, table, event)
    correct_game(draft, table, event.game, event.ended_by, results, event.forfeited, AS_SAID)


@retells(RoundGameRuled)
def _ruled(draft: Retelling, event: RoundGameRuled) -> None:
    table = table_in(draft.state, event.round, event.table)
    results = event.results
    if draft.rescored:
        seats = [written(own) for own in event.results]
        results = ruled_results(
            draft.state.rules, players_of(draft.state, table, event.game), event.winners, seats
        )
    rule_game(draft, table, event.game, event.winners, results, event.cites, AS_SAID)


@retells(RatingsChanged)
def _rerated(draft: Retelling, event: RatingsChanged) -> None:
    rerate(draft, None)


def _results(
    draft: Retelling, table: RoundTable, event: RoundGameRecorded | RoundGameCorrected
) -> tuple[Result, ...]:
    players = players_of(draft.state, table, event.game)
    return draft.results(table.entrants, players, event.ended_by, event.results, event.forfeited)


def _all_there(draft: Retelling, entrants: Sequence[str]) -> bool:
    """Whether all of them take part; says who does not."""
    try:
        for number in entrants:
            entrant = entrant_in(draft.state, number)
            attendance_in(draft.state, entrant, draft.state.plan.first_stage)
            still_in(entrant, draft.state.plan.first_stage)
    except Problem as problem:
        draft.note(problem)
        return False
    return True
