"""Pushes to browsers: whether they are on, and what is missing for them."""

from collections.abc import Iterator
from functools import partial

import sqlalchemy as sa

from services.checks.check import Check, Installation, NotHere
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.tables import address


def web_push(installation: Installation) -> Iterator[Check]:
    """Whether browsers are sent to, whether the pages fit that, and whether anything follows a push."""
    finding, settings = partial(Check, name="web push"), installation.settings
    browsers = _browsers(installation)
    if settings.web_push_contact is None:
        if browsers:
            yield finding(
                state="warning",
                detail=f"off, though browsers are subscribed ({browsers})",
                way_out="set TILELEDGER_WEB_PUSH_CONTACT; until then their people get e-mail",
            )
        else:
            yield finding(state="ok", detail="off")
        return
    if settings.public_url is None or not settings.public_url.startswith("https://"):
        yield finding(
            state="warning",
            detail="browsers take pushes only on pages that come over https",
            way_out="set TILELEDGER_PUBLIC_URL to the https address of the pages",
        )
    if settings.smtp_url is None:
        yield finding(
            state="warning",
            detail="nothing follows a push that nobody opens",
            way_out="set TILELEDGER_SMTP_URL, so that what is about safety goes by e-mail as well",
        )
    key = "follows from the secret" if settings.web_push_key is None else "from TILELEDGER_WEB_PUSH_KEY"
    yield finding(state="ok", detail=f"on, browsers subscribed: {browsers}; the key {key}")


def _browsers(installation: Installation) -> int:
    """How many take pushes."""
    column = address.c
    try:
        database = installation.migrated("log")
    except NotHere:
        return 0
    counted = sa.select(sa.func.count()).where(column.channel == WEB_PUSH, column.status == "active")
    return int(database.fetch(database.prepare(counted))[0][0])
