"""The questions of a command that has no task of its own: one for each field, as its struct has it."""

from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec
from msgspec import inspect

from services.tournament.kernel.facts import Command
from services.tournament.play.conflicts import SheetGame
from services.tournament.play.figures import SeatResult
from services.tournament.play.paper import ResultRow

Kind = Literal[
    "text",
    "words",
    "number",
    "yes_no",
    "choice",
    "day",
    "moment",
    "hour",
    "several",
    "rows",
    "shares",
    "figures",
    "games",
    "results",
    "written",
]
"""text: a line; words: sentences; several: lines, an answer each; rows: lines of several each; shares: lines
of a name and its numbers; figures: of a game, as referees type them; games: these of a whole sheet, a line
each; results: of many games, as a spreadsheet has them; written: what is written down as JSON.
"""
_OF_PROGRAMS = frozenset({"digest"})
"""What a program says to be sure, and nobody knows by heart."""
OF_PEOPLE = frozenset(
    {
        *("entrant", "entrants", "beside", "child", "drop", "first"),
        *("keep", "parent", "person", "play_off", "second"),
    }
)
"""Questions about entrants, by their numbers."""
_OF_SENTENCES = "paragraphs"
_SIMPLE: dict[type[inspect.Type], Kind] = {
    inspect.BoolType: "yes_no",
    inspect.IntType: "number",
    inspect.DateType: "day",
    inspect.DateTimeType: "moment",
}
_OF_GAMES: dict[type, Kind] = {SeatResult: "figures", SheetGame: "games", ResultRow: "results"}


class Question(msgspec.Struct, frozen=True):
    """One thing to ask.

    Attributes:
        name: of the field; what it is called is in the catalogue under it.
        needed: whether the command cannot do without an answer.
        options: of a choice.
        most: characters of an answer in text; None for no bound of its own.
        default: the answer that stands for none.
        suggests: whether what there is to choose from is only suggested, and something else may be typed.
        readers: who reads the text, which whoever writes it is told; "" where that goes without saying.
    """

    name: str
    kind: Kind
    needed: bool
    options: Sequence[str] = ()
    most: int | None = None
    default: str = ""
    suggests: bool = False
    readers: str = ""


@cache
def questions_of(command: type[Command], always: Sequence[str] = ()) -> Sequence[Question]:
    """The questions in the order of the fields: those that need an answer, or are always asked, first."""
    fields = msgspec.structs.fields(command)
    found = [_question(field) for field in fields if field.required or field.encode_name not in _OF_PROGRAMS]
    return sorted(found, key=lambda question: not (question.needed or question.name in always))


def _question(field: msgspec.structs.FieldInfo) -> Question:
    kinds = [_bare(kind) for kind in _alternatives(inspect.type_info(field.type))]
    given = [kind for kind in kinds if not isinstance(kind[0], inspect.NoneType | inspect.CustomType)]
    form, schema = given[0] if len(given) == 1 else (None, {})
    default, most = "yes" if field.default is True else "", schema.get("maxLength")
    kind, options = _asked(form, schema)
    longest = most if isinstance(most, int) else None
    readers = str(schema.get("readers", ""))
    return Question(field.encode_name, kind, field.required, options, longest, default, readers=readers)


def _asked(form: inspect.Type | None, schema: dict[str, object]) -> tuple[Kind, Sequence[str]]:
    if isinstance(form, inspect.LiteralType):
        return "choice", [str(value) for value in form.values]
    if isinstance(form, inspect.StrType):
        options = schema.get("enum")
        if isinstance(options, Sequence):
            return "choice", [str(option) for option in options]
        return ("words" if schema.get("form") == _OF_SENTENCES else "text"), ()
    of_each = _bare(form.item_type)[0] if isinstance(form, inspect.VarTupleType) else None
    if isinstance(of_each, inspect.StrType):
        return "several", ()
    if isinstance(of_each, inspect.VarTupleType) and isinstance(_bare(of_each.item_type)[0], inspect.StrType):
        return "rows", ()
    if isinstance(form, inspect.DictType) and isinstance(_bare(form.value_type)[0], inspect.VarTupleType):
        return "shares", ()
    if isinstance(of_each, inspect.StructType) and of_each.cls in _OF_GAMES:
        return _OF_GAMES[of_each.cls], ()
    return "written" if form is None else _SIMPLE.get(type(form), "written"), ()


def _alternatives(kind: inspect.Type) -> Sequence[inspect.Type]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _bare(kind: inspect.Type) -> tuple[inspect.Type, dict[str, object]]:
    """A type without what is said about it, and that."""
    said: dict[str, object] = {}
    while isinstance(kind, inspect.Metadata):
        said |= {**(kind.extra_json_schema or {}), **(kind.extra or {})}
        kind = kind.type
    return kind, said
