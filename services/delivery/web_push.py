"""Web Push: a message to a browser through its push service, encrypted for that browser alone.

RFC 8030 (the request), RFC 8291 (the encryption), RFC 8292 (who sends). A push service learns where a message
goes, when, how long and how urgent it is and who sends it, and nothing of what it says. Where it is comes
from a stranger's browser, so a push goes only where a webhook may go, and no other answer than a status and
`Retry-After` is looked at.
"""

from datetime import timedelta

import aiohttp
import msgspec
from pywebpush import WebPusher
from yarl import URL

from services.delivery.channel import Outcome
from services.delivery.destinations import Destinations, NotPermitted
from services.delivery.push_addresses import PUSH_PORT, WEB_PUSH, PushAddress, read_address
from services.delivery.push_keys import Receipts, SenderKey
from services.delivery.push_patience import Patience
from services.notices.kinds import KINDS
from services.notices.rendering import Message
from shared.catalogue import say
from shared.clock import Clock
from shared.i18n import tag
from shared.problems import Problem

MOST_BYTES = 3000
"""Of a message before it is encrypted: push services take 4,096 with what encryption adds (RFC 8030, 7.2)."""
KEPT = timedelta(days=1)
"""How long a push service keeps what has no time of its own for a browser that is not there."""
_KEPT_AT_MOST = timedelta(days=28)
_CONNECT_SECONDS, _SECONDS = 5.0, 10.0
_NOT_SENT = (aiohttp.ConnectionTimeoutError, aiohttp.ClientConnectorError)
_TOO_LONG = "HTTP 413"


class Payload(msgspec.Struct, frozen=True):
    """What the browser is handed, as JSON.

    Attributes:
        title: what happened and in which tournament; it names nobody.
        body: the text, or only that there is something to read, as the browser's owner chose.
        url: where the whole can be read; "" where the pages are not public.
        tag: a later message of the same tag takes the place of the one on the screen.
        lang: the language of title and body, as a tag.
        receipt: for the browser to say that the message came, and that it was opened.
        urgent: about safety: it stays on the screen.
    """

    title: str
    body: str
    url: str
    tag: str
    lang: str
    receipt: str
    urgent: bool


