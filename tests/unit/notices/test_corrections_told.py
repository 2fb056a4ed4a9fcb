"""A further version of results: told to those whose place or figures differ, and to nobody else."""

from services.notices.audiences import recipients
from services.notices.policies import notices_due
from services.tournament.play.remarks import remarks
from services.tournament.publication.publishing import PublishResults, ResultsPublished
from services.tournament.standings.qualification import ConcludeQualification
from tests.unit.tournament.specs import Tournament
from tests.unit.tournament.stages import preliminary, published
from tests.unit.tournament.test_publication import slip

PUBLISH = PublishResults(stage="preliminary")


def published_again(tournament: Tournament) -> tuple[dict[str, list[str]], list[str]]:
    """The kinds of notices of the next version with those they are for, and its remarks."""
    outcome = tournament.when(PUBLISH)
    event, state = outcome.only(ResultsPublished), tournament.state
    due = {
        notice.kind: [reader.number for reader in recipients(state, notice.audience)]
        for notice in notices_due(state, [(state.seq, event)])
        if notice.audience != "public"
    }
    return due, [note.code for note in remarks(state, outcome.events, tournament.now)]


def test_after_the_cut_nobody_reads_of_a_correction_when_only_who_goes_on_differs() -> None:
    tournament = published(preliminary(8, cut=4)).given(ConcludeQualification())
    readers, remarked = published_again(tournament)
    assert readers == {}
    assert remarked == ["only-cut-published"]


def test_who_goes_on_was_told_with_the_cut() -> None:
    tournament = published(preliminary(8, cut=4))
    outcome = tournament.when(ConcludeQualification())
    due = notices_due(tournament.state, [(tournament.state.seq, event) for event in outcome.events])
    assert "qualified" in [notice.kind for notice in due]


def test_whose_place_or_figures_differ_is_told_and_nobody_else() -> None:
    tournament = slip(published(preliminary(8)))
    seats = tournament.sheet().seats
    readers, remarked = published_again(tournament)
    assert readers == {"correction-published": sorted(seats[1:])}
    assert remarked == []
