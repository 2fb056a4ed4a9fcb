"""From what was written down at a table to the figures of a game: counted racks or self-recorded scores.

Both ways end in the same `Result`s. The scoring rule is in services.rules; here seats become entrants.
"""

from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from services.rules.clock_runs import check_reading, tiles_due
from services.rules.exact import parse_score, score_text
from services.rules.game import EndedBy, GameInput, ScoreAnswer, SeatInput
from services.rules.lengths import Several, TileNames, Word
from services.rules.ruleset import Ruleset
from services.rules.scoring import check_forfeiter, score_as_ruled, score_game
from services.rules.self_recorded import UNKNOWN, RecordedSeat, check_self_recorded
from services.rules.tiles import parse_rack, rack_value
from services.tournament.kernel.facts import Part
from services.tournament.kernel.lengths import MOST_SEATS, EntrantNo, Id
from services.tournament.play.scores import Game, Result, SeatClock
from services.tournament.seating.sessions import SEATS
from shared.bounds import many
from shared.catalogue import Phrase
from shared.problems import Problem, ProblemType

CLEARED: EndedBy = "cleared"
SEATS_DO_NOT_MATCH = ProblemType("seats-do-not-match", 422)
FORFEITER_WON = ProblemType("forfeiter-won", 422)
TWO_WAYS_AT_ONCE = ProblemType("two-ways-at-once", 422)


class SeatResult(Part, frozen=True):
    """What was written down for one seat: a rack or count (with a charge, if any), or a recorded score.

    Attributes:
        entrant: whose seat it is, by number; or `seat`, one of the two.
        seat: its letter, A for the first.
        rack: the tiles left on it, as in `["R7", "J"]`, empty if cleared; or `count` and `tiles`.
        count: what the tiles left are worth, never below 0.
        tiles: how many tiles are left.
        charge: a charge of the ruleset, such as `could_have_melded`.
        score: the score as the participants recorded it, exact: `"-12"`, `"23/2"`; with `game_won` and
            `tiles`, in place of what the program would work out, and then for every seat of the game.
        game_won: with `score`: 1 for a winner, else 0.
        forfeited: whether this player forfeited the game.
        more_charges: further charges on the same seat.
    """

    entrant: EntrantNo | None = None
    seat: Id | None = None
    rack: TileNames | None = None
    count: int | None = None
    tiles: int | None = None
    charge: Word | None = None
    score: Id | None = None
    game_won: int | None = None
    forfeited: bool = False
    more_charges: Several = ()
    clock: SeatClock | UnsetType = UNSET


SeatResults = Annotated[tuple[SeatResult, ...], many(MOST_SEATS)]


def results_of(
    rules: Ruleset,
    seats: Sequence[str],
    active: Sequence[str],
    ended_by: EndedBy | UnsetType,
    written: Sequence[SeatResult],
    *,
    strict: bool = True,
) -> tuple[Result, ...]:
    """The results of a game.

    Args:
        seats: the table's entrants in seat order.
        active: those of them who still play; each must have a result, and nobody else.
        strict: whether to refuse what cannot have been; not for what stands in the log already.

    Raises:
        Problem: seats that do not match, or whatever the scoring rule refuses.
    """
    ordered = _ordered(seats, active, written)
    if strict and any(seat_result.clock is not UNSET for _, seat_result in ordered):
        ordered = [(entrant, _with_clock(rules, entrant, seat_result)) for entrant, seat_result in ordered]
    short = len(active) < len(seats)
    if all(seat_result.score is None for _, seat_result in ordered):
        ending = CLEARED if ended_by is UNSET else ended_by
        given = GameInput(ending, _seats(ordered), after_withdrawal=short)
        return _scored(rules, score_game(rules, given, strict=strict), dict(ordered))
    return _self_recorded(rules, ending_of(ended_by, written), ordered, short=short, strict=strict)


