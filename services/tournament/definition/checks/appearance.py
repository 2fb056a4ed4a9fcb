"""How a tournament's pages look: a colour that is one, and files that are of a type pages can show."""

import re
from collections.abc import Iterator, Mapping

from services.rules.ruleset import Ruleset
from services.tournament.definition.attachments import USES
from services.tournament.definition.faults import Finding, finding, shown
from services.tournament.definition.plan import Competition

COLOUR = "^#[0-9a-fA-F]{6}$"


def faults(plan: Competition, rulesets: Mapping[str, Ruleset]) -> Iterator[Finding]:
    """A banner that is no colour, and a file by its digest in a place where its type has no use."""
    if plan.banner is not None and re.fullmatch(COLOUR, plan.banner) is None:
        yield finding(("banner",), "part-no-colour", given=shown(plan.banner))
    for field, use in USES.items():
        named = getattr(plan, field)
        for language in ("en", "zh", "both"):
            file = getattr(named, language, None)
            if file is not None and file.media_type not in use.types:
                yield finding((field, language), "part-refused", problem=use.of_other_type())
