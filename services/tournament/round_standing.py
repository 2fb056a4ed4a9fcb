"""Standings of the formats played in rounds: what everyone reached, by the keys of format and ruleset.

Ranked is everyone registered who is not out; of rooms, who played. Results against who is out stand. Equal on
every key is the same place, and the next is skipped.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec

from services.rules.ranking import Totals, key_of, places, shared
from services.rules.rating import Rated
from services.rules.swiss.tie_breaks import TIE_BREAK_SETS, Figures, Opponent, Played, figures
from services.tournament.field import Round, RoundTable
from services.tournament.formats import (
    Format,
    Medals,
    PointsTarget,
    Rooms,
    RoundsOfGames,
    Swiss,
    games_of,
    rounds_format,
    rounds_of,
)
from services.tournament.state import State

SIXTHS = 6
MEDALS = {1: "gold", 2: "silver", 3: "bronze"}


class FieldStanding(msgspec.Struct, frozen=True):
    """One ranked entrant of a tournament in rounds.

    Attributes:
        opponents: of a Swiss tournament, in order of rounds; a bye is one without a number.
        swiss: what the tie-breaks were made of.
        rating: of rooms.
    """

    place: int
    entrant_no: str
    totals: Totals
    games: int
    tied: bool
    opponents: tuple[Opponent, ...] = ()
    swiss: Figures | None = None
    rating: Rated | None = None


class TeamMedals(msgspec.Struct, frozen=True):
    """A line of the medal table."""

    place: int
    team: str
    gold: int
    silver: int
    bronze: int


class _Reached(msgspec.Struct, frozen=True):
    totals: Totals
    games: int
    swiss: Figures | None = None
    rating: Rated | None = None


def field_standings(state: State) -> list[FieldStanding]:
    """Everyone ranked, best first; equals in order of entrant number. Empty for sessions of tables."""
    format = rounds_format(state.plan)
    if format is None:
        return []
    reached = _REACHED[type(format)](state, format)
    key = key_of(key_names(state, format))
    field = sorted(
        ((key(own.totals), number) for number, own in reached.items() if _is_ranked(state, number, own)),
    )
    given = places([own for own, _ in field])
    level = shared(given)
    return [
        FieldStanding(
            place,
            number,
            reached[number].totals,
            reached[number].games,
            place in level,
            _opponents(reached[number]),
            reached[number].swiss,
            reached[number].rating,
        )
        for place, (_, number) in zip(given, field, strict=True)
    ]


def medal_table(state: State, table: Sequence[FieldStanding]) -> list[TeamMedals]:
    """Medals by team; teams without one are not in it. Equal in all three share the place."""
    counts: dict[str, list[int]] = {}
    for own in table:
        team = state.entrants[own.entrant_no].team
        if own.place in MEDALS and own.games and team is not None:
            counts.setdefault(team, [0, 0, 0])[own.place - 1] += 1
    lines = sorted((tuple(-many for many in own), team) for team, own in counts.items())
    given = places([own for own, _ in lines])
    return [
        TeamMedals(place, team, -own[0], -own[1], -own[2])
        for place, (own, team) in zip(given, lines, strict=True)
    ]


def playing_in(state: State) -> list[str]:
    """Who is to be drawn: registered, with a place, not out."""
    return [number for number in sorted(state.entrants) if _takes_part(state, number)]


def active_at(state: State, table: RoundTable) -> tuple[str, ...]:
    """Who of a table must have a result; in Swiss rounds always both, as who left forfeits."""
    if isinstance(rounds_format(state.plan), Swiss):
        return table.entrants
    return tuple(number for number in table.entrants if _takes_part(state, number))


def is_complete(state: State, table: RoundTable) -> bool:
    """Whether a table has played all it plays in its round."""
    format = rounds_format(state.plan)
    assert format is not None, "tables of rounds are only where there are rounds"
    games = games_of(format)
    if games is not None and len(table.games) >= games:
        return True
    if isinstance(format, PointsTarget | Medals) and _reached_target(table, format.target):
        return True
    return len(active_at(state, table)) < 2


def incomplete_tables(state: State, own: Round) -> list[RoundTable]:
    """The tables of a round that still lack games, in order; a room is complete at any time."""
    if own.method == "rooms":
        return []
    tables = (own.tables[number] for number in sorted(own.tables))
    return [table for table in tables if not is_complete(state, table)]


def rounds_missing(state: State, format: Format) -> list[str]:
    """What keeps the standings from being final: rounds not drawn, tables that lack games."""
    if isinstance(format, Rooms):
        return [] if any(table.games for table in tables_of(state)) else ["nothing was played"]
    missing = [
        f"round {number} is not drawn" for number in range(len(state.rounds) + 1, rounds_of(format) + 1)
    ]
    for number in sorted(state.rounds):
        missing.extend(
            f"table {own.id} lacks games" for own in incomplete_tables(state, state.rounds[number])
        )
    return missing


def tables_of(state: State) -> Iterator[RoundTable]:
    """Every table of every round, in order."""
    for number in sorted(state.rounds):
        own = state.rounds[number]
        yield from (own.tables[table] for table in sorted(own.tables))


def _takes_part(state: State, number: str) -> bool:
    entrant = state.entrants.get(number)
    return entrant is not None and entrant.status == "registered" and entrant.plays_in(state.plan.first_stage)


def _is_ranked(state: State, number: str, own: _Reached) -> bool:
    return _takes_part(state, number) and (own.games > 0 or own.rating is None)


def _reached_target(table: RoundTable, target: int) -> bool:
    totals: dict[str, int] = {}
    for game in table.games:
        for figure in game.figures:
            totals[figure.entrant] = totals.get(figure.entrant, 0) + figure.sixths
    return max(totals.values(), default=0) >= target * SIXTHS


def key_names(state: State, format: Format) -> tuple[str, ...]:
    """What decides a place, the first first: the set of tie-breaks of the format, or the ruleset's keys."""
    if isinstance(format, Swiss):
        return TIE_BREAK_SETS[format.tie_breaks]
    return state.rules.ranking.keys.value