def ending_of(ended_by: EndedBy | UnsetType, written: Sequence[SeatResult]) -> str:
    """How a game ended where that was left out: by a cleared rack, unless self-recorded tiles tell otherwise.

    A sheet that participants keep does not say how a game ended, so where nobody has 0 tiles it is unknown.
    """
    if ended_by is not UNSET:
        return ended_by
    cleared = any(line.tiles == 0 for line in written)
    return CLEARED if cleared or all(line.score is None for line in written) else UNKNOWN


def _ordered(
    seats: Sequence[str], active: Sequence[str], written: Sequence[SeatResult]
) -> list[tuple[str, SeatResult]]:
    """What was written down for each who must have a result; refuses any other seats."""
    lettered = dict(zip(SEATS, seats, strict=False))
    by_entrant = {_entrant(lettered, line): line for line in written}
    if len(by_entrant) != len(written) or set(by_entrant) != set(active):
        raise SEATS_DO_NOT_MATCH(
            expected=[*active], given=[_entrant_or_seat(entrant_no) for entrant_no in by_entrant]
        ).at(field="seats")
    return [(entrant, by_entrant[entrant]) for entrant in active]


def _entrant(lettered: Mapping[str, str], line: SeatResult) -> str:
    """The entrant whose seat it is, given those of the table by their letters."""
    if line.entrant is not None:
        return line.entrant
    found = lettered.get(line.seat) if line.seat is not None else None
    return f"seat {line.seat}" if found is None else found


def _entrant_or_seat(entrant: str) -> object:
    """An entrant by number; a seat that the table has not by its letter."""
    letter = entrant.removeprefix("seat ")
    return entrant if letter == entrant else Phrase("part-seat", {"seat": letter})


def _with_clock(rules: Ruleset, entrant: str, seat_result: SeatResult) -> SeatResult:
    """The seat with the tiles due for time that ran out; refuses what its clock cannot have shown."""
    if seat_result.clock is UNSET:
        return seat_result
    read = seat_result.clock
    lost = seat_result.forfeited if seat_result.score is None else None
    check_reading(rules, entrant, read.time_left, read.overstepped, read.tiles_due, lost=lost)
    due = read.tiles_due if read.tiles_due is not None else tiles_due(rules, read.overstepped)
    clock = msgspec.structs.replace(read, tiles_due=due if read.overstepped else None)
    return msgspec.structs.replace(seat_result, clock=clock)


def ruled_results(
    rules: Ruleset,
    seats: Sequence[str],
    active: Sequence[str],
    winners: Sequence[str],
    written: Sequence[SeatResult],
    *,
    strict: bool = True,
) -> tuple[Result, ...]:
    """The results of a game whose winners a ruling names, from what everyone was left with.

    Seats and `strict` are as in `results_of`.

    Raises:
        Problem: seats that do not match, or whatever the scoring rule refuses.
    """
    ordered = _ordered(seats, active, written)
    return _scored(rules, score_as_ruled(rules, _seats(ordered), winners, strict=strict), dict(ordered))


def _seats(ordered: Sequence[tuple[str, SeatResult]]) -> tuple[SeatInput, ...]:
    return tuple(
        [
            SeatInput(
                entrant,
                seat_result.rack,
                seat_result.count,
                seat_result.tiles,
                seat_result.charge,
                seat_result.forfeited,
                more_charges=seat_result.more_charges,
            )
            for entrant, seat_result in ordered
        ]
    )


def _scored(rules: Ruleset, score: ScoreAnswer, by_entrant: Mapping[str, SeatResult]) -> tuple[Result, ...]:
    return tuple(
        [
            Result(
                seat.seat,
                seat.game_won,
                seat.score,
                seat.tiles,
                seat.count,
                seat_result.charge,
                seat_result.rack,
                seat_result.more_charges,
                _own_count(rules, seat_result) if seat_result.charge or seat_result.more_charges else None,
                seat_result.clock,
            )
            for seat in score.seats
            for seat_result in (by_entrant[seat.seat],)
        ]
    )


