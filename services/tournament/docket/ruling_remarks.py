"""Remarks on rulings on games: without a result, to no effect, played by nobody, or against a sheet."""

from collections.abc import Iterator, Sequence

from services.rules.game import Note, remark
from services.tournament.docket.rulings import GameRuled
from services.tournament.play.figures import same_figures, same_game
from services.tournament.play.scores import Game, Sheet
from services.tournament.state import State
from shared.catalogue import Listed


def of_ruled(state: State, event: GameRuled) -> Iterator[Note]:
    """That a ruling is on a game without a result, changes nothing, or brings a game that nobody plays.

    One that was interrupted or not begun waits for its ruling, and is no such game.
    """
    sheet = state.sheets[event.sheet]
    before = state.rulings[event.ruling].stood.get(event.game)
    if before is None:
        missing = [number for number in range(1, event.game) if sheet.games[number - 1] is None]
        yield remark(
            "ruled-unrecorded",
            game=event.game,
            replay=event.status == "replay",
            before=Listed(missing) if missing else None,
        )
    elif event.status == "amended" and same_game(before, event.ended_by, event.results):
        yield remark("amended-to-the-same", game=event.game)
    if event.status == "replay" and state.sessions[sheet.session].status == "ended":
        yield remark("replay-after-session", game=event.game)


def rulings_kept(sheet: Sheet, second: Sequence[Game]) -> Iterator[Note]:
    """The games that stand by a ruling, or wait for one, though another sheet has other figures for them.

    No sheet decides them, whichever is taken.
    """
    for game, other in zip(sheet.games, second, strict=False):
        if game is None or same_figures(game, other.figures):
            continue
        if game.ruling is not None or game.status == "awaiting_ruling":
            yield remark("ruling-kept", game=game.number, ruling=game.ruling)
