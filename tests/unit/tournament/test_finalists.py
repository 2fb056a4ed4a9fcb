"""Finalists are placed in turn by standing; who gives the place up is replaced by the next in order."""

from typing import Any

from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.docket.reinstating import EntrantReinstated, ReinstateEntrant
from services.tournament.kernel.facts import Command
from services.tournament.play.paper import ImportResults, ResultRow
from services.tournament.publication.publishing import qualified
from services.tournament.seating.presence import CheckIn, UndoCheckIn
from services.tournament.seating.seats import DrawSeats
from services.tournament.standings.cut import QualificationConcluded, QualificationHeld
from services.tournament.standings.finalists import (
    FinalistsPlaced,
    PlaceFinalists,
    SessionFinalists,
    WithdrawQualifier,
)
from services.tournament.standings.qualification import (
    ConcludeQualification,
    CutTieDecided,
    DecideCutTie,
    UndoQualification,
)
from services.tournament.standings.reserves import QualifierWithdrew, ReserveMovedUp
from shared.catalogue.titles import commands_named, task_title
from tests.cases import cases
from tests.unit.tournament.figures import EXAMPLE_1, counted
from tests.unit.tournament.specs import F1, F2, Tournament, check_in, draw, start
from tests.unit.tournament.stages import placed, preliminary

UNDO = UndoQualification(reason="a sheet was missing")


def concluded(cut: int = 6, count: int = 16, **changes: Any) -> Tournament:
    return preliminary(count, cut=cut, **changes).given(ConcludeQualification())


def alike(cut: int = 4) -> Tournament:
    """Four tables alike, so that four reserves are next at once."""
    return preliminary(16, margin=lambda table: 10, cut=cut).given(ConcludeQualification())


def gives_up(entrant: str) -> WithdrawQualifier:
    return WithdrawQualifier(entrant=entrant, reason="away that day")


def test_finalists_are_placed_in_turn_by_standing() -> None:
    concluded().when(PlaceFinalists()).then(
        FinalistsPlaced(
            "final",
            (SessionFinalists(F1, ("0001", "0003", "0008")), SessionFinalists(F2, ("0002", "0004", "0012"))),
            None,
        )
    )


def test_the_120_of_the_real_cut_are_two_sessions_of_60() -> None:
    tournament = preliminary(16, cut=16).given(ConcludeQualification(), PlaceFinalists())
    assert [len(tournament.state.sessions[session_id].entrants) for session_id in (F1, F2)] == [8, 8]


def test_a_final_that_is_full_takes_no_more() -> None:
    tournament = concluded(cut=8, final_capacity=3, final_tables=1, unchecked=True)
    tournament.when(PlaceFinalists()).refused("final-full", "8 finalists", "6 places")


def test_a_final_nobody_is_left_for_is_not_placed() -> None:
    tournament = preliminary(4, cut=4).given(ConcludeQualification())
    for entrant in ("0001", "0002", "0003", "0004"):
        tournament.given(gives_up(entrant))
    tournament.when(PlaceFinalists()).refused("nobody-qualified")


def test_finalists_are_placed_once_and_after_the_cut() -> None:
    tournament = preliminary(16)
    tournament.when(PlaceFinalists()).refused("cut-open", "not made yet")
    tournament.given(ConcludeQualification(), PlaceFinalists())
    tournament.when(PlaceFinalists()).refused("placed-already")


@cases(
    "command",
    [
        ImportResults(
            rows=tuple(
                ResultRow(F1, 1, game, "A", number, 0, "0", 1, line)
                for line, (game, number) in enumerate([(1, "0001"), (2, "0001"), (1, "0002")], 2)
            )
        ),
        counted(*EXAMPLE_1, sheet=f"{F1}/1"),
        CheckIn(entrant="0001", stage="final"),
        DrawSeats(session=F1),
    ],
)
def test_what_needs_finalists_leads_to_placing_them(command: Command) -> None:
    tournament = preliminary(16, cut=6)
    tournament.when(command).refused("finalists-not-placed", "conclude-qualification", "place-finalists")
    tournament.given(ConcludeQualification())
    refused = tournament.when(command).refused("finalists-not-placed", "place-finalists").problem
    assert (str(refused).count("qualification"), refused.others) == (0, ())
    assert task_title("place-finalists", "zh") in refused.for_people("zh")
    assert tournament.given(PlaceFinalists()).when(command).code != refused.code


