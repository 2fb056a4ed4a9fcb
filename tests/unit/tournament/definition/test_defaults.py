"""What may be left out of a tournament file, and what it is then: written out by hand."""

from services.tournament.definition.plan import Competition
from services.tournament.definition.reading import read_tournament
from services.tournament.definition.stages import Bye, From, StagePlan, TableSize

BARE = """\
id = "day"
title = "Day"
ruleset = "hk-2026"
zone = "Asia/Hong_Kong"
[[stage]]
id = "first"
sessions = [{ id = "1" }, { id = "2" }]
[[stage]]
id = "second"
enter = { from = "first", places = 8 }
sessions = [{ id = "3" }]
"""


def read(text: str) -> Competition:
    found = read_tournament(text)
    assert found.competition is not None, found.faults
    return found.competition


def test_a_stage_left_bare_is_as_documented() -> None:
    first, second = read(BARE).stages
    for stage in (first, second):
        assert stage.attend == "one"
        assert stage.weather == "none"
        assert stage.bye == Bye(points=1, most=1)
        assert stage.ranked == "complete"
        assert stage.draw == "lot"
        assert stage.table == TableSize(most=4, fewest=3)
        assert stage.games == 3
        assert stage.check_in == "each"
        assert stage.signatures == "required"
        assert stage.ranking == "ruleset"
        assert stage.carry is False
        assert stage.places_seen == "live"
        assert stage.apart == ()
        assert (stage.name, stage.ruleset, stage.clock, stage.rating) == (None, None, None, None)
    assert (first.enter, first.split) == ("registration", "chosen")
    assert (second.enter, second.split) == (From("first", 8, None, "decided", True), "in_turn")


def test_a_further_stage_to_register_for_lets_people_choose_one_of_its_sessions() -> None:
    further = """
[[stage]]
id = "beside"
enter = "registration"
sessions = [{ id = "beside-1", day = 2027-03-06 }, { id = "beside-2", day = 2027-03-06 }]
"""
    assert read(BARE + further).stages[-1].split == "chosen"


def test_a_tournament_left_bare_is_as_documented() -> None:
    plan = read(BARE)
    assert plan.languages == ("en", "zh")
    assert (plan.organizer, plan.venue, plan.contact, plan.privacy, plan.quota) == (None,) * 5
    assert (plan.minimum_age, plan.verbal_warnings, plan.tables_per_official) == (0, 2, 2)
    assert (plan.categories, plan.awards, plan.readings) == ((), (), {})
    assert (plan.results_published_on, plan.results_published_at) == (None, ())


def test_what_is_given_as_the_default_is_the_same_plan_byte_for_byte() -> None:
    from shared.codec import canonical

    given = BARE.replace(
        'id = "first"',
        """id = "first"
enter = "registration"
attend = "one"
split = "chosen"
weather = "none"
draw = "lot"
table = { most = 4, fewest = 3 }
games = 3
bye = { points = 1, most = 1 }
ranked = "complete"
check_in = "each"
signatures = "required"
ranking = "ruleset"
carry = false
places_seen = "live"
apart = []""",
    ).replace("places = 8 }", 'places = 8, ties = "decided", reserves = true }')
    given = "verbal_warnings = 2\ntables_per_official = 2\nminimum_age = 0\n" + given
    assert read(given) == read(BARE)
    assert canonical(read(given)) == canonical(read(BARE))


def test_a_table_for_two_needs_no_fewest() -> None:
    text = BARE.replace('"hk-2026"', '"mso-2019"').replace("sessions", "table = { most = 2 }\nsessions")
    assert [stage.table for stage in read(text).stages] == [TableSize(2, 2), TableSize(2, 2)]


def test_fewest_of_three_is_three() -> None:
    (stage, _) = read(
        BARE.replace('sessions = [{ id = "1', 'table = { most = 3 }\nsessions = [{ id = "1')
    ).stages
    assert stage.table == TableSize(3, 3)


def test_the_defaults_of_the_struct_are_those_of_the_file() -> None:
    first, _ = read(BARE).stages
    assert first == StagePlan(id="first", enter="registration", split="chosen", sessions=first.sessions)
