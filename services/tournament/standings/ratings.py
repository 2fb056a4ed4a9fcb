"""Ratings: where one ranks, every game changes those of who played it.

A rating follows from all games in the order in which they were first recorded, so a correction draws later
ratings anew; what they came to stands in an event.
"""

from immutables import Map
from msgspec import structs

from services.rules.rating import Finished, Model, Rated, places_in_game, rate
from services.tournament.definition.stages import Rating as RatingPlan
from services.tournament.definition.stages import Stage
from services.tournament.kernel.deciding import Draft
from services.tournament.kernel.facts import Event, Part, Stamp
from services.tournament.kernel.registry import event, evolves, follows
from services.tournament.play.scores import Game
from services.tournament.standings.reached import ranking_of
from services.tournament.state import State


class Rerated(Part, frozen=True):
    """A player's rating and its uncertainty in millionths, after so many games."""

    entrant: str
    mu: int
    sigma: int
    games: int


@event("ratings-changed", "conclusion")
class RatingsChanged(Event, frozen=True):
    """What the games so far make of the ratings that changed."""

    ratings: tuple[Rerated, ...]


@follows
def rerate(draft: Draft, before: State) -> None:
    """Draw the ratings anew where a game changed, and record those that are others."""
    state = draft.state
    stage = rated_stage(state) if _any_game_changed(before, state) else None
    if stage is None:
        return
    games, known = rated_games(state, stage), rated_games(before, stage)
    if games[: len(known)] == known:
        after = rate(model_of(state, stage), state.ratings, map(finished, games[len(known) :]))
    else:
        after = rate(model_of(state, stage), {}, map(finished, games))
    changed = [
        Rerated(number, rated.mu, rated.sigma, rated.games)
        for number, rated in sorted(after.items())
        if state.ratings.get(number) != rated
    ]
    newcomer = state.stage_plan(stage).rating or RatingPlan()
    changed += [
        Rerated(number, newcomer.mu, newcomer.sigma, 0)
        for number, rating in sorted(state.ratings.items())
        if number not in after and rating.games
    ]
    if changed:
        draft.record(RatingsChanged(tuple(changed)), caused_by=state.seq)


def _any_game_changed(before: State, after: State) -> bool:
    """Whether any sheet has other games; most commands on a sheet, as signatures, leave them alone."""
    if after.sheets is before.sheets:
        return False
    for kind, key in after.touched:
        if kind == "sheet":
            old, new = before.sheets.get(key), after.sheets.get(key)
            if old is None or new is None or old.games is not new.games:
                return True
    return False


def rated_stage(state: State) -> Stage | None:
    """The stage that a rating ranks; None where none does."""
    if state.definition is None:
        return None
    return next((stage for stage in state.stages if "rating" in ranking_of(state, stage)), None)


def rated_games(state: State, stage: Stage) -> list[Game]:
    """The finished games of a stage, in the order in which they were first recorded."""
    games = [
        game
        for sheet in state.sheets.values()
        if sheet.stage == stage
        for game in sheet.games
        if game is not None and game.status == "recorded" and len(game.figures) > 1
    ]
    return sorted(games, key=lambda game: (game.first_seq, game.number))


def model_of(state: State, stage: Stage) -> Model:
    """The rating model with the figures of the stage."""
    plan = state.stage_plan(stage).rating or RatingPlan()
    return Model(plan.mu, plan.sigma, plan.beta, plan.tau)


def finished(game: Game) -> Finished:
    """A game as ratings see it: who played, and on which place of it."""
    players = tuple(figure.entrant for figure in game.figures)
    return Finished(players, places_in_game([(figure.game_won, figure.sixths) for figure in game.figures]))


@evolves(RatingsChanged)
def _rerated(state: State, event: RatingsChanged, stamp: Stamp) -> State:
    ratings: Map[str, Rated] = state.ratings.update(
        {rating.entrant: Rated(rating.mu, rating.sigma, rating.games) for rating in event.ratings}
    )
    return structs.replace(state, ratings=ratings)
