"""Tournament files to begin with: commented, and working as they are."""

import re
from functools import cache
from pathlib import Path

from services.tournament.definition.checks.known import TOURNAMENT_ID
from services.tournament.definition.faults import meant, shown
from shared.catalogue import Listed
from shared.problems import ProblemType

TEMPLATE_UNKNOWN = ProblemType("template-unknown", 404, misuse=True)
TOURNAMENT_ID_INVALID = ProblemType("tournament-id-invalid", 422)
_FOLDER = Path(__file__).parent
_ID = re.compile(r'^id = "[^"]*"', re.MULTILINE)


@cache
def template_names() -> tuple[str, ...]:
    """What a new tournament can be like."""
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


def template(name: str, id: str) -> str:
    """The text of a tournament file like `name`, for the tournament `id`.

    Raises:
        Problem: template-unknown or tournament-id-invalid.
    """
    if name not in template_names():
        near = meant(name, template_names())
        known = Listed(sorted(template_names(), key=lambda other: (other != near, other)))
        raise TEMPLATE_UNKNOWN(name=shown(name), known=known)
    if not TOURNAMENT_ID.fullmatch(id):
        raise TOURNAMENT_ID_INVALID(id=shown(id))
    text = (_FOLDER / f"{name}.toml").read_text("utf-8")
    return _ID.sub(f'id = "{id}"', text, count=1)
