"""Founding tournaments from their files, listing them, showing how one was defined."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial

import msgspec
from flask import Response, request

from services.desk.params import NoParams
from services.desk.programme import TournamentAnswer
from services.desk.submission import head_tag
from services.tournament.definition.founding import definition_in
from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import read_tournament, read_tournament_json
from services.tournament.definition.texts import Text
from services.web.api.commands import GIVES, HEAD, TAKES, CommandAnswer, submitted
from services.web.api.examples import TOURNAMENT_FILE
from services.web.api.queries import ETAGS, LINK
from services.web.bodies import JSON, TOML, body_of
from services.web.etags import Answer
from services.web.moments import Moment
from services.web.parts import Parts
from services.web.reads import json_answer, next_link, read_of_content, read_of_log
from services.web.routes import API, Action, Call, Content, Header, Route
from shared.clock import from_micros

PATH = f"{API}/tournaments"


class ListParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A page of the tournaments by id: `limit` of them after the id `after`."""

    after: str = ""
    limit: int = 100


class TournamentLine(msgspec.Struct, frozen=True):
    """A tournament in the list."""

    id: str
    title: Text
    seq: int
    recorded_at: datetime
    href: str


class TournamentsAnswer(msgspec.Struct, frozen=True):
    """The tournaments there are, by id."""

    rows: tuple[TournamentLine, ...]
    next: str | None


def tournament_routes(parts: Parts) -> Iterator[Route]:
    """Create, list, show."""
    yield Route(
        name="create-tournament",
        method="POST",
        path=PATH,
        access=Action("define-tournament"),
        handle=partial(_create, parts),
        summary="Found a tournament from its file",
        description="Send the tournament file as TOML, or JSON of the same structure. Its ruleset is named "
        "by id and goes whole into the first event. In place of the name of a file stands its content, "
        "as `data:;base64,…`.",
        tag="Tournaments",
        bodies=(Content(kind=Competition, example=TOURNAMENT_FILE), Content(media_type=TOML)),
        answers={201: Content(kind=CommandAnswer), 200: Content(kind=CommandAnswer)},
        refusals=(404, 409, 412, 422, 429),
        takes=TAKES,
        gives=(Header("Location", "Where the new tournament is."), *GIVES),
    )
    yield Route(
        name="tournaments",
        path=PATH,
        access=Action("tournaments"),
        handle=partial(_list, parts),
        summary="List the tournaments",
        tag="Tournaments",
        parameters=ListParameters,
        answers={200: Content(kind=TournamentsAnswer)},
        gives=(*ETAGS, LINK),
    )
    yield Route(
        name="tournament",
        path=f"{PATH}/{{tournament}}",
        access=Action("tournament"),
        handle=partial(_show, parts),
        summary="Show how a tournament is defined, and where its log ends",
        tag="Tournaments",
        of_log=True,
        answers={200: Content(kind=TournamentAnswer)},
        refusals=(404,),
        gives=(
            *ETAGS,
            Header(HEAD.name, "Where the log ends now, for If-Match on commands."),
        ),
    )


def tournament_lines(parts: Parts, after: str, limit: int) -> tuple[list[TournamentLine], str | None]:
    """A page of the tournaments, and the id to go on after, if there are more."""
    ids = [id for id in parts.desk.log.tournaments() if id > after]
    lines = []
    for id in ids[:limit]:
        title = parts.desk.titles.of(id)
        if title is not None:
            head = parts.desk.log.head(id)
            moment = from_micros(head.recorded_at)
            lines.append(TournamentLine(id, title, head.seq, moment, f"{PATH}/{id}"))
    return lines, ids[limit - 1] if len(ids) > limit else None


def _create(parts: Parts, call: Call) -> Response:
    body, kind = body_of(request, JSON, TOML)
    read = read_tournament_json(body) if kind == JSON else read_tournament(body)
    command = definition_in(read)
    id = command.definition.id
    # Only now is it known which tournament this is: a token for another one founds nothing here.
    parts.desk.admit(id, call.principal, "define-tournament")
    response = submitted(parts, call, id, "define-tournament", command)
    response.headers["Location"] = f"{PATH}/{id}"
    return response


def _list(parts: Parts, call: Call) -> Response:
    parameters = call.parameters
    lines, following = tournament_lines(parts, parameters.after, parameters.limit)
    headers = []
    if following is not None:
        headers.append(next_link(PATH, after=following))
    return read_of_content(call, json_answer(TournamentsAnswer(tuple(lines), following), *headers))


def _show(parts: Parts, call: Call) -> Response:
    def says(moment: Moment) -> Mapping[str, str]:
        return {HEAD.name: head_tag(moment.seq, moment.hash.hex())}

    return read_of_log(parts, call, "tournament", partial(_shown, parts, call), says)


def _shown(parts: Parts, call: Call) -> Answer:
    asked = (call.tournament, "tournament", NoParams(), call.visibility)
    return json_answer(parts.desk.ask(*asked, as_of=call.as_of, language=call.language))
