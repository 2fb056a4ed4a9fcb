"""What a sensible organizer would do next, on any state: the way from registration to the awards."""

from datetime import datetime, timedelta
from random import Random
from typing import Any

from services.rules.game import EndedBy
from services.tournament.definition.founding import AppointReferee
from services.tournament.definition.stages import Stage
from services.tournament.docket.disputes import ReportGameNotBegun
from services.tournament.docket.effects import NoEffect, VoidGame
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Command
from services.tournament.lookups import active_seats
from services.tournament.people.amendments import CancelRegistration
from services.tournament.play.conflicts import SettleSheetConflict
from services.tournament.play.figures import SeatResult
from services.tournament.play.results import RecordGameResult
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import open_conflict, unsigned
from services.tournament.play.signatures import CloseSignature, RecordMissingSignature, SignSheet
from services.tournament.play.timing import CallTime, EndSession, StartSession
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults, unsettled
from services.tournament.seating.presence import CheckIn, UndoCheckIn
from services.tournament.seating.seats import AssignReferees, DrawSeats
from services.tournament.seating.sessions import Session
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie, UndoQualification
from services.tournament.state import State
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.update_promises import GiveFurtherWord, RemindOfNextWord
from tests.simulation.making import registration
from tests.simulation.mischief import Mischief

Next = tuple[Command, datetime]
"""A command, and when it happens: whoever came in time came in time, however late that is entered."""


