"""The rules that a ruling may cite, from the ruleset's own list: what its settings, or a verdict, rest on."""

import re
from collections import Counter
from collections.abc import Mapping

from msgspec import UNSET

from services.desk.docket_views import DocketView
from services.desk.programme import TournamentAnswer
from services.officials.cases import case, sheet_about, sheet_in
from services.officials.figures import figures_typed
from services.officials.reader import Reader
from services.personal.person import Person
from services.rules.citing import Cited
from services.rules.clauses import Clauses
from services.rules.ruleset import Ruleset, axes
from services.tournament.definition.points import points_at
from services.tournament.docket.clauses import clauses_of
from services.tournament.docket.judgement import JudgedTurn
from services.tournament.lookups import required_text
from shared.i18n import Language
from shared.problems import Problem, ProblemType

RESTS_ON = {
    "amend_game": "endings.cleared",
    "void_game": "scoring.voided_game",
    "charge": "scoring.charges.{charge}",
}
"""The axis whose rule an effect usually rests on; no axis is about the others."""
_EXAMPLE = re.compile(r"\b(Example|Remark)")


def usual_rule(ruleset: Ruleset, data: Mapping[str, str]) -> str | None:
    """What such a ruling cites unless something else is chosen; None where no setting is about it."""
    axis = RESTS_ON.get(data["effect"], "").format(charge=data.get("charge"))
    return next((usual.cite for usual in axes(ruleset) if usual.name == axis), None)


def rules_offered(ruleset: Ruleset, view: DocketView) -> list[str]:
    """The rules to choose from: those that a turn in evidence broke, then what most settings rest on."""
    broken = [
        reason.clause
        for evidence in reversed(view.evidence)
        if isinstance(evidence.judged, JudgedTurn)
        for reason in evidence.judged.reasons
    ]
    most_first = Counter(axis.cite for axis in axes(ruleset)).most_common()
    return list(dict.fromkeys([*broken, *(cite for cite, _ in most_first)]))


def begins(cite: str, ruleset: Ruleset, language: Language) -> str:
    """What is stated just there, else at the part of the document that is cited; "" where nothing is."""
    points, called = points_at(cite, ruleset, language), Cited(cite).in_language(language)
    stated = [point for point in points if point.cite == called]
    if not stated and _EXAMPLE.search(cite) is None:
        # What another example of the same part shows says nothing of this one.
        stated = [*points]
    return stated[0].text if stated else ""


def rules_of(reader: Reader, person: Person, dispute: str) -> Ruleset:
    """The rules of the stage that a case is about; without a sheet those of the tournament."""
    defined: TournamentAnswer = reader.ask(person, "tournament")
    sheet = sheet_in(reader, person, case(reader, person, dispute))
    return defined.ruleset if sheet is None else defined.rules_in(sheet.sheet.stage)


def rules_read(reader: Reader, person: Person, dispute: str) -> Ruleset:
    """The same as they are read, with the figures of the stage in place of those of the document."""
    defined: TournamentAnswer = reader.ask(person, "tournament")
    sheet = sheet_in(reader, person, case(reader, person, dispute))
    return defined.ruleset if sheet is None else defined.rules_played(sheet.sheet.stage)


def clauses_for(reader: Reader, person: Person, dispute: str) -> Clauses:
    """All that a ruling on a case may cite, those of its table first."""
    defined: TournamentAnswer = reader.ask(person, "tournament")
    others = () if defined.stage_rulesets is UNSET else defined.stage_rulesets.values()
    about_sheet = sheet_about(case(reader, person, dispute)) is not None
    rulesets = [rules_of(reader, person, dispute), *(() if about_sheet else others), defined.ruleset]
    return clauses_of(defined.definition, *rulesets)


FINDING_IS_FIGURES = ProblemType("finding-is-figures", 422)
FINDING_TOO_SHORT = ProblemType("finding-too-short", 422)

_LEAST = 2
"""Characters of a word in Chinese, and words in other languages."""
_WORD = re.compile(r"[^\W\d_]+")


def check_finding(finding: str, reason: str = "") -> None:
    """Refuse what no one can follow later: nothing, figures of a game, a letter or two.

    Raises:
        Problem: invalid-input, finding-is-figures, finding-too-short.
    """
    required_text(finding, "finding")
    text = f"{finding}\n{reason}"
    check_not_figures(text)
    words = _WORD.findall(text)
    written_together = any(len(word) >= _LEAST and not word.isascii() for word in words)
    says_something = any(len(word) >= _LEAST for word in _WORD.findall(finding))
    if not says_something or (not written_together and len(words) < _LEAST):
        raise FINDING_TOO_SHORT(text=finding.strip()[:40])


def check_not_figures(text: str) -> None:
    """Refuse figures of a game where words are asked for.

    Raises:
        Problem: finding-is-figures.
    """
    for line in text.splitlines():
        if _is_figures(line):
            raise FINDING_IS_FIGURES(text=line.strip()[:40])


def _is_figures(line: str) -> bool:
    try:
        figures_typed(line)
    except Problem:
        return False
    return True
