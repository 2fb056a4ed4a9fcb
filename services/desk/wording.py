"""Words for what stands in the state as a code, from the catalogue."""

from shared.catalogue import Word


def worded(about: str, code: str, language: str) -> str:
    """The words for a code.

    Args:
        about: what it is a code of, such as "effect" or "charge".
    """
    return Word(about, code).in_language(language)
