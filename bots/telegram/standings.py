"""/standings: the own place and who is next to it, who leads, and whether that is final."""

from collections.abc import Iterator, Mapping, Sequence

import msgspec

from bots.telegram.blocks import Block, say_blocks, titled
from bots.telegram.people import Person
from bots.telegram.talk import Talk, command
from services.desk.programme import TournamentAnswer
from services.desk.views import (
    EntrantParams,
    EntrantView,
    PublicationParams,
    PublicationsAnswer,
    SessionsAnswer,
    StandingsAnswer,
    StandingsParams,
    StandingView,
)
from services.projections.rows import PublishedCell
from services.rules.exact import parse_score, score_shown
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import Stage

_LEADING = 3
_LEADING_FOR_OFFICIALS = 5
_DECIDING = ("match_points", "rounds_won", "rating")
"""Figures that people know each other by, where they decide."""


@command("standings")
def standings(talk: Talk, given: Mapping[str, str]) -> None:
    shown: dict[tuple[str, Stage], list[Person]] = {}
    for own in talk.persons:
        for stage in _stages(talk, own):
            shown.setdefault((own.tournament_id, stage), []).append(own)
    blocks = [
        titled(talk, tournament, _standings(talk, mine, stage)) for (tournament, stage), mine in shown.items()
    ]
    say_blocks(talk, "standings", blocks)


def stage_called(talk: Talk, plan: Competition, stage: Stage) -> str:
    """What people call a stage, as a line begins with it."""
    shown = plan.stage_name(stage).in_language(talk.language)
    return shown[0].upper() + shown[1:]


def figures(talk: Talk, row: StandingView | PublishedCell) -> str:
    """What someone has reached, first what decides before games, score and tiles."""
    average = score_shown(parse_score(row.average)) if isinstance(row, StandingView) else None
    score = score_shown(parse_score(row.score))
    known = talk.text("figures", won=row.games_won, score=score, average=average, tiles=row.tiles)
    more = row.figures if isinstance(row, StandingView) and row.figures is not msgspec.UNSET else {}
    deciding = [talk.text(f"by_{name}", figure=more[name]) for name in _DECIDING if name in more]
    return ", ".join([*deciding, known]) if talk.language == "en" else "，".join([*deciding, known])


def _standings(talk: Talk, mine: list[Person], stage: Stage) -> Block:
    answer: TournamentAnswer = talk.ask(mine[0], "tournament")
    name = stage_called(talk, answer.definition, stage)
    params = StandingsParams(stage=stage)
    known: StandingsAnswer = talk.ask(mine[0], "standings", params)
    if known.places_hidden:
        return [name, *filter(None, (_own_line(talk, own, params) for own in mine)), known.places_hidden.text]
    if not known.rows:
        return [name, talk.text("no_standings")]
    numbers = {own.number: own.name for own in mine if own.recipient.startswith("entrant:")}
    ranked = {row.entrant_no for row in known.rows}
    waiting = [talk.text("not_ranked", name=name) for number, name in numbers.items() if number not in ranked]
    return [name, *_lines(talk, known.rows, numbers), *waiting, _how_final(talk, mine[0], known)]


def _lines(talk: Talk, rows: Sequence[StandingView], numbers: Mapping[str, str]) -> Iterator[str]:
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
        yield talk.text("for_each", name=placed, body=figures(talk, row))


def _own_line(talk: Talk, own: Person, params: StandingsParams) -> str:
    """The person's own line while places are hidden; "" without one."""
    answer: StandingsAnswer = talk.ask(own, "standings", params)
    for row in answer.rows if answer.places_hidden else ():
        return talk.text("for_each", name=own.name, body=figures(talk, row))
    return ""


def _how_final(talk: Talk, own: Person, known: StandingsAnswer) -> str:
    """Whether these are the places as published, or may still change."""
    versions: PublicationsAnswer = talk.ask(own, "publications", PublicationParams(stage=known.stage))
    if not versions.rows:
        return talk.text("standings_provisional")
    version = versions.rows[-1].version
    params = PublicationParams(stage=known.stage, version=version)
    whole: PublicationsAnswer = talk.ask(own, "publications", params)
    table = whole.rows[0].rows
    published = [_result(row) for row in table] if isinstance(table, tuple) else []
    same = published == [_result(row) for row in known.rows]
    return talk.text("standings_final" if same else "standings_changed", version=version)


def _result(row: StandingView | PublishedCell) -> tuple[object, ...]:
    return (row.place, row.entrant_no, row.games_won, parse_score(row.score), row.tiles)


def _view(talk: Talk, own: Person) -> EntrantView:
    view: EntrantView = talk.ask(own, "entrant", EntrantParams(entrant=own.number))
    return view


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
