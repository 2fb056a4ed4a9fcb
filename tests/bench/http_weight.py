"""What pages weigh on the wire, as they are, in gzip and in Brotli; and first views with all they load."""

import re
from collections.abc import Iterator

from services.web.assets import ASSETS
from tests.api.served import Server
from tests.bench.http_demo import WHOLE
from tests.bench.http_load import ask_once, request

_CODINGS = ("identity", "gzip", "br")
_PAGES = {
    "home": "/",
    "standings of 1,200": f"/t/{WHOLE}/standings?stage=preliminary",
    "results": f"/t/{WHOLE}/results",
    "standings of 1,200, JSON": f"/api/v1/tournaments/{WHOLE}/standings?stage=preliminary",
    "sessions, JSON": f"/api/v1/tournaments/{WHOLE}/sessions",
    "OpenAPI document": "/api/v1/openapi.json",
}
_MOST = 100_000
_LOADED = re.compile(r'(?:src|href)="(/assets/[^"]+)"')


def measure(server: Server) -> None:
    """Print bytes of the bodies."""
    print(f"\nbytes on the wire{'':<15}{'as it is':>10}{'gzip':>10}{'br':>10}   a first view, br")
    for what, path in _PAGES.items():
        sizes = [ask_once(server.port, request(path, coding=coding)).size for coding in _CODINGS]
        first = ""
        if not path.startswith("/api/"):
            whole = sizes[-1] + sum(_weights(server, path))
            first = f"{whole:>10,}, target {_MOST:,}: {'met' if whole <= _MOST else 'NOT MET'}"
        print(f"  {what:<30}{sizes[0]:>10,}{sizes[1]:>10,}{sizes[2]:>10,}   {first}")
    for each in ASSETS.values():
        asked = [request(each.address, coding=coding) for coding in _CODINGS]
        sizes = [ask_once(server.port, one).size for one in asked]
        print(f"  {each.name:<30}{sizes[0]:>10,}{sizes[1]:>10,}{sizes[2]:>10,}")


def _weights(server: Server, path: str) -> Iterator[int]:
    """The bytes of each file that a page names."""
    status, page = server.get(path)
    assert status == 200, path
    for address in dict.fromkeys(_LOADED.findall(page.decode())):
        yield ask_once(server.port, request(address, coding="br")).size
