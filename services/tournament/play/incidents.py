"""What a referee notes beside results: who begins, breaks, turned tiles, calls (HK rules 1, conduct)."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType, structs

from services.rules.citing import Cited
from services.rules.ruleset import UNSPECIFIED, Ruleset, Setting
from services.rules.tiles import NUMBERS
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Command, Event, Stamp
from services.tournament.kernel.lengths import MOST_SEATS, EntrantNo, Id
from services.tournament.kernel.registry import decides, event, evolves
from services.tournament.lookups import active_seats, in_phase, sheet_in
from services.tournament.play.results import GAME_BEFORE_MISSING, game_in
from services.tournament.play.scores import Sheet
from services.tournament.state import State
from shared.bounds import entries
from shared.catalogue import Phrase
from shared.problems import ProblemType

IncidentKind = Literal[
    "break_permitted",
    "break_over",
    "reshuffle_granted",
    "flipped_tile_exchanged",
    "overturned_tile_returned",
    "pool_tile_touched",
]

DRAW_WRONG = ProblemType("starting-draw-wrong", 422, rule="HK rules 1")
BY_THE_RULES = ProblemType("first-player-by-rules", 422)
NOT_STILL_AT_TABLE = ProblemType("not-still-at-table", 422)
CALLED_ALREADY = ProblemType("called-already", 409)
CALL_AGAIN_AFTER = timedelta(minutes=2)
"""Within this time another call to the same table is the same call."""


@event("first-player-determined")
class FirstPlayerDetermined(Event, frozen=True):
    """Who begins a game: by drawn number tiles, or, without a draw, as the winner of the game before."""

    sheet: str
    game: int
    entrant: str
    draws: dict[str, int]


@event("incident-noted")
class IncidentNoted(Event, frozen=True):
    """The referee noted something at the table that changes no result."""

    sheet: str
    game: int
    kind: str
    entrant: str


@event("chief-referee-called")
class ChiefRefereeCalled(Event, frozen=True):
    """The Chief Referee is to come to a table."""

    sheet: str


class DetermineFirstPlayer(Command, frozen=True, kw_only=True):
    """Say who begins. `draws` are the number tiles drawn; not needed after a game with one winner.

    Where the rules leave open who begins, `entrant` names who does by agreement, or everyone draws.
    """

    sheet: Id
    game: int
    draws: Annotated[dict[EntrantNo, int], entries(MOST_SEATS)] = msgspec.field(default_factory=dict)
    entrant: EntrantNo | UnsetType = UNSET


class NoteIncident(Command, frozen=True, kw_only=True):
    """Note a break, a reshuffle or a turned tile."""

    sheet: Id
    game: int
    kind: IncidentKind
    entrant: EntrantNo


class CallChiefReferee(Command, frozen=True, kw_only=True):
    """Call the Chief Referee to a table."""

    sheet: Id


@decides(DetermineFirstPlayer)
def determine_first_player(draft: Draft, command: DetermineFirstPlayer) -> None:
    sheet = _in_game(draft.state, command.sheet, command.game)
    drawers, stated = _drawers(draft.state, sheet, command.game)
    if not drawers:
        raise DRAW_WRONG(detail=Phrase("part-incidents-nobody-still-plays-at-table"), drawers="-")
    draws: dict[str, int] = {}
    if command.entrant is not UNSET:
        if stated.value != UNSPECIFIED:
            rules = draft.state.rules_in(sheet.stage)
            raise BY_THE_RULES(ruleset=rules.title, cite=Cited(stated.cite)).at(field="entrant")
        if command.entrant not in drawers:
            raise NOT_STILL_AT_TABLE(entrant=command.entrant, sheet=command.sheet).at(field="entrant")
        drawers = (command.entrant,)
    if len(drawers) > 1:
        _check_draws(draft.state.rules_in(sheet.stage), command.draws, drawers)
        draws = dict(command.draws)
    first = max(drawers, key=lambda entrant: draws.get(entrant, 0))
    draft.record(FirstPlayerDetermined(command.sheet, command.game, first, draws))


@decides(NoteIncident, IncidentNoted)
def note_incident(draft: Draft, command: NoteIncident) -> None:
    sheet = _in_game(draft.state, command.sheet, command.game)
    if command.entrant not in active_seats(draft.state, sheet):
        raise NOT_STILL_AT_TABLE(entrant=command.entrant, sheet=command.sheet).at(field="entrant")
    draft.record(IncidentNoted(command.sheet, command.game, command.kind, command.entrant))


@decides(CallChiefReferee, ChiefRefereeCalled)
def call_chief_referee(draft: Draft, command: CallChiefReferee) -> None:
    sheet = sheet_in(draft.state, command.sheet)
    in_phase(draft.state.sessions[sheet.session], "playing", "time_called", "ended")
    last = draft.state.calls.get(command.sheet)
    if last is not None and abs(draft.context.occurred_at - last) < CALL_AGAIN_AFTER:
        raise CALLED_ALREADY(sheet=command.sheet)
    draft.record(ChiefRefereeCalled(command.sheet))


def _in_game(state: State, sheet_id: str, game: int) -> Sheet:
    sheet = sheet_in(state, sheet_id)
    in_phase(state.sessions[sheet.session], "playing", "time_called")
    game_in(sheet, game)
    return sheet


def _drawers(state: State, sheet: Sheet, game: int) -> tuple[tuple[str, ...], Setting[str]]:
    """Who draws, alone if they begin without a draw, and the axis of the ruleset that says so.

    HK: in game 1 everyone; later the last winner begins, and several winners draw again. Elsewhere everyone
    draws before each game. Where the rules are silent everyone may begin.
    """
    active = active_seats(state, sheet)
    seats = state.rules_in(sheet.stage).seats
    before = sheet.games[game - 2] if game > 1 else None
    if before is None:
        if game > 1:
            raise GAME_BEFORE_MISSING(before=game - 1, sheet=sheet.sheet, game=game)
        return active, seats.first_to_play
    if seats.next_to_begin.value != "last_winner":
        return active, seats.next_to_begin
    winners = tuple(figure.entrant for figure in before.figures if figure.game_won)
    staying = tuple(entrant for entrant in winners if entrant in active) or active
    return staying, seats.next_after_two_winners if len(staying) > 1 else seats.next_to_begin


def _check_draws(rules: Ruleset, draws: Mapping[str, int], drawers: tuple[str, ...]) -> None:
    names = [*drawers]
    if set(draws) != set(drawers):
        raise DRAW_WRONG(
            detail=Phrase("part-incidents-not-everyone-who-draws-tile"),
            drawers=names,
        )
    drawn = rules.seats.drawn_tiles
    if drawn is not None and drawn.value == "any":
        highest = max(draws.values())
        if not all(tile in NUMBERS for tile in draws.values()) or list(draws.values()).count(highest) > 1:
            raise DRAW_WRONG(
                detail=Phrase("part-incidents-tiles-1-13-one-alone"),
                drawers=names,
            )
        return
    if sorted(draws.values()) != list(range(1, len(drawers) + 1)):
        raise DRAW_WRONG(
            detail=Phrase("part-incidents-tiles-must-1-each-once", {"count": len(drawers)}),
            drawers=names,
        )


@evolves(FirstPlayerDetermined)
def _first(state: State, event: FirstPlayerDetermined, stamp: Stamp) -> State:
    sheet = state.sheets[event.sheet]
    first = sheet.first_players.set(event.game, event.entrant)
    return state.with_sheet(structs.replace(sheet, first_players=first))


@evolves(IncidentNoted)
def _noted(state: State, event: IncidentNoted, stamp: Stamp) -> State:
    sheet = state.sheets[event.sheet]
    return state.with_sheet(structs.replace(sheet, incidents=sheet.incidents + 1))


@evolves(ChiefRefereeCalled)
def _called(state: State, event: ChiefRefereeCalled, stamp: Stamp) -> State:
    callers = tuple(dict.fromkeys((*state.callers.get(event.sheet, ()), stamp.actor)))
    return structs.replace(
        state,
        calls=state.calls.set(event.sheet, stamp.occurred_at),
        callers=state.callers.set(event.sheet, callers),
    )
