"""What participants ask: /me, /schedule, /standings, /family, /results. Every query goes through the desk."""

from collections.abc import Iterable, Mapping
from datetime import date, time
from zoneinfo import ZoneInfo

import msgspec

from bots.telegram.people import Person
from bots.telegram.talk import Talk, command
from services.desk.programme import TournamentAnswer
from services.desk.views import (
    EntrantParams,
    EntrantView,
    FamiliesAnswer,
    PublicationParams,
    PublicationsAnswer,
    SessionsAnswer,
    StandingsAnswer,
    StandingsParams,
    StandingView,
)
from services.projections.rows import PublishedCell
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage
from services.tournament.kernel.ids import TableId
from shared.i18n import day_shown, time_shown

_TOP = 5
_DECIDING = ("match_points", "rounds_won", "rating")
"""Figures that people know each other by, where they decide."""


@command("me")
def me(talk: Talk, given: Mapping[str, str]) -> None:
    _for_each(talk, "me", [_about(talk, own) for own in talk.persons])


@command("schedule")
def schedule(talk: Talk, given: Mapping[str, str]) -> None:
    _for_each(talk, "schedule", [_when(talk, own) for own in talk.persons])


@command("standings")
def standings(talk: Talk, given: Mapping[str, str]) -> None:
    shown: dict[tuple[str, Stage], list[Person]] = {}
    for own in talk.persons:
        for stage in _stages(talk, own):
            shown.setdefault((own.tournament_id, stage), []).append(own)
    _for_each(talk, "standings", [_standings(talk, mine, stage) for (_, stage), mine in shown.items()])


@command("results")
def results(talk: Talk, given: Mapping[str, str]) -> None:
    _for_each(talk, "results", [_published(talk, own) for own in talk.persons])


@command("family")
def family(talk: Talk, given: Mapping[str, str]) -> None:
    blocks = [_family(talk, own) for own in talk.persons]
    _for_each(talk, "family", [own for own in blocks if own] or [talk.text("no_family")])


def _for_each(talk: Talk, heading: str, blocks: Iterable[str]) -> None:
    blocks = list(blocks)
    if not talk.persons:
        talk.say(talk.text("welcome"))
        return
    # As many in a message as it has room for; nobody's line is cut off.
    page: list[str] = []
    for block in blocks:
        if page and sum(map(len, page)) + len(block) > 420:
            talk.say("\n\n".join(page), heading=talk.text(f"heading_{heading}"))
            page = []
        page.append(block)
    talk.say("\n\n".join(page), heading=talk.text(f"heading_{heading}"))


def _view(talk: Talk, own: Person) -> EntrantView:
    view: EntrantView = talk.ask(own, "entrant", EntrantParams(entrant=own.number))
    return view


def _about(talk: Talk, own: Person) -> str:
    if own.principal.role != "participant":
        return f"{own.name}: {talk.text(f'role_{own.principal.role}')}"
    row = _view(talk, own).entrant
    lines = [talk.text("me", name=own.name, number=row.entrant_no, status=talk.text(f"status_{row.status}"))]
    if row.out or row.final_out:
        lines.append(talk.text(f"out_{row.final_out or row.out}"))
    if row.qualified:
        lines.append(talk.text("is_qualified"))
    if row.warnings:
        lines.append(talk.text("warnings", count=row.warnings))
    return "\n".join(lines)


def _when(talk: Talk, own: Person) -> str:
    if own.principal.role != "participant":
        return f"{own.name}: {_tables_of(talk, own)}"
    row = _view(talk, own).entrant
    answer: SessionsAnswer = talk.ask(own, "sessions")
    sessions = {view.session.session: view.session for view in answer.rows}
    defined: TournamentAnswer = talk.ask(own, "tournament")
    plan = defined.definition
    zone = ZoneInfo(plan.zone)
    venue = "" if plan.venue is None else talk.text("at", venue=plan.venue.name.in_language(talk.language))
    lines = [f"{own.name}:"]
    places = [(row.session, row.table, row.seat)]
    if row.final_session:
        places.append((row.final_session, row.final_table, row.final_seat))
    places += [(entry.session, entry.table, entry.seat) for entry in row.entries]
    for number, table, seat in places:
        session = sessions[number]
        lines.append(
            talk.text(
                f"when_{session.status}" if session.status == "suspended" else "when",
                day=_day(session.day, talk),
                session=session.number,
                registration=_hour(session.registration, zone, talk),
                seating=_hour(session.seating, zone, talk),
                start=_hour(session.start, zone, talk),
                venue=venue,
            )
        )
        if table is not None and session.status != "suspended":
            lines.append(talk.text("seat", table=TableId.of(table).number, seat=seat or "-"))
    return "\n".join(lines)


def _day(day: str | None, talk: Talk) -> str:
    """The day in words; that it follows, for a session that has none yet."""
    return talk.text("day_follows") if day is None else day_shown(date.fromisoformat(day), talk.language)


def _hour(at: str | None, zone: ZoneInfo, talk: Talk) -> str:
    return "-" if at is None else time_shown(time.fromisoformat(at), zone, talk.language)


