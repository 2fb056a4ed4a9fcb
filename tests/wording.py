"""What tests look for in texts, by key: the words stand in the catalogues and in `tests/golden` alone."""

from collections.abc import Collection, Iterator
from copy import copy
from functools import cache

from fluent.syntax import FluentParser, FluentSerializer, ast
from fluent.syntax.visitor import Transformer

from shared.catalogue import Catalogue, catalogue, values_of
from shared.catalogue.catalogue import _TOLD

_VALUE = "\N{CURRENCY SIGN}"


@cache
def fixed(key: str, language: str = "en", /, **values: object) -> str:
    """The longest piece of a text that holds most of these values, and stays whatever the others are."""
    others = dict.fromkeys(values_of(key, language), _VALUE)
    text = _without_choices(catalogue(language), key, values).say(key, others | values)
    pieces = [piece.strip() for piece in text.split(_VALUE)]
    piece = max(pieces, key=lambda piece: (sum(str(value) in piece for value in values.values()), len(piece)))
    assert piece, f"all of {key} depends on its values"
    return piece


def _without_choices(texts: Catalogue, key: str, given: Collection[str]) -> Catalogue:
    """The texts, with a value in the place of each choice of this one that a value not given makes."""
    parser, serializer, choices = FluentParser(with_spans=False), FluentSerializer(), _Choices(given)
    changed = copy(texts)
    changed._sources = texts._sources | {
        name: serializer.serialize_entry(choices.visit(parser.parse_entry(texts._sources[name])))
        for name in _quoted(texts, key)
    }
    changed._parsed, changed._bundle, changed._without_values = {}, None, {}
    return changed


def _quoted(texts: Catalogue, key: str) -> Iterator[str]:
    """A text, and those it quotes."""
    yield key
    for other in _TOLD.finditer(texts._sources[key]):
        yield from _quoted(texts, other["key"])


class _Choices(Transformer):
    def __init__(self, given: Collection[str]) -> None:
        self._given = given

    def visit_SelectExpression(self, choice: ast.SelectExpression) -> object:
        made = isinstance(choice.selector, ast.VariableReference) and choice.selector.id.name in self._given
        return self.generic_visit(choice) if made else choice.selector
