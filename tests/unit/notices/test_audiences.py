"""Who is meant by an audience is read out when it is sent."""

from services.notices.audiences import _READERS, recipients
from services.notices.audiences_named import audience_called
from services.tournament.definition.founding import AppointReferee
from services.tournament.docket.leaving import DisqualifyEntrant
from services.tournament.people.amendments import CancelRegistration, MergeEntrants
from services.tournament.seating.seats import AssignReferees
from shared.catalogue import languages, say
from tests.unit.tournament.specs import S1, S2, Tournament, drawn, in_play, numbers, registered, registration
from tests.unit.tournament.stages import placed, preliminary, published, qualified


def those_told(tournament: Tournament, audience: str) -> list[str]:
    return [recipient.number for recipient in recipients(tournament.state, audience)]


def test_everyone_is_who_has_a_place_or_waits_for_one() -> None:
    tournament = registered(4, capacity=4, tables=1).given(registration("0005"), registration("0006", S2))
    assert tournament.entrant("0005").status == "waiting"
    assert those_told(tournament, "everyone") == ["0001", "0002", "0003", "0004", "0005", "0006"]
    assert those_told(tournament, "waiting") == ["0005"]
    tournament.given(CancelRegistration(entrant="0005"), CancelRegistration(entrant="0006"))
    assert those_told(tournament, "everyone") == ["0001", "0002", "0003", "0004"]
    assert those_told(tournament, "waiting") == []


def test_who_was_registered_twice_is_told_once() -> None:
    tournament = registered(3)
    tournament.given(MergeEntrants(keep="0001", drop="0003", reason="the same person"))
    assert those_told(tournament, "everyone") == ["0001", "0002"]
    assert those_told(tournament, "entrant:0003") == ["0001"]


def test_the_chief_referee_and_the_other_referees_are_told_apart_by_their_roles() -> None:
    tournament = registered(1).given(
        AppointReferee(referee="R01", name="Judge"), AppointReferee(referee="CR1", name="Chief", chief=True)
    )
    assert those_told(tournament, "role:chief_referee") == ["CR1"]
    assert those_told(tournament, "role:referee") == ["R01"]
    assert those_told(tournament, "referees:") == ["CR1", "R01"]


def test_who_is_in_a_stage_is_who_is_in_one_of_its_sessions_and_no_name_means_the_first_stage() -> None:
    tournament = placed(qualified(16, cut=8))
    everyone, finalists = numbers(16), sorted(tournament.state.cut_into("final").qualified)
    assert those_told(tournament, "stage:preliminary") == everyone
    assert those_told(tournament, "stage:") == everyone
    assert those_told(tournament, "stage:final") == finalists
    assert those_told(tournament, "qualified:final") == those_told(tournament, "finalists:final") == finalists
    assert those_told(tournament, "qualified:") == finalists
    assert set(those_told(tournament, "reserves:final")) <= set(everyone) - set(finalists)
    assert those_told(tournament, "reserves:final")


def test_a_session_is_who_still_plays_in_it_and_a_waiting_list_is_that_of_its_session() -> None:
    tournament = registered(4, capacity=4, tables=1).given(registration("0005"), registration("0006"))
    assert those_told(tournament, f"session:{S1}") == numbers(4)
    assert those_told(tournament, f"waiting:{S1}") == sorted(tournament.state.sessions[S1].waiting) != []
    playing = in_play(4).given(DisqualifyEntrant(entrant="0002", reason="a phone"))
    assert those_told(playing, f"session:{S1}") == ["0001", "0003", "0004"]
    assert those_told(tournament, f"waiting:{S2}") == those_told(tournament, "session:none") == []


def test_who_is_told_of_a_new_version_is_whose_line_has_changed() -> None:
    tournament = published(preliminary(16))
    assert those_told(tournament, "changed:preliminary/1") == numbers(16)
    (seat, *_) = tournament.sheet(1).seats
    before = {row.entrant_no: row for row in tournament.state.publications["preliminary/1"].rows}
    tournament.given(DisqualifyEntrant(entrant=seat, reason="a phone"))
    published(tournament)
    after = {row.entrant_no: row for row in tournament.state.publications["preliminary/2"].rows}
    changed = sorted(number for number in before if before[number] != after.get(number))
    assert those_told(tournament, "changed:preliminary/2") == changed
    assert seat in changed
    assert those_told(tournament, "changed:preliminary/3") == []


def test_officials_are_the_chief_referees_and_who_is_assigned_there_else_every_referee() -> None:
    tournament = drawn(4).given(
        AppointReferee(referee="R02", name="Another"),
        AppointReferee(referee="CR1", name="Chief", chief=True),
    )
    assert those_told(tournament, f"officials:{S2}") == ["CR1", "R01", "R02"]
    tournament.given(AssignReferees(session=S1, assignments={"R02": (1,)}))
    assert those_told(tournament, f"officials:{S1}") == ["CR1", "R02"]
    assert those_told(tournament, f"officials:{S1} {S2}") == ["CR1", "R01", "R02"]


def test_unplaced_is_who_enters_a_stage_and_has_no_session_there() -> None:
    tournament = qualified(16, cut=8)
    assert those_told(tournament, "unplaced:final") == sorted(tournament.state.cut_into("final").qualified)
    assert those_told(placed(tournament), "unplaced:final") == []


def test_every_audience_has_a_name_in_every_language() -> None:
    plan = registered(1).state.plan
    for kind in _READERS:
        known = {"role": "chief_referee", "sheet": f"{S1}/1", "ranked": f"{S1}/1", "several": "referee:1"}
        of = known.get(kind, "1")
        for language in languages():
            assert audience_called(f"{kind}:{of}", plan).in_language(language)
    assert str(audience_called("role:chief_referee", plan)) == say("word-role-chief-referee", "en")
    called = audience_called(f"session:{S1}", plan).in_language("zh")
    assert called == "2026年3月28日星期六第 1 場的參賽者"
