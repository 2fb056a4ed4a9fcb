"""What everyone has reached in a stage, from its sheets and byes: sums, points, opponents, ratings.

Where a stage carries results on, those of the stage it is entered from count as well, before its own.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

import msgspec

from services.rules.exact import SIXTHS, average_of, to_sixths
from services.rules.key_sets import keys_named
from services.rules.ranking import Totals, key_of
from services.rules.rating import Rated
from services.rules.ruleset import Ruleset
from services.rules.scoring import tie_break_score
from services.rules.swiss.tie_breaks import Figures, Played, figures
from services.tournament.definition.stages import Rating, Stage, StagePlan
from services.tournament.kernel.ids import TableId
from services.tournament.play.scores import LEFT, Result, Sheet, Total
from services.tournament.play.sheets import complete
from services.tournament.seating.sessions import Session
from services.tournament.standings.rounds import Rounds
from services.tournament.state import State

SUMMED = frozenset({"games_won", "average_score", "total_score", "tiles_left"})
"""The ranking keys that are sums of what someone's own sheets say."""
TIE_BREAK_OF_WHO_LEFT = -10_000 * SIXTHS
"""After the tie-break score of every game that can be played [RULES, Swiss: who leaves]."""
WIN = 2


class Standing(msgspec.Struct, frozen=True):
    """What one entrant has reached, and their place once everyone is put in order.

    Attributes:
        totals: everything that may rank, over `games` games.
        sheet: the last one played on; "" for who has only sat out.
        byes: how often the entrant sat out.
        met: who sat at the entrant's tables, session by session; None for a bye.
        swiss: what points and tie-breaks were made of, where they rank.
        rating: where a rating ranks.
        place: 0 for who is not put in order.
    """

    entrant_no: str
    totals: Totals
    games: int
    sheet: str = ""
    byes: int = 0
    met: tuple[str | None, ...] = ()
    swiss: Figures | None = None
    rating: Rated | None = None
    place: int = 0
    tied: bool = False

    @property
    def average(self) -> str:
        """The average score of a game, exact."""
        return average_of(self.totals.score_sixths, self.games)


def ranking_of(state: State, stage: Stage) -> tuple[str, ...]:
    """The names of the keys that rank in a stage, the most important first."""
    return keys_named(state.stage_plan(stage).ranking, state.rules_in(stage))


def points_rank(names: Collection[str]) -> bool:
    """Whether keys rank that are made of points, and not only sums, rounds and ratings."""
    return any(name not in SUMMED | {"rounds_won", "rating"} for name in names)


def reached_in(state: State, stage: Stage) -> dict[str, Standing]:
    """What everyone who entered the stage has reached, whether ranked or not."""
    names = ranking_of(state, stage)
    sessions = [session for each in state.plan.counted_in(stage) for session in state.sessions_of(each)]
    counted = _Counted(state, sessions)
    won = counted.rounds_won() if "rounds_won" in names else {}
    swiss = counted.swiss() if points_rank(names) else {}
    found = {}
    for number, entrant in state.entrants.items():
        if entrant.participation(stage) is None:
            continue
        total, met = counted.totals.get(number, NOTHING), tuple(counted.met.get(number, ()))
        figured = swiss.get(number)
        totals = msgspec.structs.replace(total.totals, rounds_won=won.get(number, 0))
        if figured is not None:
            totals = msgspec.structs.replace(
                figured.totals,
                games_won=total.games_won - total.shared,
                score_sixths=total.sixths,
                tiles=total.tiles,
                rounds_won=totals.rounds_won,
            )
        rating = rating_of(state, stage, number) if "rating" in names else None
        if rating is not None:
            totals = msgspec.structs.replace(totals, rating=rating.ordinal)
        found[number] = Standing(number, totals, total.games, "", met.count(None), met, figured, rating)
    return found


def rating_of(state: State, stage: Stage, number: str) -> Rated:
    """The rating after the games so far; a newcomer's for who played none."""
    model = state.stage_plan(stage).rating or Rating()
    return state.ratings.get(number) or Rated(model.mu, model.sigma)


NOTHING = Total("")


