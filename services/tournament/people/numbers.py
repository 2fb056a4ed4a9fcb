"""Numbers of entrants: in one of digits alone leading zeros say nothing, so that 1, 001 and 0001 are one.

A spreadsheet drops them. It is shown as it was first written. With a letter in it,
zeros count (A1 and A01 are two); whether the letter is large or small does not.
"""

from collections.abc import Mapping
from typing import TypeVar

from services.tournament.seating.sessions_meant import SessionsMeant
from services.tournament.state import State
from shared.plain_text import narrow, words
from shared.text_forms import Written, written

LONGEST = 20  # characters of an entrant's number


def known_number(entrants: Mapping[str, object], number: str) -> str | None:
    """The number that an entrant has, however many zeros it begins with here; None where nobody has it."""
    if number in entrants:
        return number
    if len(number) > LONGEST:
        return None
    if number.isascii() and number.isdigit():
        bare = number.lstrip("0") or "0"
        forms = {bare.zfill(length) for length in range(len(bare), LONGEST + 1)}
    else:
        forms = {number.upper(), number.lower(), number.capitalize()}
    return next((form for form in forms if form in entrants), None)


T = TypeVar("T")


def same_number(first: str, other: str) -> bool:
    """Whether two numbers are one."""
    return known_number({first: None}, narrow(other)) == first


def known_recipient(entrants: Mapping[str, object], key: str) -> str:
    """The key of a recipient, such as "entrant:0007", with the number as first written; 7 alone will do."""
    kind, colon, number = narrow(key).partition(":")
    if not colon:
        known = known_number(entrants, kind)
        return key if known is None else f"entrant:{known}"
    return f"{kind}{colon}{known_number(entrants, number) or number}" if kind == "entrant" else key


def known_unit(state: State, name: str) -> str:
    """The family unit of two numbers as they were first written; what names none stays as it is."""
    known = "+".join(known_number(state.entrants, number) or number for number in name.split("+"))
    return known if known in state.units else name


def as_known(state: State, asked: T) -> T:
    """A command or query with each entrant's number as first written and each session by its id, if known."""

    def entrant(number: str) -> str:
        return known_number(state.entrants, number) or number

    def unit(name: str) -> str:
        return known_unit(state, name)

    forms: dict[str, Written] = {
        "session": lambda text: SessionsMeant(state).known(text),
        "entrant": entrant,
        "unit": unit,
        "entrants": lambda listed: ",".join(map(entrant, map(words, listed.split(",")))),
        "units": lambda listed: ",".join(map(unit, map(words, listed.split(",")))),
    }
    return written(asked, forms)
