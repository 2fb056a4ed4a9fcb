"""What the tournament file links to: links are such that phones and browsers open them."""

from collections.abc import Iterator, Mapping

from services.rules.ruleset import Ruleset
from services.tournament.definition.faults import Finding, finding
from services.tournament.definition.plan import Competition

_SECURE = "https://"


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """A map or a timer guide that is no link."""
    named = {
        ("venue", "map"): plan.venue.map if plan.venue is not None else None,
        ("timer_guide",): plan.timer_guide,
    }
    for path, shown in named.items():
        links = (shown.en, shown.zh, shown.both) if shown is not None else ()
        if any(link and (not link.startswith(_SECURE) or len(link.split()) != 1) for link in links):
            yield finding(path, "part-no-link-write-address-begins", secure=_SECURE)
