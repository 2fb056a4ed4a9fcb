"""Whether others take mail from here, and reach the pages that messages lead to."""

from services.checks.check import Installation
from services.checks.outgoing import addresses
from shared.clock import SystemClock
from shared.settings import Settings
from tests.cases import cases


def found(**settings: str) -> list[tuple[str, str]]:
    def nothing() -> None:
        raise AssertionError("settings alone say it")

    look = Installation(Settings(**settings), SystemClock(), nothing, nothing, nothing)  # type: ignore[arg-type]
    checks = list(addresses(look))
    assert all(check.way_out for check in checks)
    return [(check.state, check.detail_in()) for check in checks]


@cases(
    "url, sender",
    [
        ("smtp://mail.example.org", None),
        ("smtp://ops%40example.org:secret@mail.lan", None),
        ("smtp://localhost:25", "tileledger@localhost"),
        ("smtps://10.0.0.5", "tileledger@10.0.0.5"),
        ("smtp://ops:secret@mail.internal", "tileledger@mail.internal"),
        ("smtp://ops%40club.local:secret@mail.example.org", "ops@club.local"),
    ],
)
def test_a_sender_that_others_refuse_is_a_finding(url: str, sender: str | None) -> None:
    details = [detail for _, detail in found(smtp_url=url)]
    assert len(details) == (sender is not None)
    assert all(str(sender) in detail and "secret" not in detail for detail in details)


@cases(
    "url, is_reached",
    [
        ("https://tiles.example.org", True),
        ("http://192.168.1.20:8000", False),
        ("http://hall.local", False),
        ("http://localhost:8000", False),
    ],
)
def test_links_that_lead_nowhere_from_outside_are_a_finding(url: str, is_reached: bool) -> None:
    assert [state for state, _ in found(public_url=url)] == ([] if is_reached else ["warning"])


def test_without_mail_and_pages_there_is_nothing_to_find() -> None:
    assert found() == []
