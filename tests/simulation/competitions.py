"""Competitions by chance: days in a plan of any stages that go as days go, with slips in between."""

from collections import Counter
from collections.abc import Iterator
from datetime import date, datetime, time, timedelta
from random import Random
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from msgspec.structs import replace

from services.rules.ruleset import load
from services.tournament.definition.founding import AppointReferee, DefineTournament
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import StagePlan, TableSize
from services.tournament.docket.disputes import ReportGameNotBegun
from services.tournament.docket.effects import VoidGame
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Command
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import active_seats
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.entries import EnterStage
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.open_tables import CloseTable, OpenTable
from services.tournament.play.results import RecordGameResult
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete, may_play_on, unsigned
from services.tournament.play.signatures import SignSheet
from services.tournament.play.timing import (
    CallTime,
    EndSession,
    StartSession,
)
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults, not_over
from services.tournament.seating.draws import sessions_needed
from services.tournament.seating.presence import CheckIn, UndoCheckIn, is_present
from services.tournament.seating.seats import AssignReferees, DrawSeats
from services.tournament.seating.sessions import Session
from services.tournament.standings.finalists import PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie
from services.tournament.state import State
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension
from shared.problems import Problem
from tests.simulation.plans import plan_by_chance
from tests.simulation.run import Door
from tests.simulation.slips import cited, racks_left, slip

ZONE = ZoneInfo("Asia/Hong_Kong")
FOUNDED = datetime(2026, 3, 1, 12, tzinfo=ZONE)
OFFICIALS = 6


AnyDoor = TypeVar("AnyDoor", bound=Door)


