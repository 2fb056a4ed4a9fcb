"""Evidence in a case: judged when presented, kept as it was judged, and never in the way of a ruling."""

from datetime import UTC, datetime

import msgspec
import pytest

from services.rules.adjudication.turn import TurnInput
from services.rules.melding.possibility import Possibility, RackInput
from services.tournament.catalogue import INITIAL, evolve
from services.tournament.docket import judgement
from services.tournament.docket.disputes import RaiseDispute, WithdrawDispute
from services.tournament.docket.effects import Effect, NoEffect, VoidGame, Warn
from services.tournament.docket.evidence import MOST_IN_A_CASE, EvidencePresented, PresentEvidence
from services.tournament.docket.judgement import ENGINE, Judged, JudgedRack, JudgedTurn, ruled_otherwise
from services.tournament.docket.rulings import MakeRuling
from services.tournament.kernel.facts import Stamp
from tests.cases import cases
from tests.unit.tournament.specs import S1, Tournament, recorded

SHEET = f"{S1}/1"
NOON = datetime(2026, 3, 28, 4, tzinfo=UTC)
TURN = TurnInput(True, (("J", "R6", "R7"),), ("R9",), (("R6", "R7", "J", "R9"),))
BROKEN = TurnInput(True, (("J", "R6", "R7"),), ("R9",), (("R6", "R7"), ("J", "R9")))
RACK = RackInput(("R10", "B10", "K10", "R2"))


def disputed() -> Tournament:
    tournament = recorded(4)
    seat = tournament.sheet().seats[0]
    return tournament.given(RaiseDispute(sheet=SHEET, entrant=seat, game=1, statement="She had three tens."))


def presented(tournament: Tournament, command: PresentEvidence) -> Judged:
    return tournament.when(command, by="referee").then(EvidencePresented).only(EvidencePresented).judged


def test_a_turn_is_kept_with_verdict_reasons_and_engine() -> None:
    tournament = disputed()
    event = (
        tournament.when(PresentEvidence(dispute="D-0001", turn=TURN), by="referee")
        .then(EvidencePresented)
        .only(EvidencePresented)
    )
    assert event.engine == ENGINE
    assert isinstance(event.judged, JudgedTurn)
    assert (event.judged.turn, event.judged.verdict) == (TURN, "legal")
    assert [reason.code for reason in event.judged.reasons] == ["turn_complete"]


def test_a_rack_is_kept_with_its_witness_and_the_charge_proposed() -> None:
    tournament = disputed()
    whose = tournament.sheet().seats[1]
    judged = presented(tournament, PresentEvidence(dispute="D-0001", entrant=whose, rack=RACK))
    assert judged == JudgedRack(whose, RACK, "possible", 30, (("R10", "B10", "K10"),), 200)


def test_a_replay_reads_the_verdict_and_never_judges_again(monkeypatch: pytest.MonkeyPatch) -> None:
    tournament = disputed().given(PresentEvidence(dispute="D-0001", turn=TURN))
    before = tournament.state.disputes["D-0001"].evidence

    def never(*_: object) -> None:
        raise AssertionError("a replay judged a turn")

    monkeypatch.setattr(judgement, "adjudicate", never)
    state = INITIAL
    for told in tournament.record:
        state = evolve(state, told.event, Stamp(told.seq, NOON, told.actor))
    assert state.disputes["D-0001"].evidence == before


@cases(
    "fields, code",
    [
        ({}, "invalid-input"),
        ({"turn": TURN, "rack": RACK}, "invalid-input"),
        ({"rack": RackInput(("R99",))}, "tile-unknown"),
        ({"rack": RackInput(("R7",), "R8")}, "last-drawn-not-on-rack"),
        ({"turn": TurnInput(True, (), ("R7",) * 3, ())}, "tiles-too-many-alike"),
        ({"rack": RACK, "entrant": "9999"}, "not-found"),
        ({"rack": RACK, "dispute": "D-0099"}, "not-found"),
    ],
)
def test_what_is_no_evidence_is_refused(fields: dict[str, object], code: str) -> None:
    command = msgspec.structs.replace(PresentEvidence(dispute="D-0001"), **fields)
    disputed().when(command, by="referee").refused(code)


def test_evidence_is_about_the_table_and_comes_before_the_ruling() -> None:
    tournament = recorded(8)
    here, there = tournament.sheet().seats[0], tournament.sheet(2).seats[0]
    tournament.given(RaiseDispute(sheet=SHEET, entrant=here, game=1, statement="Look."))
    tournament.when(PresentEvidence(dispute="D-0001", entrant=there, rack=RACK)).refused("not-on-sheet")
    tournament.given(WithdrawDispute(dispute="D-0001"))
    tournament.when(PresentEvidence(dispute="D-0001", rack=RACK)).refused("dispute-not-open")


def test_a_case_holds_only_so_much() -> None:
    tournament = disputed().given(*[PresentEvidence(dispute="D-0001", rack=RACK)] * MOST_IN_A_CASE)
    tournament.when(PresentEvidence(dispute="D-0001", rack=RACK)).refused("evidence-too-much")


@cases(
    "verdict, charge, otherwise",
    [
        ("possible", "could_have_melded", False),
        ("possible", "could_not_meld", True),
        ("impossible", "could_not_meld", False),
        ("impossible", "could_have_melded", True),
        ("possible", "knocked_down", None),
        ("referee_decides", "could_not_meld", None),
    ],
)
def test_a_ruling_on_a_rack_that_says_otherwise_is_seen(
    verdict: Possibility, charge: str, otherwise: bool | None
) -> None:
    judged = JudgedRack("0001", RACK, verdict, 0, (), None)
    assert ruled_otherwise(judged, ("charge",), (("0001", charge),)) is otherwise
    assert ruled_otherwise(judged, ("charge",), (("0002", charge),)) is None


@cases(
    "turn, effect, otherwise",
    [
        (TURN, NoEffect(), False),
        (TURN, VoidGame(1), True),
        (BROKEN, VoidGame(1), False),
        (BROKEN, NoEffect(), True),
        (BROKEN, Warn("0001"), True),
    ],
)
def test_a_ruling_on_a_turn_that_says_otherwise_is_seen(
    turn: TurnInput, effect: Effect, otherwise: bool
) -> None:
    tournament = disputed().given(PresentEvidence(dispute="D-0001", turn=turn))
    if isinstance(effect, Warn):
        effect = Warn(tournament.sheet().seats[0])
    fields = {"finding": "Seen.", "cites": "HK rules 2.1", "reason": "So."}
    tournament.given(MakeRuling(dispute="D-0001", effects=(effect,), **fields))
    state = tournament.state
    made = state.rulings["R-0001"]
    (exhibit,) = state.disputes["D-0001"].evidence
    assert ruled_otherwise(exhibit.judged, made.effects, made.charges) is otherwise
