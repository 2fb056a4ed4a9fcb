"""A few histories told again, as sentences; whole random ones are in tests/simulation."""

from services.tournament.counterfactual.replay import Changes, Given, Story
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import AmendGame
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.rulings import MakeRuling, RulingMade
from services.tournament.kernel.ids import TableId
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.people.registration import EntrantRegistered
from services.tournament.play.results import CorrectGame, GameResultRecorded
from services.tournament.play.signatures import SheetSigned
from services.tournament.seating.presence import EntrantCheckedIn
from services.tournament.standings.qualification import ConcludeQualification, CutTieDecided, DecideCutTie
from services.tournament.standings.standing import standings
from tests.unit.tournament.figures import counted, counts
from tests.unit.tournament.given_formats import seq_of
from tests.unit.tournament.specs import (
    ADULT,
    CHILD,
    S1,
    Tournament,
    arrived,
    closed_sheet,
    draw,
    finished,
    founded,
    hk_rules,
    in_play,
    recorded,
    registered,
    registration,
    sign,
    start,
)
from tests.unit.tournament.stages import preliminary, qualified

SHEET = f"{S1}/1"


def without(tournament: Tournament, *seqs: int) -> Story:
    return tournament.told_again(Changes(without=frozenset(seqs)))


def misfits(story: Story) -> list[tuple[str, str]]:
    return [(misfit.event, misfit.why.code) for misfit in story.misfits]


def a_ruling() -> Tournament:
    """Table 1 is complete, game 1 is disputed and amended, everyone signs after that."""
    tournament = recorded().given(RaiseDispute(sheet=SHEET, game=1, statement="The joker counts 30"))
    amended = AmendGame(1, counts((40, 2), (10, 1), (15, 3), (20, 4)), "time")
    ruling = MakeRuling(
        dispute="D-0001", finding="So it was", cites="HK rules 3", reason="Seen", effects=(amended,)
    )
    return sign(tournament.given(ruling))


def test_without_the_ruling_the_game_stands_as_played_and_the_dispute_is_open() -> None:
    tournament = a_ruling()
    story = without(tournament, seq_of(tournament, RulingMade))
    game = story.state.sheets[SHEET].games[0]
    assert game is not None
    assert game.source == "counts"
    assert story.state.disputes["D-0001"].status == "open"
    assert set(misfits(story)) == {("sheet-signed", "not-ready-to-sign")}
    assert len(story.misfits) == 4


def test_a_signature_counts_for_the_figures_as_they_would_be() -> None:
    tournament = closed_sheet()
    correction = counted((5, 2), (10, 1), (15, 3), (20, 4))
    first = seq_of(tournament, GameResultRecorded)
    story = tournament.told_again(Changes(instead={first: Given(correction, "referee:R01")}))
    assert story.misfits == ()
    assert story.carried == 1
    assert story.state.sheets[SHEET].closed_seq is not None


def test_a_later_game_does_not_fit_where_an_earlier_one_is_missing() -> None:
    tournament = recorded()
    story = without(tournament, seq_of(tournament, GameResultRecorded))
    assert misfits(story) == [("game-result-recorded", "game-before-missing")] * 2


def test_a_freed_place_goes_to_who_waits() -> None:
    tournament = registered(5, capacity=4)
    assert tournament.entrant("0005").status == "waiting"
    story = without(tournament, seq_of(tournament, EntrantRegistered))
    assert story.state.entrants["0005"].status == "registered"
    assert story.misfits == ()


def test_who_was_never_registered_leaves_the_seat_empty() -> None:
    tournament = recorded(8)
    gone = tournament.sheet().seats[0]
    registered_seq = next(
        step.seq
        for step in tournament.record
        if isinstance(step.event, EntrantRegistered) and step.event.entrant_no == gone
    )
    story = without(tournament, registered_seq)
    assert story.state.sheets[SHEET].seats == tournament.sheet().seats[1:]
    assert len(story.state.sheets[str(TableId(S1, 2))].seats) == 4
    found = misfits(story)
    assert ("entrant-checked-in", "not-found") in found
    assert ("seats-drawn", "seats-stay-empty") in found
    assert ("game-result-recorded", "seats-do-not-match") in found


def test_a_table_with_two_left_is_not_played() -> None:
    tournament = in_play(4)
    checked_in = [step.seq for step in tournament.record if isinstance(step.event, EntrantCheckedIn)]
    story = without(tournament, *checked_in[:2])
    assert ("seats-drawn", "nobody-to-seat") in misfits(story)
    assert story.state.sessions[S1].status == "scheduled"