class Days(Generic[AnyDoor]):
    """A competition by chance, played to its end through a door."""

    def __init__(self, door: AnyDoor, seed: int, noise: float = 0.1) -> None:
        self.dice = Random(seed)
        self.door = door
        self.now = FOUNDED
        self.noise = noise
        self.accepted: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.people = self.dice.randrange(2, 13)
        self.no_shows = {f"{n:04d}" for n in range(1, self.people + 1) if self.dice.random() < 0.1}
        # Seeds that were found before there could be two stages to register for play as they did.
        beside = Random(f"beside {seed}") if seed % 2 else None
        self.people += 0 if beside is None else beside.randrange(2, 9)
        plan = plan_by_chance(self.dice, beside)
        rules = {id: load(id) for id in plan.rulesets}
        others = tuple(rules[id] for id in plan.rulesets[1:])
        self.send(DefineTournament(definition=plan, ruleset=rules[plan.ruleset], stage_rules=others))
        for number in range(1, OFFICIALS + 1):
            self.send(AppointReferee(referee=f"R{number}", name="Referee"))

    @property
    def state(self) -> State:
        return self.door.state

    @property
    def plan(self) -> Competition:
        return self.state.plan

    def send(self, command: Command, at: datetime | None = None) -> Problem | None:
        """Send a command; what refuses it changes nothing."""
        before = self.state
        problem = self.door.submit(command, "organizer", at or self.now)
        if problem is not None:
            assert self.state is before
            assert problem.text("en") != problem.text("zh")
            self.refused[problem.code] += 1
        else:
            self.accepted[type(command).__name__] += 1
        return problem

    def steps(self, most: int) -> Iterator[Command]:
        """Step by step, until nothing is left to do; yields what was sent."""
        for _ in range(most):
            command = slip(self.state, self.dice) if self.dice.random() < self.noise else self._next()
            if command is None:
                return
            if self.send(command) is not None and command is self._tried:
                return
            self._tried = None if self.dice.random() < self.noise else command
            yield command

    _tried: Command | None = None

    def _next(self) -> Command | None:
        """What would come next on such a day."""
        registered = len(self.state.entrants)
        if registered < self.people:
            session = self._session_chosen()
            if self._several and registered and self.dice.random() < 0.3:
                again = EnterStage(
                    entrant=self.dice.choice(sorted(self.state.entrants)), session=session or ""
                )
                if self._may_enter(again):
                    return again
            return RegisterEntrant(session=session, name_en=f"Person {registered}")
        for branch in self._branches():
            command = self._of_branch(branch)
            if command is not None:
                return command
        if self._several and not_over(self.state) is not None:
            return None
        return MakeAwards() if self.state.awards is None else None

    def _session_chosen(self) -> str | None:
        """The session that someone registers for, None where there is no choice."""
        stage = self.dice.choice(self.plan.registered_stages) if self._several else "groups"
        sessions = self.state.sessions_of(stage)
        if self.plan.by_id[stage].attend == "one":
            return self.dice.choice(sessions).plan.id
        return sessions[0].plan.id if self._several else None

    def _may_enter(self, command: EnterStage) -> bool:
        """Whether it is another stage than those the entrant is in."""
        stage = self.state.sessions[command.session].stage
        return self.state.entrants[command.entrant].participation(stage) is None

    def _named(self, stage: str) -> str | None:
        """The stage as a command names it: only where people may be in several."""
        return stage if self._several else None

    @property
    def _several(self) -> bool:
        return len(self.plan.registered_stages) > 1

    def _branches(self) -> list[str]:
        """The stages that people register for, that which goes on first in front."""
        stages = list(self.plan.registered_stages)
        return (
            sorted(stages, key=lambda stage: (self._goes_on(stage), self.dice.random()))
            if self._several
            else stages
        )

    def _goes_on(self, branch: str) -> date:
        """The next day on which anyone plays in a stage or in those that follow from it."""
        days = (
            session.known_day
            for stage in self.plan.stages_from(branch)
            for session in self.state.sessions_of(stage)
            if session.status != "ended" and (session.entrants or self._is_to_be_entered(stage))
        )
        return min(days, default=date.max)

    def _is_to_be_entered(self, stage: str) -> bool:
        is_entered = any(session.entrants for session in self.state.sessions_of(stage))
        return self.plan.by_id[stage].source is not None and not is_entered

    def _of_branch(self, branch: str) -> Command | None:
        for stage in (self.plan.by_id[id] for id in self.plan.stages_from(branch)):
            if stage.source is not None and not any(s.entrants for s in self.state.sessions_of(stage.id)):
                return self._enter(stage)
            for session in self.state.sessions_of(stage.id):
                command = self._of_session(session)
                if command is not None:
                    return command
            if not self.state.versions.get(stage.id) and self._was_played(stage.id):
                return PublishResults(stage=stage.id)
        return None

    def _was_played(self, stage: str) -> bool:
        """Whether anyone came to a stage beside others; what there is alone is always published."""
        return not self._several or any(sheet.stage == stage for sheet in self.state.sheets.values())

    def _enter(self, stage: StagePlan) -> Command | None:
        cut = self.state.cut_into(stage.id)
        if cut.status == "held":
            return DecideCutTie(stage=stage.id, choice="lot", reason="nobody wants to play on")
        if cut.status != "concluded":
            return ConcludeQualification(stage=stage.id)
        first = stage.sessions[0].id
        chosen = dict.fromkeys(cut.qualified, first) if stage.split == "chosen" else {}
        return PlaceFinalists(stage=stage.id, chosen=chosen) if cut.qualified else None

    def _of_session(self, session: Session) -> Command | None:
        command = self._going_on(session)
        if command is not None:
            self._come_to(session)
        return command

    def _going_on(self, session: Session) -> Command | None:
        if session.status == "suspended":
            later = self.dice.random() < 0.5 or session.voided
            day = session.known_day + timedelta(days=self.dice.choice([0, 1]))
            return (
                RescheduleSessions(day=session.known_day, new_day=day)
                if later
                else LiftSuspension(day=session.known_day, reason="over")
            )
        if session.status == "scheduled":
            return self._before(session)
        if session.status == "drawn":
            return self._start(session)
        return self._in_play(session)

    def _come_to(self, session: Session) -> None:
        noon = datetime.combine(session.known_day, time(12), ZONE)
        self.now = max(self.now, noon)

    def _before(self, session: Session) -> Command | None:
        state = self.state
        plan = state.stage_plan(session.stage)
        if plan.draw == "open":
            return StartSession(session=session.plan.id)
        here = [number for number in session.entrants if state.entrants[number].plays_in(session.stage)]
        if not here:
            return None
        late = [
            number
            for number in here
            if number not in self.no_shows and not is_present(state, state.entrants[number], session)
        ]
        if late and plan.check_in != "none":
            return CheckIn(entrant=late[0], stage=self._named(session.stage))
        present = [no for no in here if is_present(state, state.entrants[no], session)]
        byes = plan.attend != "one" and plan.table.most == 2
        rounds = len(state.sessions_of(session.stage))
        too_many = plan.draw == "round_robin" and sessions_needed(len(here)) > rounds and not session.byes
        if not _seatable(len(present), plan.table, byes) or (too_many and _is_first(state, session)):
            return self._let_go(session, sorted(here))
        return DrawSeats(session=session.plan.id)

    def _let_go(self, session: Session, here: list[str]) -> Command:
        """Someone less, where the numbers cannot be seated."""
        number = here[-1]
        self.no_shows.add(number)
        attendance = self.state.entrants[number].in_session(session.stage, session.plan.id)
        if attendance is not None and attendance.presence == "checked_in":
            reason = "nobody to play with"
            return UndoCheckIn(entrant=number, stage=self._named(session.stage), reason=reason)
        if session.stage not in self.plan.registered_stages:
            return WithdrawQualifier(entrant=number, stage=self._named(session.stage))
        return CancelRegistration(entrant=number, stage=self._named(session.stage))

    def _start(self, session: Session) -> Command:
        plan = self.state.stage_plan(session.stage)
        if plan.signatures == "required" and set(session.referees) != set(session.tables):
            return AssignReferees(session=session.plan.id)
        return StartSession(session=session.plan.id)

    def _in_play(self, session: Session) -> Command | None:
        state = self.state
        sheets = [state.sheets[str(TableId(session.plan.id, table))] for table in sorted(session.tables)]
        for sheet in sheets:
            command = self._at_table(session, sheet)
            if command is not None:
                return command
        if session.status == "ended":
            return None
        if state.stage_plan(session.stage).draw == "open" and len(session.tables) < 3:
            sitting = {
                number
                for sheet in sheets
                if not sheet.over and int(sheet.sheet.rpartition("/")[2]) not in session.closed_tables
                for number in sheet.seats
            }
            free = [
                no
                for no in session.entrants
                if no not in sitting and state.entrants[no].plays_in(session.stage)
            ]
            size = state.stage_plan(session.stage).table
            if len(free) >= size.fewest:
                chosen = tuple(self.dice.sample(sorted(free), min(len(free), size.most)))
                return OpenTable(session=session.plan.id, entrants=chosen)
        return EndSession(session=session.plan.id)

    def _at_table(self, session: Session, sheet: Sheet) -> Command | None:
        if sheet.open_disputes:
            return self._ruling(sheet, sheet.open_disputes[0])
        missing = [number for number, game in enumerate(sheet.games, 1) if game is None]
        if may_play_on(sheet) and (sheet.length.word == "target" or len(sheet.games) < 3):
            missing.append(len(sheet.games) + 1)
        if missing:
            return self._game(session, sheet, missing[0])
        is_open = self.state.stage_plan(sheet.stage).draw == "open"
        closed = int(sheet.sheet.rpartition("/")[2]) in session.closed_tables
        if is_open and not closed and session.status != "ended":
            return CloseTable(sheet=sheet.sheet)
        waiting = unsigned(self.state, sheet) if complete(sheet) else []
        return SignSheet(sheet=sheet.sheet, entrant=waiting[0], medium="device") if waiting else None

    def _game(self, session: Session, sheet: Sheet, game: int) -> Command:
        players = active_seats(self.state, sheet)
        if len(players) < 2 and session.status == "playing":
            return CallTime(session=session.plan.id)
        if len(players) < 2:
            return ReportGameNotBegun(sheet=sheet.sheet, game=game)
        seats = racks_left(self.dice, players)
        if len(seats) == 2 and max(seat.count or 0 for seat in seats) % 6 == 0:
            # With as much left both have won, which is a draw where points rank.
            most = max(seats, key=lambda seat: seat.count or 0)
            drawn = tuple(replace(most, entrant=number) for number in players)
            return RecordGameResult(sheet=sheet.sheet, game=game, seats=drawn, ended_by="pool_exhausted")
        return RecordGameResult(sheet=sheet.sheet, game=game, seats=seats)

    def _ruling(self, sheet: Sheet, case: str) -> Command:
        game = self.state.disputes[case].game or 1
        effect = VoidGame(game) if game <= len(sheet.games) or sheet.length.word == "games" else VoidGame(1)
        return MakeRuling(
            dispute=case, finding="seen", cites=cited(self.state), reason="it was so", effects=(effect,)
        )


def _is_first(state: State, session: Session) -> bool:
    return state.sessions_of(session.stage)[0].plan.id == session.plan.id


def _seatable(people: int, size: TableSize, byes: bool) -> bool:
    if byes:
        return people >= 2
    tables = -(-people // size.most)
    return people > 0 and tables * size.fewest <= people
