"""What those at a table were told of their result there, so that nobody is told the same once more.

Sheets close, are opened again by a ruling, a correction or somebody who is back, and close again. A result is
reported anew to whoever it has changed for since, and only to them.
"""

from msgspec import structs

from services.tournament.play.scores import Reported, Sheet
from services.tournament.state import State


def with_reports(state: State, sheet: Sheet, seq: int) -> Sheet:
    """The sheet as of the event that reports the results on it to those they are new to.

    Not to those disqualified, who are not ranked.
    """
    reported = sheet.reported
    for number in sheet.seats:
        known, figures = reported.get(number), sheet.total(number).figures
        ranked = state.entrants[number].out_of(sheet.stage) != "disqualified"
        if ranked and (known is None or known.figures != figures):
            reported = reported.set(number, Reported(seq, figures))
    return structs.replace(sheet, reported=reported)


def for_who_is_there(state: State, sheet: Sheet, seq: int) -> Sheet:
    """The empty sheet as play begins: to who left before that there is nothing to report."""
    gone = [number for number in sheet.seats if not state.entrants[number].plays_in(sheet.stage)]
    reported = sheet.reported.update({number: Reported(seq, sheet.total(number).figures) for number in gone})
    return structs.replace(sheet, reported=reported)


def without_outdated(sheet: Sheet) -> Sheet:
    """An open sheet without the reports that its figures have contradicted since."""
    if not sheet.reported:
        return sheet
    reported = sheet.reported
    for number, known in sheet.reported.items():
        if known.figures != sheet.total(number).figures:
            reported = reported.delete(number)
    return sheet if reported is sheet.reported else structs.replace(sheet, reported=reported)
