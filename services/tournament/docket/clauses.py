"""The rules that a ruling can rest on: those played by, and those that the file of the tournament cites."""

from services.rules.citing import Cited
from services.rules.clauses import Clauses
from services.rules.ruleset import Ruleset
from services.tournament.definition.plan import Competition
from services.tournament.docket.cases import Dispute
from services.tournament.docket.disputes import sheet_of
from services.tournament.state import State
from shared.catalogue import Listed
from shared.problems import Problem, ProblemType, quoted

CLAUSE_UNKNOWN = ProblemType("clause-unknown", 422)


def clauses_of(plan: Competition, *rulesets: Ruleset) -> Clauses:
    """The clauses of these rulesets, the one of the table first, and those that the plan's readings cite."""
    return Clauses(rulesets, (reading.cites for reading in plan.readings.values()))


def clause_cited(state: State, dispute: Dispute, typed: str) -> str:
    """The clause that a ruling on this case names, as its document is cited.

    Raises:
        Problem: clause-unknown, with those most like it.
    """
    sheet = sheet_of(state, dispute)
    first = state.stage_rules.values() if sheet is None else [state.rules_in(sheet.stage)]
    rulesets = [*first, state.rules]
    clauses = clauses_of(state.plan, *rulesets)
    found = clauses.find(typed)
    if found is None:
        raise unknown_clause(clauses, typed)
    return found


def unknown_clause(clauses: Clauses, typed: str) -> Problem:
    """That no rule is called so, or several are."""
    # Names of clauses have commas in them.
    nearest = Listed([Cited(cite) for cite in clauses.nearest(typed)], "list-between-sentences")
    return CLAUSE_UNKNOWN(cites=quoted(typed), nearest=nearest).at(field="cites")
