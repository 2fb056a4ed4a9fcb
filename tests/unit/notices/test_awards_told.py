"""Whoever wins twice is told twice, and of awards made again what is another."""

from services.notices.audiences import recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.policies import notices_due
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.publication.awards import AwardsMade, MakeAwards, RevokeAwards
from services.tournament.publication.publishing import PublishResults
from services.tournament.standings.outcomes import AwardedPlace, OtherAward
from shared.i18n import LANGUAGES, Language
from tests.unit.notices.test_beyond_the_session import due
from tests.unit.tournament.given_plans import amending, with_stage
from tests.unit.tournament.specs import Tournament
from tests.unit.tournament.stages import families_in_the_final, qualified
from tests.wording import fixed


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


def awarded() -> Tournament:
    """The final is over, with two families in it, and the awards are made."""
    return families_in_the_final().given(MakeAwards())


def read(tournament: Tournament, notices: list[Notice], language: Language = "en") -> dict[str, str]:
    return {
        recipient.number: filled(Look(tournament.state, notice, recipient, language))
        for notice in notices
        if notice.kind == "awards"
        for recipient in recipients(tournament.state, notice.audience)
        if not notice.audience.startswith("unit:")
    }


def test_awards_made_again_as_they_were_are_told_to_nobody() -> None:
    tournament = awarded().given(RevokeAwards(reason="a sheet was missing"))
    assert [notice for notice in due(tournament, MakeAwards()) if notice.kind == "awards"] == []


def test_awards_made_again_otherwise_are_told_as_a_correction_to_whom_they_concern() -> None:
    tournament = awarded()
    before = tournament.state.awards
    assert before is not None
    champion = before.places[0].entrants[0]
    tournament.given(RevokeAwards(reason="a phone"), DisqualifyEntrant(entrant=champion, reason="a phone"))
    notices = due(tournament, MakeAwards())
    after = tournament.state.awards
    assert after is not None
    english, chinese = (read(tournament, notices, language) for language in LANGUAGES)
    still, up = after.places[0].entrants[0], after.places[1].entrants[0]
    assert english[champion].startswith(fixed("notice-awards-taken-back"))
    assert chinese[champion].startswith("獎項已更正：你不再獲得")
    assert still not in english, "a champion with another before, and alone now"
    assert english[up].startswith(fixed("notice-awards-corrected"))
    had = {(place.place, number) for place in before.places for number in place.entrants}
    has = {(place.place, number) for place in after.places for number in place.entrants}
    assert set(english) == {number for _, number in had ^ has}
    assert any(notice.template.startswith("family-award-") for notice in notices)


def test_awards_revoked_before_anyone_saw_them_are_told_as_if_made_once() -> None:
    tournament = families_in_the_final()
    unseen = with_stage(tournament.state.plan, "final", places_seen="published")
    awards = tournament.given(amending(unseen), MakeAwards()).state.awards
    assert awards is not None
    champion = awards.places[0].entrants[0]
    tournament.given(RevokeAwards(reason="a phone"), DisqualifyEntrant(entrant=champion, reason="a phone"))
    assert [notice for notice in due(tournament, MakeAwards()) if notice.kind == "awards"] == []
    told = [notice for notice in due(tournament, PublishResults(stage="final")) if notice.kind == "awards"]
    assert {notice.template for notice in told} == {"awards", "family-award"}
    assert f"entrant:{champion}" not in {notice.audience for notice in told}
