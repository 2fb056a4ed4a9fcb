"""Pushes to browsers: whether they are on, and what is missing for them."""

from collections.abc import Iterator
from functools import partial

import sqlalchemy as sa

from services.checks.check import Check, Installation, NotHere
from services.delivery.push_addresses import WEB_PUSH
from services.delivery.tables import address
from shared.catalogue import Phrase


def web_push(installation: Installation) -> Iterator[Check]:
    """Whether browsers are sent to, whether the pages fit that, and whether anything follows a push."""
    finding, settings = partial(Check, name="web push"), installation.settings
    browsers = _browsers(installation)
    if settings.web_push_contact is None:
        if browsers:
            yield finding(
                state="warning",
                detail=Phrase("check-pushes-off-though", {"browsers": browsers}),
                way_out=Phrase("check-way-push-contact"),
            )
        else:
            yield finding(state="ok", detail=Phrase("check-pushes-off"))
        return
    if settings.public_url is None or not settings.public_url.startswith("https://"):
        yield finding(
            state="warning",
            detail=Phrase("check-pushes-need-https"),
            way_out=Phrase("check-way-public-url"),
        )
    if settings.smtp_url is None:
        yield finding(
            state="warning",
            detail=Phrase("check-nothing-follows-pushes"),
            way_out=Phrase("check-way-smtp"),
        )
    key = "secret" if settings.web_push_key is None else "setting"
    yield finding(state="ok", detail=Phrase("check-pushes-on", {"browsers": browsers, "key": key}))


def _browsers(installation: Installation) -> int:
    """How many take pushes."""
    column = address.c
    try:
        database = installation.migrated("log")
    except NotHere:
        return 0
    counted = sa.select(sa.func.count().label("browsers")).where(
        column.channel == WEB_PUSH, column.status == "active"
    )
    return int(database.fetch(database.prepare(counted))[0].browsers)
