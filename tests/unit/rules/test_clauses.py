"""Which rule somebody means who types one: in either language, in part, or by its number alone."""

from services.rules.citing import Cited
from services.rules.clauses import FURTHER, Clauses, share_a_place
from services.rules.ruleset import Ruleset, all_rulesets, axes, load
from shared.i18n import LANGUAGES, Language
from tests.cases import cases

HONG_KONG = Clauses([load("hk-2026")])


@cases("language", LANGUAGES)
@cases("ruleset", all_rulesets())
def test_every_rule_of_a_ruleset_is_found_as_it_is_shown(ruleset: Ruleset, language: Language) -> None:
    clauses = Clauses([ruleset])
    assert {axis.cite for axis in axes(ruleset)} <= set(clauses.known)
    for cite in clauses.known:
        assert clauses.find(Cited(cite).in_language(language)) == cite
        assert clauses.find(cite.lower()) == cite


@cases(
    "typed, cite",
    [
        ("2.1", "HK rules 2.1"),
        ("Rules 2.1", "HK rules 2.1"),
        ("規則2.1", "HK rules 2.1"),
        ("香港規則 第2.1條", "HK rules 2.1"),
        ("12", "HK code of conduct 12"),
        ("HK conduct 12", "HK code of conduct 12"),
        ("守則 9", "HK code of conduct 9"),
        ("HK code of conduct 1 and 9", "HK code of conduct 1, 9"),
        ("HK rules 3, example 2", "HK rules 3, Example 2"),
        ("How to use joker, examples 4 and 6", "HK How to Use Joker, Example 4, 6"),
        ("HK rules 2", "HK rules 2"),
        ("score sheet", "HK score sheet"),
    ],
)
def test_a_rule_is_found_by_a_part_of_its_name_or_its_number(typed: str, cite: str) -> None:
    assert HONG_KONG.find(typed) == cite


@cases(
    "typed",
    [
        "香港規則 9.9",
        "9.9",
        "HK rules 9.9",
        "HK code of conduct 16",
        "MSO scoring",
        "1",
        "x",
        "because I say so",
        "–",
    ],
)
def test_what_no_rule_is_called_or_several_are_is_not_found(typed: str) -> None:
    assert HONG_KONG.find(typed) is None


def test_the_nearest_are_those_of_that_number() -> None:
    nearest = HONG_KONG.nearest("1")
    assert {"HK rules 1", "HK code of conduct 1"} <= set(nearest)
    assert all(cite.endswith("1") for cite in nearest[:2])


def test_house_rules_and_places_that_the_file_cites_are_found_too() -> None:
    clauses = Clauses([load("hk-2026")], ["House paper 7", "MSO times"])
    assert clauses.find("house paper 7") == "House paper 7"
    assert clauses.find("paper 7") == "House paper 7"
    assert clauses.find("MSO times") == "MSO times"


@cases(
    "cite, other, shared",
    [
        ("HK rules 3", "HK rules 3", True),
        ("HK rules 3, Example 2", "HK rules 1; rules 3, Example 3", True),
        ("HK rules 2.1", "HK rules 2.1, 2.2", True),
        ("HK rules 2.1", "HK rules 2.2", False),
        ("HK rules 3, Example 2", "HK How to Use Joker, Example 2", False),
        ("HK rules 3", "BSG rules 3", False),
        ("House paper 7", "House paper 7", False),
        ("MSO clarifications, out of time", "MSO clarifications, out of time", True),
        ("MSO clarifications, out of time", "MSO clarifications, joker", False),
        ("MSO clarifications, out of time", "MSO clarifications", False),
        ("MSO clarifications", "MSO clarifications, joker", True),
        ("MSO times; clarifications, joker", "MSO times", True),
    ],
)
def test_citations_share_a_place_where_they_name_one_part(cite: str, other: str, shared: bool) -> None:
    assert share_a_place(cite, other) is shared


@cases("cite", FURTHER)
def test_every_further_place_has_a_name_in_chinese(cite: str) -> None:
    assert not Cited(cite).in_language("zh").startswith(cite[:3])