def _opponents(own: _Reached) -> tuple[Opponent, ...]:
    return own.swiss.opponents if own.swiss is not None else ()


def _swiss(state: State, format: Format) -> Mapping[str, _Reached]:
    assert isinstance(format, Swiss)
    played: dict[str, list[Played]] = {number: [] for number in state.entrants}
    for number in state.rounds:
        for bye in state.rounds[number].byes:
            played[bye].append(Played(number, None, format.bye_halves))
    tiles = dict.fromkeys(state.entrants, 0)
    for table in tables_of(state):
        for game in table.games:
            winners = sum(figure.game_won for figure in game.figures)
            for figure in game.figures:
                tiles[figure.entrant] += figure.tiles
                other = next(number for number in table.entrants if number != figure.entrant)
                # A game that a ruling gave to both is half a point for each.
                result = 0 if not figure.game_won else 2 // winners
                played[figure.entrant].append(
                    Played(table.round, other, result, figure.sixths, figure.tie_break or 0)
                )
    found = figures(played, len(state.rounds))
    return {
        number: _Reached(
            msgspec.structs.replace(own.totals, tiles=tiles[number]),
            sum(one.number is not None for one in own.opponents),
            own,
        )
        for number, own in found.items()
    }


def _summed(state: State, format: Format) -> Mapping[str, _Reached]:
    """Games won, score and tiles over all games; and rounds won, where rounds are of several games."""
    reached = {number: _Reached(Totals(), 0) for number in state.entrants}
    for table in tables_of(state):
        own = _at_table(table)
        winners = _round_winners(state, table, own) if isinstance(format, RoundsOfGames) else frozenset()
        for number, (totals, games) in own.items():
            before = reached[number]
            won = msgspec.structs.replace(totals, rounds_won=int(number in winners))
            reached[number] = _Reached(before.totals + won, before.games + games)
    return reached


def _at_table(table: RoundTable) -> dict[str, tuple[Totals, int]]:
    own = {number: (Totals(), 0) for number in table.entrants}
    for game in table.games:
        for figure in game.figures:
            totals, games = own[figure.entrant]
            won = Totals(figure.game_won, figure.sixths, figure.tiles)
            own[figure.entrant] = (totals + won, games + 1)
    return own


def _round_winners(state: State, table: RoundTable, own: Mapping[str, tuple[Totals, int]]) -> frozenset[str]:
    """Who has won the round at a complete table (Pressman Tournament Rules 4)."""
    round_keys = state.rules.ranking.round_keys
    staying = [number for number in table.entrants if _takes_part(state, number)]
    if round_keys is None or not table.games or not staying or not is_complete(state, table):
        return frozenset()
    key = key_of(round_keys.value)
    best = min(key(own[number][0]) for number in staying)
    return frozenset(number for number in staying if key(own[number][0]) == best)


def _rated(state: State, format: Format) -> Mapping[str, _Reached]:
    assert isinstance(format, Rooms)
    summed = _summed(state, format)
    reached = {}
    for number, own in summed.items():
        kept = state.ratings.get(number)
        rating = Rated(kept.mu, kept.sigma, kept.games) if kept else Rated(format.mu, format.sigma)
        totals = msgspec.structs.replace(own.totals, rating=rating.ordinal)
        reached[number] = _Reached(totals, own.games, None, rating)
    return reached


_REACHED: Mapping[type[Format], Callable[[State, Format], Mapping[str, _Reached]]] = {
    Swiss: _swiss,
    RoundsOfGames: _summed,
    PointsTarget: _summed,
    Medals: _summed,
    Rooms: _rated,
}
