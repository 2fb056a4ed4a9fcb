"""Answering with JSON that nobody keeps: what came of a change, and what follows from more than the log."""

import io
from collections.abc import Sequence
from typing import Any

import msgspec
from flask import Response

from shared.csv_out import write_rows


def answered(value: Any, status: int = 200) -> Response:
    """`value` as JSON, without a tag and for no cache."""
    body = msgspec.json.encode(value)
    return Response(body, status, {"Cache-Control": "no-store"}, content_type="application/json")


def csv_file(name: str, columns: Sequence[str], rows: Sequence[Sequence[str]]) -> Response:
    """Rows as a file for a spreadsheet, for no cache."""
    out = io.StringIO()
    write_rows(out, columns, rows)
    headers = {"Cache-Control": "no-store", "Content-Disposition": f'attachment; filename="{name}.csv"'}
    return Response(out.getvalue().encode(), 200, headers, content_type="text/csv; charset=utf-8")
