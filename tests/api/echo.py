"""An address that answers with what came, and a note of whatever got as far as the front."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
import pytest
from flask import Response, request

from services.web.app import Web
from services.web.front.exchange import Exchange
from services.web.front.front import Front
from services.web.front.limits import Limits
from services.web.routes import Method, Open, Route
from tests.api.fronted import Fronted, fronted
from tests.api.test_front import add_route

METHODS: tuple[Method, ...] = ("GET", "POST")


class Seen(msgspec.Struct, frozen=True):
    """A request that got to the front: from where, and all that it says beside its body."""

    address: str
    says: str


@contextmanager
def echoing(app: Web, limits: Limits | None = None, **settings: Any) -> Iterator[tuple[Fronted, list[Seen]]]:
    """The application with `/echo` behind the front, and what gets there."""
    for method in METHODS:
        route = Route(
            name=f"echo-{method}",
            method=method,
            path="/echo",
            access=Open("a test"),
            handle=lambda call: _echo(),
            work="instant",
        )
        add_route(app, route, _echo)
    seen: list[Seen] = []
    answer = Front._answer

    async def noted(front: Front, exchange: Exchange) -> None:
        says = repr({name: text for name, text in exchange.environ.items() if isinstance(text, str)})
        seen.append(Seen(exchange.address, says))
        await answer(front, exchange)

    with pytest.MonkeyPatch.context() as patch, fronted(app, limits, rate_limits=0, **settings) as front:
        patch.setattr(Front, "_answer", noted)
        yield front, seen


def _echo() -> Response:
    said = {name: text for name, text in request.environ.items() if name.startswith("HTTP_")}
    content = [request.method, request.full_path, said, request.get_data().decode("latin-1")]
    return Response(msgspec.json.encode(content), content_type="application/json")
