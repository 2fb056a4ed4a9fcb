"""Tournaments in rounds to try things with: founded from their files, entered, drawn, played."""

from datetime import date
from pathlib import Path
from typing import Any

import msgspec

from services.rules.ruleset import load
from services.tournament.definition.earlier import competition_of
from services.tournament.definition.plan import Competition
from services.tournament.figures import SeatResult
from services.tournament.founding import DefineTournament
from services.tournament.registration import RegisterEntrant
from services.tournament.round_games import RecordRoundGame
from services.tournament.round_standing import field_standings, incomplete_tables
from services.tournament.rounds import DrawRound
from tests.unit.tournament.specs import Tournament, early_definition, numbers

FOLDER = Path(__file__).parents[3] / "infra" / "tournaments"
MSO, PRESSMAN, ROUNDS, BSG, ONLINE = (
    "mso-2019",
    "pressman-2006",
    "pressman-2006-tournament",
    "bsg-2015",
    "rummikub-online",
)
ALL = (MSO, PRESSMAN, ROUNDS, BSG, ONLINE)


def definition_of(name: str, **changes: Any) -> Competition:
    """The plan of a tournament in rounds as its early logs have it; fields of its format can be changed."""
    plan = early_definition(name)
    if changes:
        assert plan.rounds_format is not None
        plan = msgspec.structs.replace(plan, format=msgspec.structs.replace(plan.rounds_format, **changes))
    return competition_of(plan)


def founded_as(name: str, **changes: Any) -> Tournament:
    """The tournament of a file, founded; fields of its format can be changed."""
    plan = definition_of(name, **changes)
    return Tournament().given(DefineTournament(definition=plan, ruleset=load(plan.ruleset)))


def enter(tournament: Tournament, *entrants: str, **fields: Any) -> Tournament:
    """These entrants register."""
    session = tournament.state.plan.sessions[0].id
    for number in entrants:
        said = {"name_en": f"Entrant {number}", "birth_date": date(1980, 5, 17), **fields}
        tournament.given(RegisterEntrant(entrant_no=number, session=session, **said))
    return tournament


def entered(name: str, count: int, **changes: Any) -> Tournament:
    return enter(founded_as(name, **changes), *numbers(count))


def drawn(name: str, count: int, **changes: Any) -> Tournament:
    """With its first round drawn."""
    return entered(name, count, **changes).given(DrawRound())


def won(
    tournament: Tournament, winner: str, count: int = 10, *, round: int = 1, game: int = 1
) -> RecordRoundGame:
    """A game at her table that someone cleared; everyone else is left with three tiles and that count."""
    tables = tournament.state.rounds[round].tables.values()
    table = next(own for own in tables if winner in own.entrants)
    seats = tuple(
        SeatResult(entrant=number, rack=())
        if number == winner
        else SeatResult(entrant=number, count=count, tiles=3)
        for number in table.entrants
        if tournament.entrant(number).out_of("preliminary") is None
        or number == winner
        or len(table.entrants) == 2
    )
    return RecordRoundGame(round=round, table=table.number, game=game, seats=seats)


def play_round(tournament: Tournament, count: int = 10) -> Tournament:
    """Every table of the last round plays all its games; who has the smallest number wins them."""
    last = max(tournament.state.rounds)
    while missing := incomplete_tables(tournament.state, tournament.state.rounds[last]):
        for table in missing:
            still_in = [no for no in table.entrants if tournament.entrant(no).out_of("preliminary") is None]
            game = len(table.games) + 1
            tournament.given(won(tournament, min(still_in), count, round=last, game=game))
    return tournament


def played(name: str, count: int, rounds: int, **changes: Any) -> Tournament:
    """So many rounds drawn and played."""
    tournament = entered(name, count, **changes)
    for _ in range(rounds):
        play_round(tournament.given(DrawRound()))
    return tournament


def table_of(tournament: Tournament) -> list[tuple[int, str]]:
    return [(own.place, own.entrant_no) for own in field_standings(tournament.state)]
