"""How long the texts and lists of the rules can be: a game has 106 tiles, and few seats."""

from typing import Annotated

from shared.bounds import many, text

MOST_TILES = 106  # so many are in a game, and so many sets could lie at most if each had a single tile

Word = Annotated[str, text(100)]
"""The name of something: a ruleset, a strategy, a charge."""
Cite = Annotated[str, text(500)]
"""Where a rule document decides something."""
Title = Annotated[str, text(200)]
SeatName = Annotated[str, text(100)]
TileName = Annotated[str, text(12)]

TileNames = Annotated[tuple[TileName, ...], many(MOST_TILES)]
Several = Annotated[tuple[Word, ...], many(20)]
"""Names in an order: ranking keys, charges on a seat."""
Choices = Annotated[tuple[int, ...], many(20)]
"""Figures to choose from, such as seconds of a turn."""
