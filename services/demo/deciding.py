"""From the last preliminary game to the finalists: published, corrected, the cut, the lot, the reserves."""

from datetime import date

from services.demo.agenda import Activity
from services.demo.director import Director, NotInTheScript
from services.demo.papers import can_be, written
from services.demo.tables import sign_sheet
from services.tournament.play.results import CorrectGame
from services.tournament.publication.publishing import PublishResults
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import (
    ConcludeQualification,
    DecideCutTie,
    UndoQualification,
)
from services.tournament.standings.standing import standings


def publish(director: Director) -> Activity:
    """Version 1 goes out on the evening of the announced day."""
    director.scene("published")
    director.organizer(PublishResults(stage="preliminary"))
    yield from ()


def correct_and_publish(director: Director) -> Activity:
    """A participant sees that tiles were typed wrongly; the Chief Referee corrects them from the paper."""
    state = director.state
    for standing in reversed(standings(state, "preliminary")):
        sheet = state.sheets[standing.sheet]
        signature = sheet.signatures.get(standing.entrant_no)
        typed = [game for game in sheet.games if game is not None and game.source == "self_recorded"]
        if (
            standing.games_won == 0
            and len(typed) == 3
            and signature is not None
            and signature.medium == "paper"
        ):
            slip = written(typed[1], standing.entrant_no)
            if not can_be(state.rules_in(sheet.stage), slip):
                continue
            command = CorrectGame(
                sheet=sheet.sheet,
                game=slip.game,
                ended_by=slip.ended_by,
                seats=slip.seats,
                reason="紙本記分紙所示剩牌比輸入多一隻。",
            )
            director.chief(command)
            yield director.after(70)
            # Who was told comes back and signs what stands now.
            yield from sign_sheet(director, sheet.sheet, director.dice(f"signed anew {sheet.sheet}"))
            yield director.after(20)
            director.organizer(PublishResults(stage="preliminary"))
            return
    raise NotInTheScript("nobody without a win has signed a self-recorded sheet on paper")


def conclude_too_soon(director: Director) -> Activity:
    """The cut is made while a correction is being looked into, and undone."""
    director.chief(ConcludeQualification())
    yield director.after(12)
    reason = "A participant has just pointed out a typing slip; version 2 comes first."
    director.organizer(UndoQualification(reason=reason))


def conclude(director: Director) -> Activity:
    """The cut is made; a tie lies across it, so it is held."""
    director.scene("cut")
    director.chief(ConcludeQualification())
    yield from ()


def draw_the_lot(director: Director) -> Activity:
    """The Chief Referee lets the lot decide between the tied, with witnesses and a recorded seed."""
    if director.state.cut_into("final").status != "held":
        return
    reason = "Lot in the presence of two parents of the tied; a play-off would not fit before the final."
    director.chief(DecideCutTie(choice="lot", reason=reason))
    yield director.after(10)


def place_and_replace(director: Director, eve: date) -> Activity:
    """Finalists get their sessions. One gives the place up before that, another on the eve of the final."""
    qualified = _free_to_go(director)
    director.participant(qualified[3], WithdrawQualifier(entrant=qualified[3], reason="當日要出埠公幹。"))
    yield director.after(45)
    director.chief(PlaceFinalists())
    yield director.moment(eve, "20:10")
    leaver = _free_to_go(director)[1]
    director.participant(leaver, WithdrawQualifier(entrant=leaver, reason="Fever since this morning."))


def _free_to_go(director: Director) -> list[str]:
    """Qualified entrants who stand in no family unit, the last in order first."""
    state = director.state
    return [no for no in reversed(state.cut_into("final").qualified) if state.entrants[no].unit is None]
