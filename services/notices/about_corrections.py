"""Figures put right after they were signed or told: those whose they are, and the officials of the table.

Whoever sits at a table reads it after the session; its referee is asked to tell the table at once.
"""

from collections.abc import Iterable

from services.notices.figures_changed import Changes, changes, of_entrant, written
from services.notices.notice import Notice
from services.notices.officials_concerned import of_game, of_table, official, referee_of, several
from services.notices.phones_off import is_at_table
from services.notices.registry import note, policy
from services.tournament.play.conflicts import SheetConflictSettled
from services.tournament.play.results import GameCorrected
from services.tournament.play.sheets import game_on
from services.tournament.state import State


@policy(GameCorrected)
def _corrected(state: State, event: GameCorrected, seq: int) -> Iterable[Notice]:
    """Whoever rules on a game hears that it was corrected; from the signed paper they do so themselves.

    At a table where nobody has signed yet a slip is put right before everyone's eyes but of those who left.
    """
    sheet = state.sheets[event.sheet]
    game = game_on(sheet, event.game)
    assert game is not None, "it was just corrected"
    signed = event.clerical or sheet.closed_seq is not None or bool(sheet.sign_again)
    known = signed or not is_at_table(state, event.sheet)
    changed = changes(state, sheet, (game.before,), (game,), sheet.seats)
    told = [change for change in changed if known or not state.entrants[change.entrant].plays_in(sheet.stage)]
    yield from _told(state, seq, event.sheet, told)
    concerned = of_game(state, event.sheet, event.game)
    about = {"case": event.case, "game": str(event.game), "read_by": _readers(told)}
    yield from _officials(state, seq, event.sheet, concerned, **about)
    open_on_it = [
        dispute.dispute
        for dispute in sorted(state.disputes.values(), key=lambda each: each.dispute)
        if dispute.status == "open" and dispute.sheet == event.sheet and dispute.game in (None, event.game)
    ]
    if open_on_it and not event.clerical:
        about = {"dispute": open_on_it[0], "disputes": ", ".join(open_on_it)}
        given = {**about, "sheet": event.sheet, "game": str(event.game)}
        yield note(seq, "dispute-raised", "role:chief_referee", "disputed-game-corrected", given, number=1)


@policy(SheetConflictSettled)
def _settled(state: State, event: SheetConflictSettled, seq: int) -> Iterable[Notice]:
    """Which counts is told to whoever handed the second in, to who had signed other figures or has left."""
    sheet = state.sheets[event.sheet]
    conflict = sheet.conflicts[event.conflict - 1]
    changed: Changes = []
    if event.taken == "second":
        known = conflict.signed if is_at_table(state, event.sheet) else sheet.seats
        changed = changes(state, sheet, conflict.replaced, sheet.games, known)
    yield from _told(state, seq, event.sheet, changed)
    by = official(conflict.by)
    concerned = [*of_table(state, event.sheet), *(() if by is None else (by,))]
    about = {"case": event.case, "taken": event.taken, "read_by": _readers(changed)}
    yield from _officials(state, seq, event.sheet, concerned, **about)


def _readers(told: Changes) -> str:
    """Who reads that their figures were corrected."""
    return ", ".join(dict.fromkeys(change.entrant for change in told))


def _told(state: State, seq: int, sheet: str, changed: Changes) -> Iterable[Notice]:
    for entrant in dict.fromkeys(change.entrant for change in changed):
        theirs = written(of_entrant(changed, entrant))
        yield note(seq, "figures-corrected", f"entrant:{entrant}", sheet=sheet, changes=theirs)


def _officials(
    state: State, seq: int, sheet: str, concerned: Iterable[str], **about: str
) -> Iterable[Notice]:
    """The referee tells a table where people sit; the others read it."""
    aloud = referee_of(state, sheet) if is_at_table(state, sheet) else ()
    for kind, template, audience in (
        ("read-out", "corrected-read-out", several(aloud)),
        ("figures-corrected", "corrected-for-official", several(concerned, aloud)),
    ):
        if audience is not None:
            yield note(seq, kind, audience, template, about, sheet=sheet)
