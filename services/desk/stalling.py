"""Views that stand still: refusing to show them, and passing on that one stopped or went on."""

from collections.abc import Iterable

from services.projections.generations import Generations, live
from services.projections.models import model
from services.projections.projecting import Projected
from services.tournament.state import State
from shared.problems import Problem, ProblemType

VIEW_STALLED = ProblemType("view-stalled", 503)


def refuse_stalled(tournament_id: str, generations: Generations, models: Iterable[str], *seqs: int) -> None:
    """Refuse to show models at a seq from which on they stand still.

    Raises:
        Problem: view-stalled.
    """
    for name in models:
        stalled = live(generations, name).stalled
        if stalled is not None and max(seqs) >= stalled.seq:
            raise VIEW_STALLED(tournament=tournament_id, model=name, seq=stalled.seq, type=stalled.type)


def failing(tournament_id: str, models: Iterable[str], state: State, last_type: str) -> Problem | None:
    """The problem that a view fails on this state, though no append marked it so; None if none does."""
    for name in models:
        try:
            model(name).view(state)
        except Exception as error:
            from services.desk import alarms

            alarms.failed(tournament_id, name, state.seq, error)
            return VIEW_STALLED(tournament=tournament_id, model=name, seq=state.seq, type=last_type)
    return None


def tell(tournament_id: str, projected: Projected) -> None:
    """Log and count what an append that is committed made stall or go on."""
    if projected.stalls or projected.resumed:
        # Imported here: a command line call that has nothing to tell starts without logs and metrics.
        from services.desk import alarms

        for stall in projected.stalls:
            alarms.stalled(tournament_id, stall)
        for name in projected.resumed:
            alarms.resumed(tournament_id, name)


def tell_resumed(tournament_id: str, name: str) -> None:
    """Log and count that a rebuild made a model go on."""
    tell(tournament_id, Projected((), resumed=(name,)))
