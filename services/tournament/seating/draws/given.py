"""Tables as a person names them, checked: everyone present once, and no table too small or too large."""

from collections import Counter
from collections.abc import Sequence

from services.tournament.seating.draws.byes import refuse_without_byes
from services.tournament.seating.draws.registry import Drawn, DrawPlan, Entry, draw
from shared.problems import ProblemType, Worded

METHOD = "given-1"

TABLES_WRONG = ProblemType("tables-wrong", 422)


@draw("given", goes_by="people")
def as_given(entries: Sequence[Entry], plan: DrawPlan) -> Drawn:
    """The tables given. Of an odd number in pairs, the one not named sits out."""
    present = {entry.number for entry in entries}
    named = Counter(number for table in plan.given for number in table)
    for number in sorted(named):
        if number not in present:
            raise _wrong(plan, f"{number} is not present", f"{number} 不在場")
        if named[number] > 1:
            raise _wrong(
                plan, f"{number} is named {named[number]} times", f"{number} 列出 {named[number]} 次"
            )
    for place, table in enumerate(plan.given, 1):
        if not plan.fewest <= len(table) <= plan.most:
            raise _wrong(plan, f"table {place} has {len(table)} entrants", f"第 {place} 桌有 {len(table)} 人")
    missing = sorted(present - named.keys())
    if plan.pairs and len(present) % 2 and len(missing) == 1:
        refuse_without_byes(len(present), plan)
        return Drawn(plan.given, tuple(missing), METHOD)
    if missing or not named:
        listed = ", ".join(missing[:5]) + (f" + {len(missing) - 5}" if len(missing) > 5 else "")
        raise _wrong(plan, f"{listed or 'everyone'} is not named", f"未列出 {listed or '任何人'}")
    return Drawn(plan.given, (), METHOD)


def _wrong(plan: DrawPlan, en: str, zh: str) -> Exception:
    return TABLES_WRONG(detail=Worded(en, zh), fewest=plan.fewest, most=plan.most)
