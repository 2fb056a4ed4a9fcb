"""Standings as participants read them: the own place, who is next to it, who leads, whether it is final."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from services.desk.params import EntrantParams, PublicationParams, StandingsParams
from services.desk.programme import TournamentAnswer
from services.desk.views import (
    EntrantView,
    PublicationsAnswer,
    SessionsAnswer,
    StandingsAnswer,
    StandingView,
)
from services.personal.after_the_cut import goes_on_to
from services.personal.person import Person
from services.personal.reader import Block, Reader, points_told
from services.personal.reserves import reserve_waiting
from services.personal.schedule import appearances, entries_of
from services.projections.rows import PublishedCell
from services.rules.exact import figure_shown, parse_score
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage

_LEADING = 3
_LEADING_FOR_OFFICIALS = 5
_DECIDING = ("match_points", "rounds_won", "rating")
"""Figures that people know each other by, where they decide."""


def by_stage(reader: Reader) -> Iterator[tuple[str, Block]]:
    """For each stage that somebody a reader stands for is in: its tournament, and what is said of it."""
    shown: dict[tuple[str, Stage], list[Person]] = {}
    for person in reader.persons:
        for stage in () if person.principal.left else _stages(reader, person):
            shown.setdefault((person.tournament_id, stage), []).append(person)
    for person in reader.everyone:
        if person.principal.left:
            yield person.tournament_id, [reader.text("left_standings", name=person.name)]
    for (tournament, stage), mine in shown.items():
        block = _standings(reader, mine, stage)
        yield tournament, block
        source = _plan(reader, mine[0]).by_id[stage].source
        if source is not None and reader.text("no_standings") in block:
            # Until somebody is ranked there, what led there is what there is to read.
            yield tournament, _standings(reader, mine, source.stage)


def stage_called(reader: Reader, plan: Competition, stage: Stage) -> str:
    """What people call a stage, as a line begins with it."""
    shown = plan.stage_name(stage).in_language(reader.language)
    return shown[0].upper() + shown[1:]


def figures(reader: Reader, row: StandingView | PublishedCell) -> str:
    """What someone has reached, first what decides before games, score and tiles."""
    average = figure_shown(row.average) if isinstance(row, StandingView) else None
    score = figure_shown(row.score)
    known = reader.text("figures", won=row.games_won, score=score, average=average, tiles=row.tiles)
    more = row.figures if isinstance(row, StandingView) and row.figures is not msgspec.UNSET else {}
    deciding = [
        points_told(reader, parse_score(more[name]))
        if name == "match_points"
        else reader.text(f"by_{name}", figure=figure_shown(more[name]))
        for name in _DECIDING
        if name in more
    ]
    return ", ".join([*deciding, known]) if reader.language == "en" else "，".join([*deciding, known])


def _standings(reader: Reader, mine: list[Person], stage: Stage) -> Block:
    answer: TournamentAnswer = reader.ask(mine[0], "tournament")
    name = stage_called(reader, answer.definition, stage)
    params = StandingsParams(stage=stage)
    known: StandingsAnswer = reader.ask(mine[0], "standings", params)
    if known.places_hidden:
        return [
            name,
            *filter(None, (_own_line(reader, person, params) for person in mine)),
            known.places_hidden.text,
        ]
    if not known.rows:
        return [name, reader.text("no_standings")]
    players = [person for person in mine if person.recipient.startswith("entrant:")]
    numbers = {person.number: person.name for person in players}
    ranked = {row.entrant_no for row in known.rows}
    waiting = [
        _why_not_ranked(reader, person, answer.definition, stage)
        for person in players
        if person.number not in ranked
    ]
    return [name, *_lines(reader, known.rows, numbers), *waiting, _how_final(reader, mine[0], known)]


def _why_not_ranked(reader: Reader, person: Person, plan: Competition, stage: Stage) -> str:
    """That somebody is not ranked yet in a stage, or why they will not be."""
    answer: SessionsAnswer = reader.ask(person, "sessions")
    over = all(view.session.status == "ended" for view in answer.rows if view.session.stage == stage)
    view = _view(reader, person)
    entered = next((entry for entry in entries_of(view.entrant, plan) if entry.stage == stage), None)
    in_stage = [played for played in appearances(reader, person, plan) if played.row.stage == stage]
    seated = any(played.table is not None for played in in_stage)
    absent = not seated and bool(in_stage) and all(played.is_over for played in in_stage)
    if entered is not None and entered.out is not None:
        why = "not_ranked_out"
    elif absent or (over and (not seated or plan.by_id[stage].ranked == "played")):
        why = "did_not_play"
    elif entered is not None or goes_on_to(reader, person) or reserve_waiting(reader, person):
        why = "not_ranked"
    else:
        why = "not_in_stage"
    return reader.text(why, name=person.name, stage=plan.stage_name(stage))


def _lines(reader: Reader, rows: Sequence[StandingView], numbers: Mapping[str, str]) -> Iterator[str]:
    """The first places, and each own one with those next to it; a gap is shown as such."""
    leading = _LEADING if numbers else _LEADING_FOR_OFFICIALS
    wanted = set(range(min(leading, len(rows))))
    for at, row in enumerate(rows):
        if row.entrant_no in numbers:
            wanted |= {at - 1, at, at + 1}
    before = -1
    for at in sorted(wanted & set(range(len(rows)))):
        if at > before + 1:
            yield "…"
        before = at
        row = rows[at]
        name = numbers.get(row.entrant_no) or (row.name if isinstance(row.name, str) else "")
        mark = "➤ " if row.entrant_no in numbers else ""
        placed = f"{mark}{row.place}. {name or row.entrant_no}"
        yield reader.text("for_each", name=placed, body=figures(reader, row))


def _own_line(reader: Reader, person: Person, params: StandingsParams) -> str:
    """The person's own line while places are hidden; "" without one."""
    answer: StandingsAnswer = reader.ask(person, "standings", params)
    for row in answer.rows if answer.places_hidden else ():
        return reader.text("for_each", name=person.name, body=figures(reader, row))
    return ""


