"""Whose language nobody gave is written to in the first language of the tournament: organizers, referees."""

import asyncio

import pytest
from msgspec.structs import replace

from services.delivery.alerting import Alerts
from services.delivery.dispatching import Sender
from services.delivery.holding import Held
from services.delivery.pacing import Pace
from tests.delivery.given import ID, Office, Recording


@pytest.mark.parametrize("languages", [("en",), ("zh",), ("zh", "en")])
def test_an_organizer_reads_the_first_language_of_the_tournament(
    small: Office, languages: tuple[str, ...]
) -> None:
    tournament = small.book.tournament
    plan = replace(tournament.state.plan, languages=languages)
    tournament.state = replace(tournament.state, definition=plan)
    small.links.link(ID, "organizer:organizer", "telegram", "77")
    small.notify("ruling", "role:organizer", dispute="D-1", ruling="R-1", cites="3")
    small.drain()
    assert [own.message.language for own in small.telegram.sent] == [languages[0]]

    telegram = Recording()
    alerts = Alerts(small.links, small.book, [Sender(telegram, Pace(None, 0.0))])
    asyncio.run(alerts.held([Held(ID, {"ruling": 2}, 5)]))
    assert [own.message.language for own in telegram.sent] == [languages[0]]
