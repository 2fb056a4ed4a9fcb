"""The figures beside a place: which a stage shows beyond games won, score and tiles, as exact text.

Points and what is made of them are fractions ("7/2"), scores likewise, ratings decimals of six places.
"""

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction

from services.rules.exact import score_of
from services.rules.ranking import Totals
from services.rules.rating import MILLION
from services.tournament.definition.awards import TeamAward
from services.tournament.definition.stages import Stage
from services.tournament.definition.words import MEDALS as BY_MEDALS
from services.tournament.standings.reached import SUMMED, Standing, ranking_of
from services.tournament.state import State

MEDALS = {1: "gold", 2: "silver", 3: "bronze"}


def columns_of(state: State, stage: Stage) -> tuple[str, ...]:
    """The names of the figures, the deciding ones first; none where games, score and tiles say everything."""
    names: list[str] = []
    for name in ranking_of(state, stage):
        if name == "rating":
            names += ["rating", "mu", "sigma"]
        elif name not in SUMMED:
            names.append(name)
    if counts_medals(state, stage):
        names.append("medal")
    elif state.stage_plan(stage).target is not None:
        names.append("target")
    return tuple(names)


def counts_medals(state: State, stage: Stage) -> bool:
    """Whether the first three of the stage win medals for their teams."""
    return any(
        isinstance(award, TeamAward) and award.stage == stage and award.count == BY_MEDALS
        for award in state.plan.awards
    )


def figures_shown(state: State, stage: Stage, line: Standing, columns: Sequence[str]) -> dict[str, str]:
    """The figures of one who is ranked, by column of the stage; "" for no medal."""
    return {name: _shown(state, stage, name, line) for name in columns}


def _shown(state: State, stage: Stage, name: str, line: Standing) -> str:
    if name == "medal":
        return MEDALS.get(line.place, "")
    if name == "target":
        return str(state.stage_plan(stage).target)
    if name in ("mu", "sigma"):
        assert line.rating is not None, "only a rating has these"
        return millionths_text(line.rating.mu if name == "mu" else line.rating.sigma)
    return key_text(name, line.totals)


def key_text(name: str, totals: Totals) -> str:
    """What someone has reached under a ranking key, as exact text."""
    return _TEXTS[name](totals)


def millionths_text(value: int) -> str:
    """Millionths as a decimal: 25000000 is "25.000000"."""
    whole, rest = divmod(abs(value), MILLION)
    return f"{'-' if value < 0 else ''}{whole}.{rest:06d}"


_TEXTS: Mapping[str, Callable[[Totals], str]] = {
    "match_points": lambda totals: str(Fraction(totals.match_points, 2)),
    "median_buchholz": lambda totals: str(Fraction(totals.median_buchholz, 2)),
    "buchholz": lambda totals: str(Fraction(totals.buchholz, 2)),
    "progressive": lambda totals: str(Fraction(totals.progressive, 2)),
    "tie_break_score": lambda totals: score_of(totals.tie_break_sixths),
    "head_to_head": lambda totals: str(totals.head_to_head),
    "results_spread": lambda totals: score_of(totals.spread_sixths),
    "sonneborn_berger": lambda totals: str(Fraction(totals.sonneborn_berger, 4)),
    "rounds_won": lambda totals: str(totals.rounds_won),
    "games_won": lambda totals: str(totals.games_won),
    "total_score": lambda totals: totals.score,
    "average_score": lambda totals: totals.score,
    "tiles_left": lambda totals: str(totals.tiles),
    "rating": lambda totals: millionths_text(totals.rating),
}
