"""Stories of the cut, the final and its awards."""

from msgspec.structs import replace

from services.rules.exact import score_of
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.people.amendments import AmendDetails
from services.tournament.people.entries import EnterStage
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.people.retention import RemindOfRetention
from services.tournament.play.figures import SeatResult
from services.tournament.play.results import CorrectGame
from services.tournament.publication.awards import MakeAwards, RevokeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.standings.finalists import WithdrawQualifier
from services.tournament.standings.qualification import ConcludeQualification, DecideCutTie, UndoQualification
from tests.unit.tournament.given_plans import amending, with_stage
from tests.unit.tournament.specs import CHILD, F1, F2, Tournament, check_in, draw, finished, sign, start
from tests.unit.tournament.stages import families_in_the_final, placed, preliminary
from tests.unit.tournament.test_moving_up import giving_up


def cut_and_final() -> Tournament:
    tournament = preliminary(16, margin=lambda table: 10, cut=7)
    tournament.given(
        PublishResults(stage="preliminary"),
        ConcludeQualification(),
        UndoQualification(reason="a sheet was missing"),
        ConcludeQualification(),
        DecideCutTie(choice="lot", seed="drawn on stage", reason="no time for a play-off"),
    )
    leaver = tournament.state.cut_into("final").qualified[-1]
    tournament.given(WithdrawQualifier(entrant=leaver, reason="unwell"))
    placed(tournament).given(WithdrawQualifier(entrant="0001", reason="away that day"))
    tournament.given(DeclareFamilyUnit(child=_child(tournament), parent="0002"))
    tournament.given(PublishResults(stage="preliminary"))
    for session in (F1, F2):
        finished(start(draw(check_in(tournament, session), session), session), session)
    tournament.given(MakeAwards(), RevokeAwards(reason="a sheet was missing"), MakeAwards())
    tournament.at("2026-06-12 10:00").given(RemindOfRetention())
    return _corrected_after_all(tournament).given(PublishResults(stage="preliminary"))


def _corrected_after_all(tournament: Tournament) -> Tournament:
    """The first game of a sheet is put right: whoever won it takes one point less, from whoever lost most."""
    sheet = tournament.sheet()
    game = sheet.games[0]
    assert game is not None
    most, least = (choose(figure.sixths for figure in game.figures) for choose in (max, min))
    slip = {most: -6, least: 6}
    seats = tuple(
        SeatResult(
            entrant=figure.entrant,
            score=score_of(figure.sixths + slip.pop(figure.sixths, 0)),
            game_won=figure.game_won,
            tiles=figure.tiles,
        )
        for figure in game.figures
    )
    correction = CorrectGame(sheet=sheet.sheet, game=1, seats=seats, reason="A four read as a nine")
    tournament.given(correction, by="chief_referee")
    kept = [number for number in sheet.seats if number in tournament.sheet().signatures]
    return sign(tournament, sheet.sheet, *kept)


def _child(tournament: Tournament) -> str:
    """A finalist who turns out to be of an age to stand as a child."""
    tournament.given(AmendDetails(entrant="0003", birth_date=CHILD))
    return "0003"


def passed_over() -> Tournament:
    """A reserve entered another stage that is played at the time of the final, and is passed over."""
    tournament, leaver, reserves = giving_up()
    tournament.given(EnterStage(entrant=reserves[0], session="junior-1"))
    return tournament.given(WithdrawQualifier(entrant=leaver, stage="open-final"))


def not_going_on() -> Tournament:
    """A cut after which nobody follows: who is not in it is told so. It is opened again."""
    tournament = preliminary(8, cut=4)
    plan = tournament.state.plan
    source = plan.by_id["final"].source
    assert source is not None
    changed = with_stage(plan, "final", enter=replace(source, reserves=False))
    tournament.given(amending(changed), ConcludeQualification())
    tournament.given(UndoQualification(reason="a sheet was missing"), ConcludeQualification())
    return placed(tournament).given(UndoQualification(reason="a sheet was missing"))


def awards_made_again() -> Tournament:
    """The champion is disqualified after the awards: others have them, a family too."""
    tournament = families_in_the_final().given(MakeAwards())
    awards = tournament.state.awards
    assert awards is not None
    champion = awards.places[0].entrants[0]
    parents = [tournament.state.units[name].parent for name in awards.family_units]
    tournament.given(RevokeAwards(reason="a phone"))
    for number in sorted({champion, *parents}):
        tournament.given(DisqualifyEntrant(entrant=number, reason="a phone"))
    return tournament.given(MakeAwards())
