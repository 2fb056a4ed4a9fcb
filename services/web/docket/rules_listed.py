"""The rules that a ruling may cite, as a form lists them: by document, each with how it begins."""

import re
from collections.abc import Iterable, Sequence

import msgspec

from services.officials.citing import begins
from services.personal.texts import clipped
from services.rules.citing import DOCUMENTS, Cited
from services.rules.ruleset import Ruleset
from shared.catalogue import catalogue, say
from shared.i18n import Language

_NUMBERED = re.compile(r"(?P<words>[^0-9,;]+?),? ?(?:Examples?|Remarks?|[0-9]).*")
_LONGEST = 80
"""Characters of what a rule states that stand behind its name."""


class RuleListed(msgspec.Struct, frozen=True):
    """A rule to choose.

    Attributes:
        called: its place in the document, as people read it.
        begins: how what it states begins; "" where no text is about it.
    """

    cite: str
    called: str
    begins: str


class RulesOf(msgspec.Struct, frozen=True):
    """The rules of one document."""

    document: str
    rules: Sequence[RuleListed]


def by_document(cites: Iterable[str], ruleset: Ruleset, language: Language) -> list[RulesOf]:
    """The rules under their documents, in the order given."""
    documents: dict[str, list[RuleListed]] = {}
    for cite in cites:
        begun = clipped(begins(cite, ruleset, language), _LONGEST)
        rule = RuleListed(cite, Cited(cite).in_language(language), begun)
        documents.setdefault(_document(cite, language), []).append(rule)
    return [RulesOf(document, rules) for document, rules in documents.items()]


def _document(cite: str, language: Language) -> str:
    """What the document is called, with that of its parts whose rules have numbers: "HK rules"."""
    document = cite.partition(" ")[0]
    if document not in DOCUMENTS:
        return say("page-docket-rules-of-tournament", language)
    if numbered := _NUMBERED.fullmatch(cite):
        return Cited(numbered["words"]).in_language(language)
    key = f"cited-{document.lower()}"
    called = say(key, language) if key in catalogue(language) else document
    return say("page-docket-rules-by-name", language, document=called)
