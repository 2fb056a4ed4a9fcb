"""Signing with a stroke: the figures that it binds, and keeping it once the signature is in the log."""

from collections.abc import Mapping

from services.desk.answers import Answer
from services.desk.desk import Desk
from services.tournament.lookups import sheet_in
from services.tournament.play.sheets import figures_digest


def figures_shown(desk: Desk, tournament_id: str, sheet: str) -> Mapping[str, str]:
    """What a signature binds by who signs, to be looked up before the sheet is shown."""
    found = sheet_in(desk.state(tournament_id), sheet)
    return {number: figures_digest(found, number) for number in found.seats}


def keep_stroke(desk: Desk, answer: Answer, entrant: str, lines: str) -> None:
    """Keep what was drawn beside the signature that an answer says was given."""
    person = desk.state(answer.tournament).entrants[entrant].person
    for event in answer.events:
        if event.type == "sheet-signed":
            desk.strokes.keep(answer.tournament, event, person, lines)
