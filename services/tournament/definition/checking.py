"""Check a whole competition: all contradictions at once, and remarks on what is merely odd."""

from collections.abc import Callable, Iterator, Mapping
from itertools import chain

from services.rules.ruleset import Ruleset
from services.tournament.definition.checks import (
    appearance,
    awarding,
    drawing,
    entering,
    figures,
    known,
    timetable,
    web_addresses,
)
from services.tournament.definition.faults import Finding
from services.tournament.definition.plan import Competition

Check = Callable[[Competition, Mapping[str, Ruleset]], Iterator[Finding]]
FAULTS: tuple[Check, ...] = (
    known.faults,
    figures.faults,
    entering.faults,
    drawing.faults,
    timetable.faults,
    awarding.faults,
    web_addresses.faults,
    appearance.faults,
)
REMARKS: tuple[Check, ...] = (entering.remarks, drawing.remarks, timetable.remarks, awarding.remarks)


def faults_of(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """Everything that contradicts something else, with its path; `rulesets` by id, as far as known."""
    return chain.from_iterable(check(plan, rulesets) for check in FAULTS)


def remarks_on(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """What is odd about a competition without faults."""
    return chain.from_iterable(check(plan, rulesets) for check in REMARKS)
