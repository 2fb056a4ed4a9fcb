"""What became of notices, and what to do about those that did not arrive: counts, requeue, mute, release."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from functools import partial
from typing import Annotated

import msgspec
from flask import Response, request

from services.delivery.deliveries import Deliveries
from services.delivery.holding import Holding
from services.delivery.ledger import Counts, Ledger, Unreached
from services.delivery.muting import BY_ORGANIZER, Muted, Muting
from services.delivery.release_decisions import Decider, Steering
from services.tournament.kernel.lengths import Id
from services.web.api.queries import ETAGS, LINK
from services.web.bodies import read_json
from services.web.parts import Parts
from services.web.reads import answered, json_answer, page_of, read_of_content
from services.web.routes import API, Action, Call, Content, Route
from shared.bounds import text
from shared.logs import logger
from shared.problems import not_found, quoted

PATH = f"{API}/tournaments/{{tournament}}/deliveries"
TAG = "Deliveries"
_log = logger(__name__)


class DeliveryParameters(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which notices: the one with a reference, or `limit` of all after so many."""

    notice: str | None = None
    after: int = 0
    limit: int = 100


class MutedSince(msgspec.Struct, frozen=True):
    """Since when nothing is sent, and why; `everything`, or of this tournament alone."""

    since: datetime
    why: str
    everything: bool


class DeliveriesAnswer(msgspec.Struct, frozen=True):
    """What became of notices, oldest first.

    Attributes:
        unreached: of the notice that was asked for, whom nothing reached, nor is on its way to; by number.
        muted: why nothing is sent; empty while it is.
        held: how many notices of which kind wait for a word after a long silence: release sends them as well.
    """

    notices: tuple[Counts, ...]
    unreached: tuple[Unreached, ...]
    muted: tuple[MutedSince, ...]
    held: Mapping[str, int] = {}


Why = Annotated[str, text(200)]


class RequeueBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What to try once more: of one notice by its reference, or of all."""

    notice: Id | None = None


class Requeued(msgspec.Struct, frozen=True):
    """How many deliveries are tried once more."""

    requeued: int


class MuteBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Why nothing is to be sent; kept for people to read, so without names."""

    why: Why = BY_ORGANIZER


class MutedAnswer(msgspec.Struct, frozen=True):
    """What is muted now, of this tournament or everything."""

    muted: tuple[MutedSince, ...]


class Dropped(msgspec.Struct, frozen=True):
    """How many messages and notices that were held are never sent."""

    dropped: int


def delivery_routes(parts: Parts) -> Iterator[Route]:
    """Counts; requeue, mute, release and drop."""
    ledger, deliveries = Ledger(parts.database), Deliveries(parts.database)
    muting, holding = Muting(parts.database, parts.clock), Holding(parts.database)
    steering = Steering(parts.database, holding, muting, parts.desk.state)
    steer = partial(Route, method="POST", access=Action("steer-deliveries"), tag=TAG)
    yield Route(
        name="deliveries",
        path=PATH,
        access=Action("deliveries"),
        handle=partial(_list, parts, ledger, muting, holding),
        summary="What became of notices: sent, unknown, failed, unlinked, acknowledged",
        tag=TAG,
        parameters=DeliveryParameters,
        answers={200: Content(kind=DeliveriesAnswer)},
        refusals=(404,),
        gives=(*ETAGS, LINK),
    )
    yield steer(
        name="requeue-deliveries",
        path=f"{PATH}/requeue",
        handle=partial(_requeue, parts, ledger, deliveries),
        summary="Try once more what was given up or refused",
        description="Never what may have arrived. Again changes nothing until it is given up again.",
        bodies=(Content(kind=RequeueBody, example={"notice": "N-812"}),),
        answers={200: Content(kind=Requeued)},
        refusals=(404,),
    )
    yield steer(
        name="mute-deliveries",
        path=f"{PATH}/mute",
        handle=partial(_mute, parts, muting, steering),
        summary="Send nothing of this tournament until it is released",
        bodies=(Content(kind=MuteBody, example={"why": "the venue may change"}),),
        answers={200: Content(kind=MutedAnswer)},
        refusals=(404,),
    )
    yield steer(
        name="release-deliveries",
        path=f"{PATH}/release",
        handle=partial(_release, parts, muting, steering),
        summary="Send what is muted or held of this tournament, as after a restore or a long silence",
        description="While everything is muted, only whoever runs the program can release it: "
        "`tileledger deliveries release`.",
        answers={200: Content(kind=MutedAnswer)},
        refusals=(404, 409),
    )
    yield steer(
        name="drop-deliveries",
        path=f"{PATH}/drop",
        handle=partial(_drop, parts, steering),
        summary="Never send what is held of this tournament after a long silence",
        answers={200: Content(kind=Dropped)},
        refusals=(404, 409),
    )


