"""How long each kind of text in a tournament can be, how it is read, and how many of something come at once.

What a text is read as (`form`) is said here and nowhere else: every way in has the same.
"""

from typing import Annotated

from shared.bounds import many, read_by, spoken, text

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

Id = Annotated[str, text(100, form="narrow")]
"""What something is called by: a session, a sheet, a dispute, a seed, a digest; a score."""
SessionId = Annotated[str, text(100, form="session")]
"""A session by its id, or by what people call it."""
EntrantNo = Annotated[str, text(100, form="entrant")]
"""The number of an entrant; leading zeros say nothing."""
UnitId = Annotated[str, text(100, form="unit")]
"""What a family unit is called by: the numbers of both."""
NewNumber = Annotated[str, text(500, form="narrow")]
"""A number for an entrant: one that is too long is refused as any other that cannot be one."""
Number = Annotated[str, text(LONGEST_LABEL, form="narrow")]
"""A number that people give to somebody."""
Label = Annotated[str, text(LONGEST_LABEL, form="words")]
"""A name that people give to something."""
Name = Annotated[str, text(100, form="words")]
Email = Annotated[str, text(254, form="narrow")]
Phone = Annotated[str, text(40, form="narrow")]
Spoken = Annotated[str, spoken()]
"""A language in which messages are written."""
Colour = Annotated[str, text(7, form="narrow")]
"""As style sheets write it, #0a5f57."""
Cite = Annotated[str, text(300, form="words")]
Line = Annotated[str, text(1000, form="words")]
"""A text of the programme: a title, a venue, a way there."""
Reason = Annotated[str, text(2000, lines=True, form="paragraphs")]
Statement = Annotated[str, text(4000, lines=True, form="paragraphs")]
SharedReason = Annotated[Reason, read_by("concerned")]
"""One that whoever it is about reads word for word: in messages, in their case file or in their data."""
SharedStatement = Annotated[Statement, read_by("concerned")]
OfficialReason = Annotated[Reason, read_by("officials")]
"""One that stays with officials, where those concerned are told what was done."""
Announcement = Annotated[str, text(LONGEST_ANNOUNCEMENT, lines=True, form="paragraphs")]
FurtherWord = Annotated[str, text(LONGEST_FURTHER_WORD, lines=True, form="paragraphs")]
"""What is said beside the lines about a suspension that every such message has."""
Ids = Annotated[tuple[Id, ...], many(MOST_PEOPLE)]
EntrantNos = Annotated[tuple[EntrantNo, ...], many(MOST_PEOPLE)]
Numbers = Annotated[tuple[int, ...], many(MOST_PEOPLE)]
Languages = Annotated[tuple[Id, ...], many(10)]
Places = Annotated[tuple[Line, ...], many(20)]
"""Addresses at which results are published."""
