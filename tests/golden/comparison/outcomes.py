"""What holds at a desk now, in the sections of the documents: written for today's state and reads."""

from collections.abc import Iterator, Sequence
from typing import Any

from msgspec import UNSET

from services.access.principal import Principal
from services.desk.desk import Desk
from services.desk.params import NoParams, StandingsParams
from services.rules.exact import score_of
from services.rules.ruleset import Ruleset
from services.tournament.people.entrants import Entrant
from services.tournament.play.scores import Game, Sheet
from services.tournament.seating.sessions import Session
from services.tournament.standings.reached import tie_break_sixths
from services.tournament.state import State
from tests.golden.comparison.documents import Sections


def sections(desk: Desk, tournament_id: str) -> Sections:
    """Everything that the documents hold of a moment, by section; only plain JSON values."""
    state = desk.state(tournament_id)
    found: Sections = {}
    for entrant in state.entrants.values():
        found[f"entrant {entrant.entrant_no}"] = _entrant(entrant)
    for session in state.sessions.values():
        found[f"session {session.plan.id}"] = _session(session)
    for sheet in state.sheets.values():
        found[f"sheet {sheet.sheet}"] = _sheet(state, sheet)
    found.update(_cases(state))
    found.update(_results(state))
    found.update(_asked(desk, tournament_id, state))
    return found


def _entrant(item: Entrant) -> dict[str, Any]:
    return {
        "status": item.status,
        "stages": {
            part.stage: [
                part.out,
                part.waits,
                *([known.session, known.presence] for known in part.attendances),
            ]
            for part in item.participations
        },
        "unit": item.unit,
        "team": item.team,
        "merged_into": item.merged_into,
        "warnings": len(item.warnings),
        "categories": list(item.categories),
        "may_be": list(item.may_be),
        "consent": item.consent,
    }


def _session(item: Session) -> dict[str, Any]:
    waiting = sorted(item.waiting.items(), key=lambda item: item[1])
    return {
        "day": None if item.day is None else item.day.isoformat(),
        "status": item.status,
        "attempt": item.attempt,
        "entrants": sorted(item.entrants),
        "waiting": [number for number, _ in waiting],
        "tables": {str(table): list(seats) for table, seats in item.tables.items()},
        "referees": {str(table): referee for table, referee in item.referees.items()},
        "byes": list(item.byes),
        "unpaired": list(item.unpaired),
        "voided": item.voided,
        "on_paper": item.on_paper,
    }


def _sheet(state: State, item: Sheet) -> dict[str, Any]:
    rules = state.rules_in(item.stage)
    signatures = {
        entrant: [signature.medium, signature.closed] for entrant, signature in item.signatures.items()
    }
    return {
        "seats": list(item.seats),
        "games": [None if game is None else _game(rules, game) for game in item.games],
        "totals": {
            total.entrant: [total.games, total.games_won, score_of(total.sixths), total.tiles]
            for total in item.totals
        },
        "signatures": signatures,
        "conflicts": [conflict.settled for conflict in item.conflicts],
        "open_disputes": list(item.open_disputes),
        "closed": item.closed_seq is not None,
        "first_players": {str(game): entrant for game, entrant in item.first_players.items()},
    }


def _game(rules: Ruleset, item: Game) -> dict[str, Any]:
    kept = rules.scoring.tie_break_score.value != "none"
    figures = {
        figure.entrant: [
            figure.game_won,
            score_of(figure.sixths),
            figure.tiles,
            figure.count,
            [charge for charge in (figure.charge, *figure.more_charges) if charge is not None],
            figure.own_count,
            score_of(tie_break_sixths(rules, figure, item.ended_by)) if kept else None,
        ]
        for figure in item.figures
    }
    return {"status": item.status, "ended_by": item.ended_by, "ruling": item.ruling, "figures": figures}


def _cases(state: State) -> Iterator[tuple[str, Any]]:
    for item in state.disputes.values():
        yield (
            f"case {item.dispute}",
            {
                "kind": item.kind,
                "status": item.status,
                "sheet": item.sheet,
                "game": item.game,
                "entrants": list(item.entrants),
                "leaver": item.leaver,
                "ruling": item.ruling,
            },
        )
    for ruling in state.rulings.values():
        yield (
            f"ruling {ruling.ruling}",
            {
                "effects": list(ruling.effects),
                "supersedes": ruling.supersedes,
                "superseded_by": ruling.superseded_by,
            },
        )


def _results(state: State) -> Iterator[tuple[str, Any]]:
    for stage, cut in state.cuts.items():
        yield (
            f"cut {stage}",
            {
                "status": cut.status,
                "qualified": list(cut.qualified),
                "tied": list(cut.tied),
                "reserves": list(cut.reserves),
                "free_places": cut.free_places,
                "vacancies": [[item.entrant, item.session] for item in cut.vacancies],
            },
        )
    for published in state.publications.values():
        rows = [
            [
                item.place,
                item.entrant_no,
                item.games_won,
                item.score,
                item.tiles,
                item.qualified,
                None if item.figures is UNSET else dict(item.figures),
            ]
            for item in published.rows
        ]
        yield f"published {published.stage} {published.version}", rows
    yield "officials", {item.referee: [item.chief, item.active] for item in state.referees.values()}
    if state.ratings:
        yield (
            "ratings",
            {number: [item.mu, item.sigma, item.games] for number, item in state.ratings.items()},
        )


def _asked(desk: Desk, tournament_id: str, state: State) -> Iterator[tuple[str, Any]]:
    display = Principal("comparison", "display", "comparison", tournament_id)
    for stage in state.stages:
        answer = desk.ask(tournament_id, "standings", StandingsParams(stage=stage), display)
        yield f"standings {stage}", [_line(item) for item in answer.rows]
        if answer.teams is not UNSET:
            yield (
                "medals",
                [[item.place, item.team, item.gold, item.silver, item.bronze] for item in answer.teams],
            )
    hidden = bool(desk.ask(tournament_id, "families", NoParams(), display).places_hidden)
    official = Principal("comparison", "service", "comparison", tournament_id)
    families = desk.ask(tournament_id, "families", NoParams(), official)
    yield "families", _families(families.rows, hidden)
    awards = desk.ask(tournament_id, "awards", NoParams(), display).rows
    every = desk.ask(tournament_id, "awards", NoParams(), official).rows
    public = {item.award for item in awards} | (set() if hidden else {"family"})
    yield "awards", [[item.award, list(item.holders)] for item in every if item.award in public]


def _families(rows: Sequence[Any], hidden: bool) -> list[list[Any]]:
    """The units as officials list them, whoever consents; without places and sums while anyone sees none."""
    if hidden:
        pairs = sorted((item.unit, item.child, item.parent) for item in rows)
        return [[None, child, parent, None, None, None, False] for _, child, parent in pairs]
    return [
        [item.place, item.child, item.parent, item.games_won, item.score, item.tiles, item.tied]
        for item in rows
    ]


def _line(item: Any) -> Sequence[Any]:
    """A line of standings: the figures that every format has, then what only some have, by name."""
    more = {
        "games": item.games,
        "figures": item.figures,
        "opponents": item.opponents,
        "team": item.team,
        "category": item.category,
    }
    given = {
        key: list(value) if isinstance(value, tuple) else value
        for key, value in more.items()
        if value is not UNSET
    }
    line = [
        item.place,
        item.entrant_no,
        item.games_won,
        item.score,
        item.average,
        item.tiles,
        item.qualified,
        item.tied,
    ]
    return [*line, given] if given else line
