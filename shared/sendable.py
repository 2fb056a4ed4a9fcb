"""Exceptions on their way to another process."""

from multiprocessing.reduction import ForkingPickler

from shared.problems import Problem


def sendable(error: Exception) -> Exception:
    """The same exception; if another process could not read it, one in its place that says the same."""
    try:
        ForkingPickler.loads(ForkingPickler.dumps(error))
    except Exception:
        if isinstance(error, Problem):
            return Problem(error.kind, {name: str(value) for name, value in error.params.items()})
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error
