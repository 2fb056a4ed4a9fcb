"""A push service of our own: takes messages for browsers as RFC 8030 and RFC 8292 have it, and nothing else.

It reads no message, as it has no key: whoever holds the browser opens what it kept. In a thread of the test's
process, so that a test may look at what came; `python -m tests.simulators.push_service --port …` for benches.
"""

import argparse
import asyncio
import re
import threading
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec
from aiohttp import web
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.hashes import SHA256

from infra.pages import listening
from shared.clock import Clock, SystemClock
from tests.simulators.browsers import Browser

MOST_BYTES = 4096
LONGEST_CLAIM = 24 * 3600
PATIENCE = 30.0
_URGENCIES = ("very-low", "low", "normal", "high")
_CONTACT = re.compile(r"mailto:[^@\s]+@[^@\s]+|https://\S+")


class Pushed(msgspec.Struct, frozen=True):
    """A message that was taken.

    Attributes:
        ttl: seconds for which it is kept.
        topic: a later one of the same topic takes its place; "" for none.
    """

    browser: str
    body: bytes
    ttl: int
    urgency: str
    topic: str
    authorization: str


class Fault(msgspec.Struct):
    """What becomes of the next requests.

    Attributes:
        status: answered instead; 0: no answer at all, after the message was taken or not.
        retry_after: the header with it.
        times: how many requests.
        taken: whether the message is taken all the same.
    """

    status: int = 0
    retry_after: str = ""
    times: int = 1
    taken: bool = False


class PushService:
    """What it knows: its subscriptions, and what was taken for each.

    Args:
        clock: by which it judges how long a signature holds.
        key: the public key that its browsers subscribed to; None takes any.
    """

    def __init__(self, clock: Clock | None = None, key: str | None = None) -> None:
        self.clock = clock or SystemClock()
        self.key = key
        self.port = 0
        self.most = MOST_BYTES
        self.ended: set[str] = set()
        self.taken: list[Pushed] = []
        self.calls: list[str] = []
        self.refused: list[str] = []
        self.faults: dict[str, list[Fault]] = {}
        self.over = asyncio.Event()

    def endpoint(self, name: str) -> str:
        """Where messages for a browser go."""
        return f"http://127.0.0.1:{self.port}/send/{name}"

    def browser(self, name: str) -> Browser:
        """A new one, subscribed here."""
        return Browser(self.endpoint(name))

    def of(self, name: str) -> list[Pushed]:
        """What a browser would get now: of a topic only the last."""
        mine = [pushed for pushed in self.taken if pushed.browser == name]
        return [
            pushed
            for place, pushed in enumerate(mine)
            if not pushed.topic or all(later.topic != pushed.topic for later in mine[place + 1 :])
        ]

    def fault(self, name: str, fault: Fault) -> None:
        """What becomes of the next requests for a browser; after those before it."""
        self.faults.setdefault(name, []).append(fault)

    def application(self) -> web.Application:
        made = web.Application(client_max_size=1 << 20)
        made.router.add_post("/send/{name}", self._send)
        made.router.add_get("/", self._there)
        return made

    async def _there(self, request: web.Request) -> web.Response:
        return web.Response(text=str(len(self.calls)))

    async def _send(self, request: web.Request) -> web.StreamResponse:
        name = request.match_info["name"]
        self.calls.append(name)
        body = await request.read()
        fault = self._next_fault(name)
        if fault is not None and not fault.taken and fault.status:
            headers = {"Retry-After": fault.retry_after} if fault.retry_after else {}
            return web.Response(status=fault.status, headers=headers)
        if fault is not None and not fault.taken:
            await self._say_nothing()
        if name in self.ended:
            return web.Response(status=410)
        if len(body) > self.most:
            return web.Response(status=413)
        wrong = wrong_in(request, body, self)
        if wrong:
            self.refused.append(wrong)
            return web.Response(status=403 if "signature" in wrong else 400, text=wrong)
        sent_headers = request.headers
        self.taken.append(
            Pushed(
                name,
                body,
                int(sent_headers["TTL"]),
                sent_headers.get("Urgency", "normal"),
                sent_headers.get("Topic", ""),
                sent_headers["Authorization"],
            )
        )
        if fault is not None and not fault.status:
            await self._say_nothing()
        return web.Response(status=fault.status if fault is not None else 201)

    async def _say_nothing(self) -> None:
        with suppress(TimeoutError):
            await asyncio.wait_for(self.over.wait(), PATIENCE)

    def _next_fault(self, name: str) -> Fault | None:
        waiting = self.faults.get(name)
        if not waiting:
            return None
        waiting[0].times -= 1
        return waiting.pop(0) if waiting[0].times <= 0 else waiting[0]


