"""Limits of what comes in from outside: how much, of what, and how more than that is refused.

A `Limit` is declared once and used as a number; all of them together are the table in `docs/security.md`.
"""

from collections.abc import Mapping
from types import MappingProxyType

from shared.problems import ProblemType

BEYOND_LIMIT = ProblemType("beyond-limit", 422)

_limits: dict[str, "Limit"] = {}


class Limit(int):
    """The most of something that is taken.

    Args:
        name: stable kebab-case name.
        most: the figure.
        unit: what the figure counts.
        of: what is bounded, for the table.
        refused: the code of the problem that refuses more.
    """

    name: str
    unit: str
    of: str
    refused: str

    def __new__(cls, name: str, most: int, unit: str, of: str, *, refused: str) -> "Limit":
        if name in _limits:
            raise ValueError(f"limit {name} is declared twice")
        made = super().__new__(cls, most)
        made.name, made.unit, made.of, made.refused = name, unit, of, refused
        _limits[name] = made
        return made


def limits() -> Mapping[str, Limit]:
    """Every limit declared so far, by name."""
    return MappingProxyType(_limits)


JSON_DEPTH = Limit(
    "json-depth",
    32,
    "levels",
    "arrays and objects of a JSON document inside each other",
    refused="beyond-limit",
)
JSON_NUMBER = Limit("json-number", 18, "characters", "a number in JSON", refused="beyond-limit")
TOML_DEPTH = Limit(
    "toml-depth", 16, "levels", "arrays and inline tables of a TOML document inside each other",
    refused="beyond-limit",
)  # fmt: skip
TOML_KEY_PARTS = Limit(
    "toml-key-parts", 8, "parts", "a dotted key or a table's heading in TOML", refused="beyond-limit"
)
TOML_WORD = Limit("toml-word", 100, "characters", "a bare key in TOML", refused="beyond-limit")
TOML_NUMBER = Limit("toml-number", 18, "characters", "a number in TOML", refused="beyond-limit")
