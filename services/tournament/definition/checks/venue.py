"""The venue: a link to a map is one that phones and browsers open."""

from collections.abc import Iterator, Mapping

from services.rules.ruleset import Ruleset
from services.tournament.definition.faults import Finding
from services.tournament.definition.plan import Competition
from shared.catalogue import Phrase

_SECURE = "https://"


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """A map that is no link."""
    shown = plan.venue.map if plan.venue is not None else None
    for link in (shown.en, shown.zh, shown.both) if shown is not None else ():
        if link and (not link.startswith(_SECURE) or len(link.split()) != 1):
            yield Finding(
                ("venue", "map"),
                Phrase("part-venue-no-link-write-address-begins", {"secure": _SECURE}),
            )
            return
