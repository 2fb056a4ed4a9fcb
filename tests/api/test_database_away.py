"""A database that is away: every route says so and when to come again, and works once it is back."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import msgspec
import pytest

from infra.migrations import migrate, migrate_vault
from services.web.app import create_app
from shared.database import Database
from shared.vault import Vault
from tests.api.conftest import Client, House, found, opened, start
from tests.api.every_route import Keys, Request, keys_of, requests
from tests.api.fronted import Fronted, fronted
from tests.conftest import VAULT_SECRET
from tests.postgresql_server import OwnServer
from tests.profiles import wide
from tests.sampling import a_few
from tests.waiting.holding import moved_away, stopped

Away = Callable[[], AbstractContextManager[None]]

WITHOUT_LOG = {"/livez", "/version", "/metrics", "/api/docs", "/api/v1/openapi.json", "/api/v1/seal-key"}
"""What is answered without the log's database, beside files, rules and the list of problems."""
BEGINS = ("/assets/", "/me/worker.js", "/me/icon.png", "/t/worker.js", "/problems", "/api/v1/rulesets")


MOVED = (("moved away", "log"), ("moved away", "vault"))


@contextmanager
def emptied(file: Path) -> Iterator[None]:
    """Another file, with nothing in it, is in its place, as when somebody touches what is missing."""
    with moved_away(file):
        file.touch()
        yield
        assert file.stat().st_size == 0, "nothing was written to it"
        file.unlink()


@pytest.fixture(
    params=[
        pytest.param(("stopped", "log"), marks=pytest.mark.postgresql),
        pytest.param(("stopped", "vault"), marks=(pytest.mark.postgresql, pytest.mark.wide(whole=True))),
        pytest.param(("emptied", "log"), marks=pytest.mark.wide(whole=True)),
        *(pytest.param(each, marks=pytest.mark.wide) for each in (("emptied", "vault"), *MOVED)),
    ],
    ids=" ".join,
)
def gone(
    request: pytest.FixtureRequest, tmp_path: Path, moments: dict[str, Path]
) -> Iterator[tuple[House, str, Away]]:
    """A house, which of its databases goes away, and how."""
    how, which = request.param
    if how == "stopped":
        running: OwnServer = request.getfixturevalue("own_server")
        urls = {"log": f"sqlite:///{tmp_path}/log.db", "vault": f"sqlite:///{tmp_path}/vault.db"}
        urls[which] = running.create()
        migrate(urls["log"])
        migrate_vault(urls["vault"])
        log, vault = Database(urls["log"]), Database(urls["vault"])
        yield start(found(House(log, Vault(vault, VAULT_SECRET)))), which, lambda: stopped(running)
        log.close()
        vault.close()
        return
    file = tmp_path / f"{which}.db"
    with opened(moments["in_play"], tmp_path) as house:
        yield house, which, lambda: (moved_away if how == "moved away" else emptied)(file)


def sent(front: Fronted, house: House, keys: Keys, request: Request) -> tuple[int, str, str]:
    """Status, code and Retry-After of what is answered to whoever may do the most at this address."""
    path, headers = request.path, dict(request.headers)
    if path.startswith("/api/"):
        headers["Authorization"] = f"Bearer {house.organizer.token}"
    elif path.startswith("/t/"):
        headers |= {"Cookie": keys.cookie, "Origin": f"http://127.0.0.1:{front.port}"}
    status, received, body = front.send(request.route.method, path, request.body, headers)
    problem = status >= 400 and received["Content-Type"] == "application/problem+json"
    return status, msgspec.json.decode(body)["code"] if problem else "", received["Retry-After"] or ""


def test_every_route_says_that_a_database_is_away_and_works_once_it_is_back(
    gone: tuple[House, str, Away],
) -> None:
    house, which, away = gone
    keys = keys_of(house)
    # Previews come by one way, which is tried whole in make test-all.
    everything = [
        request
        for request in requests(house.app, keys)
        if wide() or not request.path.endswith("/preview") or "check-in" in request.path
    ]
    everything = a_few(everything)
    with fronted(house.app, rate_limits=0) as front:
        with away():
            meanwhile = [sent(front, house, keys, request) for request in everything]
        after = [sent(front, house, keys, request) for request in everything]
    codes = {code for status, code, _ in meanwhile if status == 503}
    for request, (status, code, retry), (later, _, _) in zip(everything, meanwhile, after, strict=True):
        if status == 503:
            assert int(retry) > 0, request.shown
            assert code, request.shown
        else:
            # What it needs was there, or it was refused for what it is.
            assert status < 500, request.shown
            assert which == "vault" or later >= 400 or not needs_log(request.path), request.shown
            assert status == later or later == 503 or which == "vault", request.shown
        # Whether all is well is held for three seconds.
        assert later < 500 or request.path == "/readyz", request.shown
    assert codes <= {"unavailable", "not-ready", f"{which}-missing"}, codes
    assert len([status for status, _, _ in meanwhile if status == 503]) > len(everything) // 3


def needs_log(path: str) -> bool:
    return path not in WITHOUT_LOG and not path.startswith(BEGINS)


def test_what_a_removed_vault_is_called_and_nothing_is_acknowledged_meanwhile(
    moments: dict[str, Path], tmp_path: Path
) -> None:
    with opened(moments["in_play"], tmp_path) as house:
        house.done("set-consent", {"entrant": "0001", "shown": False})
        for which in ("vault", "log"):
            with moved_away(tmp_path / f"{which}.db"):
                refused = house.organizer.command("set-consent", {"entrant": "0001", "shown": True})
                assert (refused.status_code, refused.get_json()["code"]) == (503, f"{which}-missing")
                assert ready(house) == 503
            before = house.head
            house.done("set-consent", {"entrant": "0001", "shown": which == "vault"})
            assert house.head[0] == before[0] + 1
            assert ready(house) == 200


def ready(house: House) -> int:
    """What a process that holds no result of before says of itself."""
    app = create_app(house.desk, house.desk.vault, house.clock, release="test")
    return Client(app).get("/readyz").status_code
