"""Stories of disputes, rulings and the evidence they rest on."""

from services.rules.adjudication.turn import TurnInput
from services.rules.melding.possibility import RackInput
from services.rules.sets import NamedSet
from services.tournament.definition.founding import AppointReferee
from services.tournament.docket.breaches import GiveWarning, ReportBreach
from services.tournament.docket.disputes import RaiseDispute, WithdrawDispute
from services.tournament.docket.effects import (
    AmendGame,
    ChargeSeat,
    Disqualify,
    NoEffect,
    VoidGame,
    Warn,
)
from services.tournament.docket.evidence import PresentEvidence
from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.docket.reinstating import ReinstateEntrant
from services.tournament.docket.rulings import MakeRuling
from services.tournament.play.incidents import CallChiefReferee
from services.tournament.play.results import CorrectGame
from services.tournament.play.setting_out import SetOutForTable
from tests.unit.tournament.figures import EXAMPLE_1, counts
from tests.unit.tournament.specs import S1, Tournament, recorded

SHEET = f"{S1}/1"


def in_dispute() -> Tournament:
    tournament = recorded(8)
    seats, others = tournament.sheet().seats, tournament.sheet(2).seats
    fields = {"finding": "The tile was hers.", "cites": "HK rules 2.3", "reason": "Three players saw it."}
    tournament.given(
        RaiseDispute(sheet=SHEET, entrant=seats[0], game=1, statement="He moved a tile."),
        RaiseDispute(sheet=SHEET, entrant=seats[1], game=2, statement="Time was over."),
        WithdrawDispute(dispute="D-0002", reason="solved"),
        MakeRuling(
            dispute="D-0001",
            effects=(
                ChargeSeat(1, seats[0], "knocked_down"),
                VoidGame(2),
                AmendGame(3, counts(*EXAMPLE_1), "time"),
                Warn(seats[1]),
                Disqualify(seats[2]),
            ),
            **fields,
        ),
        MakeRuling(dispute="D-0001", effects=(NoEffect(),), supersedes="R-0001", **fields),
        WithdrawEntrant(entrant=others[0], grounds="health", reason="dizzy"),
        ReinstateEntrant(entrant=others[0], reason="only gone for water"),
        GiveWarning(entrant=others[1], breach="talking"),
        GiveWarning(entrant=others[1], breach="talking again"),
        ReportBreach(entrant=others[1], description="and again"),
        DisqualifyEntrant(entrant=others[2], reason="a crib sheet under the rack"),
        AppointReferee(referee="C1", name="Ho Lai Ming", chief=True),
        CallChiefReferee(sheet=f"{S1}/2"),
        RaiseDispute(sheet=SHEET, entrant=seats[1], game=2, statement="Counted wrong."),
        CorrectGame(sheet=SHEET, game=2, ended_by="time", seats=counts(*EXAMPLE_1), reason="counted anew"),
        SetOutForTable(sheet=SHEET),
    )
    tournament.given(SetOutForTable(sheet=SHEET), by="chief_referee")
    self, number = f"participant:{others[3]}", others[3]
    raised = RaiseDispute(sheet=f"{S1}/2", entrant=number, game=1, statement="A joker was counted as 25.")
    tournament.given(raised, by=self)
    tournament.given(WithdrawDispute(dispute=max(tournament.state.disputes), reason="It was not."), by=self)
    return tournament


def with_evidence() -> Tournament:
    tournament = recorded(4)
    seat = tournament.sheet().seats[0]
    tournament.given(
        RaiseDispute(sheet=SHEET, entrant=seat, game=1, statement="Was that turn legal?"),
        PresentEvidence(dispute="D-0001", entrant=seat, rack=RackInput(("R10", "B10", "J", "K2"), "K2")),
        PresentEvidence(
            dispute="D-0001",
            turn=TurnInput(True, (("J", "R6", "R7"),), ("R9",), (NamedSet("run", ("R6", "R7", "J", "R9")),)),
        ),
    )
    return tournament
