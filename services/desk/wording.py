"""Words for what stands in the state as a code, from the catalogue."""

from shared.catalogue import Phrase, catalogue


def worded(about: str, code: str, language: str) -> str:
    """The words for a code; one that another ruleset brought along reads as written, without underscores.

    Args:
        about: what it is a code of, such as "effect" or "charge".
    """
    key = f"word-{about}-{code.replace('_', '-')}"
    if key not in catalogue(language):
        return code.replace("_", " ")
    return Phrase(key).in_language(language)
