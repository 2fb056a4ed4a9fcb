"""What the engine plays so far: a plan that asks for more is refused when a tournament is founded.

Sessions of tables that everyone attends once, and the formats that are still played in rounds. Whatever a
stage says beside that is understood and checked, and named here as long as nothing plays it.
"""

from collections.abc import Iterator, Mapping

from services.tournament.definition.awards import CategoryAward, TeamAward
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import StagePlan
from services.tournament.formats import rounds_format
from shared.problems import ProblemType

NOT_PLAYED_YET = ProblemType(
    "not-played-yet",
    422,
    "This release reads the tournament file and cannot play it yet: {what}. What is played stands in "
    "brackets; plan it so, for now, or begin with `tournament new ID --like school-day`.",
    "本版本能讀取此賽事檔案，但尚未能按此進行：{what}。括號內為可用的設定；現階段請改用該設定，"
    "或以 `tournament new ID --like school-day` 開始。",
)

_IN_SESSIONS: Mapping[str, tuple[object, ...]] = {
    "attend": ("one",),
    "draw": ("lot", "standing", "snake"),
    "check_in": ("each",),
    "signatures": ("required",),
    "ranked": ("complete",),
    "ranking": ("ruleset",),
    "carry": (False,),
    "clock": (None,),
    "rating": (None,),
}
"""By field of a stage what sessions of tables can be."""

_IN_ROUNDS: Mapping[str, tuple[object, ...]] = {
    "split": ("chosen",),
    "check_in": ("none",),
    "signatures": ("none",),
    "ranked": ("played",),
    "weather": ("none",),
    "carry": (False,),
    "clock": (None,),
    "apart": ((),),
}
"""By field of a stage what is played in rounds."""


def not_played_yet(plan: Competition) -> list[str]:
    """The fields of a plan that nothing plays yet, with what is played; empty where all of it is."""
    found = list(_of_any(plan))
    if rounds_format(plan) is not None:
        return found
    in_rounds = [stage for stage in plan.stages if _like_rounds(stage)]
    found += [what for stage in plan.stages for what in _of_stage(stage)]
    if in_rounds and len(plan.stages) > 1:
        found.append("more than one stage where one is played in rounds")
    if len(plan.stages) > 2:
        found.append("more than two stages")
    if any(stage.source is None for stage in plan.stages[1:]):
        found.append("several stages that people register for")
    found += [f"award {award.__struct_config__.tag}" for award in plan.awards if _is_new(award, plan)]
    if in_rounds and not found:
        found.append(f"stage {in_rounds[0].id}: this way to attend and to draw")
    return found


def _of_any(plan: Competition) -> Iterator[str]:
    """What neither way of playing has: other rules in a stage, sessions without a day."""
    for stage in plan.stages:
        if plan.ruleset_of(stage) != plan.ruleset:
            yield f"stage {stage.id}: ruleset = {stage.ruleset} ({plan.ruleset})"
        for session in stage.sessions:
            if session.day is None:
                yield f"session {session.id}: no day"


def _like_rounds(stage: StagePlan) -> bool:
    return stage.attend != "one" or stage.draw in ("swiss", "round_robin", "open") or stage.games_each is None


def _is_new(award: object, plan: Competition) -> bool:
    return (isinstance(award, TeamAward) and plan.stages[0].target is None) or isinstance(
        award, CategoryAward
    )


def _of_stage(stage: StagePlan) -> Iterator[str]:
    in_rounds = _like_rounds(stage)
    for field, played in (_IN_ROUNDS if in_rounds else _IN_SESSIONS).items():
        if getattr(stage, field) not in played:
            yield _told(stage, field, " | ".join(map(str, played)) if all(played) else "")
    yield from _beyond_rounds(stage) if in_rounds else _beyond_sessions(stage)


def _beyond_sessions(stage: StagePlan) -> Iterator[str]:
    source = stage.source
    split = "chosen" if source is None else "in_turn"
    if stage.split != split:
        yield _told(stage, "split", split)
    if source is not None and (source.places is None or source.per_table is not None):
        yield f"stage {stage.id}: enter.per_table"
    if source is not None and source.ties != "decided":
        yield f"stage {stage.id}: enter.ties = {source.ties} (decided)"


def _beyond_rounds(stage: StagePlan) -> Iterator[str]:
    """What the nearest of the five kinds of rounds does not have."""
    swiss, is_open = stage.draw == "swiss", stage.draw == "open"
    attend = (
        "all" if swiss or (stage.games_each is not None and not is_open) else "some" if is_open else "one"
    )
    draw = stage.draw if swiss or is_open else "lot"
    if stage.attend != attend:
        yield _told(stage, "attend", attend)
    if stage.draw != draw:
        yield _told(stage, "draw", "lot | swiss" if attend == "all" else draw)
    if swiss and (stage.table.most, stage.games) != (2, 1):
        yield f"stage {stage.id}: swiss but with tables of 2 and 1 game"
    if is_open and stage.games_each is not None:
        yield f"stage {stage.id}: games = {stage.games} (any)"
    if attend != "all" and len(stage.sessions) > 1:
        yield f"stage {stage.id}: {len(stage.sessions)} sessions (1)"
    if stage.ranking not in (("mso-2019", "mso-classic") if swiss else ("ruleset",)):
        yield _told(stage, "ranking", "mso-2019 | mso-classic" if swiss else "ruleset")
    if stage.bye.most != 1:
        yield f"stage {stage.id}: bye.most = {stage.bye.most} (1)"


def _told(stage: StagePlan, field: str, played: str) -> str:
    """The field with its value, and in brackets what is played."""
    value = getattr(stage, field)
    text = ", ".join(value) if isinstance(value, tuple) else str(value).lower()
    shown = f"{field} = {text}" if isinstance(value, str | tuple | bool) else field
    return f"stage {stage.id}: {shown} ({played})" if played else f"stage {stage.id}: {shown}"
