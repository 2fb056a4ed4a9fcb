"""What a command would change, in a few lines: places, cut, awards, who is told."""

from bots.telegram.talk import Talk
from services.desk.previewing import Preview

_MOST = 3


def impact(talk: Talk, foreseen: Preview) -> str:
    """The impact in the chat's language, short enough for a phone."""
    lines = []
    difference = foreseen.difference
    for stage in difference.stages:
        moves = [
            f"{move.entrant_no} {move.before.place if move.before else '–'}→"
            f"{move.after.place if move.after else '–'}"
            for move in stage.moves
        ]
        more = f" +{len(moves) - _MOST}" if len(moves) > _MOST else ""
        lines.append(f"{talk.text('impact_places')}: {', '.join(moves[:_MOST])}{more}")
    if difference.cut is not None and (difference.cut.came_in or difference.cut.fell_out):
        came, fell = ", ".join(difference.cut.came_in), ", ".join(difference.cut.fell_out)
        lines.append(talk.text("impact_cut", came_in=came or "–", fell_out=fell or "–"))
    if difference.awards:
        lines.append(f"{talk.text('impact_awards')}: {', '.join(own.award for own in difference.awards)}")
    if not lines:
        lines.append(talk.text("impact_none"))
    lines.append(talk.text("impact_notices", count=len(foreseen.notices)))
    return "\n".join(lines)
