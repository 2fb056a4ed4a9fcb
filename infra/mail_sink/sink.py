"""What was received, oldest first, and the SMTP side of the sink."""

from collections import deque
from datetime import datetime
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from typing import Any

import msgspec
from aiosmtpd.smtp import SMTP, Envelope, Session

from shared.clock import Clock

MOST_KEPT = 10_000


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
        self.mails: deque[Mail] = deque(maxlen=MOST_KEPT)
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
