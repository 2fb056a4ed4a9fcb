"""Games at the tables of a round: recorded from counts or racks, corrected, or ruled by the Chief Referee."""

from collections.abc import Iterable, Sequence

from msgspec import structs

from services.rules.game import EndedBy
from services.rules.scoring import tie_break_text
from services.tournament.field import RoundFigure, RoundGame, RoundTable
from services.tournament.figures import Result, SeatResult, SeatResults, results_of, ruled_results, sixths_of
from services.tournament.kernel import Command, Draft, Event, Stamp, decides, event, evolves
from services.tournament.lengths import Cite, Ids, Reason
from services.tournament.lookups import said
from services.tournament.ratings import rerate
from services.tournament.round_standing import active_at, is_complete
from services.tournament.state import State
from shared.problems import INVALID_INPUT, NOT_FOUND, ProblemType

TABLE_COMPLETE = ProblemType(
    "table-complete",
    409,
    "Table {table} has played all its games. Correct one of them, or draw the next round.",
    "{table} 桌已完成所有對局。請更正其中一局，或編排下一輪。",
)
ROUND_GAME_RECORDED = ProblemType(
    "round-game-recorded",
    409,
    "Game {game} at table {table} is recorded with other figures. Have the Chief Referee correct it.",
    "{table} 桌第 {game} 局已有不同紀錄。請由總裁判更正。",
)
ROUND_GAME_MISSING = ProblemType(
    "round-game-missing",
    409,
    "Game {before} at table {table} is not recorded yet. Enter it before game {game}.",
    "{table} 桌第 {before} 局尚未記錄。請先輸入該局，再輸入第 {game} 局。",
)
ROUND_GAME_RULED = ProblemType(
    "round-game-ruled",
    409,
    "Game {game} at table {table} stands as ruled, citing {cites}. Only a new ruling changes it.",
    "{table} 桌第 {game} 局按裁決為準，依據 {cites}。只可由新裁決更改。",
)
COUNTS_NEEDED = ProblemType(
    "counts-needed",
    422,
    "A game of a round is recorded from racks or counts, not from scores. Give what everyone was left with.",
    "輪次對局須按牌架或點數記錄，不接受得分。請提供各人剩餘的牌。",
)
WINNER_NOT_THERE = ProblemType(
    "winner-not-there",
    422,
    "{winner} does not play this game, or is named twice. Name winners among {players}.",
    "{winner} 沒有參與本局，或重複列出。請在 {players} 之中指明勝者。",
)


@event("round-game-recorded")
class RoundGameRecorded(Event, frozen=True):
    """A game at a table of a round ended; scores are exact, those for tie-breaks by entrant."""

    round: int
    table: int
    game: int
    ended_by: str
    results: tuple[Result, ...]
    tie_breaks: dict[str, str]
    forfeited: str | None


@event("round-game-corrected")
class RoundGameCorrected(Event, frozen=True):
    """A game was written down wrongly and put right; the reason is in the vault under `case`."""

    round: int
    table: int
    game: int
    ended_by: str
    results: tuple[Result, ...]
    tie_breaks: dict[str, str]
    forfeited: str | None
    case: str


@event("round-game-ruled")
class RoundGameRuled(Event, frozen=True):
    """The Chief Referee named the winners of a game, or that it has none."""

    round: int
    table: int
    game: int
    winners: tuple[str, ...]
    results: tuple[Result, ...]
    tie_breaks: dict[str, str]
    cites: str
    case: str


class RecordRoundGame(Command, frozen=True, kw_only=True):
    """Record a game at a table of a round, from what everyone was left with."""

    round: int
    table: int
    game: int = 1
    ended_by: EndedBy = "cleared"
    seats: SeatResults


class CorrectRoundGame(Command, frozen=True, kw_only=True):
    """Put a recorded game right."""

    round: int
    table: int
    game: int = 1
    ended_by: EndedBy = "cleared"
    seats: SeatResults
    reason: Reason


