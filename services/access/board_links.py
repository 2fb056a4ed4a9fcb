"""Links that set up a board in the hall: which views, which languages, how fast; short enough to be typed.

A link is stateless: its twelve letters and digits hold the choice and a signature over it and the tournament.
It is a key to nothing, as a board shows what anyone may see; the signature keeps a mistyped one from showing
something else than was chosen.
"""

import hmac
from collections.abc import Iterable
from typing import Literal, get_args

import msgspec

from shared.catalogue import Listed, Word
from shared.plain_text import narrow
from shared.problems import Problem, ProblemType, quoted

BOARD_LINK_INVALID = ProblemType("board-link-invalid", 404)
BOARD_CHOICE_WRONG = ProblemType("board-choice-wrong", 422, misuse=True)

View = Literal["alarm", "news", "now", "seats", "results", "standings", "day"]
Languages = Literal["zh", "en", "both"]
Pace = Literal["6", "8", "10", "12", "15", "20", "30"]
VIEWS: tuple[View, ...] = get_args(View)
"""In the order in which links count them, which never changes."""
LANGUAGES: tuple[Languages, ...] = get_args(Languages)
PACES: tuple[Pace, ...] = get_args(Pace)
"""For how many seconds a page of a board is shown."""
USUAL: Pace = "10"
_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz"
"""Those of Crockford's base 32: none of them is taken for another."""
_ALIKE = str.maketrans({"o": "0", "i": "1", "l": "1", "-": "", " ": ""})
_BITS, _SIGNED_BITS, _LONG = 60, 44, 12
_VIEW_BITS, _LANGUAGE_BITS, _PACE_BITS = 7, 2, 3
_FORM = 1
"""Of which form a link is, so that a later one can hold more."""


class BoardChoice(msgspec.Struct, frozen=True):
    """What is shown on a board.

    Attributes:
        views: by name; none for what the state calls for.
        pace: seconds for each page.
    """

    views: tuple[View, ...] = ()
    languages: Languages = "both"
    pace: Pace = USUAL


def board_choice(views: Iterable[str], languages: str, pace: str) -> BoardChoice:
    """What somebody chose, by its words.

    Raises:
        Problem: board-choice-wrong.
    """
    given = tuple(views)
    for view in given:
        if view not in VIEWS:
            raise _wrong("view", view, VIEWS)
    if languages not in LANGUAGES:
        raise _wrong("langs", languages, LANGUAGES)
    if pace not in PACES:
        raise _wrong("pace", pace, PACES)
    chosen = tuple(view for view in VIEWS if view in given)
    return BoardChoice(chosen, languages, pace)


def _wrong(name: str, given: str, known: Iterable[str]) -> Problem:
    what = Word("board-choice", name)
    return BOARD_CHOICE_WRONG(what=what, given=quoted(given), known=Listed([*known])).at(field=name)


class BoardLinks:
    """Makes and reads the links of one installation.

    Args:
        key: for signing them alone.
    """

    def __init__(self, key: bytes) -> None:
        self._key = key

    def make(self, tournament_id: str, choice: BoardChoice) -> str:
        """The last part of the address of a board: "k7q2-m8xp-4trd"."""
        packed = _packed(choice)
        number = packed << _SIGNED_BITS | self._signature(tournament_id, packed)
        letters = "".join(_LETTERS[number >> shift & 31] for shift in range(_BITS - 5, -1, -5))
        return "-".join(letters[start : start + 4] for start in range(0, _LONG, 4))

    def read(self, tournament_id: str, link: str) -> BoardChoice:
        """What a link says, however its letters were typed.

        Raises:
            Problem: board-link-invalid, for one that was not made for this tournament here.
        """
        letters = narrow(link).casefold().translate(_ALIKE)
        if len(letters) != _LONG or not set(letters) <= set(_LETTERS):
            raise BOARD_LINK_INVALID()
        number = 0
        for letter in letters:
            number = number << 5 | _LETTERS.index(letter)
        packed, given = number >> _SIGNED_BITS, number & (1 << _SIGNED_BITS) - 1
        expected = self._signature(tournament_id, packed)
        if not hmac.compare_digest(_bytes(given), _bytes(expected)):
            raise BOARD_LINK_INVALID()
        return _unpacked(packed)

    def _signature(self, tournament_id: str, packed: int) -> int:
        digest = hmac.digest(self._key, f"{packed} {tournament_id}".encode(), "sha256")
        return int.from_bytes(digest[:8]) >> 64 - _SIGNED_BITS


def _packed(choice: BoardChoice) -> int:
    views = sum(1 << index for index, view in enumerate(VIEWS) if view in choice.views)
    packed = _FORM << _PACE_BITS | PACES.index(choice.pace)
    packed = packed << _LANGUAGE_BITS | LANGUAGES.index(choice.languages)
    return packed << _VIEW_BITS | views


def _unpacked(packed: int) -> BoardChoice:
    views = packed & (1 << _VIEW_BITS) - 1
    packed >>= _VIEW_BITS
    languages = packed & (1 << _LANGUAGE_BITS) - 1
    packed >>= _LANGUAGE_BITS
    pace = packed & (1 << _PACE_BITS) - 1
    if packed >> _PACE_BITS != _FORM or languages >= len(LANGUAGES) or pace >= len(PACES):
        raise BOARD_LINK_INVALID()
    chosen = tuple(view for index, view in enumerate(VIEWS) if views >> index & 1)
    return BoardChoice(chosen, LANGUAGES[languages], PACES[pace])


def _bytes(number: int) -> bytes:
    return number.to_bytes(8)
