"""Awards beside the main one for places: of other stages, of categories, of teams."""

from collections.abc import Iterator

from services.rules.team_ranking import SUMMED as SUMMED_KEYS
from services.rules.team_ranking import Member, TeamStanding, best_members, medal_table
from services.tournament.definition.awards import Award, Best, CategoryAward, PlacesAward, TeamAward
from services.tournament.definition.stages import Stage
from services.tournament.standings.outcomes import OtherAward
from services.tournament.standings.reached import SUMMED, Standing, ranking_of
from services.tournament.standings.standing import standings
from services.tournament.state import State


def other_awards(state: State) -> tuple[OtherAward, ...]:
    """What is awarded from the standings as they are, beside the main award's places and families."""
    return tuple(
        given
        for number, award in enumerate(state.plan.awards)
        if award is not state.plan.main_award
        for given in _given(state, number, award)
    )


def _given(state: State, number: int, award: Award) -> Iterator[OtherAward]:
    if isinstance(award, TeamAward):
        for line in team_table(state, award):
            if line.place is not None and line.place <= len(award.titles):
                yield OtherAward(number, line.place, line.members, line.team)
    elif isinstance(award, PlacesAward | CategoryAward):
        category = award.category if isinstance(award, CategoryAward) else None
        for place, holders in _by_place(state, award.stage, category).items():
            if place <= len(award.titles):
                yield OtherAward(number, place, tuple(holders))


def team_table(state: State, award: TeamAward) -> list[TeamStanding]:
    """The table of teams of an award, from the standings of its stage."""
    members = [
        Member(line.place, line.entrant_no, team, line.totals)
        for line in standings(state, award.stage)
        if (team := state.entrants[line.entrant_no].team) is not None
    ]
    if isinstance(award.count, Best):
        # A team has no opponents of its own: what is summed ranks it.
        keys = tuple(name for name in ranking_of(state, award.stage) if name in SUMMED)
        return best_members(members, award.count.best, keys or SUMMED_KEYS)
    return medal_table(members)


def _by_place(state: State, stage: Stage, category: str | None) -> dict[int, list[str]]:
    """Who has each place of a stage; of a category the places among those in it."""
    field: list[Standing] = [
        line
        for line in standings(state, stage)
        if category is None or category in state.entrants[line.entrant_no].categories
    ]
    found: dict[int, list[str]] = {}
    for line in field:
        place = 1 + sum(other.place < line.place for other in field)
        found.setdefault(place, []).append(line.entrant_no)
    return found
