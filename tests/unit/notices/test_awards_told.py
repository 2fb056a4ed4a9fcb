"""Whoever wins twice is told twice."""

from services.notices.policies import notices_due
from services.tournament.publication.awards import AwardsMade
from services.tournament.standings.outcomes import AwardedPlace, OtherAward
from tests.unit.tournament.stages import qualified


def test_a_second_award_of_one_entrant_is_a_notice_of_its_own() -> None:
    state = qualified(16, cut=8).state
    made = AwardsMade((AwardedPlace(1, ("0001",)),), others=(OtherAward(0, 1, ("0001", "0006")),))
    told = notices_due(state, [(state.seq, made)])
    assert sorted(own.audience for own in told) == ["entrant:0001", "entrant:0001", "entrant:0006"]
    assert len({own.dedupe_key for own in told}) == 3
