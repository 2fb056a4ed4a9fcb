"""Citations of rule documents by the names that these have in each language."""

import re
from pathlib import Path

from services.rules.citing import DOCUMENTS, Cited
from services.rules.ruleset import all_rulesets, axes
from tests.cases import cases

ROOT = Path(__file__).parents[3]


def every_cite() -> set[str]:
    """What the rulesets, the readings of the tournament files and the program itself cite."""
    cites = {axis.cite for ruleset in all_rulesets() for axis in axes(ruleset)}
    for file in (ROOT / "infra" / "tournaments").glob("*.toml"):
        cites |= set(re.findall(r'cites = "([^"]*)"', file.read_text("utf-8")))
    for file in (ROOT / "services").rglob("*.py"):
        cites |= set(
            re.findall(rf'(?:rule|cites)="((?:{"|".join(DOCUMENTS)}) [^"]*)"', file.read_text("utf-8"))
        )
    return cites


def test_every_citation_has_a_name_in_chinese() -> None:
    cites = every_cite()
    assert len(cites) > 60
    for cite in cites:
        chinese = Cited(cite).in_language("zh")
        assert re.findall("[A-Za-z]+", chinese) in ([], ["BSG"], ["Pressman"]), (
            f"{cite}: DOCUMENTS of services/rules/citing.py, and cited-… in both catalogues"
        )
        assert not re.search("[,;()]", chinese), chinese
        assert re.findall("[0-9.]+", chinese) == re.findall("[0-9.]+", cite)
        assert Cited(cite).in_language("en") == cite


@cases(
    "cite, chinese",
    [
        ("HK rules 3", "香港規則 3"),
        ("HK rules 3, Examples 2, 3", "香港規則 3，例 2、3"),
        ("HK rules 1; quotas (25 tables, 100 participants)", "香港規則 1；名額（25 桌、100 人）"),
        ("Club rules 2", "Club rules 2"),
        ("HK rules 3 as the referee read them", "HK rules 3 as the referee read them"),
        ("按規則三", "按規則三"),
        ("HK", "HK"),
        ("", ""),
    ],
)
def test_what_is_not_of_the_documents_stands_as_it_was_written(cite: str, chinese: str) -> None:
    assert Cited(cite).in_language("zh") == chinese
