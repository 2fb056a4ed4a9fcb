"""Answering with JSON that nobody keeps: what came of a change, and what follows from more than the log."""

from typing import Any

import msgspec
from flask import Response


def answered(value: Any, status: int = 200) -> Response:
    """`value` as JSON, without a tag and for no cache."""
    body = msgspec.json.encode(value)
    return Response(body, status, {"Cache-Control": "no-store"}, content_type="application/json")
