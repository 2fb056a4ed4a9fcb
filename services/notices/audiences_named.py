"""What people call an audience: sessions, tables, stages and categories by what people call these."""

from services.tournament.definition.places_called import sessions_called, table_called
from services.tournament.definition.plan import Competition
from shared.catalogue import Listed, Phrase, Word

_SESSIONS = frozenset({"session", "sessions", "played", "inside", "out", "officials"})
_STAGES = frozenset({"stage", "changed", "qualified", "reserves", "unplaced", "hopeful"})


def audience_called(audience: str, plan: Competition) -> Phrase:
    """An audience of a notice: "everyone", "the entrants of session 1 of Saturday, 28 March 2026"."""
    kind, _, of = audience.partition(":")
    if kind == "role":
        return Phrase("part-audience-role", {"role": Word("role", of)})
    return Phrase(f"part-audience-{kind}", {"of": _called(kind, of, plan) if of else None})


def _called(kind: str, of: str, plan: Competition) -> object:
    if kind == "several":
        return Listed([audience_called(audience, plan) for audience in of.split(" ")])
    if kind == "guardians":
        return sessions_called(of.split(" ")[:1], plan)  # further ones are whose people are told elsewhere
    if kind == "families":
        return sessions_called(of.partition(";")[0].split(" "), plan)
    if kind == "guide":
        return sessions_called([of.partition(" ")[0]], plan)
    if kind in _SESSIONS:
        return sessions_called(of.split(" "), plan)
    if kind in ("sheet", "ranked"):
        return table_called(of, plan)
    if kind in _STAGES and of in plan.by_id:
        return plan.stage_name(of)
    category = plan.category(of) if kind == "category" else None
    return of if category is None or category.name is None else category.name
