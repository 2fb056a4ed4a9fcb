"""A ruleset file is checked axis by axis, and every mistake names its place and the way out."""

import pytest

from services.rules.checking import MOST_MISTAKES, check, differences, report
from services.rules.ruleset import load
from tests.unit.rules.test_rulesets import canonical_file


def house(*changes: tuple[str, str]) -> str:
    """The Hong Kong ruleset under an id of its own, with other changes."""
    text = canonical_file("hk-2026")
    for old, new in (('id = "hk-2026"', 'id = "club-2026"'), *changes):
        assert old in text
        text = text.replace(old, new, 1)
    return text


def mistakes(*changes: tuple[str, str]) -> list[tuple[str, str]]:
    """Where each mistake is, and what it says."""
    checked = check(house(*changes))
    assert checked.ruleset is None
    assert all(own.text_zh for own in checked.mistakes)
    return [(own.where, own.text) for own in checked.mistakes]


def test_a_ruleset_that_ships_under_an_id_of_its_own_has_no_mistake() -> None:
    checked = check(house())
    assert checked.mistakes == ()
    assert checked.ruleset is not None
    assert checked.ruleset.id == "club-2026"


@pytest.mark.parametrize(
    ("old", "new", "where", "says"),
    [
        ("[deal]", "[dael]", "dael", "did you mean deal?"),
        ("[deal]", "[qqqq]", "qqqq", "known here: "),
        ("hand = { value = 14", "hand = { value = 54", "deal.hand", "is 54; it can be 1 to 53"),
        ("hand = { value = 14", "hand = { value = 0", "deal.hand", "is 0; it can be 1 to 53"),
        ('charge_mode = { value = "replace"', 'charge_mode = { value = "qqq"', ".charge_mode", "; known: "),
        (
            'sharing = { value = "equal_parts"',
            'sharing = { value = "equal_part"',
            "scoring.sharing",
            "did you mean equal_parts? Known: ",
        ),
        ('cite = "HK rules 1"', 'cite = " "', "", "cites nothing"),
        ('basis = "stated" }', 'basis = "silent" }', "", "exactly when its basis"),
    ],
)
def test_a_mistake_says_where_it_is_and_what_was_meant(old: str, new: str, where: str, says: str) -> None:
    found = mistakes((old, new))
    assert any(place.endswith(where) and says in text for place, text in found), found


@pytest.mark.parametrize(
    ("axis", "as_shipped", "least", "most"),
    [
        ("deal.hand", "hand = { value = 14", 1, 53),
        ("deal.dealt_jokers", "dealt_jokers = { value = 0", 0, 2),
        ("deal.reshuffle_pairs", "reshuffle_pairs = { value = 3", 1, 7),
        ("seats.least", "least = { value = 3", 2, 4),
        ("seats.most", "most = { value = 4", 2, 4),
        ("seats.least_after_withdrawal", "least_after_withdrawal = { value = 2", 1, 4),
        ("initial_meld.points", "points = { value = 30", 0, 300),
        ("jokers.rack_value", "rack_value = { value = 30", 0, 1000),
    ],
)
def test_a_figure_makes_sense_from_its_least_to_its_most(
    axis: str, as_shipped: str, least: int, most: int
) -> None:
    def out_of_range(value: int) -> list[str]:
        changed = house((as_shipped, f"{as_shipped.rpartition(' ')[0]} {value}"))
        return [own.where for own in check(changed).mistakes if "it can be" in own.text]

    assert [out_of_range(value) for value in (least, most)] == [[], []]
    assert [out_of_range(value) for value in (least - 1, most + 1)] == [[axis], [axis]]


@pytest.mark.parametrize(("wrong", "further"), [(MOST_MISTAKES, False), (MOST_MISTAKES + 1, True)])
def test_only_the_first_mistakes_of_many_are_told(wrong: int, further: bool) -> None:
    unknown = "".join(f"qq{number} = 1\n" for number in range(wrong))
    found = mistakes(("[deal]", f"{unknown}[deal]"))
    assert len(found) == MOST_MISTAKES + further
    assert (found[-1] == ("-", "and more; correct these first")) is further


def test_a_report_names_the_ruleset_that_is_nearest_and_what_is_played_otherwise() -> None:
    told = report(house(("rack_value = { value = 30", "rack_value = { value = 25")))
    assert told.ok
    assert told.nearest == "hk-2026"
    assert [(own.axis, own.value, own.value_there) for own in told.differences] == [
        ("jokers.rack_value", 25, 30)
    ]


def test_a_ruleset_differs_in_nothing_from_itself() -> None:
    ruleset = load("hk-2026")
    assert differences(ruleset, ruleset) == ()
