"""Every text of a struct in the form that its field declares: `shared.bounds.text(…, form=…)`.

    name: Annotated[str, text(100, form="words")]

Events are read as they were recorded; what comes in is put into its form once, before it is decided.
"""

from collections.abc import Callable, Hashable, Mapping, Sequence
from functools import cache
from operator import is_
from types import MappingProxyType
from typing import Any, TypeVar, get_origin

import msgspec
from msgspec import inspect

from shared.catalogue import languages, say
from shared.plain_text import narrow, paragraphs, words

Written = Callable[[str], str]
"""How a text is written in a form."""
_Convert = Callable[[Any, Mapping[str, Written]], Any]
T = TypeVar("T")


def spoken(text: str) -> str:
    """A language by the letters of its catalogue, from any tag or name of it; what means none as it is."""
    plain = narrow(text)
    if plain in languages():
        return plain
    # Loaded only where it is needed: it knows the languages of the world.
    from shared.language_choice import language

    return _by_name().get(plain.casefold()) or language(plain) or plain


@cache
def _by_name() -> Mapping[str, str]:
    """The languages by what each language calls them, and as spreadsheets of Hong Kong do."""
    from shared.i18n import LANGUAGES  # with all that knows how days are written

    named = {
        say(f"word-language-{spoken}", reader).casefold(): spoken
        for spoken in LANGUAGES
        for reader in languages()
    }
    return named | {"繁體中文": "zh", "繁中": "zh", "英語": "en", "tc": "zh"}


PLAIN: Mapping[str, Written] = MappingProxyType(
    {
        "words": words,
        "paragraphs": paragraphs,
        "narrow": narrow,
        "session": narrow,
        "spoken": spoken,
        **dict.fromkeys(("entrant", "unit", "entrants", "units"), narrow),
    }
)
"""The forms: of one line, of several, of a figure and what is written like one, of a session, of a language,
of a number of an entrant or two of a family unit, of several of them with commas."""
_PLAIN_FORMS = tuple(PLAIN)


def plain(value: T, kind: Any = None) -> T:
    """The value with each text in plain form; the same object where all of them are already.

    Args:
        kind: the type it is of, where it is a document that was not read into one yet.
    """
    of: Any = type(value) if kind is None else kind
    convert = _converter(of, _PLAIN_FORMS)
    return value if convert is None else convert(value, PLAIN)


def written(value: T, forms: Mapping[str, Written], kind: Any = None) -> T:
    """The value with the texts of these forms written otherwise; the same object where none is."""
    of: Any = type(value) if kind is None else kind
    convert = _converter(of, tuple(forms))
    return value if convert is None else convert(value, forms)


@cache
def _converter(kind: Hashable, forms: tuple[str, ...]) -> _Convert | None:
    """What writes the texts of a type; None where it has none of these forms."""
    return _of(inspect.type_info(kind), forms, None)


def _of(kind: inspect.Type, forms: tuple[str, ...], form: str | None) -> _Convert | None:
    match kind:
        case inspect.Metadata():
            return _of(kind.type, forms, (kind.extra or {}).get("form", form))
        case inspect.StrType() if form in forms:
            return _text(str(form))
        case inspect.DateType() | inspect.DateTimeType() | inspect.LiteralType() if "narrow" in forms:
            # Only in a document that was not read yet is it a text.
            return _text("narrow")
        case inspect.UnionType():
            return _each([_of(member, forms, form) for member in kind.types])
        case inspect.StructType():
            return _struct(kind, forms)
        case inspect.DictType():
            return _entries(_of(kind.key_type, forms, None), _of(kind.value_type, forms, None))
        case inspect.VarTupleType() | inspect.ListType():
            return _items(_of(kind.item_type, forms, None))
        case _:
            return None


def _text(form: str) -> _Convert:
    def convert(value: Any, forms: Mapping[str, Written]) -> Any:
        if not isinstance(value, str):
            return value
        made = forms[form](value)
        return value if made == value else made

    return convert


def _each(converters: Sequence[_Convert | None]) -> _Convert | None:
    needed = [convert for convert in converters if convert is not None]
    if len(needed) < 2:
        return needed[0] if needed else None

    def convert(value: Any, forms: Mapping[str, Written]) -> Any:
        for convert_member in needed:
            value = convert_member(value, forms)
        return value

    return convert


def _struct(kind: inspect.StructType, forms: tuple[str, ...]) -> _Convert | None:
    cls, tag = get_origin(kind.cls) or kind.cls, (kind.tag_field, kind.tag)
    found = ((field, _of(field.type, forms, None)) for field in kind.fields)
    fields = [(field.name, field.encode_name, convert) for field, convert in found if convert is not None]

    def convert(value: Any, forms: Mapping[str, Written]) -> Any:
        if isinstance(value, cls):
            made = {}
            for name, _, part in fields:
                # What is empty or left out, as most parts are, is in any form already.
                if (old := getattr(value, name)) and (new := part(old, forms)) is not old:
                    made[name] = new
            return msgspec.structs.replace(value, **made) if made else value
        if isinstance(value, dict) and (tag[0] is None or value.get(tag[0]) == tag[1]):
            made = {name: part(value[name], forms) for _, name, part in fields if name in value}
            return {**value, **made}
        return value

    return convert if fields else None


def _items(convert_item: _Convert | None) -> _Convert | None:
    if convert_item is None:
        return None

    def convert(value: Any, forms: Mapping[str, Written]) -> Any:
        if not isinstance(value, tuple | list):
            return value
        made = [convert_item(item, forms) for item in value]
        return value if all(map(is_, made, value)) else type(value)(made)

    return convert


def _entries(convert_key: _Convert | None, convert_value: _Convert | None) -> _Convert | None:
    def convert(value: Any, forms: Mapping[str, Written]) -> Any:
        if not isinstance(value, dict):
            return value
        keys = [convert_key(key, forms) if convert_key else key for key in value]
        if len({*keys}) < len(keys):
            # Two ways to write one key: as they are, so that the one that is not known is refused.
            keys = [*value]
        items = [convert_value(item, forms) if convert_value else item for item in value.values()]
        same = all(map(is_, keys, value)) and all(map(is_, items, value.values()))
        return value if same else dict(zip(keys, items, strict=True))

    return convert if convert_key or convert_value else None
