"""For whoever runs the program: is it alive, is it ready, what does it count, which release is it."""

import platform
import sqlite3
from collections.abc import Iterator
from functools import partial
from importlib.metadata import version
from typing import Literal

import msgspec
import psycopg
from flask import Response

from infra.migrations import NewerDatabase, current, latest
from infra.migrations.chains import Chain
from services.web.measures import measured
from services.web.parts import Parts
from services.web.routes import Call, Content, Open, Route
from shared.database import Database, DatabaseUnusable
from shared.problems import ProblemType

TAG = "Running it"

NOT_READY = ProblemType(
    "not-ready",
    503,
    "The {what} database is not ready: {detail}. Run `tileledger doctor` on the server.",
    "{what} 資料庫未就緒：{detail}。請在伺服器執行 `tileledger doctor`。",
)


class Alive(msgspec.Struct, frozen=True):
    """The process answers."""

    status: Literal["ok"] = "ok"


class Ready(msgspec.Struct, frozen=True):
    """Both databases can be reached and are at the revision this release needs."""

    log: str
    vault: str
    status: Literal["ready"] = "ready"


class Version(msgspec.Struct, frozen=True):
    """What is running."""

    version: str
    release: str
    python: str


def meta_routes(parts: Parts) -> Iterator[Route]:
    """livez, readyz, metrics, version."""
    yield Route(
        name="livez",
        method="GET",
        path="/livez",
        access=Open("a probe has no token"),
        handle=lambda call: _json(Alive()),
        summary="Is the process alive?",
        tag=TAG,
        answers={200: Content(kind=Alive)},
    )
    yield Route(
        name="readyz",
        method="GET",
        path="/readyz",
        access=Open("a probe has no token"),
        handle=partial(_ready, parts),
        summary="Can it do its work: databases reachable, migrations done?",
        tag=TAG,
        answers={200: Content(kind=Ready)},
        refusals=(503,),
    )
    yield Route(
        name="metrics",
        method="GET",
        path="/metrics",
        access=Open("figures only; let the proxy keep it inside"),
        handle=lambda call: _metrics(),
        summary="Figures for Prometheus",
        tag=TAG,
        answers={200: Content(media_type="text/plain")},
    )
    yield Route(
        name="version",
        method="GET",
        path="/version",
        access=Open("says nothing that is secret"),
        handle=partial(_version, parts),
        summary="Which release is this?",
        tag=TAG,
        answers={200: Content(kind=Version)},
    )


def _ready(parts: Parts, call: Call) -> Response:
    return _json(Ready(_revision(parts.database, "log"), _revision(parts.vault.database, "vault")))


def _revision(database: Database, chain: Chain) -> str:
    needed = latest(chain)
    try:
        at = current(database, chain)
    except (DatabaseUnusable, NewerDatabase, OSError, sqlite3.Error, psycopg.Error) as error:
        raise NOT_READY(what=chain, detail=type(error).__name__) from error
    if at != needed:
        raise NOT_READY(what=chain, detail=f"it is at {at}, not at {needed}")
    return at


def _metrics() -> Response:
    body, content_type = measured()
    return Response(body, content_type=content_type, headers={"Cache-Control": "no-store"})


def _version(parts: Parts, call: Call) -> Response:
    return _json(Version(version("tileledger"), parts.release, platform.python_version()))


def _json(value: object) -> Response:
    return Response(
        msgspec.json.encode(value), content_type="application/json", headers={"Cache-Control": "no-store"}
    )