def wrong_in(request: web.Request, body: bytes, service: PushService) -> str:
    """What a push service would refuse a request for; "" for nothing."""
    headers = request.headers
    if re.fullmatch(r"[0-9]{1,9}", headers.get("TTL", "")) is None:
        return "TTL is missing (RFC 8030, 5.2)"
    if headers.get("Urgency", "normal") not in _URGENCIES:
        return "Urgency is none (RFC 8030, 5.3)"
    if "Topic" in headers and re.fullmatch(r"[A-Za-z0-9_-]{1,32}", headers["Topic"]) is None:
        return "Topic is none (RFC 8030, 5.4)"
    if headers.get("Content-Encoding") != "aes128gcm":
        return "it is not encrypted (RFC 8291, 4)"
    origin = f"{request.scheme}://{request.host}"
    return wrong_with(headers.get("Authorization", ""), origin, service)


def wrong_with(authorization: str, origin: str, service: PushService) -> str:
    """What is wrong with who says that they send (RFC 8292, 2 and 3.2); "" for nothing."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+),\s?k=([\w-]+)", authorization, re.ASCII)
    if found is None:
        return "signature missing"
    head, claims, signature, key = found.groups()
    if service.key is not None and key != service.key:
        return "signature by another key than was subscribed to"
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), _decoded(key))
    both = _decoded(signature)
    if len(both) != 64:
        return "signature of another length"
    numbers = encode_dss_signature(int.from_bytes(both[:32]), int.from_bytes(both[32:]))
    try:
        public.verify(numbers, f"{head}.{claims}".encode(), ec.ECDSA(SHA256()))
    except InvalidSignature:
        return "signature does not fit"
    if msgspec.json.decode(_decoded(head)) != {"typ": "JWT", "alg": "ES256"}:
        return "signature of another kind"
    claim = msgspec.json.decode(_decoded(claims))
    left = claim["exp"] - service.clock.now().timestamp()
    if claim["aud"] != origin:
        return f"signature for {claim['aud']}"
    if not 0 < left <= LONGEST_CLAIM:
        return f"signature holds for {left} s"
    return "" if _CONTACT.fullmatch(claim.get("sub", "")) else "signature without a contact"


@contextmanager
def push_service(clock: Clock | None = None, key: str | None = None) -> Iterator[PushService]:
    """A push service on loopback for the time of the block."""
    push_service, loop = PushService(clock, key), asyncio.new_event_loop()
    runner = web.AppRunner(push_service.application(), shutdown_timeout=0.1)

    async def begin() -> None:
        await runner.setup()
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        push_service.port = runner.addresses[0][1]

    loop.run_until_complete(begin())
    thread = threading.Thread(target=loop.run_forever)
    thread.start()
    try:
        yield push_service
    finally:
        loop.call_soon_threadsafe(push_service.over.set)
        asyncio.run_coroutine_threadsafe(runner.cleanup(), loop).result(PATIENCE)
        loop.call_soon_threadsafe(loop.stop)
        thread.join()
        loop.close()


def _decoded(text: str) -> bytes:
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))


if __name__ == "__main__":
    parser = argparse.ArgumentParser(prog="python -m tests.simulators.push_service", description=__doc__)
    parser.add_argument("--port", type=listening, required=True)
    given = parser.parse_args()
    web.run_app(PushService().application(), sock=given.port, print=None, access_log=None)
