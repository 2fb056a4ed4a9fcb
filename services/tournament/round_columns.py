"""The figures beside a place in a tournament of rounds: which there are in its format, as exact text.

Points and what is made of them are fractions ("7/2"), scores likewise, ratings decimals of six places.
"""

from collections.abc import Callable, Mapping
from fractions import Fraction

from services.rules.exact import from_sixths, score_text
from services.rules.ranking import Totals
from services.rules.rating import MILLION
from services.rules.swiss.tie_breaks import TIE_BREAK_SETS
from services.tournament.formats import Format, Medals, PointsTarget, Rooms, RoundsOfGames, Swiss
from services.tournament.round_standing import MEDALS, FieldStanding


def columns_of(format: Format) -> tuple[str, ...]:
    """The names of the figures, the deciding ones first."""
    if isinstance(format, Swiss):
        return TIE_BREAK_SETS[format.tie_breaks]
    if isinstance(format, RoundsOfGames):
        return ("rounds_won",)
    if isinstance(format, PointsTarget):
        return ("target",)
    return ("medal",) if isinstance(format, Medals) else ("rating", "mu", "sigma")


def figures_shown(format: Format, own: FieldStanding) -> dict[str, str]:
    """The figures of one who is ranked, by column; "" for no medal."""
    totals = own.totals
    if isinstance(format, Swiss):
        return {name: key_text(name, totals) for name in columns_of(format)}
    if isinstance(format, RoundsOfGames):
        return {"rounds_won": str(totals.rounds_won)}
    if isinstance(format, PointsTarget):
        return {"target": str(format.target)}
    if isinstance(format, Medals):
        return {"medal": MEDALS.get(own.place, "") if own.games else ""}
    assert isinstance(format, Rooms)
    assert own.rating is not None, "rooms rank by rating"
    return {
        "rating": millionths_text(own.rating.ordinal),
        "mu": millionths_text(own.rating.mu),
        "sigma": millionths_text(own.rating.sigma),
    }


def key_text(name: str, totals: Totals) -> str:
    """What someone has reached under a ranking key, as exact text."""
    return _TEXTS[name](totals)


def millionths_text(value: int) -> str:
    """Millionths as a decimal: 25000000 is "25.000000"."""
    whole, rest = divmod(abs(value), MILLION)
    return f"{'-' if value < 0 else ''}{whole}.{rest:06d}"


_TEXTS: Mapping[str, Callable[[Totals], str]] = {
    "match_points": lambda own: str(Fraction(own.match_points, 2)),
    "median_buchholz": lambda own: str(Fraction(own.median_buchholz, 2)),
    "buchholz": lambda own: str(Fraction(own.buchholz, 2)),
    "progressive": lambda own: str(Fraction(own.progressive, 2)),
    "tie_break_score": lambda own: score_text(from_sixths(own.tie_break_sixths)),
    "head_to_head": lambda own: str(own.head_to_head),
    "results_spread": lambda own: score_text(from_sixths(own.spread_sixths)),
    "sonneborn_berger": lambda own: str(Fraction(own.sonneborn_berger, 4)),
    "rounds_won": lambda own: str(own.rounds_won),
    "games_won": lambda own: str(own.games_won),
    "total_score": lambda own: score_text(from_sixths(own.score_sixths)),
    "average_score": lambda own: score_text(from_sixths(own.score_sixths)),
    "tiles_left": lambda own: str(own.tiles),
    "rating": lambda own: millionths_text(own.rating),
}
