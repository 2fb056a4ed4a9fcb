"""Families and awards as they are asked for: ranked, named by consent, hidden while places are."""

from collections.abc import Mapping

import msgspec

from services.desk.params import NoParams
from services.desk.query_context import QueryContext
from services.desk.views import UNSET, AwardsAnswer, AwardView, FamiliesAnswer, FamilyView
from services.tournament.definition.awards import CategoryAward, FamilyAward
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.tournament.standings.outcomes import OtherAward
from services.tournament.standings.standing import family_standings


def families(look: QueryContext, params: NoParams) -> FamiliesAnswer:
    """List the family units, those ranked first; each is there once both members let it be shown."""
    hidden = look.hidden(look.state.plan.family_stage)
    ranked = {} if hidden else {row.unit: row for row in family_standings(look.state)}
    units = look.state.units
    order = [*ranked, *(unit for unit in sorted(units) if unit not in ranked)]
    views = []
    for name in order:
        unit, row = units[name], ranked.get(name)
        if not look.shows_family(unit):
            continue
        names = look.family_names(unit)
        views.append(
            FamilyView(
                row.place if row else None,
                name,
                unit.child,
                unit.parent,
                row.totals.games_won if row else None,
                row.totals.score if row else None,
                row.totals.tiles if row else None,
                row.tied if row else False,
                names.get(unit.child, UNSET),
                names.get(unit.parent, UNSET),
            )
        )
    return FamiliesAnswer(look.state.seq, tuple(views), hidden)


def awards(look: QueryContext, params: NoParams) -> AwardsAnswer:
    """List who was awarded what: places, families, then all other titles."""
    given, plan = look.state.awards, look.state.plan
    hidden = look.hidden(*plan.award_stages)
    if given is None:
        return AwardsAnswer(look.state.seq, (), hidden)
    views = []
    for placed in given.places if not look.hidden(plan.titled_stage) else ():
        title = plan.titles[placed.place - 1]
        key, names = f"place-{placed.place}", look.names(placed.entrants)
        views.append(_award(key, title, placed.entrants, names, plan.titled_stage, placed.place))
    for name in given.family_units if not look.hidden(plan.family_stage) else ():
        unit, award = look.state.units[name], plan.family_award
        assert award is not None, "units are awarded only where there is an award for them"
        if look.shows_family(unit):
            both, shown = (unit.child, unit.parent), look.family_names(unit)
            views.append(_award("family", award.name, both, shown, award.stage, 1))
    others = [other for other in given.others if not look.hidden(plan.awards[other.award].stage)]
    return AwardsAnswer(look.state.seq, (*views, *(_other(look, other) for other in others)), hidden)


def _other(look: QueryContext, given: OtherAward) -> AwardView:
    """A title of another stage, a category or a team."""
    award = look.state.plan.awards[given.award]
    assert not isinstance(award, FamilyAward), "families have an award of their own"
    kind = award.category if isinstance(award, CategoryAward) else award.stage
    key = f"{kind}-{given.place}" if given.team is None else f"team-{given.place}-{given.team}"
    title, names = award.titles[given.place - 1], look.names(given.holders)
    view = _award(key, title, given.holders, names, award.stage, given.place)
    return msgspec.structs.replace(view, team=given.team or UNSET)


def _award(
    award: str, title: Text, holders: tuple[str, ...], names: Mapping[str, str], stage: Stage, place: int
) -> AwardView:
    return AwardView(award, title.in_language("en"), title.in_language("zh"), holders, names, stage, place)