class _Counted:
    """Sums and meetings over the sessions that count, and what is made of them on demand."""

    def __init__(self, state: State, sessions: Collection[Session]) -> None:
        self._state, self._sessions = state, sessions
        self.totals: dict[str, Total] = {}
        self.met: dict[str, list[str | None]] = {}
        for session in sessions:
            for number in session.sitting_out:
                self.met.setdefault(number, []).append(None)
            for sheet in _sheets_of(state, session):
                self._add(sheet)

    def _add(self, sheet: Sheet) -> None:
        for total in sheet.totals:
            self.totals[total.entrant] = total + self.totals.get(total.entrant, NOTHING)
            others = [number for number in sheet.seats if number != total.entrant]
            self.met.setdefault(total.entrant, []).extend(others)

    def rounds_won(self) -> dict[str, int]:
        """How many sessions each has won at the table, where the ruleset says what that takes."""
        won: dict[str, int] = {}
        for session in self._sessions:
            for sheet in _sheets_of(self._state, session):
                for number in table_winners(self._state, sheet):
                    won[number] = won.get(number, 0) + 1
        return won

    def swiss(self) -> Mapping[str, Figures]:
        """Points, opponents and tie-breaks, of tables of two."""
        played: dict[str, list[Played]] = {number: [] for number in self._state.entrants}
        rounds = Rounds(self._state)
        for session in self._sessions:
            plan = self._state.stage_plan(session.stage)
            rounds.go_on(session)
            for number in session.byes:
                played[number].append(Played(rounds.of(number), None, plan.bye.halves))
            for sheet in _sheets_of(self._state, session):
                for number, what in _pair(self._state.rules_in(session.stage), sheet, rounds):
                    played[number].append(what)
        return figures(played, rounds.last)


def table_winners(state: State, sheet: Sheet) -> frozenset[str]:
    """Who has won the session at a complete table (Pressman Tournament Rules 4), where the rules say how."""
    round_keys = state.rules_in(sheet.stage).ranking.round_keys
    staying = [total for total in sheet.totals if state.entrants[total.entrant].plays_in(sheet.stage)]
    if (
        round_keys is None
        or not staying
        or not complete(sheet)
        or not any(total.games for total in sheet.totals)
    ):
        return frozenset()
    key = key_of(round_keys.value)
    keys = {total.entrant: key(total.totals) for total in staying}
    best = min(keys.values())
    return frozenset(number for number, reached in keys.items() if reached == best)


def both_won(won: Iterable[int]) -> bool:
    """Whether a game of two was won by both."""
    return [*won] == [1, 1]


def _sheets_of(state: State, session: Session) -> Iterator[Sheet]:
    for table in sorted(session.tables):
        sheet = state.sheets.get(str(TableId(session.plan.id, table)))
        if sheet is not None:
            yield sheet


def _pair(rules: Ruleset, sheet: Sheet, rounds: Rounds) -> Iterator[tuple[str, Played]]:
    """What a table of two brought each: a win, or half of one where both won as many games."""
    if len(sheet.seats) != WIN or not any(total.games for total in sheet.totals):
        return
    first, second = sheet.totals
    for side, other in ((first, second), (second, first)):
        result = halves_of(side, other)
        tie_break = sum(_tie_break(rules, sheet, side.entrant))
        yield side.entrant, Played(rounds.of(side.entrant), other.entrant, result, side.sixths, tie_break)


def halves_of(side: Total, other: Total) -> int:
    """What a table of two brings one side, in halves of a point: who has won more games has won."""
    if side.games_won == other.games_won:
        return WIN // 2 if side.games_won else 0
    return WIN if side.games_won > other.games_won else 0


def _tie_break(rules: Ruleset, sheet: Sheet, entrant: str) -> Iterator[int]:
    """The tie-break score of each game, in sixths."""
    for game in sheet.games:
        if game is None or game.status == "awaiting_ruling":
            continue
        for figure in game.figures:
            if figure.entrant == entrant:
                yield tie_break_sixths(rules, figure, game.ended_by)


def tie_break_sixths(rules: Ruleset, figure: Result, ended_by: str) -> int:
    """The score of a game that is kept for tie-breaks, in sixths; 0 where the ruleset keeps none."""
    won = bool(figure.game_won)
    if ended_by == LEFT:
        return 0 if won else TIE_BREAK_OF_WHO_LEFT
    # Where only scores were written down, the loser's is the count that was left.
    count = abs(figure.sixths) // SIXTHS if figure.count is None else figure.count
    score = tie_break_score(rules, count, won=won)
    return 0 if score is None else to_sixths(score)


def played_all(state: State, plan: StagePlan, number: str) -> bool:
    """Whether someone who attends several sessions has missed none that is over, and no game of it."""
    for session in state.sessions_of(plan.id):
        if session.status != "ended" or number in session.sitting_out:
            continue
        sheets = [sheet for sheet in _sheets_of(state, session) if number in sheet.seats]
        if not sheets or any(sheet.total(number).games < len(sheet.games) for sheet in sheets):
            return False
    return True
