"""A view that raises: whoever asks gets a problem that names the view and the seq, and nothing else stops."""

from collections.abc import Iterator
from contextlib import contextmanager

from shared.database.failures import explained
from shared.problems import Problem, ProblemType

VIEW_FAILED = ProblemType("view-failed", 500)


@contextmanager
def answering(tournament_id: str, view: str, seq: int) -> Iterator[None]:
    """Tell of an error in the program, while a view is made, by a log line, a count and a problem.

    Args:
        seq: of the state that is shown.

    Raises:
        Problem: view-failed. Problems, and errors of a database, are passed on as they are.
    """
    try:
        yield
    except Problem:
        raise
    except Exception as error:
        if explained(error) is not None:
            raise
        # Imported here: a command line call that has nothing to tell starts without logs and metrics.
        from services.desk import alarms

        alarms.failed(tournament_id, view, seq, error)
        # Its own words may hold anything, and whoever answers logs what a problem comes from.
        raise VIEW_FAILED(view=view, tournament=tournament_id, seq=seq) from None
