"""Where webhooks may go: public hosts over https, checked in the very address that is connected to."""

import asyncio
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from aiohttp import web
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from services.delivery.destinations import LONGEST, Destinations
from services.delivery.posting import posting
from services.delivery.webhooks import Answered
from shared.catalogue import say
from shared.hosts import read_allowed
from shared.problems import Problem
from tests.cases import cases
from tests.refusing import refusing

INNER = (
    "127.0.0.1",
    "127.9.9.9",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "0.1.2.3",
    "192.0.0.8",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b:1::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::1",
    "fc00::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
)
PUBLIC = ("8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8")


def refused(url: str, allowed: str = "") -> bool:
    try:
        Destinations(allowed).check(url)
    except Problem as problem:
        return problem.code == "destination-refused"
    return False


def host(address: str) -> str:
    return f"[{address}]" if ":" in address else address


@cases("address", INNER)
def test_an_address_that_is_not_public_is_refused_unless_allowed(address: str) -> None:
    assert refused(f"https://{host(address)}/hook")
    assert refused(f"https://{host(address)}:8443/hook?a=b")
    assert not refused(f"https://{host(address)}/hook", address)
    assert not refused(f"http://{host(address)}/hook", f"example.org {address}")


@pytest.mark.parametrize("address", PUBLIC)
def test_a_public_address_needs_https(address: str) -> None:
    assert not refused(f"https://{host(address)}/hook")
    assert refused(f"http://{host(address)}/hook")


@cases(
    "url",
    [
        "https://0177.0.0.1/",
        "https://0x7f.0.0.1/",
        "https://0x7f000001/",
        "https://2130706433/",
        "https://127.1/",
        "https://127.0.0.1./",
        "https://1.2.3.4.5/",
        "https://[::1%25eth0]/",
        "https://[v1.x]/",
        "https://localhost/",
        "https://intranet/",
        "https://user@example.org/",
        "https://user:secret@example.org/",
        "https://example.org@127.0.0.1/",
        "https://example.org#@127.0.0.1/",
        "https://example.org/#part",
        "https://example.org\\@127.0.0.1/",
        "https://example.org/\r\nX-Injected: 1",
        "https://example.org/a b",
        "https://example.org/\x00",
        "https://example.org/é",
        "https://exämple.org/",
        "https://ⓔxample.org/",
        "https://１２７.0.0.1/",
        "https://example.org:0/",
        "https://example.org:65536/",
        "https://example.org:1e3/",
        "https://example..org:/",
        "https:///hook",
        "https://",
        "https:example.org",
        "ftp://example.org/",
        "file:///etc/passwd",
        "http://example.org/",
        " https://example.org/",
        "https://example.org/\n",
        "https://example.org/" + "x" * LONGEST,
        "",
    ],
)
def test_whatever_is_no_plain_https_address_is_refused(url: str) -> None:
    assert refused(url)


def test_a_plain_address_is_taken() -> None:
    for url in (
        "https://example.org",
        "https://hooks.example.org:8443/a/b?token=x@y&z=%20",
        "HTTPS://EXAMPLE.ORG/",
        "https://xn--exmple-cua.org/?q",
    ):
        assert not refused(url), url


def test_what_is_allowed_is_a_name_an_address_or_a_network() -> None:
    assert read_allowed("Hooks.local 10.0.0.0/8 ::1").has_name("hooks.LOCAL")
    for text in ("*", "10.0.0.0/99", "127.1", "-x", "a/b", "https://x"):
        with pytest.raises(ValueError, match=r"."):
            read_allowed(text)


class Names:
    """A name server whose answers change from one question to the next."""

    def __init__(self, *answers: Sequence[str]) -> None:
        self.answers = list(answers)
        self.asked = 0

    async def __call__(self, host: str, port: int) -> Sequence[str]:
        answer = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        return answer


def sent(url: str, destinations: Destinations, seconds: float = 5) -> Answered:
    async def run() -> Answered:
        async with posting(destinations, seconds) as post:
            return await post(url, b"[]", {})

    return asyncio.run(run())


@cases("address", INNER)
def test_a_name_that_stands_for_an_inner_machine_is_not_connected_to(address: str) -> None:
    names = Names([address])
    answered = sent("https://hooks.example.org/", Destinations(lookup=names))
    assert (answered, names.asked) == (Answered(0, say("word-why-not-address-not-permitted", "en")), 1)


def test_one_inner_address_among_public_ones_is_enough_to_refuse() -> None:
    names = Names(["8.8.8.8", "127.0.0.1"])
    assert sent("https://hooks.example.org/", Destinations(lookup=names)).why == say(
        "word-why-not-address-not-permitted", "en"
    )


