"""The cut: the top places; a tie across it stops and asks, and the choice is an event (HK qualifying)."""

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.play.paper import ImportResults, ResultRow
from services.tournament.publication.publishing import qualified
from services.tournament.seating.presence import CheckIn
from services.tournament.standings.cut import QualificationConcluded, QualificationHeld, QualificationUndone
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.qualification import (
    ConcludeQualification,
    CutTieDecided,
    DecideCutTie,
    UndoQualification,
)
from services.tournament.standings.standing import standings
from services.tournament.weather.suspension import SuspendDay
from shared.catalogue import Word
from shared.i18n import Language
from shared.lottery import Lottery
from tests.cases import cases
from tests.unit.tournament.specs import S1, S2, Tournament, in_play, numbers, registered
from tests.unit.tournament.stages import paper_rows, placed, preliminary

CONCLUDE = ConcludeQualification()


def tied(cut: int = 3, count: int = 16, **changes: Any) -> Tournament:
    """Four tables alike: the four winners tie, then all at seats B, and so on."""
    return preliminary(count, margin=lambda table: 10, cut=cut, **changes)


def decide(choice: str, **fields: object) -> DecideCutTie:
    return DecideCutTie(choice=choice, **fields)  # type: ignore[arg-type]


def test_the_top_places_go_to_the_final_and_the_others_follow_in_order() -> None:
    tournament = preliminary(16, cut=6)
    concluded = tournament.when(CONCLUDE).then(QualificationConcluded).only(QualificationConcluded)
    assert concluded.qualified == ("0001", "0002", "0003", "0004", "0008", "0012")
    assert len(concluded.reserves) == 10


def test_until_the_cut_qualified_is_open_not_no() -> None:
    tournament = preliminary(16, cut=6)
    assert [qualified(tournament.state, "preliminary", entrant_no) for entrant_no in ("0001", "0013")] == [
        None,
        None,
    ]
    tournament.given(CONCLUDE)
    assert [qualified(tournament.state, "preliminary", entrant_no) for entrant_no in ("0001", "0013")] == [
        True,
        False,
    ]


def test_a_tie_that_ends_at_the_cut_is_no_tie_across_it() -> None:
    tied(cut=4).when(CONCLUDE).then(QualificationConcluded)
    tied(cut=8).when(CONCLUDE).then(QualificationConcluded)


def test_fewer_than_there_are_places_all_go() -> None:
    concluded = preliminary(8).when(CONCLUDE).only(QualificationConcluded)
    assert len(concluded.qualified) == 8
    assert concluded.reserves == ()


def test_a_tie_across_the_cut_stops_and_asks() -> None:
    tournament = tied(cut=6)
    tournament.when(CONCLUDE).then(
        QualificationHeld(
            "final", ("0001", "0002", "0003", "0004"), ("0005", "0006", "0007", "0008"), 2, "", None
        )
    )
    assert [
        qualified(tournament.state, "preliminary", entrant_no) for entrant_no in ("0001", "0005", "0009")
    ] == [True, None, False]
    tournament.when(PlaceFinalists()).refused("cut-open", "held")
    tournament.when(CONCLUDE).refused("cut-made", "held")


def test_place_120_of_the_real_cut_is_no_different() -> None:
    tournament = registered(100)
    registered(24, S2, first=101, into=tournament)
    tournament.at("2026-03-28 20:00")
    last = numbers(24, 101)
    rows: list[ResultRow] = []
    for table in range(1, 26):
        table_numbers = numbers(4, 4 * table - 3)
        rows += paper_rows(S1, table, table_numbers, [_game(100 + table)] * 3, len(rows) + 2)
    for table in range(1, 7):
        rows += paper_rows(S2, table, last[4 * table - 4 : 4 * table], [_game(200)] * 3, len(rows) + 2)
    tournament.given(ImportResults(rows=tuple(rows)))
    held = tournament.when(CONCLUDE).only(QualificationHeld)
    assert len(held.clear) + held.free_places == 120
    assert len(held.tied) == 6


