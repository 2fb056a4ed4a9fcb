"""Commands by chance that take more than a line to make."""

from datetime import timedelta
from typing import Any, cast

from msgspec.structs import replace

from services.tournament.definition.plan import Competition, Venue
from services.tournament.definition.texts import Text
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Command
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.conflicts import SheetGame, SubmitSheet
from services.tournament.play.incidents import DetermineFirstPlayer
from services.tournament.play.paper import ImportResults, ResultRow
from services.tournament.seating.seats import AssignReferees
from services.tournament.standings.qualification import DecideCutTie
from services.tournament.weather.watching import ReportWarnings, SignalSeen
from tests.simulation.chances import SECRET, Chances
from tests.unit.tournament.given_plans import adding, with_session, without_session
from tests.unit.tournament.specs import hk_definition


class Making(Chances):
    """One maker a command."""

    def register_entrant(self) -> Command:
        return registration(self)

    def plan(self) -> Competition:
        """The plan with a thing or two otherwise."""
        plan = self.state.definition or hk_definition()
        for _ in range(self.dice.choice([1, 1, 2])):
            plan = self.dice.choice((self._another_time, self._more_or_less, self._texts, self._sessions))(
                plan
            )
        return plan

    def _another_time(self, plan: Competition) -> Competition:
        session = self.dice.choice(plan.sessions)
        if session.day is None or session.start is None or session.end is None or self.chance(0.5):
            days = timedelta(days=self.dice.choice([-1, 1, 2]))
            return with_session(plan, session.id, day=session.day and session.day + days)
        return with_session(plan, session.id, end=session.end.replace(minute=self.dice.randrange(60)))

    def _more_or_less(self, plan: Competition) -> Competition:
        session, more = self.dice.choice(plan.sessions), self.dice.choice([-1, 1, 1])
        if session.capacity is None or self.chance(0.3):
            return replace(plan, quota=None if plan.quota is None else plan.quota + more)
        return with_session(
            plan, session.id, capacity=session.capacity + more, tables=(session.tables or 0) + 1
        )

    def _texts(self, plan: Competition) -> Competition:
        if self.chance(0.5):
            return replace(plan, title=Text(both=f"Cup {self.dice.randrange(99)}"))
        return replace(plan, venue=Venue(Text(both=f"Hall {self.dice.randrange(9)}")))

    def _sessions(self, plan: Competition) -> Competition:
        stage = self.dice.choice(plan.stages)
        last = stage.sessions[-1]
        if len(stage.sessions) > 3 and self.chance(0.5):
            return without_session(plan, last.id)
        day = None if last.day is None else last.day + timedelta(days=1)
        return adding(plan, stage.id, replace(last, id=f"{stage.id}-{self.dice.randrange(99)}", day=day))

    def make_ruling(self) -> Command:
        dispute = self.dispute()
        rulings = sorted(self.state.rulings)
        supersedes = self.pick(rulings, "R-9999") if rulings and self.chance(0.4) else None
        if supersedes in self.state.rulings and not self.chance(self.odd):
            dispute = self.state.rulings[cast(str, supersedes)].dispute
        return MakeRuling(
            dispute=dispute,
            finding=self.sentence(),
            cites=self.pick(["HK rules 2.1"], ""),
            reason=self.sentence(),
            effects=tuple(self.effect(dispute) for _ in range(self.dice.choice([1, 1, 1, 2, 3]))),
            supersedes=supersedes,
        )

    def import_results(self) -> Command:
        rows: list[ResultRow] = []
        session = self.session()
        found = self.state.sessions.get(session)
        drawn = dict(found.tables) if found is not None else {}
        waiting = sorted(found.entrants) if found is not None else []
        for table in range(1, self.dice.choice([1, 1, 2]) + 1):
            seats = list(drawn.get(table, ()))
            if not seats:
                seats, waiting = waiting[:4], waiting[4:]
            for game in (1, 2, 3):
                for letter, seat_result in zip("ABCD", self.self_recorded(seats or ["9999"]), strict=False):
                    rows.append(
                        ResultRow(
                            session,
                            table,
                            game,
                            letter,
                            seat_result.entrant or "",
                            seat_result.game_won or 0,
                            seat_result.score or "0",
                            seat_result.tiles or 0,
                            len(rows) + 2,
                        )
                    )
        if rows and self.chance(self.odd):
            rows.pop()
        return ImportResults(rows=tuple(rows))

    def submit_sheet(self) -> Command:
        sheet = self.sheet()
        written = [(game, self.seats(sheet, game)) for game in (1, 2, 3)]
        games = [SheetGame(game, seats, self.ending(seats)) for game, seats in written]
        if self.chance(self.odd):
            games.pop()
        return SubmitSheet(sheet=sheet, games=tuple(games))

    def decide_cut_tie(self) -> Command:
        cut = self.state.cut_into("final")
        names = tuple(self.dice.sample(cut.tied, min(cut.free_places, len(cut.tied))))
        choice = self.dice.choice(["admit_all", "admit_none", "play_off", "lot"])
        return DecideCutTie(choice=cast(Any, choice), play_off=names, reason=self.sentence())

    def assign_referees(self) -> Command:
        if self.chance(0.7):
            return AssignReferees(session=self.session())
        return AssignReferees(session=self.session(), assignments={self.referee(): (1, 2)})

    def determine_first_player(self) -> Command:
        sheet = self.sheet()
        found = self.state.sheets.get(sheet)
        seats = list(found.seats) if found is not None else []
        self.dice.shuffle(seats)
        draws = {seat: tile for tile, seat in enumerate(seats, 1)}
        return DetermineFirstPlayer(sheet=sheet, game=self.game(), draws=draws)

    def report_warnings(self) -> ReportWarnings:
        begin = self.moment()
        until = self.dice.choice([None, begin + timedelta(minutes=self.dice.randrange(300))])
        code = self.dice.choice(["TC8NE", "TC3", "WRAINB", "WRAINR"])
        seen = SignalSeen(code, begin, until)
        return ReportWarnings(fetched_at=self.moment(), body="00" * 32, signals=(seen,))


def registration(
    chances: Chances, entrant_no: str | None = None, session: str | None = None
) -> RegisterEntrant:
    family = f"F{chances.dice.randrange(6)}" if chances.chance(0.3) else None
    role = chances.dice.choice(["child", "parent", None]) if family is not None else None
    return RegisterEntrant(
        session=session or chances.session(),
        birth_date=chances.birth(),
        entrant_no=entrant_no or chances.pick([None], chances.entrant()),
        name_en=chances.pick([SECRET], ""),
        name_zh=chances.pick(["", "陳大文"], ""),
        email="taiman@example.org",
        family=family,
        family_role=cast(Any, role),
        consent=chances.chance(0.5),
    )
