"""Figures as a referee types them: `A 0, B 12/3, C 7/2, D 20/5`: points left on each rack, and tiles."""

import re
from collections.abc import Iterable

from services.desk.views import SheetView
from services.rules.game import ENDINGS, EndedBy
from services.tournament.play.figures import SeatResult
from services.tournament.seating.sessions import SEATS
from shared.problems import ProblemType

FIGURES_UNREADABLE = ProblemType("figures-unreadable", 422)
_SEAT = re.compile(r"([A-Ha-h])\s*[:=]?\s*([0-9]{1,4})(?:\s*/\s*([0-9]{1,3}))?")


def figures_typed(text: str) -> tuple[tuple[SeatResult, ...], EndedBy]:
    """The seats' results, and how the game ended: cleared, unless one of the endings is written at the end.

    Raises:
        Problem: figures-unreadable.
    """
    ended_by: EndedBy = "cleared"
    parts = [part for part in re.split(r"[,;\n，；]+", text.strip()) if part.strip()]
    for ending in ENDINGS:
        if parts and parts[-1].strip().lower().replace(" ", "_") == ending:
            ended_by = ending
            parts.pop()
            break
    seats = []
    for part in parts:
        found = _SEAT.fullmatch(part.strip())
        if found is None:
            raise FIGURES_UNREADABLE(part=part.strip()[:40])
        count = int(found[2])
        tiles = int(found[3]) if found[3] is not None else (0 if count == 0 else None)
        seats.append(SeatResult(seat=found[1].upper(), count=count, tiles=tiles))
    if not seats:
        raise FIGURES_UNREADABLE(part=text.strip()[:40] or "-")
    return tuple(seats), ended_by


def figures_shown(seats: Iterable[SeatResult]) -> str:
    """The same figures as they are read back."""
    return ", ".join(f"{own.seat} {own.count}" + (f"/{own.tiles}" if own.tiles else "") for own in seats)


def sheet_shown(view: SheetView) -> list[str]:
    """A score sheet in lines: who sits where, and each game with won, score and tiles left."""
    row = view.sheet
    lines = [
        f"{letter} {number} {view.names.get(number, '')}".rstrip()
        for letter, number in zip(SEATS, row.seats, strict=False)
    ]
    for place, game in enumerate(row.games, 1):
        if game is None:
            lines.append(f"{place}. –")
            continue
        begins = next((own.entrant_no for own in row.first_players if own.game == game.game), None)
        cells = [
            f"{'▶' if number == begins else ''}{'★' if cell.game_won else ''}{seat} {cell.score}/{cell.tiles}"
            for seat, number in zip(SEATS, row.seats, strict=False)
            for cell in game.figures
            if cell.entrant_no == number
        ]
        lines.append(f"{game.game}. {' · '.join(cells) or game.status}")
    return lines
