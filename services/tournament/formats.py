"""Formats other than sessions of tables: what is played, how often, and what decides.

A definition without a format is one of sessions: days, a cut, a final. Every other kind is played in rounds
at tables of its own and is one stage from its first game to its standings.
"""

from collections.abc import Mapping
from typing import Literal

import msgspec

from services.tournament.definition.awards import TeamAward
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Rating, StagePlan
from services.tournament.definition.words import ANY, RULESET

TieBreaks = Literal["mso-2019", "mso-classic"]
_TIE_BREAKS: Mapping[str, TieBreaks] = {"mso-2019": "mso-2019", "mso-classic": "mso-classic"}


class Swiss(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="swiss", tag_field="kind"):
    """Two at a table, paired by points, one game a round (MSO format).

    Attributes:
        tie_breaks: the set that parts those level on points; see `services.rules.swiss.tie_breaks`.
        bye_halves: what a bye brings, in halves of a point; a win brings two.
        child_to: the age, on the day, up to which an entrant counts as a child; None for no categories.
    """

    rounds: int
    tie_breaks: TieBreaks = "mso-2019"
    bye_halves: int = 2
    child_to: int | None = None


class RoundsOfGames(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rounds_of_games", tag_field="kind"
):
    """Rounds of several games at tables drawn anew; who wins most games of a table has won the round."""

    rounds: int
    games: int


class PointsTarget(
    msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="points_target", tag_field="kind"
):
    """Every table plays on until someone's total reaches the target; the highest total wins."""

    target: int


class Medals(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="medals", tag_field="kind"):
    """As to a points target, with gold, silver and bronze by total and a medal table by team."""

    target: int


class Rooms(msgspec.Struct, frozen=True, forbid_unknown_fields=True, tag="rooms", tag_field="kind"):
    """Rooms that players take as they come; a rating over all games decides.

    Attributes:
        mu, sigma: a newcomer's rating and its uncertainty, in millionths.
        beta: how much a single game is a matter of luck; tau: how much strength may change, likewise.
    """

    mu: int = 25_000_000
    sigma: int = 8_333_333
    beta: int = 4_166_667
    tau: int = 83_333


Format = Swiss | RoundsOfGames | PointsTarget | Medals | Rooms
"""One of these, by its `kind`."""


def kind_of(format: Format) -> str:
    """The name of the format, as in a tournament file."""
    return str(format.__struct_config__.tag)


def rounds_of(format: Format) -> int:
    """How many rounds are drawn; rooms are never drawn, they are all of one round."""
    return format.rounds if isinstance(format, Swiss | RoundsOfGames) else 1


def games_of(format: Format) -> int | None:
    """How many games a table plays in a round; None where that follows from the scores."""
    if isinstance(format, Swiss):
        return 1
    return format.games if isinstance(format, RoundsOfGames) else None


def rounds_format(plan: Competition) -> Format | None:
    """The format of rounds that a plan is still played in; None for sessions of tables."""
    stage = plan.stages[0]
    if len(plan.stages) > 1 or not _is_plain(stage):
        return None
    rounds = len(stage.sessions)
    in_rounds, single = stage.attend == "all", rounds == 1
    if in_rounds and stage.draw == "swiss" and stage.table.most == 2 and stage.games_each == 1:
        tie_breaks = _TIE_BREAKS.get(stage.ranking) if isinstance(stage.ranking, str) else None
        return None if tie_breaks is None else Swiss(rounds, tie_breaks, stage.bye.halves, _child_to(plan))
    if stage.ranking != RULESET:
        return None
    if stage.draw == "open" and stage.attend == "some" and single and stage.games == ANY:
        rating = stage.rating or Rating()
        return Rooms(rating.mu, rating.sigma, rating.beta, rating.tau)
    if stage.draw == "lot" and stage.attend == "one" and single and stage.target is not None:
        in_teams = any(isinstance(award, TeamAward) for award in plan.awards)
        return Medals(stage.target) if in_teams else PointsTarget(stage.target)
    if stage.draw == "lot" and in_rounds and stage.games_each is not None:
        return RoundsOfGames(rounds, stage.games_each)
    return None


def _is_plain(stage: StagePlan) -> bool:
    """Whether it asks for nothing beyond what rounds have."""
    asks = (stage.check_in, stage.signatures, stage.ranked, stage.weather, stage.split)
    return (
        asks == ("none", "none", "played", "none", "chosen")
        and stage.source is None
        and stage.bye.most == 1
        and stage.clock is None
        and not stage.carry
        and not stage.apart
    )


def _child_to(plan: Competition) -> int | None:
    child = plan.category("child")
    return child.age_to if child is not None else None
