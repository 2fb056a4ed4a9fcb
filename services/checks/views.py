"""Which read models stand still or were built by older code, in each tournament."""

from collections.abc import Iterator
from functools import partial

from services.checks.check import Check, Installation
from services.projections.generations import generations_in, live
from services.projections.models import MODELS
from shared.catalogue import Listed, Phrase, Word


def views(installation: Installation) -> Iterator[Check]:
    """Stalled models, and those that older code built."""
    log = installation.log()
    for tournament in log.tournaments():
        finding = partial(Check, name="views", of=tournament)
        kept = generations_in(log.head(tournament).generations)
        stalled = [(model.name, how) for model in MODELS if (how := live(kept, model.name).stalled)]
        behind = [model.name for model in MODELS if live(kept, model.name).behind(model)]
        if stalled:
            parts = [
                Phrase(
                    "check-view-stalled", {"model": name, "seq": how.seq, "event": Word("event", how.type)}
                )
                for name, how in stalled
            ]
            detail = Listed(parts, "list-between-sentences")
            way_out = Phrase("check-way-update-and-rebuild", {"tournament": tournament})
            yield finding(state="failed", detail=detail, way_out=way_out)
        elif behind:
            older = Phrase("check-views-behind", {"models": Listed(behind)})
            way_out = Phrase("check-way-rebuild-stale", {"tournament": tournament})
            yield finding(state="warning", detail=older, way_out=way_out)
        else:
            yield finding(state="ok", detail=Phrase("check-views-up-to-date"))
