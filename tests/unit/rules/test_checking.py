"""A ruleset file is checked axis by axis, and every mistake names its place and the way out."""

import pytest

from services.rules.checking import MOST_MISTAKES, check, differences, report
from services.rules.ruleset import load
from shared.catalogue import say
from tests.cases import cases
from tests.refusing import refusing
from tests.unit.rules.test_rulesets import canonical_file


def house(*changes: tuple[str, str]) -> str:
    """The Hong Kong ruleset under an id of its own, with other changes."""
    text = canonical_file("hk-2026")
    for old, new in (('id = "hk-2026"', 'id = "house-of-the-test"'), *changes):
        assert old in text
        text = text.replace(old, new, 1)
    return text


def mistakes(*changes: tuple[str, str]) -> list[tuple[str, str]]:
    """Where each mistake is, and what it says."""
    checked = check(house(*changes))
    assert checked.ruleset is None
    assert all(mistake.text_zh for mistake in checked.mistakes)
    return [(mistake.where, mistake.text) for mistake in checked.mistakes]


def test_a_ruleset_that_ships_under_an_id_of_its_own_has_no_mistake() -> None:
    checked = check(house())
    assert checked.mistakes == ()
    assert checked.ruleset is not None
    assert checked.ruleset.id == "house-of-the-test"


@cases(
    "old, new, where, says",
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


@cases(
    "axis, as_shipped, least, most",
    [
        ("deal.hand", "hand = { value = 14", 1, 53),
        ("deal.dealt_jokers", "dealt_jokers = { value = 0", 0, 2),
        ("deal.reshuffle_pairs", "reshuffle_pairs = { value = 3", 1, 7),
        ("seats.least", "least = { value = 3", 2, 6),
        ("seats.most", "most = { value = 4", 2, 6),
        ("seats.least_after_withdrawal", "least_after_withdrawal = { value = 2", 1, 6),
        ("initial_meld.points", "points = { value = 30", 0, 300),
        ("jokers.rack_value", "rack_value = { value = 30", 0, 1000),
    ],
)
def test_a_figure_makes_sense_from_its_least_to_its_most(
    axis: str, as_shipped: str, least: int, most: int
) -> None:
    def out_of_range(value: int) -> list[str]:
        changed = house((as_shipped, f"{as_shipped.rpartition(' ')[0]} {value}"))
        return [mistake.where for mistake in check(changed).mistakes if "it can be" in mistake.text]

    assert [out_of_range(value) for value in (least, most)] == [[], []]
    assert [out_of_range(value) for value in (least - 1, most + 1)] == [[axis], [axis]]


@pytest.mark.parametrize(("wrong", "further"), [(MOST_MISTAKES, False), (MOST_MISTAKES + 1, True)])
def test_only_the_first_mistakes_of_many_are_told(wrong: int, further: bool) -> None:
    unknown = "".join(f"qq{number} = 1\n" for number in range(wrong))
    found = mistakes(("[deal]", f"{unknown}[deal]"))
    assert len(found) == MOST_MISTAKES + further
    assert (found[-1] == ("-", say("part-checking-and-more", "en"))) is further


SILENT = '{ value = "unspecified", cite = "HK rules", basis = "silent" }'


@cases(
    "id, old, new, where, says",
    [
        ("hk-2026", "least = { value = 3", "least = { value = 4", None, None),
        ("hk-2026", "most = { value = 4", "most = { value = 2", "seats", "least is more than most"),
        (
            "hk-2026",
            "hand = { value = 14",
            "hand = { value = 27",
            "seats.most",
            "4 hands of 27 are 108, of 106",
        ),
        ("hk-2026", "hand = { value = 14", "hand = { value = 26", None, None),
        (
            "hk-2026",
            "from_rack_only = { value = true",
            "from_rack_only = { value = false",
            "initial_meld.from_rack_only",
            "can only be true",
        ),
        (
            "hk-2026",
            'name = "could_have_melded"',
            'name = "could_not_meld"',
            "scoring.charges.could_not_meld",
            "twice",
        ),
        ("hk-2026", "points = 100", "points = 1", None, None),
        ("hk-2026", "points = 100", "points = 0", "scoring.charges.could_not_meld", "at least 1 point"),
        (
            "hk-2026",
            'charge_mode = { value = "replace", cite = "HK rules 3", basis = "reading" }',
            f"charge_mode = {SILENT}",
            "scoring.charge_mode",
            "must be decided where there are charges",
        ),
        (
            "hk-2026",
            'two_charges = { value = "larger", cite = "HK rules 3", basis = "reading" }',
            f"two_charges = {SILENT}",
            "scoring.two_charges",
            "must be decided where there are charges",
        ),
        (
            "hk-2026",
            'turn_seconds = { value = [60], cite = "HK rules 2.3", basis = "stated" }',
            f"turn_seconds = {SILENT}",
            "clock.turn_seconds",
            "needs its seconds",
        ),
        (
            "mso-2019",
            'bank_seconds = { value = 600, cite = "MSO format", basis = "stated" }',
            f"bank_seconds = {SILENT}",
            "clock",
            "needs bank_seconds and delay_seconds",
        ),
        (
            "mso-2019",
            'delay_seconds = { value = 10, cite = "MSO format", basis = "stated" }',
            f"delay_seconds = {SILENT}",
            "clock",
            "needs bank_seconds and delay_seconds",
        ),
        ("bsg-2015", "", "", None, None),
        ("pressman-2006", "", "", None, None),
        ("rummikub-online", "", "", None, None),
    ],
)
def test_settings_that_do_not_go_together_are_a_mistake(
    id: str, old: str, new: str, where: str | None, says: str | None
) -> None:
    text = canonical_file(id).replace(f'id = "{id}"', 'id = "house-of-the-test"')
    assert old in text
    found = check(text.replace(old, new, 1)).mistakes
    assert [mistake.where for mistake in found] == ([] if where is None else [where])
    assert all(says is not None and says in mistake.text for mistake in found)


def test_a_ruleset_that_differs_from_one_that_ships_has_an_id_of_its_own() -> None:
    text = canonical_file("hk-2026")
    assert check(text).mistakes == ()
    (mistake,) = check(text.replace("rack_value = { value = 30", "rack_value = { value = 25")).mistakes
    assert mistake.where == "id"
    assert "give yours an id of its own" in mistake.text


def test_what_costs_too_much_to_read_is_refused_and_what_is_no_toml_is_a_mistake() -> None:
    with refusing("beyond-limit"):
        check(f"x = {'[' * 1000}{']' * 1000}")
    (mistake,) = check('id = "x"\n[deal').mistakes
    assert mistake.where == "line 2"
    assert mistake.text.startswith("this is no TOML: ")
    assert mistake.text_zh.startswith("不是有效的 TOML：")


def test_a_report_names_the_ruleset_that_is_nearest_and_what_is_played_otherwise() -> None:
    answer = report(house(("rack_value = { value = 30", "rack_value = { value = 25")))
    assert answer.ok
    assert answer.nearest == "hk-2026"
    assert [
        (difference.axis, difference.value, difference.value_there) for difference in answer.differences
    ] == [("jokers.rack_value", 25, 30)]


def test_a_ruleset_differs_in_nothing_from_itself() -> None:
    ruleset = load("hk-2026")
    assert differences(ruleset, ruleset) == ()
