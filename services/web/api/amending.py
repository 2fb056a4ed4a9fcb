"""Changing a tournament's plan over HTTP: its file is sent whole, as it is to found one."""

from collections.abc import Iterator
from functools import partial

from flask import Response, request

from services.desk.amending import Intended, intended
from services.desk.previewing import Preview
from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import (
    FindRules,
    TournamentFile,
    read_tournament,
    read_tournament_json,
)
from services.web.api.commands import GIVES, MATCHED, OCCURRED, PATH, TAKES, CommandAnswer, submitted
from services.web.api.examples import PREVIEW, TOURNAMENT_FILE
from services.web.api.previews import previewed
from services.web.bodies import JSON, TOML, body_of
from services.web.parts import Parts
from services.web.routes import Action, Call, Content, Route

NAME = "amend-tournament"
_BODIES = (Content(kind=Competition, example=TOURNAMENT_FILE), Content(media_type=TOML))


def amending_routes(parts: Parts) -> Iterator[Route]:
    """The command with its preview; both take the tournament file."""
    yield Route(
        name=NAME,
        method="POST",
        path=f"{PATH}/{NAME}",
        access=Action(NAME),
        handle=partial(_amend, parts),
        summary="Change the plan of the tournament, as far as nothing rests on what changes",
        description="Send the whole tournament file as it is to be, as TOML, or JSON of the same structure. "
        "Rules that the tournament is played by are those of its log; others are named by id. In place of "
        "the name of a file stands its content, as `data:;base64,…`, or what the plan says of it. Where the "
        "file says what the plan says already, nothing is done.",
        tag="Commands",
        bodies=_BODIES,
        answers={201: Content(kind=CommandAnswer), 200: Content(kind=CommandAnswer)},
        refusals=(404, 409, 412, 422, 429),
        takes=TAKES,
        gives=GIVES,
    )
    yield Route(
        name=f"preview-{NAME}",
        method="POST",
        path=f"{PATH}/{NAME}/preview",
        work="costly",
        access=Action(NAME),
        handle=partial(_preview, parts),
        summary=f"See what `{NAME}` would change, without giving it",
        description="The same body, rights and refusals as the command. `plan` has each thing that the file "
        "says otherwise, and how many it concerns. Nothing is written or sent.",
        tag="Previews",
        bodies=_BODIES,
        answers={200: Content(kind=Preview, example=PREVIEW)},
        refusals=(404, 409, 412, 422, 429, 503),
        takes=(OCCURRED, MATCHED),
    )


def _read(parts: Parts, call: Call) -> Intended:
    body, kind = body_of(request, JSON, TOML)

    def read(find_rules: FindRules) -> TournamentFile:
        reader = read_tournament_json if kind == JSON else read_tournament
        return reader(body, find_rules=find_rules)

    return intended(parts.desk, call.tournament, call.principal, read)


def _amend(parts: Parts, call: Call) -> Response:
    return submitted(parts, call, call.tournament, NAME, _read(parts, call).command)


def _preview(parts: Parts, call: Call) -> Response:
    return previewed(parts, call, _read(parts, call).command)
