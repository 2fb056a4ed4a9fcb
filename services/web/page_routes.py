"""The routes of pages: what each shape of them has in common, so that a room names only what differs."""

from collections.abc import Callable
from functools import partial

import msgspec
from flask import Response, request

from services.desk.cache import at_one_moment
from services.web.etags import Answer
from services.web.forms import FORM, LONGEST, UPLOAD
from services.web.parameters import NO_PAST_HERE
from services.web.parts import Parts
from services.web.reads import read_of_log
from services.web.rendering import PageParameters
from services.web.routes import Action, Call, Content, Open, Route, Work

Make = Callable[[Parts, Call], Answer]
_ABOUT_ALL = "tournament"
"""What of its address every page of a tournament has, and none needs to be told apart by."""


def as_asked(call: Call) -> Call:
    """The page is shown to whoever asks for it."""
    return call


def page_of_log(
    parts: Parts,
    name: str,
    path: str,
    right: str,
    make: Make,
    *,
    parameters: type[msgspec.Struct] = PageParameters,
    seen: Callable[[Call], Call] = as_asked,
    also: Callable[[Call], str] = lambda call: "",
    of_past: bool = True,
) -> Route:
    """A page of a tournament that follows from its log: kept, and not made anew while that stays the same.

    Args:
        path: behind that of the tournament.
        right: the row of the table of rights.
        seen: the call as the page is made for: a page may show everyone what strangers see.
        also: what it follows from beside the log and its address, in a word.
        of_past: whether it can be asked for as of a moment.
    """

    def handle(call: Call) -> Response:
        call = seen(call)
        named = (text for field, text in call.path.items() if field != _ABOUT_ALL)
        key = " ".join(filter(None, (name, *named, also(call))))
        return read_of_log(parts, call, key, partial(make, parts, call))

    return Route(
        name=name,
        path=f"/t/{{tournament}}{path}",
        access=Action(right),
        handle=handle,
        parameters=parameters,
        of_log=of_past,
    )


def page_of_now(
    parts: Parts,
    name: str,
    path: str,
    access: Action | Open,
    handle: Callable[[Parts, Call], Response],
    *,
    work: Work | None = None,
    of_past: bool = False,
) -> Route:
    """A page made anew each time, of one moment; what stands in its query it reads itself.

    Args:
        of_past: whether it shows past moments, too; else it refuses one.
    """

    def of_now(call: Call) -> Response:
        if not of_past and request.args.get("as_of", "").strip():
            raise NO_PAST_HERE()
        return handle(parts, call)

    return Route(
        name=name,
        path=path,
        access=access,
        handle=at_one_moment()(of_now),
        work=work,
        any_query=True,
    )


def form_route(
    parts: Parts,
    name: str,
    path: str,
    access: Action | Open,
    handle: Callable[[Parts, Call], Response],
    *,
    longest: int = LONGEST,
    media_type: str = FORM,
    uploads: bool = False,
) -> Route:
    """The route of a form of a page, or of what its script sends instead.

    Args:
        uploads: whether it may bring a file.
    """
    return Route(
        name=name,
        method="POST",
        path=path,
        access=access,
        handle=partial(handle, parts),
        bodies=(Content(media_type), *((Content(UPLOAD),) if uploads else ())),
        longest_body=longest,
        any_query=True,
        work="form",
    )
