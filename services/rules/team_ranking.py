"""Tables of teams: by medals, or by the sum of the best members.

Equals share the place, and the next is skipped.
"""

from collections.abc import Sequence

import msgspec

from services.rules.ranking import Totals, key_of, places

MEDALS = 3
"""Gold, silver and bronze, for places 1 to 3."""
SUMMED = ("games_won", "total_score", "tiles_left")
"""By what the sums of the best members are ranked."""


class Member(msgspec.Struct, frozen=True):
    """Someone ranked who belongs to a team."""

    place: int
    number: str
    team: str
    totals: Totals = Totals()


class TeamStanding(msgspec.Struct, frozen=True):
    """A line of a table of teams.

    Attributes:
        place: None for who is not ranked: a team with fewer members than count.
        medals: gold, silver, bronze.
        totals: the sum of those who count.
        members: who counts, best first; of a medal table, who has a medal.
    """

    place: int | None
    team: str
    medals: tuple[int, ...] = (0,) * MEDALS
    totals: Totals = Totals()
    members: tuple[str, ...] = ()


def medal_table(members: Sequence[Member]) -> list[TeamStanding]:
    """Teams by gold, then silver, then bronze; those without a medal are not in it.

    A place that several share brings each a medal; the medals of the places skipped are not given.
    """
    found = []
    for team, holders in _by_team([member for member in members if member.place <= MEDALS]).items():
        medals = tuple(sum(member.place == place for member in holders) for place in range(1, MEDALS + 1))
        line = TeamStanding(None, team, medals, members=_numbers(holders))
        found.append((tuple(-count for count in medals), line))
    return _placed(found)


def best_members(members: Sequence[Member], count: int, keys: Sequence[str] = SUMMED) -> list[TeamStanding]:
    """Teams by the sum of their best members; those with fewer ranked members come last, without a place.

    Args:
        members: everyone ranked.
        count: how many of each team count.
        keys: names of ranking keys, the most important first.
    """
    key = key_of(keys)
    found, short = [], []
    for team, everyone in _by_team(members).items():
        counting = everyone[:count]
        totals = sum((member.totals for member in counting), Totals())
        line = TeamStanding(None, team, totals=totals, members=_numbers(counting))
        if len(everyone) < count:
            short.append(line)
        else:
            found.append((key(totals), line))
    return _placed(found) + sorted(short, key=lambda line: line.team)


def _by_team(members: Sequence[Member]) -> dict[str, list[Member]]:
    """Each team with its members, best first."""
    teams: dict[str, list[Member]] = {}
    for member in sorted(members, key=lambda member: (member.place, member.number)):
        teams.setdefault(member.team, []).append(member)
    return teams


def _placed(found: Sequence[tuple[tuple[int, ...], TeamStanding]]) -> list[TeamStanding]:
    in_order = sorted(found, key=lambda pair: (pair[0], pair[1].team))
    given = places([key for key, _ in in_order])
    return [
        msgspec.structs.replace(line, place=place) for place, (_, line) in zip(given, in_order, strict=True)
    ]


def _numbers(members: Sequence[Member]) -> tuple[str, ...]:
    return tuple(member.number for member in members)