def test_an_inner_address_from_an_older_release_is_not_connected_to() -> None:
    for url in ("http://127.0.0.1:1/", "https://[::1]:1/", "http://0177.0.0.1:1/"):
        assert sent(url, Destinations()).why == say("word-why-not-address-not-permitted", "en")


Handle = Callable[[web.Request], Awaitable[web.StreamResponse]]


@asynccontextmanager
async def receiver(handle: Handle, context: ssl.SSLContext | None = None) -> AsyncIterator[int]:
    """A receiver on this machine; its port."""
    app = web.Application()
    app.router.add_route("*", "/{path:.*}", handle)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0, ssl_context=context).start()
    yield runner.addresses[0][1]
    await runner.cleanup()


def test_the_address_that_was_checked_is_the_one_connected_to() -> None:
    """The name stands for the receiver when it is checked, and for nothing afterwards: it is asked once."""
    names = Names(["127.0.0.1"], ["192.0.2.1"])
    got: list[str] = []

    async def received(request: web.Request) -> web.Response:
        got.append(request.headers["Host"])
        return web.Response(status=204)

    async def run() -> None:
        async with receiver(received) as port, posting(Destinations("hooks.test", names), 5) as post:
            url = f"http://hooks.test:{port}/hook"
            assert await post(url, b"[]", {}) == Answered(204)
            assert names.asked == 1
            assert got == [f"hooks.test:{port}"]
            # The next delivery asks anew.
            names.answers = [["127.0.0.1"]]
            assert await post(url, b"[]", {}) == Answered(204)
            assert names.asked == 2

    asyncio.run(run())


def test_a_redirect_is_an_answer_and_is_not_followed() -> None:
    paths: list[str] = []

    async def received(request: web.Request) -> web.Response:
        paths.append(request.path)
        return web.Response(status=307, headers={"Location": "/inner"})

    async def run() -> None:
        async with receiver(received) as port, posting(Destinations("127.0.0.1"), 5) as post:
            assert await post(f"http://127.0.0.1:{port}/hook", b"[]", {}) == Answered(307)

    asyncio.run(run())
    assert paths == ["/hook"]


def test_an_endless_answer_is_not_read() -> None:
    pieces: list[int] = []

    async def received(request: web.Request) -> web.StreamResponse:
        response = web.StreamResponse()
        await response.prepare(request)
        try:
            for piece in range(10_000):
                await response.write(b"x" * 65536)
                pieces.append(piece)
        except ConnectionError:
            pass
        return response

    async def run() -> None:
        async with receiver(received) as port, posting(Destinations("127.0.0.1"), 20) as post:
            assert await post(f"http://127.0.0.1:{port}/", b"[]", {}) == Answered(200)

    asyncio.run(run())
    assert len(pieces) < 500


def test_the_name_is_kept_for_tls(tmp_path: Path) -> None:
    """The connection goes to an address, yet the certificate asked for is that of the name."""
    seen: list[str | None] = []

    def named(_: object, name: str | None, __: object) -> None:
        seen.append(name)

    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(_certificate(tmp_path))
    context.sni_callback = named

    async def received(request: web.Request) -> web.Response:
        raise AssertionError("a certificate of nobody was trusted")

    async def run() -> Answered:
        names = Names(["127.0.0.1"])
        async with receiver(received, context) as port, posting(Destinations("hooks.test", names), 5) as post:
            return await post(f"https://hooks.test:{port}/", b"[]", {})

    answered = asyncio.run(run())
    assert (answered.status, "Certificate" in answered.why) == (0, True)
    assert seen == ["hooks.test"]


def _certificate(folder: Path) -> Path:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "hooks.test")])
    now = datetime.now(UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file = folder / "certificate.pem"
    private = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    file.write_bytes(private + made.public_bytes(serialization.Encoding.PEM))
    return file


@cases("ending", ["internal", "local", "localhost", "invalid", "home.arpa", "lan"])
def test_a_name_of_the_inner_network_goes_nowhere_unless_it_is_allowed(ending: str) -> None:
    host = f"hooks.{ending}"
    assert refused(f"https://{host}/x")
    assert not refused(f"https://{host}/x", host)


def test_where_one_port_is_meant_no_other_is_taken_of_a_host_that_is_not_allowed() -> None:
    destinations = Destinations("inner.example.org")
    for endpoint in (
        "https://a.example.org/x",
        "https://a.example.org:443/x",
        "https://inner.example.org:8/x",
    ):
        destinations.check(endpoint, 443)
    for port in (22, 80, 8443):
        destinations.check(f"https://a.example.org:{port}/x")
        with refusing("destination-refused"):
            destinations.check(f"https://a.example.org:{port}/x", 443)
