"""The years in which tournaments are played: beyond them there is no day after, or no zone has hours."""

from datetime import datetime

from shared.catalogue import Phrase
from shared.problems import INVALID_INPUT

YEARS = range(1900, 2201)
_OF_READINGS = range(2000, 2201)
"""Those of what is read or said of the weather."""


def check_moments(*moments: datetime) -> None:
    """Each moment at which the weather was read has a zone, and lies in the years of readings.

    Raises:
        Problem: invalid-input.
    """
    for moment in moments:
        if moment.tzinfo is None:
            raise INVALID_INPUT(detail=Phrase("part-time-needs-zone"))
        if moment.year not in _OF_READINGS:
            raise INVALID_INPUT(detail=out_of_range(moment.year, _OF_READINGS))


def out_of_range(year: int, years: range = YEARS) -> Phrase:
    """That a year is not among those that are taken."""
    return Phrase("part-year-out-of-range", {"year": year, "first": years[0], "last": years[-1]})
