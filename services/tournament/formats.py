"""Formats other than sessions of tables: what is played, how often, and what decides.

A definition without a format is one of sessions: days, a cut, a final. Every other kind is played in rounds
at tables of its own and is one stage from its first game to its standings.
"""

from typing import Literal

import msgspec

TieBreaks = Literal["mso-2019", "mso-classic"]


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


def categories_at(format: Format | None, age: int) -> tuple[str, ...]:
    """The categories that someone of this age on the day falls into (MSO categories)."""
    if not isinstance(format, Swiss) or format.child_to is None:
        return ()
    return ("child",) if age <= format.child_to else ("adult",)


def faults_in(format: Format) -> list[str]:
    """What makes no sense about it."""
    if isinstance(format, Swiss | RoundsOfGames) and format.rounds < 1:
        return ["a format of rounds has at least one"]
    if isinstance(format, Swiss) and not 0 <= format.bye_halves <= 2:
        return ["bye_halves is 0, 1 or 2"]
    if isinstance(format, RoundsOfGames) and format.games < 1:
        return ["a round has at least one game"]
    if isinstance(format, PointsTarget | Medals) and format.target < 1:
        return ["the target is at least one point"]
    if isinstance(format, Rooms) and min(format.sigma, format.beta) < 1:
        return ["sigma and beta are positive"]
    return []