def _tables_of(talk: Talk, own: Person) -> str:
    answer: SessionsAnswer = talk.ask(own, "sessions")
    tables = [
        f"{view.session.session}: {', '.join(mine)}"
        for view in answer.rows
        if (mine := [str(table.number) for table in view.tables if table.referee == own.number])
    ]
    return "; ".join(tables) or talk.text("no_tables")


def _standings(talk: Talk, mine: list[Person], stage: Stage) -> str:
    plan = _plan(talk, mine[0])
    params = StandingsParams(stage=stage)
    answer: StandingsAnswer = talk.ask(mine[0], "standings", params)
    if answer.places_hidden:
        lines = [_stage_name(talk, plan, stage), *(_own_figures(talk, own, params) for own in mine)]
        return "\n".join([*filter(None, lines), answer.places_hidden.text])
    if not answer.rows:
        return talk.text("no_standings")
    lines = [_stage_name(talk, plan, stage)]
    numbers = {own.number: own.name for own in mine if own.recipient.startswith("entrant:")}
    for row in answer.rows:
        if (row.place or 0) <= _TOP or row.entrant_no in numbers:
            name = numbers.get(row.entrant_no) or (row.name if isinstance(row.name, str) else "")
            mark = "➤ " if row.entrant_no in numbers else ""
            lines.append(f"{mark}{row.place}. {name or row.entrant_no}: {_figures(talk, row)}")
        if len(lines) > _TOP + 4:
            break
    ranked = {row.entrant_no for row in answer.rows}
    lines += [talk.text("not_ranked", name=name) for number, name in numbers.items() if number not in ranked]
    return "\n".join(lines)


def _own_figures(talk: Talk, own: Person, params: StandingsParams) -> str:
    """The person's own line while places are hidden; "" without one."""
    answer: StandingsAnswer = talk.ask(own, "standings", params)
    for row in answer.rows if answer.places_hidden else ():
        return f"{own.name}: {_figures(talk, row)}"
    return ""


def _figures(talk: Talk, row: StandingView | PublishedCell) -> str:
    """What someone has reached, first what decides before games, score and tiles."""
    figures = talk.text("figures", won=row.games_won, score=row.score, tiles=row.tiles)
    shown = row.figures if isinstance(row, StandingView) else msgspec.UNSET
    more = {} if shown is msgspec.UNSET else shown
    deciding = [talk.text(f"by_{name}", figure=more[name]) for name in _DECIDING if name in more]
    return ", ".join([*deciding, figures])


def _plan(talk: Talk, own: Person) -> Competition:
    answer: TournamentAnswer = talk.ask(own, "tournament")
    return answer.definition


def _stages(talk: Talk, own: Person) -> list[Stage]:
    """The last stage that anyone has a place in, of those that follow from what the person registered for.

    For who plays in none, one for each stage that people register for.
    """
    plan = _plan(talk, own)
    answer: SessionsAnswer = talk.ask(own, "sessions")
    stages = {view.session.session: view.session.stage for view in answer.rows}
    entered = {view.session.stage for view in answer.rows if view.session.registered}
    registered = plan.registered_stages
    if own.principal.role == "participant" and len(registered) > 1:
        row = _view(talk, own).entrant
        entered_by = (row.session, *(entry.session for entry in row.entries))
        registered = tuple(dict.fromkeys(plan.registered_for(stages[session]) for session in entered_by))
    latest = []
    for first in registered:
        following = plan.stages_from(first)
        latest.append(next((stage for stage in reversed(following) if stage in entered), first))
    return latest


def _stage_name(talk: Talk, plan: Competition, stage: Stage) -> str:
    shown = plan.stage_name(stage).in_language(talk.language)
    return shown[0].upper() + shown[1:]


def _published(talk: Talk, own: Person) -> str:
    lines = []
    plan = _plan(talk, own)
    for stage in plan.stage_ids:
        answer: PublicationsAnswer = talk.ask(own, "publications", PublicationParams(stage=stage))
        if not answer.rows:
            continue
        version = answer.rows[-1].version
        params = PublicationParams(stage=stage, version=version)
        whole: PublicationsAnswer = talk.ask(own, "publications", params)
        table = whole.rows[0].rows
        mine = [row for row in table if row.entrant_no == own.number] if isinstance(table, tuple) else []
        shown = _stage_name(talk, plan, stage)
        for row in mine:
            place = talk.text("place", place=row.place)
            lines.append(f"{own.name}, {shown} (v{version}): {place}, {_figures(talk, row)}")
        if not mine:
            lines.append(f"{shown}: {talk.text('published', version=version)}")
    return "\n".join(lines) or talk.text("not_published", name=own.name)


def _family(talk: Talk, own: Person) -> str:
    answer: FamiliesAnswer = talk.ask(own, "families")
    for row in answer.rows:
        if own.number in (row.child, row.parent) and own.principal.role == "participant":
            other, name = (
                (row.parent, row.parent_name) if own.number == row.child else (row.child, row.child_name)
            )
            shown = name if isinstance(name, str) and name else other
            if row.place is None:
                open_still = talk.text("family_open", name=own.name, other=shown, unit=row.unit)
                return f"{open_still}\n{answer.places_hidden.text}" if answer.places_hidden else open_still
            return talk.text(
                "family_place",
                name=own.name,
                other=shown,
                place=row.place,
                won=row.games_won,
                score=row.score,
            )
    return ""
