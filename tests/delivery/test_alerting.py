"""Alerts: what is urgent for the organizer, and a channel that stopped, to every address that is left."""

import asyncio
import http.server
import threading
from datetime import timedelta

import pytest

from services.delivery.alerting import AlertChannel, Alerts, by_apprise
from services.delivery.channel import Outcome
from services.delivery.pacing import Pace
from services.delivery.senders import Sender
from tests.delivery.given import ID, Office, Recording

URLS = ("json://alerts.example/a", "json://alerts.example/b")


class Noted:
    """Apprise's place, noting what it was given."""

    def __init__(self, *taken: bool) -> None:
        self.alerts: list[tuple[str, str, str]] = []
        self._taken = list(taken)

    def __call__(self, url: str, title: str, text: str) -> bool:
        self.alerts.append((url, title, text))
        return self._taken.pop(0) if self._taken else True


def alerted(noted: Noted) -> Sender:
    channel = AlertChannel(URLS, noted)
    return Sender(channel, Pace(None, 0.0), channel.addresses)


def test_that_the_observatory_is_silent_goes_to_every_address_and_is_accounted_for(office: Office) -> None:
    noted = Noted(True, False)
    dispatcher = office.dispatcher()
    dispatcher.senders = {**dispatcher.senders, "alert": alerted(noted)}
    office.notify(
        "weather-unknown", "role:organizer", template="observatory-silent", since="2026-03-28T09:50+08:00"
    )
    office.notify(
        "weather-proposal",
        "role:organizer",
        template="weather-proceed",
        day="2026-03-28",
        codes="",
        sessions="",
    )
    office.drain(dispatcher)
    assert [url for url, _, _ in noted.alerts] == list(URLS)
    assert "天文台" in noted.alerts[0][2]
    office.clock.advance(timedelta(seconds=2))
    office.drain(dispatcher)
    assert [url for url, _, _ in noted.alerts] == [*URLS, URLS[1]], "only what was not taken is sent again"
    by_channel = {delivery.address_id: delivery.status for delivery in office.all() if delivery.channel}
    assert by_channel == {"alert:1": "sent", "alert:2": "sent"}
    assert not any("example" in delivery.address_id + delivery.why for delivery in office.all())


def test_of_a_channel_that_stopped_organizers_hear_by_all_the_others(small: Office) -> None:
    noted = Noted()
    email, telegram = Recording("email"), Recording()
    senders = [Sender(email, Pace(None, 0.0)), Sender(telegram, Pace(None, 0.0)), alerted(noted)]
    for channel, where in (("email", "office@example.org"), ("telegram", "77")):
        small.links.link(ID, "organizer:organizer", channel, where, "en")
    small.chat("chat", "0001")
    alerts = Alerts(small.links, small.book, senders)
    asyncio.run(alerts.stopped("telegram", "the token was revoked"))
    assert (email.to, telegram.to) == (["office@example.org"], [])
    assert "Nothing goes out by Telegram any more: the token was revoked." in email.sent[0].message.text
    assert [url for url, _, _ in noted.alerts] == list(URLS)
    senders[0].channel = Recording("email", lambda address, message: Outcome("not_sent"))
    asyncio.run(alerts.stopped("alert", "…"))
    assert telegram.to == ["77"], "one that fails hinders no other"
    asyncio.run(alerts.muted("nobody had sent anything for 13 hours"))
    assert "tileledger deliveries release" in telegram.sent[-1].message.text
    assert len(noted.alerts) == 2 * len(URLS), "and to every address of the setting"


def test_an_address_that_left_the_setting_is_refused() -> None:
    async def send() -> Outcome:
        from tests.bots.test_channel import notice

        return await AlertChannel(URLS[:1], Noted()).send("alert:2", notice(), "key")

    assert asyncio.run(send()).known == "refused"


@pytest.mark.filterwarnings("ignore:'imghdr':DeprecationWarning")  # a module that Apprise looks at
def test_apprise_sends_and_says_whether_it_was_taken() -> None:
    received: list[bytes] = []

    class Service(http.server.BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            received.append(self.rfile.read(int(self.headers["Content-Length"])))
            self.send_response(200 if len(received) == 1 else 500)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Service) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        url = f"json://127.0.0.1:{server.server_port}/hook"
        try:
            assert by_apprise(url, "Title", "The text <b>&_*")
            assert not by_apprise(url, "Title", "again")
        finally:
            server.shutdown()
            thread.join()
    assert "The text <b>&_*" in received[0].decode()
    assert not by_apprise("nonsense", "Title", "text")
