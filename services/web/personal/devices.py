"""Browsers that take pushes: switched on and off on the page, tried out, and heard from."""

import re
from collections.abc import Sequence
from typing import Literal

import msgspec
from flask import Response, request

from services.delivery.subscribing import Device, PushSubscription, Subscriptions
from services.web.answering import answered
from services.web.bodies import read_json
from services.web.parts import Parts
from services.web.personal.forms import read_form
from services.web.personal.opened import FORM_FROM_ELSEWHERE, HEADERS, Opened, check_form, opened, result_page
from services.web.routes import Call
from shared.problems import Problem

_LOCAL = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?")
"""Hosts that browsers trust without https."""


class DevicesShown(msgspec.Struct, frozen=True):
    """What the page says of devices.

    Attributes:
        public_key: what browsers subscribe to.
        secure: whether the page comes in a way that lets browsers subscribe: by https, or on this machine.
    """

    public_key: str
    secure: bool
    rows: Sequence[Device]


class SubscribeBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A browser that is to take pushes.

    Attributes:
        form: the word that only the page has.
        names: whether names and whole texts show on the lock screen.
    """

    form: str
    endpoint: str
    p256dh: str
    auth: str
    names: bool = False


class DeviceForm(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device by the id of its address."""

    form: str
    device: str


class ReceiptBody(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a browser says of a message that came."""

    receipt: str
    sign: Literal["received", "opened"] = "received"


def shown_devices(parts: Parts, page: Opened) -> DevicesShown | None:
    """The devices of those the page stands for; None where no pushes are sent."""
    devices = parts.subscriptions
    if devices is None or devices.public_key is None:
        return None
    secure = request.is_secure or parts.pages.are_secure or _LOCAL.fullmatch(request.host) is not None
    return DevicesShown(devices.public_key, secure, devices.of(page.tournament, page.link.recipients))


def subscribe(parts: Parts, call: Call) -> Response:
    """Take a browser in."""
    page = opened(parts, call)
    body = read_json(request, SubscribeBody)
    check_form(parts, page, body.form)
    subscription = PushSubscription(body.endpoint, body.p256dh, body.auth)
    address = _devices(parts).subscribe(
        page.tournament, page.link.recipients, subscription, page.language, names=body.names
    )
    response = answered({"device": address}, 201)
    response.headers.update(HEADERS)
    return response


def unsubscribe(parts: Parts, call: Call) -> Response:
    """Send nothing more to a browser."""
    page, device = _meant(parts, call)
    _devices(parts).unsubscribe(page.tournament, device.address_id)
    return result_page(
        parts, page, page.page_text("me_devices"), [page.page_text("me_device_ended", service=device.service)]
    )


def try_device(parts: Parts, call: Call) -> Response:
    """Send a test to a browser."""
    page, device = _meant(parts, call)
    try:
        _devices(parts).send_test(page.tournament, device.address_id)
    except Problem as problem:
        lines, status = [problem.text(page.language)], problem.status
    else:
        lines, status = [page.page_text("me_test_sent")], 200
    return result_page(parts, page, page.page_text("me_devices"), lines, status=status)


def receipt(parts: Parts, call: Call) -> Response:
    """Note that a message came; the answer is the same for every word."""
    body = read_json(request, ReceiptBody)
    if parts.subscriptions is not None:
        parts.subscriptions.receipt(body.receipt, body.sign)
    return Response(status=204, headers=HEADERS)


def _meant(parts: Parts, call: Call) -> tuple[Opened, Device]:
    """The page, and which of its devices a form means."""
    page = opened(parts, call)
    device_form = read_form(DeviceForm)
    check_form(parts, page, device_form.form)
    for device in _devices(parts).of(page.tournament, page.link.recipients):
        if device.address_id == device_form.device:
            return page, device
    raise FORM_FROM_ELSEWHERE()


def _devices(parts: Parts) -> Subscriptions:
    if parts.subscriptions is None:
        raise FORM_FROM_ELSEWHERE()
    return parts.subscriptions
