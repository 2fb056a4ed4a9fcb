"""Awards: champion and runners-up of the final, and the Super Family Award on the sums (HK awards)."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from services.tournament.docket.leaving import DisqualifyEntrant, WithdrawEntrant
from services.tournament.people.amendments import AmendDetails
from services.tournament.people.families import DeclareFamilyUnit
from services.tournament.play.paper import ImportResults, ResultRow
from services.tournament.play.results import CorrectGame, RecordGameResult
from services.tournament.play.timing import ReopenSession
from services.tournament.publication.awards import (
    AwardsMade,
    AwardsRevoked,
    FamilyAwardMade,
    MakeAwards,
    RevokeAwards,
)
from services.tournament.publication.publishing import PublishResults
from services.tournament.standings.finalists import PlaceFinalists
from services.tournament.standings.outcomes import AwardedPlace
from services.tournament.standings.qualification import ConcludeQualification
from services.tournament.standings.standing import family_standings, standings
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from tests.unit.tournament.figures import counts, scored
from tests.unit.tournament.specs import (
    CHILD,
    F1,
    F2,
    Tournament,
    check_in,
    draw,
    finished,
    founded,
    numbers,
    registration,
    start,
)
from tests.unit.tournament.stages import on_paper, paper_rows, placed, qualified

CHILDREN = ("0002", "0004", "0006", "0008")
"""Finalists of an age to stand as a child; 0001 and the other odd ones as a parent."""


def finalists(**changes: Any) -> Tournament:
    """Eight who played the preliminary and are placed in the final: four in each session."""
    tournament = founded(**changes)
    for number in numbers(8):
        tournament.given(registration(number, born=CHILD if number in CHILDREN else date(1988, 2, 3)))
    on_paper(tournament.at("2026-03-28 20:00"), "2026-03-28/1", numbers(2), lambda table: 40 - table)
    return tournament.given(ConcludeQualification(), PlaceFinalists()).at("2026-04-12 17:00")


def final(tournament: Tournament, scores: Mapping[str, tuple[int, int]]) -> Tournament:
    """The final from paper: each entrant's score in game 1 and tiles in each game; games 2 and 3 as drawn.

    In every session the best score of game 1 wins all three.
    """
    rows: list[ResultRow] = []
    for session in (F1, F2):
        ranked = sorted(tournament.state.sessions[session].entrants, key=lambda number: -scores[number][0])
        game = [(str(scores[number][0]), scores[number][1]) for number in ranked]
        rows += paper_rows(session, 1, ranked, [game] * 3, len(rows) + 2)
    return tournament.given(ImportResults(rows=tuple(rows)))


def seated(tournament: Tournament) -> tuple[list[str], list[str]]:
    first, second = (sorted(tournament.state.sessions[session_id].entrants) for session_id in (F1, F2))
    return first, second


def played(*tables: tuple[tuple[int, int], ...]) -> Tournament:
    """The final at two tables: score and tiles of each seat, entrants of each session by number."""
    tournament = finalists()
    scores: dict[str, tuple[int, int]] = {}
    for entrants, table in zip(seated(tournament), tables, strict=True):
        scores.update(zip(entrants, table, strict=True))
    return final(tournament, scores)


FIRST = ((30, 0), (-5, 2), (-10, 3), (-15, 4))
SECOND = ((33, 0), (-6, 2), (-11, 3), (-16, 4))
ALIKE = ((30, 0), (-5, 2), (-10, 3), (-15, 4))


def order(tournament: Tournament) -> list[str]:
    return [standing.entrant_no for standing in standings(tournament.state, "final")]


def test_the_best_three_of_the_final_have_the_titles() -> None:
    tournament = played(FIRST, SECOND)
    best = order(tournament)
    tournament.when(MakeAwards()).then(
        AwardsMade(tuple(AwardedPlace(place, (best[place - 1],)) for place in (1, 2, 3)), ()),
        FamilyAwardMade(()),
    )


def test_with_two_champions_there_is_no_first_runner_up() -> None:
    tournament = played(FIRST, ALIKE)
    places = tournament.when(MakeAwards()).only(AwardsMade).places
    assert [(place.place, len(place.entrants)) for place in places] == [(1, 2), (3, 2)]


def test_with_two_first_runners_up_there_is_no_second() -> None:
    tournament = played(((30, 0), (-10, 2), (-10, 2), (-10, 3)), ((33, 0), (-11, 2), (-11, 3), (-11, 4)))
    places = tournament.when(MakeAwards()).only(AwardsMade).places
    assert [(place.place, len(place.entrants)) for place in places] == [(1, 1), (2, 1), (3, 2)]


def families(tournament: Tournament, *pairs: tuple[str, str]) -> Tournament:
    for child, parent in pairs:
        tournament.given(DeclareFamilyUnit(child=child, parent=parent))
    return tournament


def with_families(pairs: tuple[tuple[str, str], ...], *tables: tuple[tuple[int, int], ...]) -> Tournament:
    tournament = families(finalists(), *pairs)
    scores: dict[str, tuple[int, int]] = {}
    for entrants, table in zip(seated(tournament), tables, strict=True):
        scores.update(zip(entrants, table, strict=True))
    return final(tournament, scores)


def test_the_family_award_goes_to_the_best_sums() -> None:
    first, second = seated(finalists())
    assert (first, second) == (["0001", "0004", "0005", "0008"], ["0002", "0003", "0006", "0007"])
    tournament = with_families((("0002", "0001"), ("0008", "0005"), ("0004", "0007")), FIRST, SECOND)
    table = family_standings(tournament.state)
    assert [
        (standing.unit, standing.totals.games_won, standing.totals.score_sixths // 6, standing.totals.tiles)
        for standing in table
    ] == [("0002+0001", 6, 189, 0), ("0004+0007", 0, -63, 18), ("0008+0005", 0, -75, 21)]
    assert tournament.when(MakeAwards()).only(FamilyAwardMade).units == ("0002+0001",)


def test_families_with_equal_sums_share() -> None:
    tournament = with_families((("0004", "0003"), ("0002", "0001"), ("0006", "0005")), FIRST, ALIKE)
    pairs = {
        standing.unit: (standing.place, standing.tied) for standing in family_standings(tournament.state)
    }
    assert pairs == {"0002+0001": (1, False), "0004+0003": (2, False), "0006+0005": (3, False)}
    tournament = with_families((("0004", "0001"), ("0002", "0003")), FIRST, ALIKE)
    assert [standing.place for standing in family_standings(tournament.state)] == [1, 1]
    assert tournament.when(MakeAwards()).only(FamilyAwardMade).units == ("0002+0003", "0004+0001")


def test_equal_games_and_scores_are_decided_by_the_fewer_tiles() -> None:
    tournament = with_families(
        (("0004", "0001"), ("0002", "0003")), FIRST, ((30, 0), (-5, 1), (-10, 3), (-15, 4))
    )
    assert tournament.when(MakeAwards()).only(FamilyAwardMade).units == ("0002+0003",)


def test_both_of_a_family_must_complete_the_final() -> None:
    tournament = with_families((("0002", "0001"), ("0008", "0005")), FIRST, SECOND)
    tournament.given(DisqualifyEntrant(entrant="0001", reason="a phone"))
    assert [standing.unit for standing in family_standings(tournament.state)] == ["0008+0005"]
    assert tournament.when(MakeAwards()).only(FamilyAwardMade).units == ("0008+0005",)


def test_both_of_a_family_must_be_finalists() -> None:
    tournament = qualified(16, cut=8).at("2026-03-29 12:00")
    reserve = tournament.state.cut_into("final").reserves[0]
    tournament.given(
        AmendDetails(entrant=reserve, birth_date=CHILD), DeclareFamilyUnit(child=reserve, parent="0001")
    )
    assert family_standings(tournament.state) == []


def test_ages_count_on_the_day_the_final_is_played() -> None:
    tournament = founded()
    for number in numbers(8):
        born = date(2007, 4, 20) if number == "0002" else date(1988, 2, 3)  # nineteen a week after the final
        tournament.given(registration(number, born=born))
    on_paper(tournament.at("2026-03-28 20:00"), "2026-03-28/1", numbers(2), lambda table: 40 - table)
    tournament.given(ConcludeQualification(), PlaceFinalists())
    tournament.given(DeclareFamilyUnit(child="0002", parent="0001")).at("2026-04-12 09:00")
    day = date(2026, 4, 12)
    tournament.given(SuspendDay(day=day, grounds="black_rainstorm"))
    tournament.given(RescheduleSessions(day=day, new_day=date(2026, 4, 26))).at("2026-04-26 18:00")
    scores = dict.fromkeys(numbers(8), (-10, 3)) | {"0001": (30, 0), "0002": (30, 0)}
    final(tournament, scores)
    assert tournament.when(MakeAwards()).only(FamilyAwardMade).units == ()


def test_awards_are_made_once_and_only_of_a_settled_final() -> None:
    tournament = finalists()
    tournament.when(MakeAwards()).refused(
        "stage-not-settled", "session 1 of Sunday, 12 April 2026 is scheduled"
    )
    tournament = played(FIRST, SECOND).given(MakeAwards())
    tournament.when(MakeAwards()).refused("awards-made", "revoke-awards")


def test_awards_made_in_error_are_revoked_until_the_final_is_published() -> None:
    tournament = played(FIRST, SECOND)
    tournament.when(RevokeAwards(reason="x")).refused("no-awards")
    tournament.given(MakeAwards())
    tournament.when(RevokeAwards(reason=" ")).refused("invalid-input")
    tournament.when(RevokeAwards(reason="a sheet was missing")).then(AwardsRevoked("case-1"))
    tournament.given(MakeAwards(), PublishResults(stage="final"))
    tournament.when(RevokeAwards(reason="x")).refused("something-rests-on-it", "published")
    again = tournament.when(MakeAwards()).refused("awards-made", "correct-game").problem
    assert "revoke-awards" not in again.text(), "that is refused"


def test_awards_that_a_correction_changed_are_revoked_after_publication_and_made_anew() -> None:
    tournament = played(FIRST, SECOND).given(MakeAwards(), PublishResults(stage="final"))
    champion = order(tournament)[0]
    tournament.given(DisqualifyEntrant(entrant=champion, reason="a phone, seen on the film"))
    tournament.given(PublishResults(stage="final"), RevokeAwards(reason="the champion is out"))
    places = tournament.when(MakeAwards()).only(AwardsMade).places
    assert champion not in [number for place in places for number in place.entrants]
    assert tournament.state.versions["final"] == 2


def test_a_correction_that_leaves_the_titles_leaves_the_awards() -> None:
    tournament = played(FIRST, SECOND).given(MakeAwards(), PublishResults(stage="final"))
    last = tournament.state.sheets[f"{F1}/1"].seats
    seats = scored(("30", 1, 0), ("-5", 0, 2), ("-9", 0, 3), ("-16", 0, 4))
    correction = CorrectGame(sheet=f"{F1}/1", game=3, seats=seats, reason=f"seats {last[2]}")
    tournament.given(correction, by="chief_referee")
    tournament.when(RevokeAwards(reason="x")).refused("something-rests-on-it")


def test_the_final_is_played_at_the_desk_as_well() -> None:
    tournament = placed(qualified(16, cut=8))
    for session in (F1, F2):
        start(draw(check_in(tournament, session), session), session)
        if session == F1:
            leaver = tournament.state.sheets[f"{F1}/1"].seats[0]
            tournament.given(WithdrawEntrant(entrant=leaver, grounds="health", game_in_progress=False))
            three = ((5, 1), (10, 1), (15, 3))
            for game in (1, 2, 3):
                tournament.given(
                    RecordGameResult(sheet=f"{F1}/1", game=game, ended_by="time", seats=counts(None, *three))
                )
        finished(tournament, session)
    assert len(order(tournament)) == 7
    tournament.given(MakeAwards())
    tournament.when(ReopenSession(session=F2, reason="x")).refused("something-rests-on-it")
