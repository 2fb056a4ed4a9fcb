"""Who enters a stage: from which other, how many, and whether there is room for them."""

from collections.abc import Iterator, Mapping

from services.rules.ruleset import Ruleset
from services.tournament.definition.checks.places import path_of, sessions_of, stages_of
from services.tournament.definition.faults import Finding, nearest, shown
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import From, StagePlan
from shared.toml_lines import Path


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """What cannot be entered, or not by so many."""
    if not plan.stages:
        yield Finding(
            ("stage",),
            "there is none; write at least one [[stage]]",
            "沒有任何階段；請至少填寫一個 [[stage]]",
        )
    for path, stage in stages_of(plan):
        if not stage.sessions:
            yield Finding((*path, "sessions"), "has none; write at least one", "沒有場次；請至少填寫一場")
        if stage.source is not None:
            yield from _from(plan, path, stage, stage.source)
        elif stage.split == "in_turn" and len(stage.sessions) > 1 and stage.attend == "one":
            yield Finding(
                (*path, "split"),
                'in_turn needs the standings of an earlier stage; write "chosen"',
                'in_turn 須依據較早階段的名次；請填寫 "chosen"',
                ((*path, "enter"), (*path, "attend")),
            )
        if stage.carry and stage.source is None:
            yield Finding(
                (*path, "carry"),
                "needs a stage it comes from; write enter = { from = … }, or carry = false",
                "須有所承接的階段；請填寫 enter = { from = … }，或 carry = false",
                ((*path, "enter"),),
            )
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
            yield Finding(
                (*path, "enter"),
                f"takes the best of {source.stage}, as {taken[source.stage]} does: the same people",
                f"與 {taken[source.stage]} 一樣取 {source.stage} 的最佳者，即相同的人",
            )
        taken.setdefault(source.stage, stage.id)
        if stage.split == "chosen" and len(stage.sessions) > 1 and stage.attend == "one":
            yield Finding(
                (*path, "split"),
                "nobody registers for this stage: the organizer puts each entrant into a session",
                "此階段無人報名：由主辦單位逐一編入場次",
            )
        yield from _everyone(plan, path, source)


def _everyone(plan: Competition, path: Path, source: From) -> Iterator[Finding]:
    before = plan.stage(source.stage)
    if before is None or source.places is None:
        return
    most = before.source.places if before.source is not None else plan.places
    if most is not None and source.places >= most:
        yield Finding(
            (*path, "enter", "places"),
            f"{source.places} places, and at most {most} play in {before.id}: everyone goes on",
            f"名額 {source.places} 個，而 {before.id} 最多 {most} 人：全部晉級",
        )


def _from(plan: Competition, path: Path, stage: StagePlan, source: From) -> Iterator[Finding]:
    here = (*path, "enter", "from")
    ids = [(*other, "id") for other, _ in stages_of(plan)]
    before = plan.stage(source.stage)
    number = path[1]
    earlier = [own.id for place, own in enumerate(plan.stages) if isinstance(number, int) and place < number]
    if source.stage not in earlier:
        en, zh = nearest(source.stage, earlier)
        if before is None:
            said = f"there is no stage {shown(source.stage)}; {en}", f"沒有階段 {shown(source.stage)}；{zh}"
        else:
            said = (
                f"{source.stage} is not an earlier stage; put it before this one, or name another ({en})",
                f"{source.stage} 並非較早的階段；請移到此階段之前，或改填其他階段（{zh}）",
            )
        yield Finding(here, *said, tuple(ids))
        return
    if source.places is None and source.per_table is None:
        yield Finding(
            (*path, "enter"),
            "says neither places nor per_table; write how many enter, as in places = 8",
            "沒有名額；請填寫人數，如 places = 8",
        )
    if source.per_table is not None and before is not None:
        yield from _per_table(plan, path, source, before)


def _per_table(plan: Competition, path: Path, source: From, before: StagePlan) -> Iterator[Finding]:
    here, there = (*path, "enter", "per_table"), path_of(plan, before)
    several = before.attend != "one" and (len(before.sessions) > 1 or before.attend == "some")
    if before.draw == "open" or several:
        yield Finding(
            here,
            f"needs a stage where each entrant sits at one table; in {before.id} they sit at several: "
            "write places alone",
            f"須為每人只坐一桌的階段；{before.id} 的參賽者會坐多桌：請只填 places",
            ((*there, "draw"), (*there, "attend"), (*there, "sessions")),
        )
    elif source.per_table is not None and source.per_table >= before.table.most:
        yield Finding(
            here,
            f"{source.per_table} of each table of {before.id}, where at most {before.table.most} sit: "
            "write fewer",
            f"{before.id} 每桌最多 {before.table.most} 人，不可取 {source.per_table} 人：請減少",
            ((*there, "table"),),
        )


def _room(path: Path, stage: StagePlan) -> Iterator[Finding]:
    """Capacities within the tables, and places within the capacities."""
    for here, session in sessions_of(path, stage):
        if session.capacity is None or session.tables is None:
            continue
        seats = session.tables * stage.table.most
        if session.capacity > seats:
            yield Finding(
                (*here, "capacity"),
                f"is {session.capacity}, but {session.tables} tables of {stage.table.most} seat {seats}",
                f"是 {session.capacity}，但 {session.tables} 桌各 {stage.table.most} 人只可容納 {seats} 人",
                ((*here, "tables"), (*path, "table")),
            )
    places = None if stage.source is None else stage.source.places
    if places is not None and stage.room is not None and places > stage.room:
        yield Finding(
            (*path, "enter", "places"),
            f"is {places}, but the sessions have room for {stage.room}; take fewer, or make more room",
            f"是 {places}，但場次只可容納 {stage.room} 人；請減少名額或增加容量",
            ((*path, "sessions"), (*path, "table"), (*path, "attend")),
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
        yield Finding(
            ("quota",),
            f"is {plan.quota}, but the sessions have room for {sum(known)}; lower it, or make more room",
            f"是 {plan.quota}，但場次只可容納 {sum(known)} 人；請調低或增加容量",
            tuple(rests_on),
        )
