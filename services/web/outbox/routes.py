"""The addresses of the pages about deliveries."""

from collections.abc import Callable, Iterator
from functools import partial

import msgspec
from flask import Response

from services.web.forms import LONGEST, LONGEST_WRITTEN
from services.web.outbox.announcing import announce, write
from services.web.outbox.calls import CallsParameters, note_call, to_call
from services.web.outbox.one_notice import NoticeParameters, one_notice, try_again
from services.web.outbox.overview import DecideParameters, OverviewParameters, ask_to_decide, decide, overview
from services.web.outbox.rooms import Rooms
from services.web.page_routes import form_route
from services.web.parameters import NoParameters
from services.web.parts import Parts
from services.web.routes import Action, Call, Route

DELIVERIES = "/t/{tournament}/deliveries"
CALLS = "/t/{tournament}/calls"
ANNOUNCE = "/t/{tournament}/announce"
_READ, _STEER, _ANNOUNCE = "deliveries", "steer-deliveries", "make-announcement"
_Handle = Callable[[Parts, Rooms, Call], Response]
_PAGES: tuple[tuple[str, str, str, _Handle, type[msgspec.Struct]], ...] = (
    ("deliveries-page", DELIVERIES, _READ, overview, OverviewParameters),
    ("decide-page", f"{DELIVERIES}/decide", _STEER, ask_to_decide, DecideParameters),
    ("notice-page", f"{DELIVERIES}/{{reference}}", _READ, one_notice, NoticeParameters),
    ("calls-page", CALLS, _STEER, to_call, CallsParameters),
    ("announce-page", ANNOUNCE, _ANNOUNCE, write, NoParameters),
)
_FORMS: tuple[tuple[str, str, str, _Handle], ...] = (
    ("decide-form", f"{DELIVERIES}/decide", _STEER, decide),
    ("requeue-form", f"{DELIVERIES}/{{reference}}", _STEER, try_again),
    ("calls-form", CALLS, _STEER, note_call),
    ("announce-form", ANNOUNCE, _ANNOUNCE, announce),
)


def outbox_routes(parts: Parts) -> Iterator[Route]:
    """The list of notices, one notice, whom to ring up, an announcement."""
    rooms = Rooms.over(parts)
    for name, path, action, handle, parameters in _PAGES:
        yield Route(
            name=name,
            path=path,
            access=Action(action),
            handle=partial(_over, rooms, handle, parts),
            parameters=parameters,
        )
    for name, path, action, handle in _FORMS:
        longest = LONGEST_WRITTEN if handle is announce else LONGEST
        yield form_route(parts, name, path, Action(action), partial(_over, rooms, handle), longest=longest)


def _over(rooms: Rooms, handle: _Handle, parts: Parts, call: Call) -> Response:
    return handle(parts, rooms, call)
