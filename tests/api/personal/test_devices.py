"""Browsers that are notified, switched on and off on the personal page."""

import re
from datetime import timedelta

import msgspec

from services.notices.kinds import MUTABLE
from shared.catalogue import say
from tests.api.conftest import ID, House
from tests.api.personal.phone import RECEIPTS, SETTINGS, Phone, everything
from tests.delivery.test_subscribing import Pushing
from tests.simulators.browsers import Browser
from tests.wording import fixed


def test_a_browser_is_switched_on_tried_and_off(founded: House) -> None:
    pushing = Pushing()
    phone = Phone(founded, "0001", "0003", pushing=pushing)
    assert 'data-key="BKey"' in phone.text()
    subscription = Browser("https://push.example.org/send/1").subscription
    body = {"form": phone.form, "names": True, **msgspec.to_builtins(subscription)}
    assert phone.browser.post(f"{phone.path}/devices", json={**body, "form": "0" * 64}).status_code == 403
    assert phone.browser.post(f"{phone.path}/devices", json={**body, "auth": "x"}).status_code == 422
    for host in (
        "127.0.0.1",
        "push.internal",
        "push.local",
        "push.localhost",
        "x.home.arpa",
        "a.example.org:22",
    ):
        inside = {**body, "endpoint": f"https://{host}/x"}
        assert phone.browser.post(f"{phone.path}/devices", json=inside).status_code == 422, host
    answer = phone.browser.post(f"{phone.path}/devices?lang=en", json=body)
    assert answer.status_code == 201, answer.get_data()
    device = answer.get_json()["device"]
    assert [other.recipients for other in phone.devices.of(ID, ["entrant:0001", "entrant:0003"])] == [
        ("entrant:0001", "entrant:0003")
    ]
    assert fixed("page-me-device", received="none") in phone.text()
    fields = {"form": phone.form, "device": device}
    assert phone.post("/devices/test?lang=en", fields).status_code == 200
    assert len(pushing.sent.sent) == 1
    word = RECEIPTS.token(pushing.sent.sent[0].key)
    assert phone.browser.post("/me/receipt", json={"receipt": word}).status_code == 204
    assert fixed("page-me-device", received="1 March 2027, 10:00 am") in phone.text()
    stranger = Phone(founded, "0002", pushing=pushing)
    assert stranger.post("/devices/off", {"form": stranger.form, "device": device}).status_code == 403
    assert phone.post("/devices/off?lang=en", fields).status_code == 200
    assert phone.devices.of(ID, ["entrant:0001", "entrant:0003"]) == []


def test_what_was_pushed_is_read_in_whole_by_whoever_it_was_for(founded_on_each: House) -> None:
    founded = founded_on_each
    pushing = Pushing()
    phone, stranger = (Phone(founded, number, pushing=pushing) for number in ("0001", "0002"))
    subscription = msgspec.to_builtins(Browser("https://push.example.org/send/1").subscription)
    assert (
        phone.browser.post(f"{phone.path}/devices", json={"form": phone.form, **subscription}).status_code
        == 201
    )
    assert say("page-me-messages", "en") not in phone.text()
    for text in ("Bring water, please", "Bring <b>tiles</b>"):
        founded.done("make-announcement", {"audience": "everyone", "en": text, "zh": f"{text}。"})
        for _ in range(3):
            phone.drain()
            founded.clock.advance(timedelta(seconds=1))
    assert [kind for _, kind, _ in phone.pushes.sent] == [
        "registration-received",
        "announcement",
        "announcement",
    ]
    section = phone.text().partition('id="messages"')[2].partition("</section>")[0]
    assert section.index("Bring &lt;b&gt;tiles") < section.index("Bring water"), "the newest first"
    assert "<b>" not in section
    assert fixed("page-me-by", channel="web_push") in section
    theirs = stranger.text().partition('id="messages"')[2].partition("</section>")[0]
    assert "Bring water" in theirs
    assert fixed("page-me-by", channel="email") in theirs
    assert fixed("page-me-by", channel="web_push") not in theirs, "no browser of theirs had it"
    chinese = phone.text("?lang=zh")
    assert "Bring water, please。" in chinese
    before = everything(founded)
    phone.text()
    assert everything(founded) == before


