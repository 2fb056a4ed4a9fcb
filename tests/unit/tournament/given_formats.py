"""Tournaments of every format to try things with: founded from a file, entered, checked in, drawn, played."""

from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from services.cli.house_rules import files_beside
from services.rules.ruleset import load
from services.tournament.definition.founding import AppointReferee, DefineTournament
from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.stages import StagePlan
from services.tournament.definition.templates import template, template_names
from services.tournament.docket.effects import Effect, NoEffect
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Event
from services.tournament.kernel.ids import TableId
from services.tournament.lookups import active_seats
from services.tournament.people.registration import RegisterEntrant
from services.tournament.play.figures import SeatResult
from services.tournament.play.open_tables import OpenTable
from services.tournament.play.results import RecordGameResult
from services.tournament.play.scores import Sheet
from services.tournament.play.sheets import complete
from services.tournament.play.signatures import SignSheet
from services.tournament.play.timing import EndSession, StartSession
from services.tournament.seating.presence import CheckIn
from services.tournament.seating.seats import AssignReferees, DrawSeats
from services.tournament.seating.sessions import Session
from services.tournament.standings.reached import Standing
from services.tournament.standings.standing import standings
from tests.unit.tournament.built_once import built_once
from tests.unit.tournament.specs import Tournament, numbers

FOLDER = Path(__file__).parents[3] / "infra" / "tournaments"
MSO, PRESSMAN, ROUNDS, BSG, ONLINE = (
    "mso-2019",
    "pressman-2006",
    "pressman-2006-tournament",
    "bsg-2015",
    "rummikub-online",
)
ALL = (MSO, PRESSMAN, ROUNDS, BSG, ONLINE)
SWISS, ROUND_ROBIN, LEAGUE = "swiss", "round-robin", "league"


def plan_of(name: str, **changes: Any) -> Competition:
    """The plan of a tournament file, or of a template; fields of its first stage can be changed.

    It names no other files, so that it is founded by itself.
    """
    file = FOLDER / f"{name}.toml"
    known = template(name, name) if name in template_names() else file.read_text("utf-8")
    plan = replace(read_tournament(known, find_file=files_beside(file)).whole(), timer_guide_file=None)
    return with_stage(plan, replace(plan.stages[0], **changes))


def with_stage(plan: Competition, stage: StagePlan) -> Competition:
    """The plan with this stage in the place of that of the same id."""
    return replace(
        plan, stages=tuple(stage if stage_plan.id == stage.id else stage_plan for stage_plan in plan.stages)
    )


def founded_by(plan: Competition) -> Tournament:
    """A tournament founded by this plan, a month before its first session."""
    tournament = Tournament()
    first, *others = (load(ruleset) for ruleset in plan.rulesets)
    command = DefineTournament(definition=plan, ruleset=first, stage_rules=tuple(others))
    return tournament.given(command)


@built_once
def founded_as(name: str, **changes: Any) -> Tournament:
    """The tournament of a file, founded on the morning of its first day."""
    tournament = founded_by(plan_of(name, **changes))
    first = session(tournament)
    tournament.now = tournament.state.opens_at(first) or tournament.state.plan.opens(
        first.known_day, first.plan
    )
    return tournament


def stage_of(tournament: Tournament) -> str:
    return tournament.state.plan.first_stage


def session(tournament: Tournament, round: int = 1, stage: str | None = None) -> Session:
    """A session of a stage by its place: of those everyone attends, the round."""
    return tournament.state.sessions_of(stage or stage_of(tournament))[round - 1]


def round_id(tournament: Tournament, round: int = 1) -> str:
    return session(tournament, round).plan.id


def enter(tournament: Tournament, *entrants: str, **fields: Any) -> Tournament:
    """These entrants register, for as many sessions as they can still play in."""
    for number in entrants:
        known = {"name_en": f"Entrant {number}", "birth_date": date(1980, 5, 17), **fields}
        tournament.given(RegisterEntrant(entrant_no=number, **known))
    return tournament


@built_once
def entered(name: str, count: int, **changes: Any) -> Tournament:
    return enter(founded_as(name, **changes), *numbers(count))


def arrive(tournament: Tournament, *entrants: str) -> Tournament:
    """These entrants check in."""
    return tournament.given(*(CheckIn(entrant=number) for number in entrants))


