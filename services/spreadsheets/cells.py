"""What every cell and row of a list has to hold to."""

from typing import TypeVar

import msgspec

from services.spreadsheets.columns import column_word
from services.spreadsheets.csv_files import CellWrong, Row
from shared.bound_checks import fault_in, refusal
from shared.catalogue import Phrase
from shared.plain_text import narrow
from shared.text_forms import plain

C = TypeVar("C", bound=msgspec.Struct)


def within_bounds(row: Row, read: C) -> C:
    """What a row says, in plain form; what is longer than its field takes is a fault of the row."""
    read = plain(read)
    fault = None if row.faults else fault_in(read, type(read))
    if fault is not None:
        values = {**fault.phrase.values, "field": column_word(fault.field)}
        fault = msgspec.structs.replace(fault, phrase=Phrase(fault.phrase.key, values))
        row.faults.append(refusal(fault).at(line=row.line))
    return read


def needed(text: str) -> str:
    """A cell that may not be empty."""
    if not text:
        raise CellWrong(Phrase("part-importing-needed-every-row"))
    return narrow(text)
