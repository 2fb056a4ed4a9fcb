"""Run the sink: `python -m infra.mail_sink --port 8083 --smtp-port 1025`."""

import argparse
import asyncio
import socket
from collections.abc import AsyncIterator

import msgspec
from aiohttp import web

from infra.mail_sink.sink import Sink
from infra.pages import add_pages, listening, own_page_only, serve
from shared.clock import SystemClock


def application(sink: Sink, smtp_port: socket.socket) -> web.Application:
    """The page at `/`; `/mails` as JSON, DELETE forgets them; `/control/refuse` with the line to answer."""

    async def smtp(_: web.Application) -> AsyncIterator[None]:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(sink.protocol, sock=smtp_port)
        yield
        server.close()

    async def mails(request: web.Request) -> web.Response:
        after = request.query.get("after", "0")
        if not after.isdecimal():
            raise web.HTTPBadRequest(text="after= is the number of a mail")
        found = [mail for mail in sink.mails if mail.number > int(after)]
        return _json({"refusal": sink.refusal, "mails": found})

    async def forget(_: web.Request) -> web.Response:
        sink.mails.clear()
        return _json({"refusal": sink.refusal, "mails": []})

    async def refuse(request: web.Request) -> web.Response:
        line = (await request.text()).strip()
        if line and not (line[:3].isdecimal() and line[0] in "45" and "\n" not in line):
            raise web.HTTPBadRequest(text="an SMTP answer such as 451 4.3.0 Try again later, or nothing")
        sink.refusal = line or None
        return _json({"refusal": sink.refusal})

    made = web.Application(middlewares=[own_page_only])
    made.cleanup_ctx.append(smtp)
    made.router.add_get("/mails", mails)
    made.router.add_delete("/mails", forget)
    made.router.add_post("/control/refuse", refuse)
    add_pages(made.router, __package__, "mail", "Mail sink")
    return made


def _json(answer: object) -> web.Response:
    return web.Response(body=msgspec.json.encode(answer), content_type="application/json")


def main() -> None:
    """Serve on loopback until stopped; port 0 is any that is free."""
    parser = argparse.ArgumentParser(prog="python -m infra.mail_sink", description=__doc__)
    parser.add_argument("--port", type=listening, default="8083", help="of the page")
    parser.add_argument("--smtp-port", type=listening, default="1025")
    given = parser.parse_args()
    serve(application(Sink(SystemClock()), given.smtp_port), given.port)


if __name__ == "__main__":
    main()
