"""Whole stages for tests, from paper: every entrant is worth what the plan says."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

from services.tournament.people.amendments import AmendDetails
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.play.paper import ImportResults, ResultRow
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.seating.sessions import SEATS
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.qualification import ConcludeQualification
from tests.unit.tournament.built_once import built_once
from tests.unit.tournament.specs import (
    CHILD,
    F1,
    F2,
    S1,
    Tournament,
    check_in,
    draw,
    finished,
    numbers,
    registered,
    start,
)


def paper_rows(
    session: str, table: int, seats: Sequence[str], games: Sequence[Sequence[tuple[str, int]]], line: int = 2
) -> list[ResultRow]:
    """Rows of one table: for every game, score and tiles of each seat; the best score wins."""
    rows: list[ResultRow] = []
    for game, lines in enumerate(games, 1):
        best = max(_fraction(score) for score, _ in lines)
        fewest = min(tiles for score, tiles in lines if _fraction(score) == best)
        for letter, entrant, (score, tiles) in zip(SEATS, seats, lines, strict=False):
            won = int(_fraction(score) == best and tiles == fewest)
            rows.append(ResultRow(session, table, game, letter, entrant, won, score, tiles, line + len(rows)))
    return rows


def _fraction(score: str) -> Fraction:
    return Fraction(score)


def on_paper(
    tournament: Tournament,
    session: str,
    winners: Sequence[str],
    margin: Callable[[int], int] = lambda table: 10,
) -> Tournament:
    """Everyone in the session plays at tables of four by number; at table t seat A wins all, by `margin(t)`.

    `winners` come first at the tables; losers differ in the tiles left. Equal margins give equal results, so
    that the winners of two tables tie, and likewise those at seats B, C and D.
    """
    entrants = sorted(
        tournament.state.sessions[session].entrants, key=lambda entrant: (entrant not in winners, entrant)
    )
    tables = -(-len(entrants) // 4)
    rows: list[ResultRow] = []
    seats: list[list[str]] = [[] for _ in range(tables)]
    for place, entrant in enumerate(entrants):
        seats[place % tables].append(entrant)
    for table, table_seats in enumerate(seats, 1):
        loss = margin(table)
        game = [
            (str(loss * (len(table_seats) - 1)), 0),
            *((str(-loss), 3 + seat) for seat in range(1, len(table_seats))),
        ]
        rows += paper_rows(session, table, table_seats, [game] * 3, len(rows) + 2)
    return tournament.given(ImportResults(rows=tuple(rows)))


def preliminary(
    count: int = 16, margin: Callable[[int], int] = lambda table: 40 - table, **changes: Any
) -> Tournament:
    """A whole preliminary of `count` in one session, brought in from paper.

    Of n tables, entrants 0001 to n each win their own; by default the lower number by more, and nobody ties.
    """
    tournament = registered(count, **changes)
    tournament.at("2026-03-28 20:00")
    return on_paper(tournament, S1, numbers(-(-count // 4)), margin)


@built_once
def qualified(count: int = 16, cut: int = 8, **changes: Any) -> Tournament:
    """As `preliminary`, and the cut is made."""
    return preliminary(count, cut=cut, **changes).given(ConcludeQualification())


def published(tournament: Tournament, stage: Any = "preliminary") -> Tournament:
    return tournament.given(PublishResults(stage=stage))


def awarded(tournament: Tournament) -> Tournament:
    return tournament.given(MakeAwards())


def placed(tournament: Tournament) -> Tournament:
    return tournament.given(PlaceFinalists())


def final_over(tournament: Tournament | None = None) -> Tournament:
    """Finalists, of a preliminary of sixteen unless given, have played the final to its end."""
    tournament = tournament or placed(qualified())
    for session in (F1, F2):
        finished(start(draw(check_in(tournament, session), session), session), session)
    return tournament


@built_once
def families_in_the_final() -> Tournament:
    """The final has been played to its end, with two families in it."""
    tournament = placed(qualified())
    for child, parent in (("0003", "0001"), ("0004", "0002")):
        tournament.given(
            AmendDetails(entrant=child, birth_date=CHILD), DeclareFamilyUnit(child=child, parent=parent)
        )
    return final_over(tournament)