class RuleRoundGame(Command, frozen=True, kw_only=True):
    """Name the winners of a game by ruling; the others pay what they were left with. None: nobody has won."""

    round: int
    table: int
    game: int = 1
    winners: Ids
    seats: SeatResults
    cites: Cite
    reason: Reason


@decides(RecordRoundGame)
def record_round_game(draft: Draft, command: RecordRoundGame) -> None:
    table = table_in(draft.state, command.round, command.table)
    results, forfeited = _results(draft.state, table, command.game, command.ended_by, command.seats)
    record_game(draft, table, command.game, command.ended_by, results, forfeited)


@decides(CorrectRoundGame)
def correct_round_game(draft: Draft, command: CorrectRoundGame) -> None:
    table = table_in(draft.state, command.round, command.table)
    results, forfeited = _results(draft.state, table, command.game, command.ended_by, command.seats)
    correct_game(draft, table, command.game, command.ended_by, results, forfeited, command.reason)


@decides(RuleRoundGame)
def rule_round_game(draft: Draft, command: RuleRoundGame) -> None:
    state = draft.state
    table = table_in(state, command.round, command.table)
    _next_or_there(state, table, command.game)
    players = players_of(state, table, command.game)
    for winner in command.winners:
        if winner not in players or command.winners.count(winner) > 1:
            raise WINNER_NOT_THERE(winner=winner, players=", ".join(players))
    results = ruled_results(state.rules, players, command.winners, _named(table, command.seats))
    rule_game(
        draft, table, command.game, command.winners, results, said(command.cites, "cites"), command.reason
    )


def record_game(
    draft: Draft,
    table: RoundTable,
    game: int,
    ended_by: str,
    results: tuple[Result, ...],
    forfeited: str | None,
) -> None:
    """Record a game, or nothing if it stands with the same figures."""
    _next_or_there(draft.state, table, game)
    if game <= len(table.games):
        if _same(table.games[game - 1], ended_by, results):
            return
        raise ROUND_GAME_RECORDED(game=game, table=table.id)
    tie_breaks = _tie_breaks(draft.state, results)
    recorded = RoundGameRecorded(table.round, table.number, game, ended_by, results, tie_breaks, forfeited)
    rerate(draft, draft.record(recorded), newest=table)


def correct_game(
    draft: Draft,
    table: RoundTable,
    game: int,
    ended_by: str,
    results: tuple[Result, ...],
    forfeited: str | None,
    reason: str,
) -> None:
    """Correct a game, or nothing if it stands just so."""
    if not 1 <= game <= len(table.games):
        raise NOT_FOUND(what="recorded game", id=f"{table.id} game {game}")
    current = table.games[game - 1]
    if current.cites is not None:
        raise ROUND_GAME_RULED(game=game, table=table.id, cites=current.cites)
    if _same(current, ended_by, results):
        return
    case, text = draft.case(reason=said(reason))
    tie_breaks = _tie_breaks(draft.state, results)
    corrected = RoundGameCorrected(
        table.round, table.number, game, ended_by, results, tie_breaks, forfeited, case
    )
    rerate(draft, draft.record(corrected, personal=text))


def rule_game(
    draft: Draft,
    table: RoundTable,
    game: int,
    winners: tuple[str, ...],
    results: tuple[Result, ...],
    cites: str,
    reason: str,
) -> None:
    """Let a game stand as ruled."""
    case, text = draft.case(reason=said(reason))
    tie_breaks = _tie_breaks(draft.state, results)
    ruled = RoundGameRuled(table.round, table.number, game, winners, results, tie_breaks, cites, case)
    rerate(draft, draft.record(ruled, personal=text))


def table_in(state: State, round: int, table: int) -> RoundTable:
    """The table of a round."""
    own = state.rounds.get(round)
    found = own.tables.get(table) if own is not None else None
    if found is None:
        raise NOT_FOUND(what="table of a round", id=f"{round}/{table}")
    return found


