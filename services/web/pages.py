"""The pages to read: home, standings, published results. No script runs on them."""

from collections.abc import Iterator, Mapping
from functools import partial
from hashlib import sha256
from pathlib import Path

import msgspec
from flask import Response, request
from markupsafe import Markup

from services.desk.params import NoParams, StandingsParams
from services.desk.proving import seals
from services.desk.results import published_results
from services.rules.exact import figure_shown, parse_score, score_shown
from services.tournament.definition.stages import Stage
from services.tournament.definition.texts import Text
from services.web.etags import Answer
from services.web.parts import Parts
from services.web.reads import read_of_content, read_of_log
from services.web.rendering import STYLE, page
from services.web.routes import API, Action, Call, Open, Route
from services.web.tournaments import ListParameters, tournament_lines
from shared.eventlog.seal import seal_json


class StandingsParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which stage to show."""

    stage: Stage | None = None


class ResultsParameters(StandingsParameters, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which stage to show, in which of its published versions; the newest, if not said."""

    version: int | None = None


def page_routes(parts: Parts) -> Iterator[Route]:
    """Home, standings, published results, and their style sheet."""
    yield Route(
        name="home",
        method="GET",
        path="/",
        access=Action("tournaments"),
        handle=partial(_home, parts),
        parameters=ListParameters,
    )
    yield Route(
        name="standings-page",
        method="GET",
        path="/t/{tournament}/standings",
        access=Action("standings"),
        handle=lambda call: read_of_log(
            parts, call, "standings-page", lambda: _standings(parts, call, call.parameters.stage)
        ),
        parameters=StandingsParameters,
        of_log=True,
    )
    yield Route(
        name="results-page",
        method="GET",
        path="/t/{tournament}/results",
        access=Action("publications"),
        handle=partial(_results, parts),
        parameters=ResultsParameters,
        of_log=True,
    )
    style = Answer(
        (Path(__file__).with_name("static") / "style.css").read_bytes(),
        (("Content-Type", "text/css; charset=utf-8"),),
    )
    yield Route(
        name="style",
        method="GET",
        path=STYLE,
        access=Open("the style sheet of the pages"),
        handle=lambda call: read_of_content(call, style),
    )


def _home(parts: Parts, call: Call) -> Response:
    parameters = call.parameters
    lines, following = tournament_lines(parts, parameters.after, parameters.limit)
    return read_of_content(call, page("home.html", call.language, lines=lines, following=following))


def _standings(parts: Parts, call: Call, stage: Stage | None) -> Answer:
    desk, tournament = parts.desk, call.tournament
    answer = desk.ask(
        tournament,
        "standings",
        StandingsParams(stage=stage),
        call.visibility,
        as_of=call.as_of,
        language=call.language,
    )
    defined = desk.ask(
        tournament, "tournament", NoParams(), call.visibility, as_of=answer.seq, language=call.language
    )
    return page(
        "standings.html",
        call.language,
        tournament=tournament,
        title=defined.definition.title,
        stage=answer.stage,
        stages=_stages(defined.definition.stage_names, request.args.to_dict()),
        leads_on=bool(defined.definition.stages_after(answer.stage)),
        rows=answer.rows,
        shown=_figure,
        ranked_by=_ranking_figure,
        columns=() if answer.columns is msgspec.UNSET else answer.columns,
        teams=() if answer.teams is msgspec.UNSET else answer.teams,
        hidden=answer.places_hidden or None,
        seq=answer.seq,
        hash=defined.hash,
        past=call.as_of is not None and answer.seq < desk.head(tournament).seq,
    )


def _figure(exact: str) -> Markup:
    """A score as phones show it, 50⅔, with the exact text behind it where that differs."""
    return _beside(exact, score_shown(parse_score(exact)))


def _ranking_figure(exact: str) -> Markup:
    """A figure of a ranking key as people write it, 8½."""
    return _beside(exact, figure_shown(exact))


def _beside(exact: str, shown: str) -> Markup:
    return Markup(shown) if shown == exact else Markup('<span title="{}">{}</span>').format(exact, shown)


def _results(parts: Parts, call: Call) -> Response:
    # Seals lie beside the log, so the head alone does not name what the page follows from.
    kept = sha256(b"".join(seal_json(seal) for seal in seals(parts.desk, call.tournament))).hexdigest()
    return read_of_log(parts, call, f"results-page {kept}", partial(_published, parts, call))


def _published(parts: Parts, call: Call) -> Answer:
    tournament, parameters = call.tournament, call.parameters
    shown = published_results(
        parts.desk,
        tournament,
        parameters.stage,
        parameters.version,
        as_of=call.as_of,
        language=call.language,
        place=call.visibility.place,
    )
    asked = {name: text for name, text in request.args.items() if name != "version"}
    return page(
        "results.html",
        call.language,
        tournament=tournament,
        shown=shown,
        seal=seal_json(shown.seal).decode() if shown.seal is not None else "",
        stages=_stages(shown.stages, asked),
        versions={
            version: {**asked, "stage": shown.stage, "version": str(version)} for version in shown.versions
        },
        api=f"{API}/tournaments/{tournament}",
        past=call.as_of is not None and shown.seq < parts.desk.head(tournament).seq,
    )


def _stages(
    names: Mapping[Stage, Text], asked: Mapping[str, str]
) -> Mapping[Stage, tuple[Text, Mapping[str, str]]]:
    """By stage what it is called, and the query of the page that shows it."""
    return {stage: (name, {**asked, "stage": stage}) for stage, name in names.items()}
