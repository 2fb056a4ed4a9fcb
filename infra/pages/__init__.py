"""How simulators are served, and the frame of their pages: head, style and languages, which they share.

A simulator has a folder with `NAME.html` (the body alone), `NAME.css` and `NAME.js`; the script defines WORDS
in both languages, with the page's title among them, and `redraw`, called when the language changes.
"""

import socket
import sys
from collections.abc import Awaitable, Callable
from importlib.resources import files

from aiohttp import web

_KINDS = {"html": "text/html", "css": "text/css", "js": "text/javascript"}
_HEADERS = {"Content-Security-Policy": "default-src 'self'", "Cache-Control": "no-store"}


def add_pages(router: web.UrlDispatcher, package: str, name: str, title: str) -> None:
    """Serve a simulator's page at `/`, and what it needs beside it.

    Args:
        package: where its files are.
        title: in English, until the script has chosen a language.
    """
    folder, shared = files(package), files(__name__)
    frame = shared.joinpath("frame.html").read_text("utf-8")
    body = folder.joinpath(f"{name}.html").read_text("utf-8")
    found = {"/": ("html", frame.replace("{title}", title).replace("{name}", name).replace("{body}", body))}
    for kind in ("css", "js"):
        found[f"/frame.{kind}"] = (kind, shared.joinpath(f"frame.{kind}").read_text("utf-8"))
        found[f"/{name}.{kind}"] = (kind, folder.joinpath(f"{name}.{kind}").read_text("utf-8"))
    for path, (kind, text) in found.items():
        router.add_get(path, _page(text, _KINDS[kind]))


@web.middleware
async def own_page_only(
    request: web.Request, handler: Callable[[web.Request], Awaitable[web.StreamResponse]]
) -> web.StreamResponse:
    """Refuse what scripts of other pages in the same browser would change; programs send no Origin."""
    origin = f"{request.scheme}://{request.host}"
    if request.method != "GET" and request.headers.get("Origin", origin) != origin:
        return web.json_response({"error": "not from another page"}, status=403)
    return await handler(request)


def listening(port: str) -> socket.socket:
    """A socket on loopback that listens at a port, and says at which; "0" is any that is free.

    "fd:NUMBER" is one that whoever started this process has bound, and knows the port of.
    """
    if port.startswith("fd:"):
        return socket.socket(fileno=int(port.removeprefix("fd:")))
    bound = socket.create_server(("127.0.0.1", int(port)))
    sys.stdout.write(f"Listening on 127.0.0.1:{bound.getsockname()[1]}\n")
    sys.stdout.flush()
    return bound


def serve(application: web.Application, listening: socket.socket) -> None:
    """Serve until stopped."""
    web.run_app(
        application,
        sock=listening,
        access_log=None,
        print=None,
        handler_cancellation=True,
        shutdown_timeout=1,
    )


def _page(text: str, kind: str) -> Callable[[web.Request], Awaitable[web.StreamResponse]]:
    async def page(_: web.Request) -> web.StreamResponse:
        return web.Response(text=text, content_type=kind, charset="utf-8", headers=_HEADERS)

    return page