def test_who_withdraws_before_placing_is_replaced_by_the_next_in_order() -> None:
    tournament = concluded()
    tournament.when(gives_up("0003")).then(
        QualifierWithdrew("final", "0003", "case-1"), ReserveMovedUp("final", "0016", "0003", None)
    )
    assert tournament.state.cut_into("final").qualified == ("0001", "0002", "0004", "0008", "0012", "0016")
    assert qualified(tournament.state, "preliminary", "0003") is False
    assert qualified(tournament.state, "preliminary", "0016") is True


def test_who_withdraws_after_placing_leaves_her_session_to_the_reserve() -> None:
    tournament = placed(concluded())
    tournament.when(gives_up("0002")).then(QualifierWithdrew, ReserveMovedUp("final", "0016", "0002", F2))
    final = tournament.entrant("0016").at("final")
    assert final is not None
    assert final.session == F2
    assert tournament.entrant("0002").at("final") is None
    assert len(tournament.state.sessions[F2].entrants) == 3


def test_a_result_of_who_does_not_go_on_says_whether_the_place_was_given_up() -> None:
    tournament = placed(alike())
    out = ImportResults(
        rows=tuple(
            ResultRow(F1, 1, game, letter, number, int(letter == "A"), "0", 1, line)
            for game in (1, 2, 3)
            for line, (letter, number) in enumerate(zip("ABC", ("0001", "0003", "0005"), strict=True), 2)
        )
    )
    tournament.when(out).refused("not-qualified", "0005")
    tournament.given(gives_up("0003")).when(out).refused("place-given-up", "0003", "decide-cut-tie")
    tournament.given(DecideCutTie(choice="admit_none")).when(out).refused("place-given-up", "number")


@cases("before", [(), (PlaceFinalists(),)])
@cases("entrant", ["0003", "0016"])
def test_who_gave_the_place_up_stays_out_of_a_cut_that_is_made_again(
    before: tuple[Command, ...], entrant: str
) -> None:
    tournament = concluded().given(*before, gives_up(entrant), UNDO)
    assert qualified(tournament.state, "preliminary", entrant) is None, "until the cut is made"
    tournament.given(ConcludeQualification())
    cut = tournament.state.cut_into("final")
    assert entrant not in (*cut.qualified, *cut.reserves)
    assert len(cut.qualified) == 6
    tournament.when(gives_up(entrant)).refused("not-qualified")


def test_who_gave_the_place_up_by_mistake_is_in_the_next_cut_once_reinstated() -> None:
    tournament = concluded().given(gives_up("0003"))
    back = ReinstateEntrant(entrant="0003", reason="it was 0004 who is ill")
    tournament.when(back).refused("something-rests-on-it", "undo-qualification")
    outcome = tournament.given(UNDO).when(back)
    outcome.then(EntrantReinstated("0003", "final", "case-3"))
    assert "reinstated" not in [notice.kind for notice in due(tournament)]
    tournament.when(back).refused("not-out")
    tournament.given(ConcludeQualification())
    assert "0003" in tournament.state.cut_into("final").qualified


def test_who_is_reinstated_after_a_disqualification_is_in_the_cut_again() -> None:
    tournament = concluded().given(
        DisqualifyEntrant(entrant="0003", stage="preliminary", reason="a list of tiles"), UNDO
    )
    tournament.given(ReinstateEntrant(entrant="0003", reason="it was a shopping list"))
    tournament.given(ConcludeQualification())
    assert "0003" in tournament.state.cut_into("final").qualified


def test_a_reserve_who_is_out_is_passed_over() -> None:
    tournament = concluded().given(DisqualifyEntrant(entrant="0016", reason="a phone"))
    assert tournament.when(gives_up("0001")).only(ReserveMovedUp).entrant == "0007"