def test_who_is_there_without_a_seat_is_named() -> None:
    tournament = arrived(5, capacity=8)
    tournament.given(DisqualifyEntrant(entrant="0005", reason="A solver"))
    put_out = tournament.state.seq
    start(draw(tournament))
    story = without(tournament, put_out)
    assert ("seats-drawn", "nobody-drew-seats") in misfits(story)
    assert next(misfit.why.text() for misfit in story.misfits).count("0005") == 1


def test_an_earlier_dispute_left_out_leaves_the_later_ones_their_numbers() -> None:
    tournament = recorded()
    for game in (1, 2):
        tournament.given(RaiseDispute(sheet=SHEET, game=game, statement="Look again"))
    ruling = MakeRuling(dispute="D-0002", finding="So", cites="HK rules 3", reason="Seen")
    tournament.given(ruling)
    first = next(step.seq for step in tournament.record if getattr(step.event, "dispute", "") == "D-0001")
    story = without(tournament, first)
    assert story.misfits == ()
    assert set(story.state.disputes) == {"D-0002"}
    assert story.state.disputes["D-0002"].ruling == "R-0001"


def test_a_command_put_in_gets_a_number_of_its_own() -> None:
    tournament = a_ruling()
    raised = RaiseDispute(sheet=SHEET, game=2, statement="And this one")
    before_signing = seq_of(tournament, RulingMade) - 1
    story = tournament.told_again(Changes(after={before_signing: [Given(raised, "chief_referee:CR1")]}))
    assert set(story.state.disputes) == {"D-0001", "D-0002"}
    assert story.state.disputes["D-0001"].ruling == "R-0001"


def test_the_cut_is_drawn_anew() -> None:
    tournament = qualified()
    assert "0001" in tournament.state.cut_into("final").qualified
    story = without(tournament, seq_of(tournament, EntrantRegistered))
    assert story.state.cut_into("final").status == "concluded"
    assert "0001" not in story.state.cut_into("final").qualified
    assert len(story.state.cut_into("final").qualified) == 8


def test_a_lot_counts_only_for_the_tie_it_decided() -> None:
    tournament = preliminary(16, lambda table: 10, cut=2)
    cut = tournament.given(ConcludeQualification())
    assert cut.state.cut_into("final").status == "held"
    cut.given(DecideCutTie(choice="lot", seed="ours"))
    assert without(cut, 10**6).state == cut.state
    story = without(cut, seq_of(cut, EntrantRegistered))
    assert ("cut-tie-decided", "cut-changed") in misfits(story)
    assert story.state.cut_into("final").status == "held"
    assert seq_of(cut, CutTieDecided)


def test_an_open_sheet_does_not_keep_the_cut_from_being_drawn() -> None:
    """The question is who would have qualified; that a sheet would still be open is said beside it."""
    tournament = finished(in_play(4, cut=2)).given(ConcludeQualification())
    signature = next(step.seq for step in tournament.record if isinstance(step.event, SheetSigned))
    story = without(tournament, signature)
    assert story.state.cut_into("final").status == "concluded"
    assert [(misfit.event, misfit.why.code, misfit.in_part) for misfit in story.misfits] == [
        ("qualification-concluded", "stage-not-settled", True)
    ]


def test_a_withdrawal_left_out_makes_the_games_without_her_misfits() -> None:
    tournament = in_play(4)
    leaver = tournament.sheet().seats[3]
    tournament.given(counted(*((5, 1), (10, 1), (15, 3), (20, 4))))
    tournament.given(WithdrawEntrant(entrant=leaver, grounds="left", game_in_progress=False))
    withdrew = tournament.state.seq
    tournament.given(counted((5, 1), (10, 1), (15, 3), None, game=2))
    story = without(tournament, withdrew)
    assert misfits(story) == [("game-result-recorded", "seats-do-not-match")]


def test_ages_stand_as_recorded_also_after_forgetting() -> None:
    tournament = founded().given(registration("0001", born=CHILD), registration("0002", born=ADULT))
    tournament.given(DeclareFamilyUnit(child="0001", parent="0002"))
    tournament.vault.clear()
    assert without(tournament).state == tournament.state


def test_a_correction_is_told_again_as_a_correction() -> None:
    tournament = closed_sheet(medium="paper")
    fix = CorrectGame(
        sheet=SHEET,
        game=1,
        ended_by="time",
        seats=counts((5, 1), (10, 1), (15, 3), (21, 4)),
        reason="Misread",
    )
    tournament.given(fix, by="chief_referee")
    assert without(tournament).state == tournament.state
    scored_anew = tournament.told_again(Changes(ruleset=hk_rules()))
    assert standings(scored_anew.state, "preliminary") == standings(tournament.state, "preliminary")
