"""The rules that a ruling may cite, by document, with how each begins."""

from services.rules.citing import in_order
from services.rules.clauses import Clauses
from services.rules.ruleset import load
from services.web.docket.ruling_page import RuleListed, RulesOf, by_document
from shared.catalogue import say
from shared.i18n import Language
from tests.cases import cases


def listed(ruleset: str, language: Language = "en", *more: str) -> list[RulesOf]:
    rules = load(ruleset)
    return by_document(sorted(Clauses([rules], more).known, key=in_order), rules, language)


def rule(groups: list[RulesOf], cite: str) -> RuleListed:
    (found,) = [rule for group in groups for rule in group.rules if rule.cite == cite]
    return found


def test_rules_stand_under_their_documents() -> None:
    groups = {group.document: [rule.cite for rule in group.rules] for group in listed("hk-2026")}
    assert "HK code of conduct 7" in groups["HK code of conduct"]
    assert "HK rules 2.1" in groups["HK rules"]
    assert "HK awards" in groups[say("page-docket-rules-by-name", "en", document="HK")]
    assert sum(map(len, groups.values())) == len(Clauses([load("hk-2026")]).known)


def test_documents_are_called_as_people_read_them() -> None:
    assert {group.document for group in listed("hk-2026", "zh")} >= {"香港行為守則", "香港各部分"}
    assert [group.document for group in listed("mso-2019")] == [
        say("page-docket-rules-by-name", "en", document="MSO")
    ]
    assert listed("hk-2026", "en", "House rule 4")[-1].document == say(
        "page-docket-rules-of-tournament", "en"
    )


@cases(
    "cite, begins",
    [
        ("HK rules 2.1", "The first tiles that a player lays down make 30 points or more"),
        ("HK code of conduct 14", "When somebody leaves, the others play on"),
        ("HK rules 3, Example 1", ""),
        ("HK code of conduct 7", ""),
    ],
)
def test_behind_a_rule_stands_how_what_it_states_begins(cite: str, begins: str) -> None:
    found = rule(listed("hk-2026"), cite).begins
    assert found.startswith(begins)
    assert bool(found) == bool(begins)
    assert len(found) <= 80
