"""A knock-out by tables: winners go on, ties are decided where they lie, each stage has a cut of its own."""

from typing import Any

from msgspec.structs import replace

from services.tournament.counterfactual.replay import Changes
from services.tournament.play.results import RecordGameResult
from services.tournament.play.timing import EndSession, StartSession
from services.tournament.publication.publishing import PublishResults, qualified
from services.tournament.seating.seats import DrawSeats
from services.tournament.standings.cut import QualificationConcluded, QualificationHeld, stage_meant
from services.tournament.standings.finalists import FinalistsPlaced, PlaceFinalists, WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie, UndoQualification
from services.tournament.standings.reserves import ReserveMovedUp
from tests.unit.tournament.given_formats import cleared, enter, founded_by, plan_of, session, with_stage
from tests.unit.tournament.specs import Tournament, numbers


def knock_out(count: int, *, level: bool = False, **entering: Any) -> Tournament:
    """The first round of so many is over; at every table the first in seat order has won."""
    plan = plan_of("knock-out", games=1, check_in="none", signatures="none")
    for stage in plan.stages[1:]:
        source = stage.source
        assert source is not None
        source = replace(source, **entering) if stage.id == "second" else source
        plan = with_stage(plan, replace(stage, enter=source, games=1, check_in="none", signatures="none"))
    tournament = enter(founded_by(plan), *numbers(count))
    return play_stage(tournament, "first", level=level)


def play_stage(tournament: Tournament, stage: str, *, level: bool = False) -> Tournament:
    session_id = session(tournament, stage=stage).plan.id
    tournament.now = tournament.state.starts_at(session(tournament, stage=stage)) or tournament.now
    tournament.given(DrawSeats(session=session_id, seed="the lot"), StartSession(session=session_id))
    for table, seats in sorted(session(tournament, stage=stage).tables.items()):
        racks = cleared(seats[0], seats, 30 if level else 30 + table)
        tournament.given(RecordGameResult(sheet=f"{session_id}/{table}", game=1, seats=racks))
    return tournament.given(EndSession(session=session_id), PublishResults(stage=stage))


def test_winners_of_tables_go_on_from_stage_to_stage() -> None:
    tournament = knock_out(16, per_table=1, places=4)
    winners = {seats[0] for seats in session(tournament, stage="first").tables.values()}
    concluded = tournament.when(ConcludeQualification()).only(QualificationConcluded)
    assert (concluded.stage, set(concluded.qualified)) == ("second", winners)
    placed = tournament.when(PlaceFinalists()).only(FinalistsPlaced)
    assert placed.stage == "second"
    play_stage(tournament, "second")
    (champion,) = (seats[0] for seats in session(tournament, stage="second").tables.values())
    concluded = tournament.when(ConcludeQualification()).only(QualificationConcluded)
    assert concluded.stage == "final"
    assert champion in concluded.qualified
    assert qualified(tournament.state, "second", champion) is True
    assert tournament.told_again(Changes()).misfits == ()


def test_each_stage_has_a_cut_of_its_own_to_undo() -> None:
    tournament = knock_out(16, per_table=1, places=4).given(ConcludeQualification(), PlaceFinalists())
    tournament.when(UndoQualification(stage="final", reason="too soon")).refused("no-cut")
    tournament.when(UndoQualification(stage="first", reason="too soon")).refused(
        "not-entered-by-a-cut", "second"
    )
    tournament.given(UndoQualification(reason="too soon"))
    assert tournament.state.cut_into("second").status == "open"
    assert not session(tournament, stage="second").entrants


def test_a_lot_of_the_stage_decides_ties_with_a_seed_that_is_kept() -> None:
    tournament = knock_out(16, level=True, per_table=None, places=2, ties="lot")
    first = tournament.when(ConcludeQualification(seed="drawn in public")).only(QualificationConcluded)
    assert (first.seed, len(first.qualified)) == ("drawn in public", 2)
    again = knock_out(16, level=True, per_table=None, places=2, ties="lot")
    other = again.when(ConcludeQualification(seed="another lot")).only(QualificationConcluded)
    assert other.by_lot != first.by_lot or other.qualified != first.qualified
    assert tournament.told_again(Changes()).state == tournament.state


def test_all_who_are_tied_go_on_where_the_stage_says_so() -> None:
    tournament = knock_out(16, level=True, per_table=None, places=2, ties="all")
    concluded = tournament.when(ConcludeQualification()).only(QualificationConcluded)
    assert len(concluded.qualified) == 4
    assert concluded.seed is None


def test_ties_at_tables_are_decided_one_after_the_other() -> None:
    tournament = knock_out(16, per_table=2, places=8, ties="decided")
    held = tournament.when(ConcludeQualification()).only(QualificationHeld)
    tables = []
    while tournament.state.cut_into("second").status == "held":
        cut = tournament.state.cut_into("second")
        tables.append(cut.table)
        assert set(cut.tied) <= set(tournament.state.sheets[cut.table].seats)
        tournament.given(
            DecideCutTie(choice="play_off", play_off=cut.tied[: cut.free_places], reason="played")
        )
    assert (held.stage, len(tables), len(set(tables))) == ("second", 4, 4)
    assert len(tournament.state.cut_into("second").qualified) == 8
    assert tournament.told_again(Changes()).misfits == ()


def test_without_reserves_a_freed_place_stays_free() -> None:
    tournament = knock_out(16, per_table=1, places=4, reserves=False)
    tournament.given(ConcludeQualification(), PlaceFinalists())
    leaver = tournament.state.cut_into("second").qualified[0]
    outcome = tournament.when(WithdrawQualifier(entrant=leaver, reason="unwell"))
    assert not outcome.all(ReserveMovedUp)
    assert len(tournament.state.cut_into("second").qualified) == 3


def test_where_the_organizer_chooses_the_session_of_each_is_named() -> None:
    tournament = knock_out(16, per_table=1, places=4)
    tournament.given(ConcludeQualification())
    goes_on = tournament.state.cut_into("second").qualified
    chosen = dict.fromkeys(goes_on, session(tournament, stage="second").plan.id)
    placed = tournament.when(PlaceFinalists(stage="second", chosen=chosen)).only(FinalistsPlaced)
    assert set(placed.sessions[0].entrants) == set(goes_on)


def test_where_no_stage_is_named_the_first_cut_of_that_status_is_meant_and_else_the_last() -> None:
    tournament = knock_out(16)
    assert stage_meant(tournament.state, None, "open") == "second"
    assert stage_meant(tournament.state, None, "concluded") == "final"
    tournament.given(ConcludeQualification())
    assert stage_meant(tournament.state, None, "concluded") == "second"
    assert stage_meant(tournament.state, None, "open") == "final"