class WebPushChannel:
    """Sends to the browsers of those who subscribed. To be used in one event loop.

    Args:
        key: what every request is signed with.
        receipts: makes the tokens that messages bear.
        destinations: where pushes may go.
        connections: at most so many at a time.
        seconds: that one request may take in all.
    """

    name = WEB_PUSH

    def __init__(
        self,
        key: SenderKey,
        receipts: Receipts,
        destinations: Destinations,
        clock: Clock,
        *,
        connections: int = 64,
        seconds: float = _SECONDS,
    ) -> None:
        self._key, self._receipts, self._destinations = key, receipts, destinations
        self._clock = clock
        self._connections = connections
        self._timeout = aiohttp.ClientTimeout(
            total=seconds,
            connect=min(_CONNECT_SECONDS, seconds),
            sock_connect=min(_CONNECT_SECONDS, seconds),
        )
        self._session: aiohttp.ClientSession | None = None
        self._patience = Patience(clock)

    async def send(self, address: str, message: Message, key: str) -> Outcome:
        try:
            push_address = read_address(address)
            self._destinations.check(push_address.endpoint, PUSH_PORT)
            host = URL(push_address.endpoint, encoded=True).host or ""
        except (msgspec.MsgspecError, ValueError):
            return Outcome("refused", why="this is no push subscription")
        except Problem:
            return Outcome("refused", why="address not permitted")
        if (patience := self._patience.left(host)) > 0:
            return Outcome("not_sent", why="the push service is left alone", seconds=patience)
        outcome = await self._post(push_address, host, message, self.payload(push_address, message, key))
        if outcome.why == _TOO_LONG:
            # Its service takes less than others: the least there is to say.
            brief = msgspec.structs.replace(push_address, names=False)
            outcome = await self._post(push_address, host, message, self.payload(brief, message, key))
        return outcome

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    def payload(self, push_address: PushAddress, message: Message, key: str) -> bytes:
        """What the browser is handed; a body that is too long ends with an ellipsis."""
        made = Payload(
            message.subject or message.reference,
            message.text if push_address.names else say("push-open-to-read", message.language),
            message.page,
            self._receipts.topic(push_address.endpoint, message.topic) if message.topic else key,
            tag(message.language),
            self._receipts.token(key),
            message.kind in KINDS and KINDS[message.kind].safety,
        )
        return _shortened(made, MOST_BYTES)

    async def _post(self, push_address: PushAddress, host: str, message: Message, payload: bytes) -> Outcome:
        try:
            body = encrypted(push_address, payload)
        except ValueError as error:
            return Outcome("refused", why=f"the browser's keys are of no use ({type(error).__name__})")
        session = self._opened()
        try:
            async with session.post(
                URL(push_address.endpoint, encoded=True),
                data=body,
                headers=self._headers(push_address, message),
                allow_redirects=False,
            ) as answer:
                self._patience.answered(host)
                return self._judged(host, answer.status, answer.headers.get("Retry-After", ""))
        except _NOT_SENT as error:
            if isinstance(error.__cause__, NotPermitted):
                return Outcome("refused", why="address not permitted")
            self._note(host, error)
            return Outcome("not_sent", why=f"no connection ({type(error).__name__})")
        except (TimeoutError, aiohttp.ClientError, OSError, ValueError) as error:
            self._note(host, error)
            # Its text may hold the endpoint.
            return Outcome("unknown", why=f"no answer came ({type(error).__name__})")

    def _headers(self, push_address: PushAddress, message: Message) -> dict[str, str]:
        kind = KINDS.get(message.kind)
        headers = {
            "Authorization": self._key.authorization(push_address.endpoint),
            "TTL": str(self._seconds_kept(message)),
            "Urgency": "normal" if kind is None else _urgency(kind.lane, kind.safety),
            "Content-Encoding": "aes128gcm",
            "Content-Type": "application/octet-stream",
        }
        if message.topic:
            headers["Topic"] = self._receipts.topic(push_address.endpoint, message.topic)
        return headers

    def _seconds_kept(self, message: Message) -> int:
        kept = KEPT if message.until is None else message.until - self._clock.now()
        return max(0, int(min(kept, _KEPT_AT_MOST).total_seconds()))

    def _judged(self, host: str, status: int, retry_after: str) -> Outcome:
        """What a status means (RFC 8030, 5 and 7.3; RFC 8292, 4.2)."""
        why = f"HTTP {status}"
        if 200 <= status < 300:
            return Outcome("sent")
        if status in (404, 410):
            return Outcome("gone", why=why)
        if status == 413:
            return Outcome("refused", why=_TOO_LONG)
        if status == 429 or status >= 500:
            # Not taken in. Were it otherwise, the same tag would let the second take the place of the first.
            seconds = self._patience.asked(host, retry_after)
            return Outcome("not_sent", why=why, seconds=seconds)
        return Outcome("refused", why=why)

    def _note(self, host: str, error: Exception) -> None:
        if isinstance(error, TimeoutError):
            self._patience.silent(host)

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None or self._session.closed:
            # A name is looked up for each connection, and what was checked is connected to.
            connector = aiohttp.TCPConnector(
                resolver=self._destinations, use_dns_cache=False, limit=self._connections
            )
            self._session = aiohttp.ClientSession(
                connector=connector,
                timeout=self._timeout,
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=False,
            )
        return self._session


def encrypted(push_address: PushAddress, payload: bytes) -> bytes:
    """A message as only that browser can read it (RFC 8291).

    Raises:
        ValueError: its keys are none.
    """
    keys = {"p256dh": push_address.p256dh, "auth": push_address.auth}
    pusher = WebPusher({"endpoint": push_address.endpoint, "keys": keys})
    return bytes(pusher.encode(payload)["body"])


def _shortened(whole: Payload, most: int) -> bytes:
    """As JSON of at most so many bytes, as much of the body as there is room for."""
    made = msgspec.json.encode(whole)
    length = len(whole.body)
    while len(made) > most and length:
        # Each character is at least a byte, so this leaves no more out than has to go.
        length = max(0, length - max(1, (len(made) - most) // 4))
        made = msgspec.json.encode(msgspec.structs.replace(whole, body=f"{whole.body[:length].rstrip()}…"))
    return made


def _urgency(lane: int, safety: bool) -> str:
    """How soon a phone that saves its battery is to be woken (RFC 8030, 5.3)."""
    if safety or lane == 0:
        return "high"
    return "normal" if lane < 3 else "low"
