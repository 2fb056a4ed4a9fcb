"""What the pages say, from the catalogue."""

from shared.catalogue import say
from shared.i18n import Language


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