def draw_round(
    tournament: Tournament, round: int = 1, seed: str | None = None, tables: Sequence[Sequence[str]] = ()
) -> Tournament:
    """The seats of a round are drawn; where sheets are signed, its tables get referees."""
    drawn = round_id(tournament, round)
    given = tuple(tuple(table) for table in tables)
    tournament.given(DrawSeats(session=drawn, seed=seed, tables=given))
    if tournament.state.stage_plan(session(tournament, round).stage).signatures == "required":
        each = tournament.state.plan.tables_per_official
        for place in range(-(-len(session(tournament, round).tables) // each)):
            if f"R{place:02d}" not in tournament.state.referees:
                tournament.given(AppointReferee(referee=f"R{place:02d}", name=f"Referee {place}"))
        tournament.given(AssignReferees(session=drawn))
    return tournament


def start_round(tournament: Tournament, round: int = 1) -> Tournament:
    return tournament.given(StartSession(session=round_id(tournament, round)))


@built_once
def drawn(name: str, count: int, seed: str | None = None, **changes: Any) -> Tournament:
    """With its first round drawn."""
    return draw_round(entered(name, count, **changes), seed=seed)


@built_once
def in_play(name: str, count: int, **changes: Any) -> Tournament:
    """With its first round in play."""
    return start_round(drawn(name, count, **changes))


def open_table(tournament: Tournament, *entrants: str, **fields: Any) -> Tournament:
    """These sit down at an open table; the session is started if it is not yet."""
    if session(tournament).status == "scheduled":
        start_round(tournament)
    return tournament.given(OpenTable(session=round_id(tournament), entrants=entrants, **fields))


def sheet_at(tournament: Tournament, table: int = 1, round: int = 1) -> Sheet:
    return tournament.state.sheets[str(TableId(round_id(tournament, round), table))]


def sheet_of(tournament: Tournament, entrant: str, round: int = 1) -> Sheet:
    """The sheet of the table that an entrant sits at in a round."""
    attendance = tournament.entrant(entrant).in_session(
        session(tournament, round).stage, round_id(tournament, round)
    )
    assert attendance is not None
    assert attendance.table is not None
    return tournament.state.sheets[attendance.table]


def seats_at(tournament: Tournament, table: int = 1, round: int = 1) -> tuple[str, ...]:
    return session(tournament, round).tables[table]


def seated(tournament: Tournament, round: int = 1) -> list[str]:
    """Everyone who has a seat in a round."""
    return sorted(number for seats in session(tournament, round).tables.values() for number in seats)


def left(count: int, tiles: int, entrant: str | None = None, seat: str | None = None) -> SeatResult:
    return SeatResult(entrant=entrant, seat=seat, count=count, tiles=tiles)


def cleared(winner: str, others: Sequence[str], count: int = 10) -> tuple[SeatResult, ...]:
    """Someone cleared the rack; all the others are left with three tiles and that count."""
    rest = (left(count, 3, number) for number in others if number != winner)
    return (SeatResult(entrant=winner, rack=()), *rest)


def won(
    tournament: Tournament, winner: str, count: int = 10, *, round: int = 1, game: int = 1
) -> RecordGameResult:
    """A game that someone cleared at the table sat at in that round, against all who are still there."""
    sheet = sheet_of(tournament, winner, round)
    seats = cleared(winner, active_seats(tournament.state, sheet), count)
    return RecordGameResult(sheet=sheet.sheet, game=game, ended_by="cleared", seats=seats)


def play_table(tournament: Tournament, sheet: str, count: int = 10) -> Tournament:
    """The table plays all its games; who has the smallest number wins them. Who has to sign does."""
    while not complete(open_sheet := tournament.state.sheets[sheet]):
        staying = active_seats(tournament.state, open_sheet)
        game = next(
            (at for at, known in enumerate(open_sheet.games, 1) if known is None), len(open_sheet.games) + 1
        )
        seats = cleared(min(staying), staying, count)
        tournament.given(RecordGameResult(sheet=sheet, game=game, ended_by="cleared", seats=seats))
    if (
        tournament.state.stage_plan(open_sheet.stage).signatures == "required"
        and open_sheet.closed_seq is None
    ):
        for number in active_seats(tournament.state, open_sheet):
            tournament.given(SignSheet(sheet=sheet, entrant=number, medium="paper"))
    return tournament


def play_round(tournament: Tournament, round: int = 1, count: int = 10) -> Tournament:
    """A drawn round is started, played and ended."""
    round_played = round_id(tournament, round)
    if session(tournament, round).status == "drawn":
        start_round(tournament, round)
    for table in sorted(session(tournament, round).tables):
        play_table(tournament, str(TableId(round_played, table)), count)
    return tournament.given(EndSession(session=round_played))


@built_once
def played(name: str, count: int, rounds: int, **changes: Any) -> Tournament:
    """So many rounds drawn, played and ended."""
    tournament = entered(name, count, **changes)
    for round in range(1, rounds + 1):
        play_round(draw_round(tournament, round), round)
    return tournament


def table_of(tournament: Tournament, stage: str | None = None) -> list[tuple[int, str]]:
    """Places and numbers of the standings."""
    return [(line.place, line.entrant_no) for line in lines(tournament, stage)]


def lines(tournament: Tournament, stage: str | None = None) -> list[Standing]:
    return standings(tournament.state, stage or stage_of(tournament))


def line_of(tournament: Tournament, entrant: str) -> Standing:
    return next(line for line in lines(tournament) if line.entrant_no == entrant)


def ruled(*effects: Effect, dispute: str = "D-0001", **fields: Any) -> MakeRuling:
    known = {"finding": "As it was seen.", "cites": "MSO description", "reason": "Nobody can move.", **fields}
    return MakeRuling(dispute=dispute, effects=effects or (NoEffect(),), **known)


def seq_of(tournament: Tournament, kind: type[Event], which: int = 0) -> int:
    """The seq of an event of that class, the first by default."""
    return [step.seq for step in tournament.record if isinstance(step.event, kind)][which]
