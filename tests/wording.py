"""What tests look for in texts, by key: the words stand in the catalogues and in `tests/golden` alone."""

from functools import cache

from shared.catalogue import say, values_of

_VALUE = "\N{CURRENCY SIGN}"


@cache
def fixed(key: str, language: str = "en") -> str:
    """The longest piece of a text that stays the same whatever its values are."""
    text = say(key, language, **dict.fromkeys(values_of(key, language), _VALUE))
    return max(text.split(_VALUE), key=len).strip()
