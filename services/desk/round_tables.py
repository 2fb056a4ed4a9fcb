"""The standings of a tournament in rounds as outsiders see them: own columns, opponents, medals by team."""

from collections.abc import Sequence

from services.desk.reading import Reading
from services.desk.views import UNSET, Hidden, StandingsAnswer, StandingsParams, StandingView, TeamView
from services.tournament.definition.stages import Stage
from services.tournament.formats import Format, Medals, Swiss, kind_of
from services.tournament.lookups import stage_in
from services.tournament.round_columns import columns_of, figures_shown
from services.tournament.round_standing import FieldStanding, field_standings, medal_table
from services.tournament.sheets import average_of, score_of
from services.tournament.state import State
from shared.problems import ProblemType

NO_CATEGORIES = ProblemType(
    "no-categories",
    422,
    "This tournament has no categories. Ask for its standings without one.",
    "本賽事不分組別。請勿指定組別。",
)
BYE = "bye"


def standings_of_rounds(look: Reading, params: StandingsParams, format: Format) -> StandingsAnswer:
    """The standings; of a category only its lines, with the places of the whole table.

    Raises:
        Problem: no-categories, stage-unknown.
    """
    stage = stage_in(look.state, params.stage)
    # Before the first draw nobody stands anywhere.
    table = field_standings(look.state) if look.state.rounds else []
    if params.category is not None:
        if not isinstance(format, Swiss) or format.child_to is None:
            raise NO_CATEGORIES().at(field="category")
        table = [own for own in table if params.category in look.state.entrants[own.entrant_no].categories]
    hidden = look.hidden(stage)
    if hidden:
        return _own_figures(look, stage, table, hidden)
    names = look.names(own.entrant_no for own in table)
    return StandingsAnswer(
        look.state.seq,
        stage,
        tuple(_line(look.state, format, own, names.get(own.entrant_no, "")) for own in table),
        kind_of(format),
        columns_of(format),
        _teams(look.state, table) if isinstance(format, Medals) else UNSET,
    )


def _own_figures(
    look: Reading, stage: Stage, table: Sequence[FieldStanding], hidden: Hidden
) -> StandingsAnswer:
    """While places are hidden: her own line without what rests on the results of others."""
    own = [one for one in table if one.entrant_no == look.visibility.subject]
    names = look.names(one.entrant_no for one in own)
    lines = [
        StandingView(
            None,
            one.entrant_no,
            one.totals.games_won,
            score_of(one.totals.score_sixths),
            average_of(one.totals.score_sixths, one.games),
            one.totals.tiles,
            None,
            None,
            names.get(one.entrant_no, UNSET),
            games=one.games,
        )
        for one in own
    ]
    return StandingsAnswer(look.state.seq, stage, tuple(lines), places_hidden=hidden)


def _line(state: State, format: Format, own: FieldStanding, name: str) -> StandingView:
    opponents = tuple(one.number or BYE for one in own.opponents)
    totals = own.totals
    team = state.entrants[own.entrant_no].team
    categories = state.entrants[own.entrant_no].categories
    return StandingView(
        own.place,
        own.entrant_no,
        totals.games_won,
        score_of(totals.score_sixths),
        average_of(totals.score_sixths, own.games),
        totals.tiles,
        None,
        own.tied,
        name or UNSET,
        games=own.games,
        figures=figures_shown(format, own),
        opponents=opponents if isinstance(format, Swiss) else UNSET,
        team=team if isinstance(format, Medals) and team is not None else UNSET,
        category=categories[0] if categories else UNSET,
    )


def _teams(state: State, table: Sequence[FieldStanding]) -> tuple[TeamView, ...]:
    return tuple(
        TeamView(own.place, own.team, own.gold, own.silver, own.bronze) for own in medal_table(state, table)
    )
