"""Which language to speak: of those that the catalogue has a file of, the one that was asked for."""

import re

from babel import negotiate_locale

from shared.catalogue import languages
from shared.i18n import DEFAULT, Language

_SPOKEN = {"yue": "zh", "cmn": "zh"}  # Cantonese and Mandarin as some browsers name them
_MOST_TAGS = 20


def language(text: str | None) -> Language | None:
    """The language a tag such as "zh-HK", "zh_TW" or "en" means, None if none of ours."""
    if not text:
        return None
    primary = re.split(r"[-_]", text.strip().lower(), maxsplit=1)[0]
    return negotiate_locale([_SPOKEN.get(primary, primary)], languages())


def choose_language(chosen: str | None = None, accept_language: str | None = None) -> Language:
    """The language to answer in: the one chosen, else the best of an Accept-Language header, else English."""
    if spoken := language(chosen):
        return spoken
    for wanted in preferred_tags(accept_language or ""):
        if spoken := language(wanted):
            return spoken
    return DEFAULT


def preferred_tags(accept_language: str) -> list[str]:
    """The tags of an Accept-Language header, best first; what does not read is left out."""
    weighed = []
    for part in accept_language.split(",")[:_MOST_TAGS]:
        match = re.fullmatch(
            r"\s*(?P<tag>[A-Za-z]{1,8}(?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=(?P<q>[01](?:\.[0-9]{0,3})?)\s*)?",
            part,
        )
        if match and (quality := float(match["q"] or 1)) > 0:
            weighed.append((quality, match["tag"]))
    return [tag for _, tag in sorted(weighed, key=lambda weighed_tag: -weighed_tag[0])]
