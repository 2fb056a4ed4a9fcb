"""Publication: numbered versions, each stored as it went out; a correction makes the next."""

from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import CancelRegistration
from services.tournament.play.remarks import remarks
from services.tournament.play.results import CorrectGame
from services.tournament.publication.publishing import PublishResults, ResultsPublished, RowChange
from services.tournament.standings.outcomes import PublishedRow
from services.tournament.standings.qualification import ConcludeQualification
from shared.codec import digest
from tests.cases import cases
from tests.unit.tournament.figures import counted, scored
from tests.unit.tournament.specs import (
    S1,
    S2,
    Tournament,
    finished,
    founded,
    in_play,
    recorded,
    registered,
    registration,
    sign,
)
from tests.unit.tournament.stages import preliminary, published

PUBLISH = PublishResults(stage="preliminary")


def slip(tournament: Tournament) -> Tournament:
    """Game 1 of table 1 is corrected from the paper: seats B and C had lost 38 and 40."""
    seats = scored(("117", 1, 0), ("-38", 0, 4), ("-40", 0, 5), ("-39", 0, 6))
    correction = CorrectGame(sheet=f"{S1}/1", game=1, seats=seats, reason="the paper says so")
    tournament.given(correction, by="chief_referee")
    kept = [number for number in tournament.sheet().seats if number in tournament.sheet().signatures]
    return sign(tournament, f"{S1}/1", *kept)


def test_version_1_holds_the_table_under_its_digest() -> None:
    tournament = preliminary(8)
    version = tournament.when(PUBLISH).then(ResultsPublished).only(ResultsPublished)
    assert (version.stage, version.version, version.changes) == ("preliminary", 1, ())
    assert version.rows[0] == PublishedRow(1, "0001", 3, "351", 0, None)
    assert [row.place for row in version.rows] == list(range(1, 9))
    assert version.digest == digest(version.rows)


def test_nothing_new_is_not_published_again() -> None:
    published(preliminary(8)).when(PUBLISH).refused("nothing-new-to-publish", "version 1")


def test_a_correction_makes_version_2_with_the_differences_and_version_1_stays_as_it_went_out() -> None:
    tournament = published(preliminary(8))
    first = tournament.state.publications["preliminary/1"]
    version = slip(tournament).when(PUBLISH).only(ResultsPublished)
    assert version.version == 2
    seats = tournament.sheet().seats
    assert [change.entrant_no for change in version.changes] == sorted(seats[1:])  # the last one's place
    change = next(row_change for row_change in version.changes if row_change.entrant_no == seats[1])
    assert change.before is not None
    assert change.after is not None
    assert (change.before.score, change.after.score) == ("-117", "-116")
    assert tournament.state.publications["preliminary/1"] is first
    assert tournament.state.versions["preliminary"] == 2


def test_a_difference_tells_who_came_and_who_went() -> None:
    tournament = published(preliminary(8))
    tournament.given(DisqualifyEntrant(entrant="0001", reason="a phone, seen on the film"))
    version = tournament.when(PUBLISH).only(ResultsPublished)
    gone = next(change for change in version.changes if change.entrant_no == "0001")
    assert gone == RowChange("0001", PublishedRow(1, "0001", 3, "351", 0, None), None)
    assert len(version.changes) == 8  # everyone below moves up


def test_the_cut_is_a_difference_too() -> None:
    tournament = published(preliminary(8, cut=4)).given(ConcludeQualification())
    version = tournament.when(PUBLISH).only(ResultsPublished)
    assert [row.qualified for row in version.rows] == [True] * 4 + [False] * 4


def test_only_a_settled_stage_is_published() -> None:
    founded().when(PUBLISH).refused("stage-not-settled", "nothing was played")
    tournament = recorded(8)
    tournament.when(PUBLISH).refused(
        "stage-not-settled", "session 1 of Saturday, 28 March 2026 is playing", "has not signed"
    )
    registered(4, S2, first=9, into=finished(tournament))
    tournament.when(PUBLISH).refused("stage-not-settled", "session 2 of Saturday, 28 March 2026 is scheduled")
    tournament.when(PublishResults(stage="final")).refused("stage-not-settled", "nothing was played")


def test_many_open_points_are_counted() -> None:
    tournament = in_play(32)
    tournament.when(PUBLISH).refused("stage-not-settled", "and 4 more")


def test_an_amended_sheet_is_published_once_it_is_signed_again() -> None:
    tournament = finished(sign(recorded(4)))
    published(tournament)
    correction = CorrectGame(
        sheet=f"{S1}/1",
        game=1,
        ended_by="time",
        seats=counted((6, 1), (10, 1), (15, 3), (20, 4)).seats,
        reason="p",
    )
    tournament.given(correction, by="chief_referee")
    tournament.when(PUBLISH).refused("stage-not-settled", "has not signed")
    sign(tournament, f"{S1}/1")
    assert tournament.when(PUBLISH).only(ResultsPublished).version == 2


@cases(
    "gone",
    [DisqualifyEntrant(entrant="0050", reason="a phone at the door"), CancelRegistration(entrant="0050")],
)
def test_a_session_holds_up_nothing_once_everyone_is_out_of_it(gone: Command) -> None:
    tournament = preliminary(4).given(registration("0050", S2))
    tournament.when(PUBLISH).refused("stage-not-settled", S2)
    tournament.given(gone).when(PUBLISH).then(ResultsPublished)


def test_a_correction_says_what_was_made_of_the_figures_before() -> None:
    """What is published and who goes on stand, and whoever corrects should know it."""
    tournament = preliminary(8, cut=4)
    assert remarked(tournament) == []
    tournament = preliminary(8, cut=4).given(PUBLISH)
    assert remarked(tournament) == ["published-before"]
    tournament = preliminary(8, cut=4).given(PUBLISH, ConcludeQualification())
    assert remarked(tournament) == ["published-before", "cut-made-before"]


def remarked(tournament: Tournament) -> list[str]:
    """What is remarked as game 1 of table 1 is corrected."""
    seats = scored(("117", 1, 0), ("-38", 0, 4), ("-40", 0, 5), ("-39", 0, 6))
    correction = CorrectGame(sheet=f"{S1}/1", game=1, seats=seats, reason="the paper says so")
    outcome = tournament.when(correction, by="chief_referee")
    notes = remarks(tournament.state, outcome.events, tournament.now)
    return [note.code for note in notes if note.code.endswith("-before")]
