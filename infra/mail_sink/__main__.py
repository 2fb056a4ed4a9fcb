"""Run the sink: `python -m infra.mail_sink --port 8083 --smtp-port 1025`."""

import argparse
import asyncio
import socket
from collections import deque
from collections.abc import AsyncIterator
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import msgspec
from aiohttp import web
from aiosmtpd.smtp import SMTP, Envelope, Session

from infra.pages import add_pages, listening, own_page_only, serve
from shared.clock import Clock, SystemClock

_MOST_KEPT = 10_000


class Mail(msgspec.Struct, frozen=True):
    """One message for all its recipients; `raw` is every line of it, `attachments` the names of its files."""

    number: int
    at: datetime
    sender: str
    recipients: list[str]
    message_id: str
    subject: str
    text: str
    html: str
    raw: str
    attachments: list[str]


class Sink:
    """Takes mail in. `refusal` is what is answered instead, such as "451 4.3.0 Try again later"."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._taken = 0
        self.mails: deque[Mail] = deque(maxlen=_MOST_KEPT)
        self.refusal: str | None = None

    def protocol(self) -> SMTP:
        """The conversation with one client."""
        return SMTP(self, hostname="mail-sink", enable_SMTPUTF8=True, decode_data=False)

    async def handle_DATA(  # noqa: N802 - named by aiosmtpd
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        if self.refusal is not None:
            return self.refusal
        content = envelope.content
        raw = content if isinstance(content, bytes) else (content or "").encode()
        message: Any = message_from_bytes(raw, policy=default)
        self._taken += 1
        self.mails.append(
            Mail(
                self._taken,
                self._clock.now(),
                envelope.mail_from or "",
                [str(recipient) for recipient in envelope.rcpt_tos],
                str(message["Message-ID"] or ""),
                str(message["Subject"] or ""),
                _body(message, "plain"),
                _body(message, "html"),
                raw.decode("utf-8", "replace"),
                [part.get_filename() or "" for part in message.iter_attachments()],
            )
        )
        return "250 2.0.0 Kept"


def _body(message: EmailMessage, kind: str) -> str:
    part = message.get_body((kind,))
    if part is None:
        return ""
    try:
        return str(part.get_content())
    except (LookupError, UnicodeDecodeError):
        return ""


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
