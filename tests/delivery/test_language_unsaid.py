"""Whose language nobody gave is written to in Chinese, unless the tournament does not speak it."""

import asyncio

import pytest
from msgspec.structs import replace

from services.delivery.alerting import Alerts
from services.delivery.holding import Held
from services.delivery.pacing import Pace
from services.delivery.senders import Sender
from tests.delivery.given import ID, Office, Recording


@pytest.mark.parametrize(
    ("languages", "read"), [(("en",), "en"), (("zh",), "zh"), (("zh", "en"), "zh"), (("en", "zh"), "zh")]
)
def test_an_organizer_who_chose_none_reads_a_language_of_the_tournament(
    small: Office, languages: tuple[str, ...], read: str
) -> None:
    tournament = small.book.tournament
    plan = replace(tournament.state.plan, languages=languages)
    tournament.state = replace(tournament.state, definition=plan)
    small.links.link(ID, "organizer:organizer", "telegram", "77")
    small.notify("ruling", "role:organizer", dispute="D-1", ruling="R-1", cites="3")
    small.drain()
    assert [sent.message.language for sent in small.telegram.sent] == [read]

    telegram = Recording()
    alerts = Alerts(small.links, small.book, [Sender(telegram, Pace(None, 0.0))])
    asyncio.run(alerts.held([Held(ID, {"ruling": 2}, 5)]))
    assert [sent.message.language for sent in telegram.sent] == [read]


def test_a_message_says_which_tournament_it_is_about_where_there_are_several(
    small: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    small.links.link(ID, "organizer:organizer", "telegram", "77")
    title = small.book.state(ID).plan.title.in_language("zh")
    for others, named in ([], False), (["spring-cup"], True):
        monkeypatch.setattr(small.book, "tournaments", lambda others=others: [ID, *others])
        small.notify("ruling", "role:organizer", dispute="D-1", ruling="R-1", cites="3")
        small.drain()
        message = small.telegram.sent[-1].message
        assert (title in message.foot) == (title in message.text) == named
        assert message.reference in message.foot
        assert message.subject.endswith(title)