def test_without_reserves_the_place_stays_free() -> None:
    tournament = preliminary(8, cut=8).given(ConcludeQualification())
    tournament.when(gives_up("0001")).then(QualifierWithdrew)


def test_a_place_is_given_up_before_the_session_begins() -> None:
    tournament = placed(concluded(cut=8)).at("2026-04-12 13:05").given(CheckIn(entrant="0001"))
    tournament.when(gives_up("0001")).refused("something-rests-on-it", "check-in")
    tournament.given(UndoCheckIn(entrant="0001", reason="mistaken"))
    check_in(tournament, F1, "0001")
    start(draw(tournament, F1), F1)
    tournament.when(gives_up("0001")).refused("wrong-phase", "playing")
    tournament.when(gives_up("0004")).then(QualifierWithdrew, ReserveMovedUp)


def test_a_reserve_leaves_the_order_and_nobody_moves_up() -> None:
    tournament = placed(concluded())
    first, second, *_ = tournament.state.cut_into("final").reserves
    tournament.when(gives_up(first)).then(QualifierWithdrew("final", first, "case-1"))
    assert tournament.state.cut_into("final").reserves[0] == second
    assert not tournament.state.cut_into("final").vacancies
    tournament.when(gives_up(first)).refused("not-qualified")
    assert tournament.when(gives_up("0001")).only(ReserveMovedUp).entrant == second


def test_once_the_stage_has_begun_there_is_no_place_as_a_reserve_to_give_up() -> None:
    tournament = placed(concluded(cut=8))
    reserve = tournament.state.cut_into("final").reserves[0]
    for session in (F1, F2):
        assert [notice.kind for notice in due(tournament)] != ["reserve-over"]
        start(draw(check_in(tournament, session), session), session)
    (over,) = [notice for notice in due(tournament) if notice.kind == "reserve-over"]
    assert over.audience == "reserves:final"
    tournament.when(gives_up(reserve)).refused("not-qualified")


def due(tournament: Tournament) -> list[Notice]:
    """What is told of the last event."""
    return list(notices_due(tournament.state, [(tournament.state.seq, tournament.history[-1])]))


def test_only_the_qualified_and_reserves_give_a_place_up() -> None:
    concluded().when(gives_up("0099")).refused("not-found")
    preliminary(16).when(gives_up("0001")).refused("not-qualified")
    tournament = concluded().given(gives_up("0001"))
    tournament.when(gives_up("0001")).refused("not-qualified")
    held = preliminary(16, margin=lambda table: 10, cut=6).given(ConcludeQualification())
    held.when(gives_up("0001")).refused("cut-open", "held")


# Places are never split at random: of reserves with equal results none is before another


def test_where_several_are_next_the_place_is_held_for_a_decision() -> None:
    tournament = alike()
    outcome = tournament.when(gives_up("0001"))
    outcome.then(
        QualifierWithdrew,
        QualificationHeld("final", ("0002", "0003", "0004"), ("0005", "0006", "0007", "0008"), 1, "", None),
    )
    assert qualified(tournament.state, "preliminary", "0005") is None
    assert qualified(tournament.state, "preliminary", "0009") is False


@cases("command, code", [(DrawSeats(session=F1), "finalists-not-placed"), (PlaceFinalists(), "cut-open")])
def test_where_a_tie_holds_the_cut_what_waits_for_it_leads_to_deciding_the_tie(
    command: Command, code: str
) -> None:
    tied_at_once = preliminary(16, margin=lambda table: 10, cut=6).given(ConcludeQualification())
    for tournament in (alike().given(gives_up("0001")), tied_at_once):
        refused = tournament.when(command).refused(code).problem
        for language in ("en", "zh"):
            assert commands_named(refused.text(language))[0] == "decide-cut-tie"
            assert "conclude-qualification" not in refused.text(language)


