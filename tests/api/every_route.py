"""A request to every route there is, with everything its address can name, so that no route is left out."""

import re
from collections.abc import Iterator, Mapping
from urllib.parse import urlencode

import msgspec

from services.access.board_links import BoardChoice, BoardLinks
from services.access.kinds import CASE_LINK
from services.access.sign_ins import enter, make_link
from services.desk.queries import QUERIES
from services.web.api.examples import EXAMPLES
from services.web.app import Web, pages_over
from services.web.routes import Route
from shared.settings import Settings
from tests.api.conftest import BASE, ID, SESSION, House, query_address

FORM = "application/x-www-form-urlencoded"


class Request(msgspec.Struct, frozen=True):
    """What is sent to a route."""

    route: Route
    path: str
    body: bytes | None
    headers: Mapping[str, str]

    @property
    def shown(self) -> str:
        return f"{self.route.method} {self.route.path}"


IN_ADDRESSES = {
    "/me/": "personal",
    "/staff/sign-in/": "sign_in",
    "/t/{tournament}/evidence/": "case",
    "/api/v1/calendars/": "feed",
    "/t/{tournament}/board/": "board",
}
"""What routes begin with before a secret, and of which kind it is."""


class Keys(msgspec.Struct, frozen=True):
    """Every kind of secret that an address can bear, and the cookie of whoever is signed in."""

    personal: str
    sign_in: str
    case: str
    feed: str
    board: str
    cookie: str

    def in_address(self, path: str) -> str:
        """The secret that an address of this route bears; "" for none."""
        found = (key for begin, key in IN_ADDRESSES.items() if path.startswith(f"{begin}{{"))
        return "".join(getattr(self, key) for key in found)


def keys_of(house: House) -> Keys:
    """One of each, made now."""
    desk = house.desk
    (personal,) = pages_over(desk, desk.vault, Settings(public_url="https://play.example")).make(
        ID, ["entrant:0001"], together=True
    )
    cookie = enter(desk.grants, make_link(desk.grants, "organizer", "org-1", ID, "cli").text, "")
    about = {"stage": "preliminary", "before": None, "seq": house.head[0]}
    case, _ = desk.grants.issue(CASE_LINK, "0001", ID, "participant", details=about)
    feed = house.organizer.send("POST", f"{BASE}/calendar-feed?entrant=0001").get_json()["href"]
    board = BoardLinks(desk.key_for("board links")).make(ID, BoardChoice())
    return Keys(
        personal.link.rpartition("/")[2],
        make_link(desk.grants, "referee", "REF-1", ID, "cli").text,
        case,
        feed.rpartition("/")[2],
        board,
        f"staff-{ID}={cookie}",
    )


def requests(app: Web, keys: Keys) -> Iterator[Request]:
    """A request to every route, whole enough to get past what is refused from its form alone."""
    named = {
        "tournament": ID,
        "session": SESSION,
        "stage": "preliminary",
        "sheet": f"{SESSION}/1",
        "game": "1",
        "task": "give-warning",
        "draft": "0" * 24,
        "entrant": "0001",
        "arrival": "0001",
        "number": "0001",
        "case": "D-0001",
    }
    named |= {
        "reference": "W-1",
        "code": "not-found",
        "ruleset": "hk-2026",
        "token": "t-0",
        "digest": "0" * 12,
    }
    named |= {"file": "site.js"}
    for route in app.routes.values():
        values = {**named, "link": keys.in_address(route.path), "feed": keys.feed}
        path = re.sub(r"\{(?:path:)?(\w+)\}", lambda found: values[found[1]], route.path)  # noqa: B023
        if route.name in QUERIES and route.path.startswith("/api/"):
            path = query_address(route.name)
        types = [content.media_type for content in route.bodies]
        if FORM in types:
            fields = {"form": "x", "person": "0001", "purpose": "export", "code": "000000", "endpoint": "x"}
            yield Request(route, path, urlencode(fields).encode(), {"Content-Type": FORM})
        elif types:
            name = path.removesuffix("/preview").rpartition("/")[2]
            example = EXAMPLES.get(name) or route.bodies[0].example or {}
            yield Request(route, path, msgspec.json.encode(example), {"Content-Type": "application/json"})
        else:
            yield Request(route, path, None, {})
