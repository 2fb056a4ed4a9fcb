"""The same server, and beside its answers constant ones: `/constant/SIZE`, answered as `/livez` is."""

from flask import Response

from services.web.app import Web
from services.web.routes import Incoming, Open, Route
from services.wiring.running import web_application
from shared.settings import Loaded

PROGRAM = """
import sys
from functools import partial
from services.web.figures import figures_together
from services.wiring.imported import WEB
from shared.children import import_for_children

with figures_together() as folder:
    import_for_children(WEB)
    from services.web import serve
    from services.web.front.listening import bound_to, listening_socket
    from shared.settings import load_settings
    from tests.bench.http_constant import application

    serve._MOST_WORKERS = int(sys.argv[1])
    serve._APART = sys.argv[2:] == ["apart"]
    loaded = load_settings()
    with listening_socket(loaded.settings) as listening:
        print("Listening on", bound_to(listening, loaded.settings), flush=True)
        serve.serve(listening, loaded.settings, partial(application, loaded), folder)
"""
_LETTERS = b"0123456789abcdef"


def application(loaded: Loaded) -> Web:
    """The application of one process."""
    web = web_application(loaded)
    route = Route(
        name="constant",
        method="GET",
        path="/constant/{size}",
        access=Open("for measuring"),
        handle=lambda call: Response(),
        work="instant",
    )
    web.url_map.add(Incoming("/constant/<int:size>", methods=["GET"], endpoint=route.name))
    web.routes = {**web.routes, route.name: route}
    web.view_functions[route.name] = _answer
    return web


def _answer(size: int) -> Response:
    return Response((_LETTERS * (size // len(_LETTERS) + 1))[:size], content_type="application/json")
