"""The rulesets, and what one says about a game, a turn or a rack: pure look-ups, open to anyone."""

from collections.abc import Iterator
from functools import partial

import msgspec
from flask import Response, request

from services.limits import RULES_BODY, RULESET_BODY, RULESET_BODY_TOKEN
from services.rules.adjudication.turn import TurnInput
from services.rules.adjudication.verdict import Adjudication, adjudicate
from services.rules.checking import Report, report
from services.rules.game import GameInput, ScoreAnswer
from services.rules.melding.possibility import CouldMeld, RackInput, could_meld
from services.rules.melding.possible_turn import PositionInput, PossibleTurn, possible_turn
from services.rules.ruleset import Axis, Ruleset, all_rulesets, axes, content_hash, load
from services.rules.scoring import score_game
from services.web.api.examples import GAME, POSITION, RACK, TURN
from services.web.api.queries import ETAGS
from services.web.auth import ANONYMOUS, principal_of
from services.web.bodies import TOML, body_of, read_json
from services.web.parts import Parts
from services.web.reads import json_answer, read_of_content
from services.web.routes import API, Call, Content, Open, Route

PATH = f"{API}/rulesets"
TAG = "Rulesets"
_OPEN = Open("rule documents are public, and judging by them reads no data")


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


def ruleset_routes(parts: Parts) -> Iterator[Route]:
    """List, show, score, judge."""
    route = partial(Route, tag=TAG)
    yield route(
        name="rulesets",
        path=PATH,
        access=_OPEN,
        handle=_list,
        summary="List the rulesets",
        answers={200: Content(kind=RulesetsAnswer)},
        gives=ETAGS,
    )
    yield route(
        name="ruleset",
        path=f"{PATH}/{{ruleset}}",
        access=_OPEN,
        handle=_show,
        summary="Show a ruleset, axis by axis, with its sources",
        answers={200: Content(kind=RulesetAnswer)},
        refusals=(404,),
        gives=ETAGS,
    )
    yield route(
        name="check-ruleset",
        method="POST",
        path=f"{PATH}/check",
        work="rules",
        access=_OPEN,
        handle=partial(_check, parts),
        longest_body=RULESET_BODY_TOKEN,
        summary="Check a file of house rules",
        description="The same as `tileledger rules check --json`: the mistakes, or what differs. "
        f"Up to {RULESET_BODY >> 10} kB, with a token up to {RULESET_BODY_TOKEN >> 10} kB.",
        bodies=(Content(media_type=TOML),),
        answers={200: Content(kind=Report)},
        refusals=(401,),
    )
    for name, kind, example, answer, handle, summary in (
        ("score", GameInput, GAME, ScoreAnswer, _score, "Score a game"),
        ("adjudicate", TurnInput, TURN, Adjudication, _adjudicate, "Judge a turn, tile by tile"),
        ("could-meld", RackInput, RACK, CouldMeld, _could_meld, "Say whether a rack allowed an initial meld"),
        (
            "best-turn",
            PositionInput,
            POSITION,
            PossibleTurn,
            _best_turn,
            "Find the best turn from a position",
        ),
    ):
        yield route(
            name=name,
            method="POST",
            path=f"{PATH}/{{ruleset}}/{name}",
            work="rules",
            access=_OPEN,
            handle=handle,
            summary=summary,
            description=f"The same as `tileledger rules {name}`: nothing is kept.",
            bodies=(Content(kind=kind, example=example),),
            longest_body=RULES_BODY,
            answers={200: Content(kind=answer)},
            refusals=(404,),
        )


def _list(call: Call) -> Response:
    rows = tuple(
        RulesetLine(ruleset.id, ruleset.title.en, ruleset.title.zh, ruleset.document, content_hash(ruleset))
        for ruleset in all_rulesets()
    )
    return read_of_content(call, json_answer(RulesetsAnswer(rows)))


def _show(call: Call) -> Response:
    ruleset = load(call.path["ruleset"])
    answer = RulesetAnswer(content_hash(ruleset), ruleset, tuple(axes(ruleset)))
    return read_of_content(call, json_answer(answer))


def _check(parts: Parts, call: Call) -> Response:
    if principal_of(parts.desk.grants, request) is ANONYMOUS:
        request.max_content_length = RULESET_BODY + 1
    body, _ = body_of(request, TOML)
    return _plain(report(body))


def _score(call: Call) -> Response:
    return _plain(score_game(load(call.path["ruleset"]), read_json(request, GameInput)))


def _adjudicate(call: Call) -> Response:
    return _plain(adjudicate(load(call.path["ruleset"]), read_json(request, TurnInput)))


def _could_meld(call: Call) -> Response:
    return _plain(could_meld(load(call.path["ruleset"]), read_json(request, RackInput)))


def _best_turn(call: Call) -> Response:
    return _plain(possible_turn(load(call.path["ruleset"]), read_json(request, PositionInput)))


def _plain(answer: msgspec.Struct) -> Response:
    return Response(msgspec.json.encode(answer), content_type="application/json")
