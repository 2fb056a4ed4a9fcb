"""What a command would change, in a few lines: places, cut, awards, who is told, what to look at again."""

from collections.abc import Sequence

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
        lines.append(f"{talk.text('impact_places')}: {_few(moves)}")
    if difference.cut is not None and (difference.cut.came_in or difference.cut.fell_out):
        came, fell = _few(difference.cut.came_in), _few(difference.cut.fell_out)
        lines.append(talk.text("impact_cut", came_in=came, fell_out=fell))
    if difference.awards:
        lines.append(f"{talk.text('impact_awards')}: {', '.join(own.award for own in difference.awards)}")
    if not lines:
        lines.append(talk.text("impact_none"))
    lines.append(talk.text("impact_notices", count=len(foreseen.notices)))
    lines += [f"⚠ {note.text(talk.language)}" for note in foreseen.remarks[:_MOST]]
    return "\n".join(lines)


def _few(shown: Sequence[str]) -> str:
    more = f" +{len(shown) - _MOST}" if len(shown) > _MOST else ""
    return (", ".join(shown[:_MOST]) or "–") + more