def players_of(state: State, table: RoundTable, game: int) -> tuple[str, ...]:
    """Who must have a result in a game: who played it, or still plays."""
    if 1 <= game <= len(table.games):
        return tuple(figure.entrant for figure in table.games[game - 1].figures)
    return active_at(state, table)


def _results(
    state: State, table: RoundTable, game: int, ended_by: EndedBy, seats: Sequence[SeatResult]
) -> tuple[tuple[Result, ...], str | None]:
    """The results of a game, and who forfeited it."""
    if any(own.score is not None for own in seats):
        raise COUNTS_NEEDED()
    _next_or_there(state, table, game)
    named = _named(table, seats)
    results = results_of(state.rules, table.entrants, players_of(state, table, game), ended_by, named)
    return results, next((own.entrant for own in named if own.forfeited), None)


def _named(table: RoundTable, seats: Iterable[SeatResult]) -> list[SeatResult]:
    """The seats by entrant, where they were given by letter."""
    letters = dict(zip("ABCDEFGH", table.entrants, strict=False))
    return [
        own if own.entrant is not None else structs.replace(own, entrant=letters.get(own.seat or ""))
        for own in seats
    ]


def _next_or_there(state: State, table: RoundTable, game: int) -> None:
    """Refuse a game that is neither recorded nor the next."""
    if game < 1:
        raise INVALID_INPUT(detail="games count from 1").at(field="game")
    if game <= len(table.games):
        return
    if is_complete(state, table):
        raise TABLE_COMPLETE(table=table.id)
    if game > len(table.games) + 1:
        raise ROUND_GAME_MISSING(before=len(table.games) + 1, table=table.id, game=game)


def _tie_breaks(state: State, results: Sequence[Result]) -> dict[str, str]:
    found = {
        own.entrant: tie_break_text(
            state.rules, own.entrant, own.count or 0, own.tiles, won=bool(own.game_won)
        )
        for own in results
    }
    return {entrant: text for entrant, text in found.items() if text is not None}


def _same(game: RoundGame, ended_by: str, results: Sequence[Result]) -> bool:
    def figures(own: Iterable[Result | RoundFigure]) -> set[object]:
        return {
            (
                one.entrant,
                one.game_won,
                sixths_of(one.score) if isinstance(one, Result) else one.sixths,
                one.tiles,
                one.count,
                one.charge,
            )
            for one in own
        }

    return game.ended_by == ended_by and figures(game.figures) == figures(results)


@evolves(RoundGameRecorded)
def _recorded(state: State, event: RoundGameRecorded, stamp: Stamp) -> State:
    return _with_game(state, event, event.ended_by, stamp.seq, None)


@evolves(RoundGameCorrected)
def _corrected(state: State, event: RoundGameCorrected, stamp: Stamp) -> State:
    return _with_game(state, event, event.ended_by, stamp.seq, None)


@evolves(RoundGameRuled)
def _ruled(state: State, event: RoundGameRuled, stamp: Stamp) -> State:
    return _with_game(state, event, "ruling", stamp.seq, event.cites)


def _with_game(
    state: State,
    event: RoundGameRecorded | RoundGameCorrected | RoundGameRuled,
    ended_by: str,
    seq: int,
    cites: str | None,
) -> State:
    drawn = state.rounds[event.round]
    table = drawn.tables[event.table]
    figures = tuple(
        RoundFigure(
            own.entrant,
            own.game_won,
            sixths_of(own.score),
            own.tiles,
            own.count,
            own.charge,
            sixths_of(event.tie_breaks[own.entrant]) if own.entrant in event.tie_breaks else None,
        )
        for own in event.results
    )
    known = event.game <= len(table.games)
    first_seq = table.games[event.game - 1].first_seq if known else seq
    game = RoundGame(event.game, ended_by, figures, seq, first_seq, cites)
    games = (*table.games[: event.game - 1], game, *table.games[event.game :])
    tables = drawn.tables.set(event.table, structs.replace(table, games=games))
    state = structs.replace(
        state, rounds=state.rounds.set(event.round, structs.replace(drawn, tables=tables))
    )
    return state.touching("round", table.id)
