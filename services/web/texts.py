"""What the pages say, from the catalogue, and addresses within a text as links.

Those also where they stand right behind or before Chinese.
"""

import re

from jinja2.utils import urlize
from markupsafe import Markup

from shared.catalogue import say
from shared.i18n import Language

_HAN = "[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"
_EDGE = re.compile(f"(?<={_HAN})(?=[!-~])|(?<=[!-~])(?={_HAN})")
_APART = "\x1f"
"""White space to whoever looks for addresses, and in no text."""
_AWAY = "external noopener noreferrer"


class Texts(dict[str, str]):
    """The texts of pages in one language, by key as an identifier; those that name values through `say`."""

    def __init__(self, language: Language) -> None:
        super().__init__()
        self._language = language

    def __missing__(self, name: str) -> str:
        self[name] = self.say(name)
        return self[name]

    def say(self, name: str, **values: object) -> str:
        """A text with its values filled in."""
        return say(f"page-{name.replace('_', '-')}", self._language, **values)


def linked(text: str) -> Markup:
    """A text as it stands in a page; the site behind a link does not hear where it was followed."""
    return Markup(urlize(_EDGE.sub(_APART, text), rel=_AWAY).replace(_APART, ""))