def _game(loss: int) -> list[tuple[str, int]]:
    return [(str(loss * 3), 0), (str(-loss), 20), (str(-loss), 21), (str(-loss), 22)]


def test_all_of_the_tied_can_be_admitted_if_the_final_holds_them() -> None:
    tournament = tied(cut=6).given(CONCLUDE)
    outcome = tournament.when(decide("admit_all", reason="room enough"), by="chief_referee")
    outcome.then(
        CutTieDecided("final", "admit_all", ("0005", "0006", "0007", "0008"), None, "case-1"),
        QualificationConcluded,
    )
    assert len(tournament.state.cut_into("final").qualified) == 8
    assert outcome.entries[0].personal == {"case-1": {"reason": "room enough"}}
    assert outcome.entries[0].caused_by == outcome._before.cut_into("final").seq


def test_a_final_that_cannot_hold_them_refuses_to_admit_all() -> None:
    tournament = tied(cut=6, final_capacity=3, final_tables=1).given(CONCLUDE)
    tournament.when(decide("admit_all")).refused("final-too-small", "4 tied there would be 8", "room for 6")
    tournament.when(decide("admit_none")).then(CutTieDecided, QualificationConcluded)


def test_none_of_the_tied_can_be_admitted() -> None:
    tournament = tied(cut=6).given(CONCLUDE)
    concluded = tournament.when(decide("admit_none")).only(QualificationConcluded)
    assert concluded.qualified == ("0001", "0002", "0003", "0004")
    assert concluded.reserves[:4] == ("0005", "0006", "0007", "0008")
    assert concluded.by_lot == ()


def test_a_play_off_names_exactly_as_many_as_there_are_places_among_the_tied() -> None:
    tournament = tied(cut=6).given(CONCLUDE)
    for named, shown in (
        ((), "–"),
        (("0005",), "0005"),
        (("0005", "0005"), "0005, 0005"),
        (("0005", "0001"), "0005, 0001"),
        (("0005", "0006", "0007"), "0005, 0006, 0007"),
        (("0005", "0099"), "0005, 0099"),
    ):
        tournament.when(decide("play_off", play_off=named)).refused(
            "play-off-wrong", "exactly 2", f"it names {shown}."
        )
    concluded = tournament.when(decide("play_off", play_off=("0008", "0006"))).only(QualificationConcluded)
    assert concluded.qualified[4:] == ("0008", "0006")
    assert concluded.reserves[:2] == ("0005", "0007")


def test_a_lot_can_be_drawn_and_anyone_can_repeat_it() -> None:
    tournament = tied(cut=6).given(CONCLUDE)
    outcome = tournament.when(decide("lot", seed="drawn on stage"))
    order = Lottery("drawn on stage").shuffle(["0005", "0006", "0007", "0008"])
    decided = outcome.only(CutTieDecided)
    assert (decided.seed, decided.admitted) == ("drawn on stage", tuple(order[:2]))
    concluded = outcome.only(QualificationConcluded)
    assert concluded.reserves[:2] == tuple(order[2:])
    assert concluded.by_lot == tuple(order[2:])


def test_without_a_seed_the_desk_gives_one_for_the_lot() -> None:
    tournament = tied(cut=6).given(CONCLUDE)
    assert tournament.when(decide("lot")).only(CutTieDecided).seed == "seed-1"


def test_there_is_nothing_to_decide_without_a_tie() -> None:
    tournament = preliminary(16, cut=6)
    tournament.when(decide("lot")).refused("no-tie-to-decide")
    tournament.given(CONCLUDE).when(decide("admit_all")).refused("no-tie-to-decide")