def _how_final(reader: Reader, person: Person, known: StandingsAnswer) -> str:
    """Whether these are the places as published, or may still change."""
    versions: PublicationsAnswer = reader.ask(person, "publications", PublicationParams(stage=known.stage))
    if not versions.rows:
        return reader.text("standings_provisional")
    version = versions.rows[-1].version
    params = PublicationParams(stage=known.stage, version=version)
    whole: PublicationsAnswer = reader.ask(person, "publications", params)
    table = whole.rows[0].rows
    published = [_result(row) for row in table] if isinstance(table, tuple) else []
    same = published == [_result(row) for row in known.rows]
    return reader.text("standings_final" if same else "standings_changed", version=version)


def _result(row: StandingView | PublishedCell) -> tuple[object, ...]:
    return (row.place, row.entrant_no, row.games_won, parse_score(row.score), row.tiles)


def _view(reader: Reader, person: Person) -> EntrantView:
    view: EntrantView = reader.ask(person, "entrant", EntrantParams(entrant=person.number))
    return view


def _plan(reader: Reader, person: Person) -> Competition:
    answer: TournamentAnswer = reader.ask(person, "tournament")
    return answer.definition


def _stages(reader: Reader, person: Person) -> list[Stage]:
    """The last stage that anyone has a place in, of those that follow from what the person registered for.

    For who plays in none, one for each stage that people register for.
    """
    plan = _plan(reader, person)
    answer: SessionsAnswer = reader.ask(person, "sessions")
    stages = {view.session.session: view.session.stage for view in answer.rows}
    entered = {view.session.stage for view in answer.rows if view.session.registered}
    registered = plan.registered_stages
    if person.principal.role == "participant" and len(registered) > 1:
        row = _view(reader, person).entrant
        entered_by = (row.session, *(entry.session for entry in row.entries))
        registered = tuple(dict.fromkeys(plan.registered_for(stages[session]) for session in entered_by))
    latest = []
    for first in registered:
        following = plan.stages_from(first)
        latest.append(next((stage for stage in reversed(following) if stage in entered), first))
    return latest
