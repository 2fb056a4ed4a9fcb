"""Rounds of pairs in one line each: `1>9 3=11 5<13 bye 12`.

The first has won, both have drawn, the second has won. Where people check in, whoever is not named is away;
elsewhere whoever is left over sits out.
"""

from typing import Any

from msgspec.structs import replace

from services.tournament.definition.plan import Competition
from services.tournament.definition.sessions import SessionPlan
from services.tournament.definition.stages import Bye
from services.tournament.play.figures import SeatResult
from services.tournament.play.results import RecordGameResult
from services.tournament.play.timing import EndSession, StartSession
from services.tournament.seating.presence import CheckIn
from services.tournament.seating.seats import DrawSeats
from tests.unit.tournament.given_formats import MSO, enter, founded_by, plan_of
from tests.unit.tournament.specs import Tournament

SIGNS = {">": (1, 0), "<": (0, 1), "=": (1, 1)}


def pairs(players: int, rounds: int, **stage: Any) -> Tournament:
    """So many players in so many rounds of pairs, which are given."""
    tournament = founded_by(pairs_plan(rounds, **stage))
    return enter(tournament, *(numbered(number) for number in range(1, players + 1)))


def pairs_plan(rounds: int, **stage: Any) -> Competition:
    sessions = tuple(SessionPlan(f"r{round}") for round in range(1, rounds + 1))
    fields = {"draw": "given", "bye": Bye(0, 9), "ranked": "played", "sessions": sessions, **stage}
    return replace(plan_of(MSO, **fields), categories=())


def numbered(number: int | str) -> str:
    return f"{int(number):02d}"


def play_pairs(tournament: Tournament, round: int, written: str, score: int = 20) -> Tournament:
    """A round from the check-in to its end; each table writes down its score."""
    session, words = f"r{round}", written.split()
    bye = [numbered(words[-1])] if "bye" in words else []
    tables = [_table(word) for word in words[: -2 if bye else None]]
    if tournament.state.plan.stages[0].check_in == "each":
        present = sorted([*bye, *(number for pair, _ in tables for number in pair)])
        tournament.given(*(CheckIn(entrant=number) for number in present))
    tournament.given(DrawSeats(session=session, tables=tuple(pair for pair, _ in tables)))
    tournament.given(StartSession(session=session))
    for number, (pair, won) in enumerate(tables, 1):
        seats = tuple(
            SeatResult(entrant=entrant, score=str(score * (mine - other)), game_won=mine, tiles=6 * other)
            for entrant, mine, other in zip(pair, won, reversed(won), strict=True)
        )
        ended_by = "pool_exhausted" if all(won) else "cleared"
        sheet = f"{session}/{number}"
        tournament.given(RecordGameResult(sheet=sheet, game=1, ended_by=ended_by, seats=seats))  # type: ignore[arg-type]
    return tournament.given(EndSession(session=session))


def _table(word: str) -> tuple[tuple[str, ...], tuple[int, int]]:
    sign = next(sign for sign in SIGNS if sign in word)
    return tuple(numbered(number) for number in word.split(sign)), SIGNS[sign]
