"""How a game that is put right ended, where only new scores were given for it."""

from collections.abc import Sequence

from msgspec import UNSET, UnsetType

from services.rules.game import ENDINGS, EndedBy
from services.tournament.play.figures import CLEARED, SeatResult
from services.tournament.play.scores import Game
from shared.catalogue import Word
from shared.problems import ProblemType

ENDING_NEEDED = ProblemType("ending-needed", 422)


def ending_kept(
    current: Game | None,
    ended_by: EndedBy | UnsetType,
    written: Sequence[SeatResult],
    *,
    strict: bool = True,
) -> EndedBy | UnsetType:
    """The ending that was given; for scores without any, that of the game as it stands.

    A sheet of scores does not say how a game ended, so what is known is not lost with a new one. Whoever has
    no tiles left has cleared their rack, whatever stood before.

    Args:
        strict: whether an ending is kept and asked for; not for what stands in the log already.

    Raises:
        Problem: ending-needed, where the game ended by a cleared rack and nobody has cleared one any more.
    """
    stood = next((known for known in ENDINGS if current is not None and known == current.ended_by), None)
    if (
        ended_by is not UNSET
        or stood is None
        or not strict
        or any(written_seat.score is None for written_seat in written)
    ):
        return ended_by
    cleared = any(written_seat.tiles == 0 for written_seat in written)
    if stood == CLEARED and not cleared:
        known = [Word("ending", ending) for ending in ENDINGS if ending != CLEARED]
        raise ENDING_NEEDED(ended_by=Word("ending", stood), known=known).at(field="ended_by")
    return UNSET if cleared and stood != "forfeit" else stood