@pytest.mark.parametrize("language", ["en", "zh"])
@pytest.mark.parametrize("role", ["organizer", "chief_referee"])
@pytest.mark.parametrize("choice", ["lot", "admit_none"])
def test_of_a_tie_decided_meanwhile_it_is_said_how_and_by_which_office(
    choice: str, role: str, language: Language
) -> None:
    tournament = tied(cut=6).given(CONCLUDE)
    tournament.given(decide(choice), by=role)
    outcome = tournament.when(decide("play_off", play_off=("0005", "0006"))).refused("cut-tie-decided")
    said = outcome.problem.text(language)
    for word in (Word("tie", choice), Word("role", role.replace("_", "-"))):
        assert word.in_language(language) in said
    tournament.given(UndoQualification(reason="too soon"))
    tournament.when(decide("lot")).refused("no-tie-to-decide")


@pytest.mark.parametrize("out", ["0001", "0005"])
def test_a_tie_is_not_decided_on_results_that_changed(out: str) -> None:
    tournament = tied(cut=6).given(CONCLUDE, DisqualifyEntrant(entrant=out, reason="a phone"))
    tournament.when(decide("lot")).refused("cut-changed")
    tournament.given(UndoQualification(reason="one is out"))
    tournament.given(CONCLUDE)


def test_the_cut_is_made_once_and_of_a_settled_preliminary() -> None:
    preliminary(16, cut=6).given(CONCLUDE).when(CONCLUDE).refused("cut-made", "made already")
    in_play(4).when(CONCLUDE).refused("stage-not-settled", S1)


def test_who_is_out_is_not_ranked_and_does_not_qualify() -> None:
    tournament = preliminary(16, cut=4).given(DisqualifyEntrant(entrant="0001", reason="a phone"))
    assert tournament.when(CONCLUDE).only(QualificationConcluded).qualified == (
        "0002",
        "0003",
        "0004",
        "0008",
    )


@cases(
    "before",
    [
        lambda: tied(cut=6).given(CONCLUDE),
        lambda: preliminary(16, cut=6).given(CONCLUDE),
        lambda: placed(preliminary(16, cut=6).given(CONCLUDE)),
        lambda: (
            placed(preliminary(16, cut=6).given(CONCLUDE))
            .at("2026-04-12 09:00")
            .given(SuspendDay(day=date(2026, 4, 12), grounds="black_rainstorm"))
        ),
    ],
)
def test_the_cut_is_undone_until_the_final_begins(before: Callable[[], Tournament]) -> None:
    tournament = before()
    outcome = tournament.when(UndoQualification(reason="a sheet was missing"))
    outcome.then(QualificationUndone)
    assert tournament.state.cut_into("final").status == "open"
    assert all(entrant.at("final") is None for entrant in tournament.state.entrants.values())
    assert not any(s.entrants for s in tournament.state.sessions.values() if s.stage == "final")
    tournament.given(CONCLUDE)


def test_a_check_in_for_the_final_rests_on_the_cut() -> None:
    tournament = placed(preliminary(16, cut=6).given(CONCLUDE)).at("2026-04-12 13:05")
    tournament.given(CheckIn(entrant="0001"))
    tournament.when(UndoQualification(reason="late")).refused("something-rests-on-it", "2026-04-12/1")


def test_only_a_cut_that_was_made_is_undone_and_with_a_reason() -> None:
    preliminary(16).when(UndoQualification(reason="x")).refused("no-cut")
    preliminary(16).given(CONCLUDE).when(UndoQualification(reason="")).refused("invalid-input")


def test_preliminary_results_never_count_in_the_final() -> None:
    tournament = placed(preliminary(16, cut=6).given(CONCLUDE))
    assert standings(tournament.state, "final") == []


def test_only_a_stage_that_is_entered_from_another_has_a_cut() -> None:
    tournament = preliminary(8, cut=4)
    first = ConcludeQualification(stage="preliminary")
    tournament.when(first).refused("not-entered-by-a-cut", "preliminary", "final")
