"""What the steps of a judgement find: a breach of the rules, or a point on which the document is silent."""

from collections.abc import Sequence
from typing import Any

import msgspec

from services.rules.adjudication.reasons import Reason, reason


class Finding(msgspec.Struct, frozen=True):
    """A reason against the turn. `silent`: the document does not say, so it takes a ruling."""

    reason: Reason
    silent: bool


def breach(code: str, clause: str, **values: Any) -> Finding:
    """What the clause forbids."""
    return Finding(reason(code, clause, **values), silent=False)


def silence(code: str, clause: str, **values: Any) -> Finding:
    """What the document does not settle; the clause is where it would stand."""
    return Finding(reason(code, clause, **values), silent=True)


def weight(findings: Sequence[Finding]) -> tuple[int, int]:
    """How much stands against a turn: breaches, then silent points."""
    breaches = sum(not finding.silent for finding in findings)
    return breaches, len(findings) - breaches