def test_a_browser_hears_of_what_was_chosen_for_it_and_always_of_what_is_about_safety(
    founded_on_each: House,
) -> None:
    founded = founded_on_each
    phone = Phone(founded, "0001", pushing=Pushing())
    subscription = msgspec.to_builtins(Browser("https://push.example.org/send/1").subscription)
    phone.browser.post(f"{phone.path}/devices", json={"form": phone.form, **subscription})
    (device,) = phone.devices.of(ID, ["entrant:0001"])
    fields = {"form": phone.form, "device": device.address_id, "quiet": "20-9", "hear_timer_guide": "yes"}
    assert phone.post("/devices/choices", fields).status_code == 200
    preferences = phone.app_links.preferences
    assert preferences.muted_kinds(ID, device.address_id) == set(MUTABLE) - {"timer-guide"}
    assert preferences.quiet(ID, [device.address_id]) == {device.address_id: "20-9"}
    page = phone.text()
    assert page.count('type="checkbox" name="hear_') == len(MUTABLE)
    assert len(re.findall('name="hear_[^>]+ checked', page)) == 1
    for wrong in ({"quiet": "always"}, {"hear_suspended": ""}, {"form": "x"}, {"device": "other"}):
        assert phone.post("/devices/choices", {**fields, "hear_timer_guide": "", **wrong}).status_code >= 400
    assert preferences.muted_kinds(ID, device.address_id) == set(MUTABLE) - {"timer-guide"}


def test_who_replaces_a_link_ends_the_browsers_it_let_in(founded: House) -> None:
    phone = Phone(founded, "0001", pushing=Pushing())
    subscription = Browser("https://push.example.org/send/1").subscription
    body = {"form": phone.form, **msgspec.to_builtins(subscription)}
    assert phone.browser.post(f"{phone.path}/devices", json=body).status_code == 201
    phone.pages.replace(ID, ["entrant:0001"])
    assert phone.devices.of(ID, ["entrant:0001"]) == []


def test_where_no_pushes_are_sent_the_page_says_nothing_of_them(phone: Phone) -> None:
    assert 'id="device"' not in phone.text()
    subscription = msgspec.to_builtins(Browser("https://push.example.org/send/1").subscription)
    assert (
        phone.browser.post(f"{phone.path}/devices", json={"form": phone.form, **subscription}).status_code
        == 409
    )


def test_notifications_are_promised_only_where_they_can_be_had(founded: House) -> None:
    plain, pushed = Phone(founded, "0001"), Phone(founded, "0001", pushing=Pushing())
    http = msgspec.structs.replace(SETTINGS, public_url="http://play.example")
    insecure = Phone(founded, "0001", pushing=Pushing(), settings=http)
    for language, word in (("en", "notification"), ("zh", "通知")):
        assert (
            word not in plain.text(f"?lang={language}", User_Agent="Telegram-Android/10").partition("<h1>")[2]
        )
        assert word in pushed.text(f"?lang={language}").partition('id="home-screen"')[2]
        assert word in pushed.text(f"?lang={language}").partition("<h1>")[2].partition('id="schedule"')[0]
        there = insecure.text(f"?lang={language}", Host="play.example")
        section, _, steps = there.partition('id="home-screen"')
        assert "https" in section
        assert 'id="device"' not in section
        assert word not in steps
    assert 'id="device"' in insecure.text(Host="127.0.0.1:8000"), "browsers trust their own machine"


def test_a_receipt_tells_nothing(phone: Phone) -> None:
    for body in ({"receipt": "x"}, {"receipt": "x", "sign": "opened"}):
        answer = phone.browser.post("/me/receipt", json=body)
        assert (answer.status_code, answer.get_data()) == (204, b"")
    assert (
        phone.browser.post("/me/receipt", data=b"x" * 9000, content_type="application/json").status_code
        == 413
    )
    assert phone.browser.post("/me/receipt", json={"receipt": 1}).status_code == 400
