"""Tables as a person names them, checked: everyone present once, and no table too small or too large."""

from collections import Counter
from collections.abc import Sequence

from services.tournament.seating.draws.byes import refuse_without_byes
from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw
from shared.catalogue import Listed, Phrase
from shared.problems import ProblemType

METHOD = "given-1"

TABLES_WRONG = ProblemType("tables-wrong", 422)


@draw("given", goes_by="people")
def as_given(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    """The tables given. Of an odd number in pairs, the one not named sits out."""
    present = {entry.number for entry in entries}
    named = Counter(number for table in plan.given for number in table)
    for number in sorted(named):
        if number not in present:
            raise _wrong(plan, Phrase("part-given-not-present", {"number": number}))
        if named[number] > 1:
            raise _wrong(plan, Phrase("part-given-named-times", {"number": number, "named": named[number]}))
    for place, table in enumerate(plan.given, 1):
        if not plan.fewest <= len(table) <= plan.most:
            raise _wrong(plan, Phrase("part-given-table-entrants", {"place": place, "count": len(table)}))
    missing = sorted(present - named.keys())
    if plan.pairs and len(present) % 2 and len(missing) == 1:
        refuse_without_byes(len(present), plan)
        return Drawn(plan.given, tuple(missing), METHOD)
    if missing or not named:
        listed = Listed.begun(missing) if missing else None
        raise _wrong(
            plan,
            Phrase("part-given-not-named", {"entrants": listed}),
        )
    return Drawn(plan.given, (), METHOD)


def _wrong(plan: DrawPlan, detail: Phrase) -> Exception:
    return TABLES_WRONG(detail=detail, fewest=plan.fewest, most=plan.most)
