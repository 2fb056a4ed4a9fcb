"""Whoever changes standings that something was made of is told what stands and no longer agrees."""

from services.tournament.docket.disputes import RaiseDispute
from services.tournament.docket.effects import Disqualify, NoEffect
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.kernel.facts import Command
from services.tournament.play.remarks import remarks
from services.tournament.play.results import CorrectGame
from services.tournament.publication.awards import MakeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.standings.qualification import ConcludeQualification
from tests.unit.notices.test_rulings_told import ruling
from tests.unit.tournament.figures import scored
from tests.unit.tournament.specs import F1, S1, Tournament
from tests.unit.tournament.stages import preliminary
from tests.unit.tournament.test_awards import FIRST, SECOND, order, played

PUBLISH = PublishResults(stage="preliminary")


def remarked(tournament: Tournament, command: Command) -> list[str]:
    """The remarks on what no longer agrees, as a command is carried out."""
    outcome = tournament.when(command)
    notes = remarks(tournament.state, outcome.events, tournament.now)
    return [note.code for note in notes if note.code.endswith("-before")]


def test_a_ruling_that_disqualifies_or_takes_that_back_says_so_as_one_that_amends_a_game() -> None:
    tournament = preliminary(8, cut=4)
    seats = tournament.sheet().seats
    tournament.given(PUBLISH, ConcludeQualification())
    tournament.given(RaiseDispute(sheet=f"{S1}/1", game=1, statement="a phone"), by="chief_referee")
    out = ruling(Disqualify(seats[0]))
    assert remarked(tournament, out) == ["published-before", "cut-made-before"]
    tournament.given(PUBLISH)
    back = ruling(NoEffect(), supersedes="R-0001")
    assert remarked(tournament, back) == ["published-before", "cut-made-before"]
    # As it stands now it was published first.
    assert remarked(tournament, DisqualifyEntrant(entrant=seats[0], reason="again")) == ["cut-made-before"]


def test_awards_that_others_would_have_now_are_remarked_also_when_the_results_come_out_anew() -> None:
    tournament = played(FIRST, SECOND).given(MakeAwards(), PublishResults(stage="final"))
    champion = order(tournament)[0]
    out = DisqualifyEntrant(entrant=champion, reason="a phone, seen on the film")
    assert remarked(tournament, out) == ["published-before", "awards-made-before"]
    assert remarked(tournament, PublishResults(stage="final")) == ["awards-made-before"]


def test_awards_that_stand_are_not_remarked() -> None:
    tournament = played(FIRST, SECOND).given(MakeAwards(), PublishResults(stage="final"))
    seats = scored(("30", 1, 0), ("-5", 0, 2), ("-9", 0, 3), ("-16", 0, 4))
    correction = CorrectGame(sheet=f"{F1}/1", game=3, seats=seats, reason="the paper says so")
    assert "awards-made-before" not in remarked(tournament, correction)
