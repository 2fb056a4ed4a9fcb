"""A list that a form brings: pasted, or as a file."""

from collections.abc import Collection

from flask import request

from services.spreadsheets.csv_files import text_in
from services.web.forms import read_upload
from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT, Problem


def list_sent(known: Collection[str], name: str) -> tuple[dict[str, str], Problem | None]:
    """The fields of a form, the list among them as text; and what is wrong with a file in its place.

    Args:
        known: the names of all fields.
        name: that of the list.
    """
    sent = read_upload(known, name)
    given = sent.pop(name, "")
    fields = {field: value for field, value in sent.items() if isinstance(value, str)}
    if isinstance(given, str):
        return {**fields, name: given}, None
    typed = request.form.get(name, "").strip()
    try:
        if typed:
            raise INVALID_INPUT(detail=Phrase("part-list-and-file")).at(field=name)
        return {**fields, name: text_in(given)}, None
    except Problem as problem:
        return {**fields, name: typed}, problem
