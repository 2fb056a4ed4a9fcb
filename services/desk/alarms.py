"""What whoever runs the program is told of views that fail and of damage: log lines and counts, no names."""

import traceback
from pathlib import Path

from shared.logs import logger, set_up_unless_done
from shared.metrics import counter
from shared.problems import error_name
from shared.vault import Unreadable

_log = logger(__name__)
_failures = counter("view_failures", "Answers that failed because of a fault in the program.", ["view"])
_unreadable = counter("unreadable_records", "Sealed records that could not be read, by reason.", ["why"])
_unsealed = counter("seal_key_missed", "Times the sealing key was needed and could not be had.", ["problem"])


def no_seal_key(problem: str) -> None:
    """The sealing key is lost or cannot be used; what needed it went on without."""
    set_up_unless_done()
    _unsealed.labels(problem).inc()
    _log.error("no_seal_key", problem=problem, way_out="tileledger doctor")


def unreadable(tournament_id: str, seq: int, damage: Unreadable) -> None:
    """Personal data of an event cannot be read, though nobody was forgotten; once a process."""
    set_up_unless_done()
    _unreadable.labels(damage.why).inc()
    _log.error(
        "personal_data_unreadable",
        tournament=tournament_id,
        seq=seq,
        subject=damage.subject,
        why=damage.why,
        way_out="tileledger doctor",
    )


def failed(tournament_id: str, view: str, seq: int, error: Exception) -> None:
    """A view could not be shown."""
    set_up_unless_done()
    _failures.labels(view).inc()
    _log.error(
        "view_failed",
        tournament=tournament_id,
        view=view,
        seq=seq,
        error=error_name(error),
        where=_where(error),
    )


def _where(error: Exception) -> str:
    """File and line that raised; the error's own words may hold anything, so they are not told."""
    frames = traceback.extract_tb(error.__traceback__)
    return f"{Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
