"""Who is meant by an audience is read out when it is sent."""

from services.notices.audiences import recipients
from services.tournament.definition.founding import AppointReferee
from services.tournament.people.amendments import CancelRegistration, MergeEntrants
from tests.unit.tournament.specs import S2, Tournament, registered, registration


def told(tournament: Tournament, audience: str) -> list[str]:
    return [own.number for own in recipients(tournament.state, audience)]


def test_everyone_is_who_has_a_place_or_waits_for_one() -> None:
    tournament = registered(4, capacity=4, tables=1).given(registration("0005"), registration("0006", S2))
    assert tournament.entrant("0005").status == "waiting"
    assert told(tournament, "everyone") == ["0001", "0002", "0003", "0004", "0005", "0006"]
    assert told(tournament, "waiting") == ["0005"]
    tournament.given(CancelRegistration(entrant="0005"), CancelRegistration(entrant="0006"))
    assert told(tournament, "everyone") == ["0001", "0002", "0003", "0004"]
    assert told(tournament, "waiting") == []


def test_who_was_registered_twice_is_told_once() -> None:
    tournament = registered(3)
    tournament.given(MergeEntrants(keep="0001", drop="0003", reason="the same person"))
    assert told(tournament, "everyone") == ["0001", "0002"]
    assert told(tournament, "entrant:0003") == ["0001"]


def test_the_chief_referee_and_the_other_referees_are_told_apart_by_their_roles() -> None:
    tournament = registered(1).given(
        AppointReferee(referee="R01", name="Judge"), AppointReferee(referee="CR1", name="Chief", chief=True)
    )
    assert told(tournament, "role:chief_referee") == ["CR1"]
    assert told(tournament, "role:referee") == ["R01"]
    assert told(tournament, "referees:") == ["CR1", "R01"]
