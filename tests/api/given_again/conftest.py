"""The answer that is given again most, and a count of what the application is asked meanwhile."""

from typing import Any

import pytest

from services.web.app import Web
from tests.api.conftest import BASE, ID

STANDINGS = f"{BASE}/sessions"
NAMED = f"/t/{ID}/entrants?lang=en"
"""Where whoever agreed to it is named, whatever is played."""


class Asked:
    """Counts what the application is asked."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.paths: list[str] = []
        original = Web.wsgi_app

        def counted(web: Web, environ: Any, start_response: Any) -> Any:
            self.paths.append(environ["PATH_INFO"])
            return original(web, environ, start_response)

        monkeypatch.setattr(Web, "wsgi_app", counted)

    def since(self) -> int:
        """How often, since this was looked at last."""
        count = len(self.paths)
        self.paths.clear()
        return count


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> Asked:
    return Asked(monkeypatch)
