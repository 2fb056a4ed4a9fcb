"""What is typed as a finding, before it goes on record for good: words that others can follow."""

import re

from services.officials.figures import figures_typed
from services.tournament.lookups import required_text
from shared.problems import Problem, ProblemType

FINDING_IS_FIGURES = ProblemType("finding-is-figures", 422)
FINDING_TOO_SHORT = ProblemType("finding-too-short", 422)

_LEAST = 2
"""Characters of a word in Chinese, and words in other languages."""
_WORD = re.compile(r"[^\W\d_]+")


def check_finding(finding: str, reason: str = "") -> None:
    """Refuse what no one can follow later: nothing, figures of a game, a letter or two.

    Raises:
        Problem: invalid-input, finding-is-figures, finding-too-short.
    """
    required_text(finding, "finding")
    text = f"{finding}\n{reason}"
    check_not_figures(text)
    words = _WORD.findall(text)
    written_together = any(len(word) >= _LEAST and not word.isascii() for word in words)
    says_something = any(len(word) >= _LEAST for word in _WORD.findall(finding))
    if not says_something or (not written_together and len(words) < _LEAST):
        raise FINDING_TOO_SHORT(text=finding.strip()[:40])


def check_not_figures(text: str) -> None:
    """Refuse figures of a game where words are asked for.

    Raises:
        Problem: finding-is-figures.
    """
    for line in text.splitlines():
        if _is_figures(line):
            raise FINDING_IS_FIGURES(text=line.strip()[:40])


def _is_figures(line: str) -> bool:
    try:
        figures_typed(line)
    except Problem:
        return False
    return True
