"""E-mail over SMTP: plain text in the recipient's language, with a Message-ID that is the same each time.

A file that goes along is attached to it.
"""

import asyncio
import smtplib
from collections.abc import Callable
from email.header import Header
from email.headerregistry import BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from functools import partial
from typing import Any
from urllib.parse import unquote, urlsplit

from services.delivery.channel import Outcome
from services.notices.files import File
from services.notices.rendering import Message
from services.tournament.definition.attachments import PLAIN
from shared.emails import as_sent
from shared.i18n import tag

SECONDS = 20.0
_LINE = 76
"""Characters of a line of a header: RFC 2047 wants none longer that has encoded words."""


class _Subject(BaseHeader):
    """A subject that is folded as a whole.

    The standard library encodes word by word and leaves an empty encoded word at a fold, which RFC 2047 does
    not know and some readers show as a second space.
    """

    max_count = 1

    @classmethod
    def parse(cls, string: str, kwds: dict[str, Any]) -> None:
        """Read as the standard library reads a subject."""
        UnstructuredHeader.parse(string, kwds)

    def fold(self, *, policy: "Policy[Any]") -> str:
        name, text = str(self.name), str(self)
        charset = "us-ascii" if text.isascii() else "utf-8"
        made = Header(text, charset, maxlinelen=_LINE, header_name=name)
        return f"{name}: {made.encode(linesep=policy.linesep)}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("subject", _Subject)
_POLICY = SMTP.clone(header_factory=_HEADERS)


def sender_of(url: str) -> str:
    """The From address of what goes out over a server: the account, where that is an address."""
    parts = urlsplit(url)
    user = unquote(parts.username or "")
    return user if "@" in user else f"tileledger@{parts.hostname or 'localhost'}"


class EmailChannel:
    """Sends one message a connection, each in a thread.

    Args:
        url: smtp://[user:password@]host[:port], or smtps:// for TLS from the start. With a user, smtp:// asks
            for STARTTLS and does not go on without it.
        sender: the From address.
    """

    name = "email"
    longest_beside_file = None

    def __init__(self, url: str, sender: str = "") -> None:
        parts = urlsplit(url)
        self._tls = parts.scheme == "smtps"
        self._host = parts.hostname or "localhost"
        self._port = parts.port or (465 if self._tls else 25)
        self._user, self._password = unquote(parts.username or ""), unquote(parts.password or "")
        self._sender = sender or sender_of(url)

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        try:
            letter = self.letter(address, message, key)
        except ValueError as error:
            return Outcome("refused", why=f"no e-mail address ({type(error).__name__})")
        return await asyncio.to_thread(partial(self._deliver, str(letter["To"]), letter))

    async def close(self) -> None:
        pass

    def letter(self, address: str, message: Message, key: str) -> EmailMessage:
        """The message as it is sent; raises ValueError for an address that is none."""
        letter = EmailMessage(policy=_POLICY)
        letter["From"] = self._sender
        letter["To"] = as_sent(address)
        letter["Subject"] = message.subject or message.reference
        letter["Message-ID"] = f"<{key}@{self._sender.rpartition('@')[2]}>"
        letter["Auto-Submitted"] = "auto-generated"
        letter.set_content(message.text)
        letter["Content-Language"] = tag(message.language)  # last: what begins so is cleared with the content
        if message.file is not None:
            _attach(letter, message.file)
        return letter

    def _deliver(self, address: str, letter: EmailMessage) -> Outcome:
        try:
            connection = self._connect()
        except smtplib.SMTPAuthenticationError:
            return Outcome("stop", why="the SMTP server refuses user and password")
        except (OSError, smtplib.SMTPException) as error:
            return Outcome("not_sent", why=f"no connection ({type(error).__name__})")
        try:
            return _send(connection, address, letter, self._sender)
        finally:
            _quit(connection)

    def _connect(self) -> smtplib.SMTP:
        make: Callable[..., smtplib.SMTP] = smtplib.SMTP_SSL if self._tls else smtplib.SMTP
        connection = make(self._host, self._port, timeout=SECONDS)
        try:
            if self._user:
                if not self._tls:
                    connection.starttls()
                connection.login(self._user, self._password)
        except BaseException:
            connection.close()
            raise
        return connection


def _attach(letter: EmailMessage, file: File) -> None:
    maintype, _, subtype = file.of.media_type.partition("/")
    charset = {"charset": "utf-8"} if file.of.media_type == PLAIN else {}
    letter.add_attachment(file.content, maintype, subtype, filename=file.name, params=charset)


def _send(connection: smtplib.SMTP, address: str, letter: EmailMessage, sender: str) -> Outcome:
    """One step after the other: only once the content is on its way can it be unknown whether it arrived."""
    try:
        connection.ehlo_or_helo_if_needed()
        code, _ = connection.mail(sender)
        if code >= 400:
            return _refusal(code, gone=False)
        code, _ = connection.rcpt(address)
        if code >= 400:
            return _refusal(code, gone=True)
    except ValueError as error:
        return Outcome("refused", why=f"no e-mail address ({type(error).__name__})")
    except (OSError, smtplib.SMTPException) as error:
        return Outcome("not_sent", why=f"no connection ({type(error).__name__})")
    try:
        code, _ = connection.data(letter.as_bytes())
    except smtplib.SMTPDataError as error:
        return _refusal(error.smtp_code, gone=False)
    except (OSError, smtplib.SMTPException) as error:
        return Outcome("unknown", why=f"no answer came ({type(error).__name__})")
    if code >= 400:
        return _refusal(code, gone=False)
    return Outcome("sent", remote=letter["Message-ID"])


def _refusal(code: int, *, gone: bool) -> Outcome:
    # What the server says may quote the address, so only its code is kept.
    if code < 500:
        return Outcome("not_sent", why=f"SMTP {code}")
    return Outcome("gone" if gone else "refused", why=f"SMTP {code}")


def _quit(connection: smtplib.SMTP) -> None:
    try:
        connection.quit()
    except (OSError, smtplib.SMTPException):
        connection.close()