def _drop(parts: Parts, steering: Steering, call: Call) -> Response:
    parts.desk.head(call.tournament)
    count = steering.decide(call.tournament, "held", "drop", _decider(call), parts.clock.now())
    _log.info("held_dropped", tournament=call.tournament, count=count, by=call.principal.token_id)
    return answered(Dropped(count))


def _list(parts: Parts, ledger: Ledger, muting: Muting, holding: Holding, call: Call) -> Response:
    parameters = call.parameters
    parts.desk.head(call.tournament)
    found = ledger.counts(call.tournament, parameters.notice)
    unreached: list[Unreached] = []
    if parameters.notice is not None:
        _require(found, parameters.notice)
        unreached = ledger.unreached(call.tournament, parameters.notice)
    path = PATH.replace("{tournament}", call.tournament)
    page, headers = page_of(path, found, parameters.after, parameters.limit)
    held = next((other.kinds for other in holding.held(call.tournament)), {})
    answer = DeliveriesAnswer(tuple(page), tuple(unreached), _muted(muting, call.tournament), held)
    return read_of_content(call, json_answer(answer, *headers))


def _requeue(parts: Parts, ledger: Ledger, deliveries: Deliveries, call: Call) -> Response:
    body = read_json(request, RequeueBody)
    parts.desk.head(call.tournament)
    if body.notice is not None:
        _require(ledger.counts(call.tournament, body.notice), body.notice)
    count = deliveries.requeue(call.tournament, body.notice, parts.clock.now())
    _log.info("deliveries_requeued", tournament=call.tournament, count=count, by=call.principal.token_id)
    return answered(Requeued(count))


def _mute(parts: Parts, muting: Muting, steering: Steering, call: Call) -> Response:
    body = read_json(request, MuteBody)
    parts.desk.head(call.tournament)
    steering.mute(body.why, call.tournament, _decider(call), parts.clock.now())
    _log.info("deliveries_muted", tournament=call.tournament, by=call.principal.token_id)
    return answered(MutedAnswer(_muted(muting, call.tournament)))


def _release(parts: Parts, muting: Muting, steering: Steering, call: Call) -> Response:
    parts.desk.head(call.tournament)
    steering.send_all(call.tournament, _decider(call), parts.clock.now())
    _log.info("deliveries_released", tournament=call.tournament, by=call.principal.token_id)
    return answered(MutedAnswer(_muted(muting, call.tournament)))


def _decider(call: Call) -> Decider:
    return Decider("http", call.principal.actor)


def _require(found: list[Counts], notice: str) -> None:
    if not found:
        raise not_found("notice", quoted(notice))


def _muted(muting: Muting, tournament: str) -> tuple[MutedSince, ...]:
    def muted_since(muted: Muted) -> MutedSince:
        return MutedSince(muted.since, muted.why, not muted.tournament)

    return tuple(muted_since(muted) for muted in muting.muted() if muted.tournament in ("", tournament))