def test_the_place_goes_to_whom_a_lot_or_a_play_off_names() -> None:
    tournament = placed(alike()).given(gives_up("0001"))
    session = F1
    tournament.when(DecideCutTie(choice="play_off", play_off=("0007",))).then(
        CutTieDecided("final", "play_off", ("0007",), None, "case-2"),
        ReserveMovedUp("final", "0007", "0001", session),
        QualificationConcluded(
            "final",
            ("0002", "0003", "0004", "0007"),
            ("0005", "0006", "0008", *(f"{n:04d}" for n in range(9, 17))),
            (),
            None,
        ),
    )
    assert sorted(tournament.state.sessions[session].entrants) == ["0003", "0007"]


def test_after_a_lot_the_next_freed_place_needs_no_other() -> None:
    tournament = alike().given(gives_up("0001"))
    decided = tournament.when(DecideCutTie(choice="lot", seed="s"))
    following = decided.only(QualificationConcluded).by_lot
    assert len(following) == 3
    assert tournament.when(gives_up("0002")).only(ReserveMovedUp).entrant == following[0]
    assert tournament.when(gives_up("0003")).only(ReserveMovedUp).entrant == following[1]


def test_the_lot_that_made_the_cut_orders_the_reserves_it_left() -> None:
    tournament = preliminary(16, margin=lambda table: 10, cut=6).given(ConcludeQualification())
    left = tournament.when(DecideCutTie(choice="lot", seed="s")).only(QualificationConcluded).by_lot
    assert tournament.when(gives_up("0001")).only(ReserveMovedUp).entrant == left[0]


def test_as_many_freed_places_as_there_are_next_need_no_decision() -> None:
    tournament = placed(alike())
    for entrant in ("0001", "0002", "0003"):
        held = tournament.when(gives_up(entrant)).only(QualificationHeld)
        assert len(held.tied) == 4
    assert held.free_places == 3
    outcome = tournament.when(gives_up("0004"))
    outcome.then(QualifierWithdrew, *[ReserveMovedUp] * 4, QualificationConcluded)
    assert tournament.state.cut_into("final").status == "concluded"
    assert tournament.state.cut_into("final").qualified == ("0005", "0006", "0007", "0008")
    assert [len(tournament.state.sessions[session_id].entrants) for session_id in (F1, F2)] == [2, 2]


def test_none_of_them_can_be_admitted_and_the_place_stays_free() -> None:
    tournament = placed(alike()).given(gives_up("0001"), DecideCutTie(choice="admit_none"))
    assert len(tournament.state.cut_into("final").qualified) == 3
    assert tournament.state.cut_into("final").vacancies == ()


def test_all_of_them_can_be_admitted_where_there_is_room() -> None:
    tournament = placed(alike()).given(gives_up("0001"))
    outcome = tournament.when(DecideCutTie(choice="admit_all"))
    moved = outcome.all(ReserveMovedUp)
    assert [moved_up.replaces for moved_up in moved] == ["0001", None, None, None]
    assert [len(tournament.state.sessions[session_id].entrants) for session_id in (F1, F2)] == [4, 3]
    assert sorted(tournament.state.cut_into("final").qualified) == [f"{n:04d}" for n in range(2, 9)]


def test_a_decision_waits_for_no_one_who_is_out_by_then() -> None:
    tournament = alike().given(gives_up("0001"))
    tournament.when(ConcludeQualification()).refused("cut-made", "held", "decide-cut-tie")
    tournament.given(DisqualifyEntrant(entrant="0005", reason="a phone"))
    tournament.when(DecideCutTie(choice="lot")).refused("cut-changed", "(conclude-qualification)")
    again = tournament.when(ConcludeQualification()).only(QualificationHeld)
    assert again.tied == ("0006", "0007", "0008")
    tournament.when(DecideCutTie(choice="lot")).then(CutTieDecided, ReserveMovedUp, QualificationConcluded)


def test_a_reserve_is_not_put_into_a_session_that_has_begun() -> None:
    tournament = placed(alike(cut=8))
    tournament.given(gives_up("0001"))
    start(draw(check_in(tournament, F1), F1), F1)
    tournament.when(DecideCutTie(choice="lot")).refused("wrong-phase", "playing")
    tournament.when(DecideCutTie(choice="admit_none")).then(CutTieDecided, QualificationConcluded)
