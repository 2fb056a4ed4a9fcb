"""CSV files on the command line, and whatever problem lies in a file."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from services.cli.disk import read_within
from services.limits import CSV_FILE
from services.spreadsheets import csv_files
from services.spreadsheets.csv_files import Row, text_in
from shared.problems import Problem


def read_rows(file: Path, required: Sequence[str], optional: Sequence[str] = ()) -> list[Row]:
    """The lines of a CSV file below its heading; raises Problem: naming file, line and field."""
    with in_file(file):
        return csv_files.read_rows(text_in(read_within(file, CSV_FILE)), required, optional)


@contextmanager
def in_file(file: Path) -> Iterator[None]:
    """Whatever problem the block meets lies in this file."""
    try:
        yield
    except Problem as problem:
        raise problem.at(file=str(file)) from None
