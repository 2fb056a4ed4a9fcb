"""Who was once listed without a game: not ranked today, and registered after the last draw not even entered.

What is expected is cleared of them: their own sections and lines, and the places they took from others.
"""

from collections.abc import Collection
from typing import Any

from tests.golden.comparison.documents import Document, Input, Sections

MEDALS = {1: "gold", 2: "silver", 3: "bronze"}
STANDINGS = "standings preliminary"


def latecomers(document: Document) -> frozenset[str]:
    """The numbers of those who registered after the last draw of the document, with all sessions begun."""
    draws = [index for index, entry in enumerate(document.inputs) if entry["do"] == "draw"]
    rounds = document.definition.get("format", {}).get("rounds", 1)
    kept = {entry.get("round") for entry in document.inputs if entry["do"] == "draw"}
    if "format" not in document.definition or not draws or len(kept) < rounds:
        return frozenset()
    return frozenset(
        entry["entrant"] for entry in document.inputs[draws[-1] :] if entry["do"] == "registration"
    )


def concerns(entry: Input, numbers: Collection[str]) -> bool:
    """Whether an input is about one of these entrants."""
    return any(entry.get(field) in numbers for field in ("entrant", "keep", "drop"))


def unplayed(expected: Sections) -> frozenset[str]:
    """Who stands in the standings of rounds with neither a game nor a bye."""
    listed = {line[1] for line in expected.get(STANDINGS, ()) if isinstance(line[-1], dict)}
    for key, value in expected.items():
        if key.startswith("round "):
            listed.difference_update(value["byes"])
        elif key.startswith("games "):
            listed.difference_update(*(game["figures"] for game in value))
    return frozenset(listed)


def without(expected: Sections, late: Collection[str], awarded: Sections) -> Sections:
    """The sections as they would be had the late never registered, and with nobody ranked who has not played.

    Medals and awards are left out where the first places were others: of medals those of now, of awards those
    of when they were made.

    Args:
        awarded: the sections as they were when the awards were made or revoked last.
    """
    found = {key: value for key, value in expected.items() if key.removeprefix("entrant ") not in late}
    numbers = {*late, *unplayed(expected)}
    for key, value in found.items():
        if key.startswith("session "):
            kept = {field: [no for no in value[field] if no not in late] for field in ("entrants", "waiting")}
            found[key] = {**value, **kept}
        elif key.startswith("standings "):
            found[key] = _placed_anew([line for line in value if line[1] not in numbers], tied=True)
        elif key.startswith("published "):
            found[key] = _placed_anew([line for line in value if line[1] not in numbers], tied=False)
    if _first_places(expected) != _first_places(found):
        found.pop("medals", None)
    gone = {*late, *unplayed(awarded)}
    if any(line[0] in MEDALS and line[1] in gone for line in awarded.get(STANDINGS, ())):
        found.pop("awards", None)
    return found


def _first_places(sections: Sections) -> dict[int, str]:
    places = {line[0]: line[1] for line in sections.get(STANDINGS, ())}
    return {place: number for place, number in places.items() if place in MEDALS}


def _placed_anew(lines: list[Any], *, tied: bool) -> list[Any]:
    placed = []
    for line in lines:
        place = 1 + sum(other[0] < line[0] for other in lines)
        anew = [place, *line[1:]]
        if tied:
            anew[7] = sum(other[0] == line[0] for other in lines) > 1
        more = anew[-1]
        figures = more.get("figures", more) if isinstance(more, dict) else {}
        if "medal" in figures:
            medal = {"medal": MEDALS.get(place, "")}
            anew[-1] = {**more, "figures": medal} if "figures" in more else medal
        placed.append(anew)
    return placed
