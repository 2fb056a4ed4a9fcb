"""Who enters a stage: from which other, how many, and whether there is room for them."""

from collections.abc import Iterator, Mapping

from services.rules.ruleset import Ruleset, axes
from services.tournament.definition.checks.places import path_of, sessions_of, stages_of
from services.tournament.definition.faults import Finding, finding, nearest, shown
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import From, StagePlan
from shared.catalogue import Phrase
from shared.toml_lines import Path


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """What cannot be entered, or not by so many."""
    if not plan.stages:
        yield finding(("stage",), "part-entering-there-none-write-at-least")
    for path, stage in stages_of(plan):
        if not stage.sessions:
            yield finding((*path, "sessions"), "part-entering-none-write-at-least-one")
        if stage.source is not None:
            yield from _from(plan, path, stage, stage.source)
        elif stage.split == "in_turn" and len(stage.sessions) > 1 and stage.attend == "one":
            yield finding(
                (*path, "split"),
                "part-entering-turn-needs-standings-earlier-stage",
                (*path, "enter"),
                (*path, "attend"),
            )
        if stage.carry and stage.source is None:
            yield finding((*path, "carry"), "part-entering-needs-stage-comes-from-write", (*path, "enter"))
        yield from _room(path, stage)
    yield from _quota(plan)


def remarks(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """What can be entered, but hardly as it was meant."""
    taken: dict[str, str] = {}
    for path, stage in stages_of(plan):
        source = stage.source
        if source is None:
            continue
        if source.stage in taken:
            yield finding(
                (*path, "enter"),
                "part-entering-takes-best-does-same-people",
                stage=source.stage,
                taken=taken[source.stage],
            )
        taken.setdefault(source.stage, stage.id)
        if stage.split == "chosen" and len(stage.sessions) > 1 and stage.attend == "one":
            yield finding((*path, "split"), "part-entering-nobody-registers-stage-organizer-puts")
        yield from _everyone(plan, path, source)
        if stage.carry:
            yield from _other_rules(plan, path, stage, rulesets)


def _other_rules(
    plan: Competition, path: Path, stage: StagePlan, rulesets: Mapping[str, Ruleset]
) -> Iterator[Finding]:
    """Results carried on from stages that are scored otherwise."""
    ids = {
        counted_stage: plan.ruleset_of(plan.by_id[counted_stage])
        for counted_stage in plan.counted_in(stage.id)
    }
    here = rulesets.get(plan.ruleset_of(stage))
    for before, id in ids.items():
        there = rulesets.get(id)
        if here is None or there is None or _scored(here) == _scored(there):
            continue
        values = {"before": before, "there": id, "here": here.id}
        yield finding((*path, "carry"), "part-entering-carry-other-rules", **values)


def _scored(ruleset: Ruleset) -> dict[str, object]:
    """What makes the figures of a game: how it is scored, and what a joker counts."""
    return {
        axis.name: axis.value
        for axis in axes(ruleset)
        if axis.name.startswith("scoring.") or axis.name == "jokers.rack_value"
    }


def _everyone(plan: Competition, path: Path, source: From) -> Iterator[Finding]:
    before = plan.stage(source.stage)
    if before is None or source.places is None:
        return
    most = before.source.places if before.source is not None else plan.places
    if most is not None and source.places >= most:
        yield finding(
            (*path, "enter", "places"),
            "part-entering-places-at-most-play-everyone",
            places=source.places,
            most=most,
            id=before.id,
        )


def _from(plan: Competition, path: Path, stage: StagePlan, source: From) -> Iterator[Finding]:
    here = (*path, "enter", "from")
    ids = [(*other, "id") for other, _ in stages_of(plan)]
    before = plan.stage(source.stage)
    number = path[1]
    earlier = [
        stage_plan.id
        for place, stage_plan in enumerate(plan.stages)
        if isinstance(number, int) and place < number
    ]
    if source.stage not in earlier:
        hint = nearest(source.stage, earlier)
        phrase = Phrase("part-no-earlier-stage", {"stage": source.stage, "hint": hint})
        if before is None:
            phrase = Phrase("part-there-is-no-stage", {"stage": shown(source.stage), "hint": hint})
        yield Finding(here, phrase, tuple(ids))
        return
    if source.places is None and source.per_table is None:
        yield finding((*path, "enter"), "part-entering-says-neither-places-nor-per")
    if source.per_table is not None and before is not None:
        yield from _per_table(plan, path, source, before)


def _per_table(plan: Competition, path: Path, source: From, before: StagePlan) -> Iterator[Finding]:
    here, there = (*path, "enter", "per_table"), path_of(plan, before)
    several = before.attend != "one" and (len(before.sessions) > 1 or before.attend == "some")
    if before.draw == "open" or several:
        yield finding(
            here,
            "part-entering-needs-stage-where-each-entrant",
            (*there, "draw"),
            (*there, "attend"),
            (*there, "sessions"),
            id=before.id,
        )
    elif source.per_table is not None and source.per_table >= before.table.most:
        yield finding(
            here,
            "part-entering-each-table-where-at-most",
            (*there, "table"),
            per_table=source.per_table,
            id=before.id,
            most=before.table.most,
        )


def _room(path: Path, stage: StagePlan) -> Iterator[Finding]:
    """Capacities within the tables, and places within the capacities."""
    for here, session in sessions_of(path, stage):
        if session.capacity is None or session.tables is None:
            continue
        seats = session.tables * stage.table.most
        if session.capacity > seats:
            yield finding(
                (*here, "capacity"),
                "part-entering-but-tables-seat",
                (*here, "tables"),
                (*path, "table"),
                capacity=session.capacity,
                tables=session.tables,
                most=stage.table.most,
                seats=seats,
            )
    places = None if stage.source is None else stage.source.places
    if places is not None and stage.room is not None and places > stage.room:
        yield finding(
            (*path, "enter", "places"),
            "part-entering-but-sessions-have-room-take",
            (*path, "sessions"),
            (*path, "table"),
            (*path, "attend"),
            places=places,
            room=stage.room,
        )


def _quota(plan: Competition) -> Iterator[Finding]:
    rooms = [(path, stage.room) for path, stage in stages_of(plan) if stage.source is None]
    known = [room for _, room in rooms if room is not None]
    if plan.quota is None or not rooms or len(known) < len(rooms):
        return
    if plan.quota > sum(known):
        rests_on = (
            part for path, _ in rooms for part in ((*path, "sessions"), (*path, "table"), (*path, "enter"))
        )
        yield finding(
            ("quota",),
            "part-entering-but-sessions-have-room-lower",
            *(rests_on),
            quota=plan.quota,
            known=sum(known),
        )
