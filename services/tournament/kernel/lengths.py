"""How long each kind of text in a tournament can be, and how many of something come at once."""

from typing import Annotated

from shared.bounds import many, spoken, text

LONGEST_ANNOUNCEMENT = 350  # characters in a language; a whole message has 500
LONGEST_FURTHER_WORD = 120  # characters, beside what every message about a suspension says
LONGEST_LABEL = 40  # characters; the scoring rules name seats by entrant number and take no more
MOST_PEOPLE = 5000  # entrants that one command names
MOST_ROWS = 20_000  # result rows of one import
MOST_SEATS = 16  # of one game, as sent; how many there can be is the ruleset's to say
MOST_SESSIONS = 500  # of a tournament, its rounds included
MOST_PLACES = 100  # that are awarded
MOST_READINGS = 100  # of the rule document
MOST_SIGNALS = 100  # that the Observatory names at once
MOST_GAMES = 50  # of one sheet, as sent

Id = Annotated[str, text(100)]
"""What something is called by: a session, a sheet, an entrant, a dispute, a seed, a digest."""
Label = Annotated[str, text(LONGEST_LABEL)]
"""A number or name that people give to something."""
Name = Annotated[str, text(100)]
Email = Annotated[str, text(254)]
Phone = Annotated[str, text(40)]
Spoken = Annotated[str, spoken()]
"""A language in which messages are written."""
Colour = Annotated[str, text(7)]
"""As style sheets write it, #0a5f57."""
Cite = Annotated[str, text(300)]
Line = Annotated[str, text(1000)]
"""A text of the programme: a title, a venue, a way there."""
Reason = Annotated[str, text(2000, lines=True)]
Statement = Annotated[str, text(4000, lines=True)]
Announcement = Annotated[str, text(LONGEST_ANNOUNCEMENT, lines=True)]
FurtherWord = Annotated[str, text(LONGEST_FURTHER_WORD, lines=True)]
"""What is said beside the lines about a suspension that every such message has."""
Ids = Annotated[tuple[Id, ...], many(MOST_PEOPLE)]
Numbers = Annotated[tuple[int, ...], many(MOST_PEOPLE)]
Languages = Annotated[tuple[Id, ...], many(10)]
Places = Annotated[tuple[Line, ...], many(20)]
"""Addresses at which results are published."""
