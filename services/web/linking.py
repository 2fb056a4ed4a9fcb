"""Addresses within a text as links, also where they stand right behind or before Chinese."""

import re

from jinja2.utils import urlize
from markupsafe import Markup

_HAN = "[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
_EDGE = re.compile(f"(?<={_HAN})(?=[!-~])|(?<=[!-~])(?={_HAN})")
_APART = "\x1f"
"""White space to whoever looks for addresses, and in no text."""
_AWAY = "external noopener noreferrer"


def linked(text: str) -> Markup:
    """A text as it stands in a page; the site behind a link does not hear where it was followed."""
    return Markup(urlize(_EDGE.sub(_APART, text), rel=_AWAY).replace(_APART, ""))
