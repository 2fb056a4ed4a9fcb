"""The standings as outsiders see them: what ranks in the stage, opponents, categories, teams."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec import UnsetType
from msgspec.structs import replace

from services.desk.params import StandingsParams
from services.desk.query_context import QueryContext
from services.desk.views import UNSET, CutView, Hidden, StandingsAnswer, StandingView, TeamView
from services.rules.team_ranking import TeamStanding
from services.tournament.definition.awards import TeamAward
from services.tournament.definition.stages import Stage
from services.tournament.definition.words import MEDALS
from services.tournament.lookups import session_in, stage_in
from services.tournament.publication.other_awards import team_table
from services.tournament.publication.publishing import goes_on
from services.tournament.standings.columns import columns_of, figures_shown
from services.tournament.standings.reached import Standing
from services.tournament.standings.standing import standings
from services.tournament.state import State
from shared.catalogue import Listed
from shared.problems import ProblemType, not_found

NO_CATEGORIES = ProblemType("no-categories", 422)
BYE = "bye"


def stage_standings(look: QueryContext, params: StandingsParams) -> StandingsAnswer:
    """The standings; of a category or session only its lines, with the places of the whole table.

    Raises:
        Problem: no-categories, stage-unknown, not-found.
    """
    state = look.state
    stage = stage_in(state, params.stage)
    table = standings(state, stage)
    if params.category is not None:
        if state.plan.category(params.category) is None:
            known = [category.id for category in state.plan.categories]
            raise NO_CATEGORIES(count=len(known), known=Listed(known)).at(field="category")
        table = [line for line in table if params.category in state.entrants[line.entrant_no].categories]
    if params.session is not None:
        there = _played_in(state, stage, params.session)
        table = [line for line in table if line.entrant_no in there]
    hidden = look.hidden(stage)
    if hidden:
        return _own_figures(look, stage, table, hidden)
    names = look.names(line.entrant_no for line in table)
    columns = columns_of(state, stage)
    return StandingsAnswer(
        state.seq,
        stage,
        tuple(_lines(state, stage, table, names, columns)),
        columns or UNSET,
        _teams(state, stage),
        cuts=_cuts(state, stage) or UNSET,
    )


def _played_in(state: State, stage: Stage, session: str) -> frozenset[str]:
    """Who sat at a table of a session once play had begun; who is to sit there is nobody's business yet."""
    if session_in(state, session).stage != stage:
        raise not_found("session", session).at(field="session")
    sheets = (sheet for sheet in state.sheets.values() if sheet.session == session)
    return frozenset(number for sheet in sheets for number in sheet.seats)


def _cuts(state: State, stage: Stage) -> tuple[CutView, ...]:
    """Where the cuts into the stages lie that are entered from this one."""
    found = []
    for later in state.plan.leads_to(stage):
        assert later.source is not None, "it leads there"
        cut = state.cut_into(later.id)
        source = later.source
        found.append(CutView(later.id, source.places, source.per_table, cut.status, cut.tied))
    return tuple(found)


def _own_figures(
    look: QueryContext, stage: Stage, table: Sequence[Standing], hidden: Hidden
) -> StandingsAnswer:
    """While places are hidden: their own line without what rests on the results of others."""
    shown_lines = [line for line in table if line.entrant_no == look.visibility.subject]
    names = look.names(line.entrant_no for line in shown_lines)
    more = bool(columns_of(look.state, stage))
    lines = [
        StandingView(
            None,
            line.entrant_no,
            line.totals.games_won,
            line.totals.score,
            line.average,
            line.totals.tiles,
            None,
            None,
            names.get(line.entrant_no, UNSET),
            games=line.games if more else UNSET,
        )
        for line in shown_lines
    ]
    return StandingsAnswer(look.state.seq, stage, tuple(lines), places_hidden=hidden)


def _lines(
    state: State, stage: Stage, table: Sequence[Standing], names: Mapping[str, str], columns: Sequence[str]
) -> Iterator[StandingView]:
    goes = goes_on(state, stage) if state.plan.stages_after(stage) else None
    has_teams = _has_teams(state, stage)
    for line in table:
        number = line.entrant_no
        entrant = state.entrants[number]
        yield StandingView(
            line.place,
            number,
            line.totals.games_won,
            line.totals.score,
            line.average,
            line.totals.tiles,
            goes(number) if goes is not None else None,
            line.tied,
            names.get(number) or UNSET,
            games=line.games if columns else UNSET,
            figures=figures_shown(state, stage, line, columns) if columns else UNSET,
            opponents=_opponents(line),
            team=entrant.team if has_teams and entrant.team is not None else UNSET,
            category=entrant.categories[0] if entrant.categories else UNSET,
        )


def _has_teams(state: State, stage: Stage) -> bool:
    return any(isinstance(award, TeamAward) and award.stage == stage for award in state.plan.awards)


def _opponents(line: Standing) -> tuple[str, ...] | UnsetType:
    """Whom someone has played against, where points rank."""
    if line.swiss is None:
        return UNSET
    return tuple(opponent.number or BYE for opponent in line.swiss.opponents)


def _teams(state: State, stage: Stage) -> tuple[TeamView, ...] | UnsetType:
    """The table of teams, where the stage decides an award for them."""
    awards = (other for other in state.plan.awards if isinstance(other, TeamAward) and other.stage == stage)
    award = next(awards, None)
    if award is None:
        return UNSET
    return tuple(_team(line, award.count == MEDALS) for line in team_table(state, award))


def _team(line: TeamStanding, by_medals: bool) -> TeamView:
    gold, silver, bronze = line.medals
    view = TeamView(line.place, line.team, gold, silver, bronze)
    if by_medals:
        return view
    sums = line.totals
    return replace(view, games_won=sums.games_won, score=sums.score, tiles=sums.tiles, members=line.members)
