"""What also happens on a day of play: people leave, games are disputed, storms come, steps are undone."""

from random import Random

from services.rules.ruleset import axes
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import CancelRegistration, MergeEntrants
from services.tournament.people.entries import EnterStage
from services.tournament.people.moving import MoveEntrant
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.figures import SeatResult
from services.tournament.play.results import CorrectGame
from services.tournament.play.timing import (
    CallTime,
    ReopenSession,
    UndoSessionStart,
)
from services.tournament.seating.presence import CheckIn, UndoCheckIn
from services.tournament.seating.seats import UndoSeatDraw
from services.tournament.state import State
from services.tournament.weather.suspension import SuspendDay


def slip(state: State, dice: Random) -> Command:
    """One of these, of somebody or something by chance."""
    number = dice.choice(sorted(state.entrants) or ["0001"])
    session = dice.choice(sorted(state.sessions))
    sheet = dice.choice(sorted(state.sheets) or [f"{session}/1"])
    seats = state.sheets[sheet].seats if sheet in state.sheets else (number,)
    reason = "as it was"
    stage = dice.choice(state.plan.stage_ids) if len(state.plan.registered_stages) > 1 else None
    beside: list[Command] = []
    if stage is not None:
        beside = [
            MoveEntrant(entrant=number, session=session),
            EnterStage(entrant=number, session=session),
            CancelRegistration(entrant=number, stage=stage),
            WithdrawEntrant(entrant=number, stage=stage, grounds="left"),
            ReinstateEntrant(entrant=number, stage=stage, reason=reason),
            MergeEntrants(keep=number, drop=dice.choice(sorted(state.entrants) or ["0001"])),
        ]
    return dice.choice(
        [
            *beside,
            WithdrawEntrant(entrant=number, grounds="left", reason=reason),
            DisqualifyEntrant(entrant=number, reason=reason),
            ReinstateEntrant(entrant=number, reason=reason),
            CorrectGame(sheet=sheet, game=1, seats=racks_left(dice, seats), reason=reason),
            RaiseDispute(sheet=sheet, game=1, statement=reason),
            MakeRuling(
                dispute=dice.choice(sorted(state.disputes) or ["D-0001"]),
                finding=reason,
                cites=cited(state),
                reason=reason,
                effects=(AmendGame(1, racks_left(dice, seats), winners=(seats[0],)),),
            ),
            SuspendDay(day=state.sessions[session].known_day, grounds="black_rainstorm"),
            UndoSeatDraw(session=session, reason=reason),
            UndoSessionStart(session=session, reason=reason),
            ReopenSession(session=session, reason=reason),
            UndoCheckIn(entrant=number, reason=reason),
            CallTime(session=session),
            CheckIn(entrant=number),
            RegisterEntrant(session=session, name_en="Late"),
        ]
    )


def racks_left(dice: Random, players: tuple[str, ...]) -> tuple[SeatResult, ...]:
    """What everyone was left with."""
    winner = dice.choice(players)
    return tuple(
        SeatResult(entrant=number, count=0, tiles=0)
        if number == winner
        else SeatResult(entrant=number, count=dice.randrange(12, 36), tiles=dice.randrange(3, 6))
        for number in players
    )


def cited(state: State) -> str:
    """A rule of the tournament."""
    return next(axes(state.rules)).cite
