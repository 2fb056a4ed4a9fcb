"""Whatever any module declares for lists that name it all: kinds of problems, and limits.

Both are declared beside the rule they belong to, and known once their module is imported. A process imports
what it needs, so a list of what it happens to know would differ from process to process.
"""

import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from pathlib import Path

from shared.problems import ProblemType, problem_types

_HOUSE = Path(__file__).parents[1]
_FOLDERS = ("services", "bots", "infra", "shared")
_DECLARES = re.compile(r"\b(?:ProblemType|Limit)\(")


@cache
def declare_all() -> None:
    """Import every module that declares a kind of problem or a limit."""
    for folder in _FOLDERS:
        for path in sorted((_HOUSE / folder).rglob("*.py")):
            if _DECLARES.search(path.read_text("utf-8")):
                module = path.parent if path.stem == "__init__" else path.with_suffix("")
                import_module(".".join(module.relative_to(_HOUSE).parts))


@cache
def every_problem_type() -> Mapping[str, ProblemType]:
    """Every kind of problem there is, by code and in the order of the codes: the same in every process."""
    declare_all()
    return dict(sorted(problem_types().items()))
