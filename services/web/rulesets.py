"""The rulesets, and scoring one game by one of them: pure look-ups, open to anyone."""

from collections.abc import Iterator

import msgspec
from flask import Response, request

from services.rules.game import GameInput
from services.rules.ruleset import Axis, Ruleset, all_rulesets, axes, content_hash, load
from services.rules.scored import ScoreAnswer, shown
from services.rules.scoring import score_game
from services.web.bodies import read_json
from services.web.examples import GAME
from services.web.queries import ETAGS
from services.web.reads import json_answer, read_of_content
from services.web.routes import API, Call, Content, Open, Route

PATH = f"{API}/rulesets"
TAG = "Rulesets"
_OPEN = Open("rule documents are public, and scoring by them reads no data")


class RulesetLine(msgspec.Struct, frozen=True):
    """A ruleset in the list; `hash` is of its content."""

    id: str
    title: str
    title_zh: str
    document: str
    hash: str


class RulesetsAnswer(msgspec.Struct, frozen=True):
    """The rulesets that ship."""

    rows: tuple[RulesetLine, ...]


class RulesetAnswer(msgspec.Struct, frozen=True):
    """A ruleset, and axis by axis what it says, where the document says it, and on what the value rests."""

    hash: str
    ruleset: Ruleset
    axes: tuple[Axis, ...]


def ruleset_routes() -> Iterator[Route]:
    """List, show, score."""
    yield Route(
        name="rulesets",
        method="GET",
        path=PATH,
        access=_OPEN,
        handle=_list,
        summary="List the rulesets",
        tag=TAG,
        answers={200: Content(kind=RulesetsAnswer)},
        gives=ETAGS,
    )
    yield Route(
        name="ruleset",
        method="GET",
        path=f"{PATH}/{{ruleset}}",
        access=_OPEN,
        handle=_show,
        summary="Show a ruleset, axis by axis, with its sources",
        tag=TAG,
        answers={200: Content(kind=RulesetAnswer)},
        refusals=(404,),
        gives=ETAGS,
    )
    yield Route(
        name="score",
        method="POST",
        path=f"{PATH}/{{ruleset}}/score",
        access=_OPEN,
        handle=_score,
        summary="Score a game",
        description="The same as `tileledger rules score`: nothing is kept.",
        tag=TAG,
        bodies=(Content(kind=GameInput, example=GAME),),
        answers={200: Content(kind=ScoreAnswer)},
        refusals=(404, 413, 415, 422),
    )


def _list(call: Call) -> Response:
    rows = tuple(
        RulesetLine(own.id, own.title.en, own.title.zh, own.document, content_hash(own))
        for own in all_rulesets()
    )
    return read_of_content(call, json_answer(RulesetsAnswer(rows)))


def _show(call: Call) -> Response:
    ruleset = load(call.path["ruleset"])
    answer = RulesetAnswer(content_hash(ruleset), ruleset, tuple(axes(ruleset)))
    return read_of_content(call, json_answer(answer))


def _score(call: Call) -> Response:
    ruleset = load(call.path["ruleset"])
    scored = shown(score_game(ruleset, read_json(request, GameInput)))
    return Response(msgspec.json.encode(scored), content_type="application/json")
