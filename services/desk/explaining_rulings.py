"""The rulings behind a place that no game names: out or back in, warned, charged, or taken back since.

Of a case at their table it is told what became of the table; what a ruling did to somebody else there is not.
"""

from collections.abc import Iterator

from services.desk.reasons import Reason, Words
from services.rules.citing import Cited
from services.tournament.definition.stages import Stage
from services.tournament.docket.cases import Ruling
from services.tournament.play.scores import Sheet
from services.tournament.state import State
from shared.catalogue import Word

_OF_A_PERSON = ("charge", "warning", "disqualify")


def rulings_about(state: State, stage: Stage, entrant_no: str, words: Words) -> Iterator[Reason]:
    """The rulings that concern an entrant in a stage, in order, but those that a game of theirs stands by."""
    by_games = {
        game.ruling
        for sheet in state.sheets.values()
        if entrant_no in sheet.seats
        for game in sheet.games
        if game is not None
    }
    for ruling in sorted(state.rulings.values(), key=lambda ruling: ruling.seq):
        effects = [*_of_her(state, ruling, entrant_no, stage)]
        if ruling.ruling not in by_games:
            effects += _of_her_table(state, ruling, entrant_no, stage)
        if effects:
            shown = [Word("effect", effect) for effect in effects]
            yield Reason(_sentence(ruling, shown, words), ruling.seq)


def _of_her(state: State, ruling: Ruling, entrant_no: str, stage: Stage) -> Iterator[str]:
    """What a ruling did to them alone, and that it took their disqualification back."""
    if (entrant_no, stage) in ruling.disqualified:
        yield "disqualify"
    elif ruling.supersedes and (entrant_no, stage) in state.rulings[ruling.supersedes].disqualified:
        yield "reinstate"
    sheet = _sheet(state, ruling)
    if entrant_no in ruling.warned and (sheet is None or sheet.stage == stage):
        yield "warning"


def _of_her_table(state: State, ruling: Ruling, entrant_no: str, stage: Stage) -> Iterator[str]:
    """What a ruling did with a game at their table, and whether it charged them."""
    sheet = _sheet(state, ruling)
    if sheet is None or sheet.stage != stage or entrant_no not in sheet.seats:
        return
    yield from (effect for effect in ruling.effects if effect not in _OF_A_PERSON)
    if entrant_no in dict(ruling.charges):
        yield "charge"


def _sheet(state: State, ruling: Ruling) -> Sheet | None:
    """The sheet that the case of a ruling is about, if it is about one."""
    return state.sheets.get(state.disputes[ruling.dispute].sheet or "")


def _sentence(ruling: Ruling, effects: list[Word], words: Words) -> str:
    return words.say(
        "ruling",
        number=ruling.ruling,
        dispute=ruling.dispute,
        cites=Cited(ruling.cites),
        effects=effects,
        after=ruling.superseded_by,
    )
