"""Somebody's browser: it keeps cookies, says where its forms come from, and reads pages."""

import re
from collections.abc import Mapping
from html import unescape
from urllib.parse import urlencode

from werkzeug.test import Client as WerkzeugClient
from werkzeug.test import TestResponse

from services.access.kinds import SIGN_IN
from services.access.sign_ins import make_link
from services.web.app import Web, create_app
from shared.settings import Settings
from tests.api.conftest import ID, House

FORM = "application/x-www-form-urlencoded"
SITE = "http://localhost"
PHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605 Version/17.0 Safari/604.1"
STAFF = f"/t/{ID}/staff"


def secure_app(house: House) -> Web:
    """The application where it is reached by https."""
    settings = Settings(database_url="sqlite://", vault_url="sqlite://", public_url="https://play.example")
    return create_app(house.desk, house.desk.vault, house.clock, release="test", settings=settings)


class Browser:
    """A browser; nobody is signed in at first."""

    def __init__(self, house: House, app: Web | None = None) -> None:
        self.house = house
        self.client = WerkzeugClient(app or house.app, TestResponse)

    def get(self, path: str, **headers: str) -> TestResponse:
        fields = {name.replace("_", "-"): value for name, value in headers.items()}
        return self.client.get(path, headers={"Accept": "text/html", "User-Agent": PHONE, **fields})

    def page(self, path: str = STAFF) -> str:
        """A page that is there, unescaped; in English unless the address asks for a language."""
        if "lang=" not in path:
            path = f"{path}{'&' if '?' in path else '?'}lang=en"
        answer = self.get(path)
        assert answer.status_code == 200, answer.get_data(as_text=True)
        return unescape(answer.get_data(as_text=True))

    def post(
        self, path: str, fields: Mapping[str, str], *, origin: str | None = SITE, **headers: str
    ) -> TestResponse:
        known = {"Accept": "text/html", "User-Agent": PHONE}
        if origin is not None:
            known["Origin"] = origin
        known |= {name.replace("_", "-"): value for name, value in headers.items()}
        answer = self.client.post(f"{path}?lang=en", data=urlencode(fields), content_type=FORM, headers=known)
        # What a form of a task leads to is read on a page of its own.
        is_draft = re.search(rf"{path}/[0-9a-f]{{24}}\?sent=", answer.headers.get("Location", ""))
        return self.get(answer.headers["Location"]) if is_draft else answer

    def word(self, path: str = STAFF) -> str:
        """What the forms of a page bring."""
        return word_in(self.page(path))

    def send(self, path: str, **fields: str) -> TestResponse:
        """Press a button of the landing page."""
        return self.post(path, {"form": self.word(), **fields})

    def enter(self, link: str) -> TestResponse:
        """Open a link and press its button."""
        return self.post(link, {"form": self.word(link)})

    def sign_in(self, role: str = "chief_referee", subject: str = "CR") -> "Browser":
        """Sign in by a link from the command line."""
        answer = self.enter(made(self.house, role, subject))
        assert answer.status_code == 303, answer.get_data(as_text=True)
        return self


def word_in(page: str) -> str:
    return str(re.findall(r'name="form" value="([^"]+)"', page)[0])


def made(house: House, role: str = "chief_referee", subject: str = "CR", tournament: str = ID) -> str:
    """The address of a new link."""
    return make_link(house.desk.grants, role, subject, tournament, "cli").path


def ids_of(house: House) -> list[str]:
    """The ids of the sign-ins that hold, the oldest first."""
    now = house.clock.now()
    return [found.grant_id for found in house.desk.grants.listed(SIGN_IN) if found.holds(now)]
