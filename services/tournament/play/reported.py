"""What those at a table were told of their result there, so that nobody is told the same once more.

Sheets close, are opened again by a ruling, a correction or somebody who is back, and close again. A result is
reported anew to whoever it has changed for since, and only to them.
"""

from msgspec import structs

from services.tournament.play.scores import LEFT, Reported, Sheet
from services.tournament.state import State


def with_reports(state: State, sheet: Sheet, seq: int) -> Sheet:
    """The sheet as of the event that reports the results on it to those they are new to.

    Not to those disqualified, who are not ranked, nor to whom no game there is worth anything.
    """
    reported = sheet.reported
    for number in sheet.seats:
        known, figures = reported.get(number), sheet.total(number).figures
        out = state.entrants[number].out_of(sheet.stage)
        counts = out != "disqualified" and _has_a_result(sheet, number)
        if counts and (known is None or known.figures != figures):
            reported = reported.set(number, Reported(seq, figures))
    return structs.replace(sheet, reported=reported)


def _has_a_result(sheet: Sheet, number: str) -> bool:
    """Whether any game is worth something to them: not what they only forfeited, of which they read apart."""
    return any(
        not (game.ended_by == LEFT and not figure.game_won)
        for game in sheet.games
        if game is not None
        for figure in game.figures
        if figure.entrant == number
    )


def without_outdated(sheet: Sheet) -> Sheet:
    """An open sheet without the reports that its figures have contradicted since."""
    if not sheet.reported:
        return sheet
    reported = sheet.reported
    for number, known in sheet.reported.items():
        if known.figures != sheet.total(number).figures:
            reported = reported.delete(number)
    return sheet if reported is sheet.reported else structs.replace(sheet, reported=reported)
