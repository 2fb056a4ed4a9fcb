"""Which read models stand still or were built by older code, in each tournament."""

from collections.abc import Iterator
from functools import partial

from services.checks.check import Check, Installation
from services.projections.generations import generations_in, live
from services.projections.models import MODELS


def views(installation: Installation) -> Iterator[Check]:
    """Stalled models, and those that older code built."""
    log = installation.log()
    for tournament in log.tournaments():
        finding = partial(Check, name="views", of=tournament)
        kept = generations_in(log.head(tournament).generations)
        stalled = [(model.name, how) for model in MODELS if (how := live(kept, model.name).stalled)]
        behind = [model.name for model in MODELS if live(kept, model.name).behind(model)]
        if stalled:
            words = "; ".join(f"{name} stands still at seq {how.seq} ({how.type})" for name, how in stalled)
            way_out = f"update this program, then tileledger rebuild {tournament} --stale"
            yield finding(state="failed", detail=words, way_out=way_out)
        elif behind:
            detail = f"{', '.join(behind)}: built by older code"
            yield finding(state="warning", detail=detail, way_out=f"tileledger rebuild {tournament} --stale")
        else:
            yield finding(state="ok", detail="all up to date")
