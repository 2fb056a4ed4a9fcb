"""Browsers that take pushes: switched on and off on the page, tried out, and heard from."""

import re
from collections.abc import Sequence
from typing import Any, Literal

import msgspec
from flask import Response, request

from services.delivery.subscribing import Device, PushSubscription, Subscriptions
from services.notices.kinds import MUTABLE
from services.notices.quiet import CHOICES, EVERYONE
from services.web.bodies import read_json
from services.web.forms import read_form
from services.web.parts import Parts
from services.web.personal.personal_session import (
    FORM_FROM_ELSEWHERE,
    HEADERS,
    Opened,
    check_form,
    opened,
    result_page,
)
from services.web.reads import answered
from services.web.routes import Call
from shared.problems import Problem

_LOCAL = re.compile(r"(localhost|127\.0\.0\.1|\[::1\])(:[0-9]+)?")
"""Hosts that browsers trust without https."""


class Choices(msgspec.Struct, frozen=True):
    """What a browser hears of now.

    Attributes:
        kinds: each that can be switched off: its field, what it is called, whether it is on.
        quiet: each choice of quiet hours: its name, its text, whether it holds.
    """

    kinds: tuple[tuple[str, str, bool], ...]
    quiet: tuple[tuple[str, str, bool], ...]


class DevicesShown(msgspec.Struct, frozen=True):
    """What the page says of devices.

    Attributes:
        public_key: what browsers subscribe to.
        secure: whether the page comes in a way that lets browsers subscribe: by https, or on this machine.
    """

    public_key: str
    secure: bool
    rows: Sequence[tuple[Device, Choices]]


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


def _hears(kind: str) -> str:
    """The field of a form that says whether a kind of message is wanted."""
    return f"hear_{kind.replace('-', '_')}"


ChoicesForm: type[msgspec.Struct] = msgspec.defstruct(
    "ChoicesForm",
    [("form", str), ("device", str), ("quiet", str), *((_hears(kind), str, "") for kind in MUTABLE)],
    frozen=True,
    forbid_unknown_fields=True,
)
"""What a browser wants to hear of: a field for each kind that it does, and the name of quiet hours."""


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
    rows = [(device, _choices(parts, page, device)) for device in _known(devices, page)]
    return DevicesShown(devices.public_key, secure, rows)


def _known(devices: Subscriptions, page: Opened) -> Sequence[Device]:
    return devices.of(page.tournament, page.link.recipients)


def _choices(parts: Parts, page: Opened, device: Device) -> Choices:
    preferences = parts.links.preferences
    muted = preferences.muted_kinds(page.tournament, device.address_id)
    chosen = preferences.quiet(page.tournament, [device.address_id]).get(device.address_id, EVERYONE)
    return Choices(
        tuple((_hears(kind), page.text(f"kind_{kind}"), kind not in muted) for kind in MUTABLE),
        tuple((hours, page.text(f"quiet_{hours}"), hours == chosen) for hours in CHOICES),
    )


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
    page, device, _ = _meant(parts, call, DeviceForm)
    _devices(parts).unsubscribe(page.tournament, device.address_id)
    return result_page(
        parts, page, page.page_text("me_devices"), [page.page_text("me_device_ended", service=device.service)]
    )


def try_device(parts: Parts, call: Call) -> Response:
    """Send a test to a browser."""
    page, device, _ = _meant(parts, call, DeviceForm)
    try:
        _devices(parts).send_test(page.tournament, device.address_id)
    except Problem as problem:
        lines, status = [problem.for_people(page.language)], problem.status
    else:
        lines, status = [page.page_text("me_test_sent")], 200
    return result_page(parts, page, page.page_text("me_devices"), lines, status=status)


def choose(parts: Parts, call: Call) -> Response:
    """Take what a browser wants to hear of, and when it is to be quiet."""
    page, device, chosen = _meant(parts, call, ChoicesForm)
    preferences = parts.links.preferences
    try:
        preferences.be_quiet(page.tournament, device.address_id, chosen.quiet)
    except Problem as problem:
        return result_page(
            parts,
            page,
            page.page_text("me_not_done"),
            [problem.for_people(page.language)],
            status=problem.status,
        )
    for kind in MUTABLE:
        preferences.mute(page.tournament, device.address_id, kind, not getattr(chosen, _hears(kind)))
    return result_page(parts, page, page.page_text("me_devices"), [page.page_text("me_device_chosen")])


def receipt(parts: Parts, call: Call) -> Response:
    """Note that a message came; the answer is the same for every word."""
    body = read_json(request, ReceiptBody)
    if parts.subscriptions is not None:
        parts.subscriptions.receipt(body.receipt, body.sign)
    return Response(status=204, headers=HEADERS)


def _meant(parts: Parts, call: Call, kind: type[Any]) -> tuple[Opened, Device, Any]:
    """The page, which of its devices a form means, and the form."""
    page = opened(parts, call)
    device_form = read_form(kind)
    check_form(parts, page, device_form.form)
    for device in _known(_devices(parts), page):
        if device.address_id == device_form.device:
            return page, device, device_form
    raise FORM_FROM_ELSEWHERE()


def _devices(parts: Parts) -> Subscriptions:
    if parts.subscriptions is None:
        raise FORM_FROM_ELSEWHERE()
    return parts.subscriptions