def _own_count(rules: Ruleset, seat_result: SeatResult) -> int | None:
    """What the rack counted before charges, kept so that a later charge can be worked in."""
    if seat_result.rack is None:
        return seat_result.count
    return rack_value(parse_rack(seat_result.rack), rules.jokers.rack_value.value)


def _self_recorded(
    rules: Ruleset, ended_by: str, ordered: list[tuple[str, SeatResult]], *, short: bool, strict: bool
) -> tuple[Result, ...]:
    columns = []
    for entrant, seat_result in ordered:
        if (
            seat_result.score is None
            or seat_result.game_won is None
            or seat_result.tiles is None
            or seat_result.count is not None
            or seat_result.rack
        ):
            raise TWO_WAYS_AT_ONCE(seat=entrant)
        try:
            score = parse_score(seat_result.score)
        except Problem as problem:
            raise problem.at(entrant=entrant, field="score") from None
        columns.append(RecordedSeat(entrant, score, seat_result.game_won, seat_result.tiles))
    results = recorded_results(rules, columns, ended_by, short=short, strict=strict)
    if strict:
        _check_forfeiter(ended_by, [line for _, line in ordered])
    return tuple(
        msgspec.structs.replace(result, clock=written.clock)
        for result, (_, written) in zip(results, ordered, strict=True)
    )


def _check_forfeiter(ended_by: str, written: Sequence[SeatResult]) -> None:
    """By scores, too, it is said who forfeited, and they have lost."""
    check_forfeiter(ended_by, sum(line.forfeited for line in written))
    if any(line.forfeited and line.game_won for line in written):
        raise FORFEITER_WON().at(field="forfeited")


def recorded_results(
    rules: Ruleset,
    columns: Sequence[RecordedSeat],
    ended_by: str = UNKNOWN,
    *,
    short: bool = False,
    strict: bool = True,
) -> tuple[Result, ...]:
    """The results of a game as its participants recorded it, if they can be right.

    `strict` is as in `results_of`.

    Raises:
        Problem: the first thing that cannot be right, naming the seat.
    """
    for problem in check_self_recorded(rules, columns, ended_by, after_withdrawal=short, strict=strict):
        raise problem
    return tuple(
        Result(column.seat, column.game_won, score_text(column.score), column.tiles) for column in columns
    )


def same_figures(game: Game, results: Sequence[Result]) -> bool:
    """Whether a game holds just these figures."""
    return {(held.entrant, held.figures) for held in game.figures} == {
        (result.entrant, result.figures) for result in results
    }


def same_game(game: Game, ended_by: str, results: Sequence[Result]) -> bool:
    """Whether nothing about the game would change: its figures, how it ended, counts and charges given."""
    if game.ended_by != ended_by or not same_figures(game, results):
        return False
    stood = {figure.entrant: figure for figure in game.figures}
    return not any(
        (result.clock is not UNSET and result.clock != stood[result.entrant].clock)
        or (result.count is not None and _counted(result) != _counted(stood[result.entrant]))
        for result in results
    )


def _counted(result: Result) -> tuple[object, ...]:
    return result.count, result.charge, result.more_charges, result.own_count


def as_written(result: Result) -> SeatResult:
    """What was written down for the seat before it was scored."""
    charged = result.charge is not None or bool(result.more_charges)
    count = result.own_count if charged else result.count
    return SeatResult(
        entrant=result.entrant,
        rack=result.rack,
        count=None if result.rack is not None else count,
        tiles=result.tiles,
        charge=result.charge,
        more_charges=result.more_charges,
        clock=result.clock,
    )


def void_results(entrants: Sequence[str]) -> tuple[Result, ...]:
    """A voided game: completed, with nothing won, scored or left, for all."""
    return tuple(Result(entrant, 0, "0", 0) for entrant in entrants)
