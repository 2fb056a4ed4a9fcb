"""The rules that a ruling may cite, from the ruleset's own list: what its settings rest on."""

from collections import Counter
from collections.abc import Mapping

from services.desk.views import DocketView
from services.rules.ruleset import Ruleset, axes
from services.tournament.docket.judgement import JudgedTurn

RESTS_ON = {
    "amend_game": "endings.cleared",
    "void_game": "scoring.voided_game",
    "charge": "scoring.charges.{charge}",
}
"""The axis whose rule an effect usually rests on; no axis is about the others."""


def usual_rule(ruleset: Ruleset, data: Mapping[str, str]) -> str | None:
    """What such a ruling cites unless something else is chosen; None where no setting is about it."""
    axis = RESTS_ON.get(data["effect"], "").format(charge=data.get("charge"))
    return next((own.cite for own in axes(ruleset) if own.name == axis), None)


def rules_offered(ruleset: Ruleset, view: DocketView) -> list[str]:
    """The rules to choose from: those that a turn in evidence broke, then what most settings rest on."""
    broken = [
        reason.clause
        for own in reversed(view.evidence)
        if isinstance(own.judged, JudgedTurn)
        for reason in own.judged.reasons
    ]
    most_first = Counter(own.cite for own in axes(ruleset)).most_common()
    return list(dict.fromkeys([*broken, *(cite for cite, _ in most_first)]))
