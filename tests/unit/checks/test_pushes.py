"""Whether pushes are on, and what is missing for them."""

import msgspec
import pytest

from services.checks.check import Installation
from services.checks.pushes import web_push
from services.delivery.push_addresses import WEB_PUSH
from shared.catalogue import say
from shared.clock import ManualClock
from shared.database import Database
from shared.settings import Settings
from shared.vault import Vault
from tests.delivery.given import ID, NOON, Office
from tests.simulators.browsers import Browser

ON = Settings(
    database_url="sqlite://",
    vault_url="sqlite://",
    web_push_contact="mailto:ops@example.org",
    public_url="https://tiles.example.org",
    smtp_url="smtp://mail.example.org",
)


@pytest.fixture
def office(database: Database, vault: Vault) -> Office:
    return Office(database, vault)


def found(office: Office, **settings: object) -> list[tuple[str, str]]:
    chosen = msgspec.structs.replace(ON, **settings)
    look = Installation(
        chosen,
        ManualClock(NOON),
        lambda: office.database,
        lambda: office.vault.database,
        lambda: office.vault,
    )
    checks = list(web_push(look))
    assert all(check.state == "ok" or check.way_out for check in checks)
    return [(check.state, check.detail_in()) for check in checks]


def test_with_all_that_is_needed_it_is_on(office: Office) -> None:
    office.subscribe(Browser("https://push.example.org/1"), "0001", "0002")
    dead = office.subscribe(Browser("https://push.example.org/2"), "0001")
    with office.database.writing() as driver:
        office.links.mark_dead(driver, ID, dead, WEB_PUSH, "HTTP 410")
    office.chat("77", "0003")
    assert found(office) == [("ok", "on, browsers subscribed: 1; the key follows from the secret")]
    ((_, detail),) = found(office, web_push_key="a-key-that-stays-unsaid")
    assert "a-key" not in detail
    assert "TILELEDGER_WEB_PUSH_KEY" in detail


def test_off_is_no_trouble_unless_browsers_wait_for_it(office: Office) -> None:
    assert found(office, web_push_contact=None) == [("ok", "off")]
    office.subscribe(Browser("https://push.example.org/1"), "0001")
    assert found(office, web_push_contact=None) == [
        ("warning", say("check-pushes-off-though", "en", browsers="1"))
    ]


@pytest.mark.parametrize("public_url", [None, "http://tiles.example.org"])
def test_pages_without_https_take_no_pushes(public_url: str | None, office: Office) -> None:
    states = [state for state, _ in found(office, public_url=public_url)]
    assert states == ["warning", "ok"]


def test_a_push_is_to_be_followed_by_email(office: Office) -> None:
    assert ("warning", say("check-nothing-follows-pushes", "en")) in found(office, smtp_url=None)
