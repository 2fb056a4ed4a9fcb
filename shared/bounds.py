"""Longest lengths, declared in a field's annotation, shown in its JSON Schema and held by one check.

    name: Annotated[str, text(100)]
    rows: Annotated[tuple[Row, ...], many(500)]

Decoding does not look at them: events share structs with commands, and a text that was recorded before it
had a longest length is read for ever. Whatever comes in is checked instead, by the same annotations, where it
is read and again where it is decided.
"""

import msgspec

from shared.catalogue import languages

ONE_LINE = "^[^\\u0000-\\u001f\\u007f-\\u009f\\u2028\\u2029\\u202a-\\u202e\\u2066-\\u2069]*$"
"""No control character, no line break, and nothing that turns the direction of the text around it."""
LINES = "^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$"
"""The same, line breaks and tabs apart."""
DIRECTION_MARKS = "\u200e\u200f\u202a-\u202e\u2066-\u2069"
"""Invisible marks that turn the direction of writing, as ranges of characters; copied text has them."""
MOST_DIGITS = 15
"""Whole numbers have no more: every program that reads JSON takes those as they are."""


def text(most: int, *, lines: bool = False, form: str = "") -> msgspec.Meta:
    """A text of at most so many characters; on one line, unless `lines`.

    Args:
        form: in which it is put when it comes in (`shared.text_forms`); as it is without one.
    """
    schema = {"maxLength": int(most), "pattern": LINES if lines else ONE_LINE}
    return msgspec.Meta(extra_json_schema=schema, extra={"form": form} if form else None)


def read_as(form: str) -> msgspec.Meta:
    """A text without bounds of its own that is put in a form when it comes in (`shared.text_forms`)."""
    return msgspec.Meta(extra={"form": form})


def read_by(readers: str) -> msgspec.Meta:
    """A text whose writer is told beside the field who reads it, `task-read-by-READERS` of the catalogue."""
    return msgspec.Meta(extra={"readers": readers})


def spoken() -> msgspec.Meta:
    """A language that there is a catalogue of, by its two letters."""
    return msgspec.Meta(extra_json_schema={"enum": [*languages()]}, extra={"form": "spoken"})


def many(most: int) -> msgspec.Meta:
    """A collection of at most so many items."""
    return msgspec.Meta(extra_json_schema={"maxItems": int(most)})


def entries(most: int) -> msgspec.Meta:
    """A mapping of at most so many entries."""
    return msgspec.Meta(extra_json_schema={"maxProperties": int(most)})
