"""Whoever wins twice is told twice."""

from services.notices.policies import notices_due
from services.tournament.publication.awards import AwardsMade
from services.tournament.standings.outcomes import AwardedPlace, OtherAward
from tests.unit.tournament.stages import qualified


def test_a_second_award_of_one_entrant_is_a_notice_of_its_own() -> None:
    state = qualified(16, cut=8).state
    made = AwardsMade((AwardedPlace(1, ("0001",)),), others=(OtherAward(0, 1, ("0001", "0006")),))
    notices = notices_due(state, [(state.seq, made)])
    assert sorted(notice.audience for notice in notices) == ["entrant:0001", "entrant:0001", "entrant:0006"]
    assert len({notice.dedupe_key for notice in notices}) == 3


def test_an_award_made_again_takes_the_place_of_the_word_before() -> None:
    state = qualified(16, cut=8).state
    made = AwardsMade((AwardedPlace(1, ("0001",)),), others=(OtherAward(0, 1, ("0001",)),))
    first, again = (notices_due(state, [(seq, made)]) for seq in (state.seq, state.seq + 3))
    assert [notice.topic for notice in first] == [notice.topic for notice in again]
    assert len({notice.topic for notice in first}) == 2, "each award by itself"