class Organizer:
    """Decides what comes next. `entrants` is how many are wanted before the first session is played.

    In half of the tournaments all tables play alike, so that many tie.
    """

    def __init__(self, dice: Random, entrants: int) -> None:
        self.dice = dice
        self.entrants = entrants
        self.alike = dice.random() < 0.5
        self.absent: set[tuple[str, str]] = set()
        self.figures = Mischief(dice, odd=0.0)

    def next(self, state: State, now: datetime) -> Next | None:
        """What to do on this state; None when the awards are made."""
        self.figures.state = state
        if len(state.entrants) < self.entrants:
            number = f"E{len(state.entrants) + 1:03d}"
            return registration(self.figures, number, self.dice.choice(state.plan.sessions[:3]).id), now
        for stage in state.stages:
            for session in _in_order(state, stage):
                following = self._session(state, session, now)
                if following is not None:
                    return following
            if stage == "preliminary":
                command = self._cut(state)
                if command is not None:
                    return command, now
        if not unsettled(state, "final") and state.awards is None:
            return MakeAwards(), now
        return None

    def _session(self, state: State, session: Session, now: datetime) -> Next | None:
        if not session.entrants:
            return None
        if session.status == "suspended":
            how = session.suspension
            if how is not None and not how.reminded and how.told_seq == session.suspended_seq:
                return RemindOfNextWord(day=session.known_day), now
            if how is not None and how.told_seq == session.suspended_seq:
                return GiveFurtherWord(day=session.known_day, en="Wait.", zh="請等候。"), now
            return RescheduleSessions(day=session.known_day, new_day=_free_day(state, session, now)), now
        if session.status == "scheduled":
            command = self._before_play(state, session)
            if command is None:
                return None
            if isinstance(command, CheckIn):
                return command, state.plan.opens(session.known_day, session.plan)
            return command, max(now, state.seated_at(session) or now)
        if session.status == "drawn":
            return self._to_start(state, session), max(now, state.starts_at(session) or now)
        for table in sorted(session.tables):
            settling = self._sheet(state, state.sheets[f"{session.plan.id}/{table}"])
            if settling is not None:
                return settling, now
        if session.status == "playing":
            return CallTime(session=session.plan.id), max(
                now, state.plan.ends(session.known_day, session.plan)
            )
        if session.status == "time_called":
            return EndSession(session=session.plan.id), now
        return None

    def _before_play(self, state: State, session: Session) -> Command | None:
        present: list[str] = []
        waited_for: list[str] = []
        for number in sorted(session.entrants):
            entrant = state.entrants[number]
            if not entrant.plays_in(session.stage):
                continue
            attendance = entrant.in_stage(session.stage)
            waited_for.append(number)
            if attendance.presence == "checked_in":
                present.append(number)
            elif (number, session.plan.id) not in self.absent:
                if self.dice.random() < 0.9:
                    return CheckIn(entrant=number)
                self.absent.add((number, session.plan.id))
        if len(present) not in (0, 1, 2, 5):
            return DrawSeats(session=session.plan.id)
        away = [number for number in waited_for if number not in present]
        if present:
            self.absent.add((present[0], session.plan.id))
            return UndoCheckIn(entrant=present[0], reason="the table is short")
        if not away:
            return None
        if session.stage == "preliminary":
            return CancelRegistration(entrant=away[0], reason="nobody else came")
        return WithdrawQualifier(entrant=away[0], reason="nobody else came")

    def _to_start(self, state: State, session: Session) -> Command:
        active = [referee for referee in state.referees.values() if referee.active and not referee.chief]
        needed = -(-len(session.tables) // state.plan.tables_per_official)
        if len(active) < needed:
            return AppointReferee(referee=f"Q{len(state.referees):02d}", name="A Referee")
        if set(session.referees) != set(session.tables):
            return AssignReferees(session=session.plan.id)
        return StartSession(session=session.plan.id)

    def _sheet(self, state: State, sheet: Sheet) -> Command | None:
        """The next thing that brings the sheet nearer to its end."""
        if sheet.closed_seq is not None:
            return None
        for number in sheet.open_disputes:
            return _ruled(state, number)
        if open_conflict(sheet):
            conflict = next(
                sheet_conflict.number
                for sheet_conflict in sheet.conflicts
                if sheet_conflict.settled == "open"
            )
            take: Any = self.dice.choice(["first", "second"])
            return SettleSheetConflict(sheet=sheet.sheet, conflict=conflict, take=take, reason="seen")
        for game, played in enumerate(sheet.games, 1):
            if played is None:
                return self._game(state, sheet, game)
        for number in unsigned(state, sheet):
            signature = sheet.signatures.get(number)
            if signature is not None:
                return CloseSignature(sheet=sheet.sheet, entrant=number, reason="figures checked")
            if self.dice.random() < 0.05:
                return RecordMissingSignature(sheet=sheet.sheet, entrant=number, kind="absent")
            medium: Any = self.dice.choice(["paper", "device"])
            return SignSheet(sheet=sheet.sheet, entrant=number, medium=medium)
        return None

    def _game(self, state: State, sheet: Sheet, game: int) -> Command:
        active = active_seats(state, sheet)
        if len(active) < 2:
            if state.sessions[sheet.session].status == "playing":
                return CallTime(session=sheet.session)
            return ReportGameNotBegun(sheet=sheet.sheet, game=game)
        seats = self.figures.seats(sheet.sheet, game)
        if self.alike:
            counts = ((5, 1), (10, 1), (15, 3), (20, 4))
            seats = tuple(
                SeatResult(entrant=entrant_no, count=count, tiles=tiles)
                for entrant_no, (count, tiles) in zip(active, counts, strict=False)
            )
        ended_by: EndedBy = "cleared" if any(seat.tiles == 0 for seat in seats) else "time"
        return RecordGameResult(sheet=sheet.sheet, game=game, ended_by=ended_by, seats=seats)

    def _cut(self, state: State) -> Command | None:
        cut = state.cut_into("final")
        if unsettled(state, "preliminary"):
            return None
        if not state.versions.get("preliminary"):
            return PublishResults(stage="preliminary")
        if cut.status == "open":
            return ConcludeQualification()
        if cut.status == "held" and self.dice.random() < 0.3:
            return self.dice.choice([ConcludeQualification(), UndoQualification(reason="results changed")])
        if cut.status == "held":
            return DecideCutTie(choice=self.dice.choice(["lot", "admit_none"]), reason="by the book")
        if cut.qualified and not any(entrant.at("final") is not None for entrant in state.entrants.values()):
            return PlaceFinalists()
        return None


def _ruled(state: State, dispute: str) -> Command:
    case = state.disputes[dispute]
    needs_result = case.kind in ("game_interrupted", "game_not_begun") and case.game is not None
    effect = VoidGame(case.game) if needs_result and case.game is not None else NoEffect()
    return MakeRuling(dispute=dispute, finding="f", cites="HK rules 2", reason="r", effects=(effect,))


def _in_order(state: State, stage: Stage) -> list[Session]:
    sessions = [session for session in state.sessions.values() if session.stage == stage]
    return sorted(sessions, key=lambda session: (session.day, session.number, session.plan.id))


def _free_day(state: State, session: Session, now: datetime) -> Any:
    """A day on which nothing else is planned; preliminaries before the final, the final after everything."""
    taken = {other.day for other in state.sessions.values() if other.status != "suspended"}
    first = day = max(session.known_day, state.plan.local_day(now))
    while day in taken:
        day += timedelta(days=1)
    final_day = min(
        other.plan.day or other.known_day for other in state.sessions.values() if other.stage == "final"
    )
    return first if session.stage == "preliminary" and day > final_day else day
