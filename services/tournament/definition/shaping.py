"""From what a document says to a Competition, naming everything that has not the shape of the file.

What cannot be read is replaced by something harmless, so that the rest can still be checked; the paths of
what was replaced are kept, so that nothing is found that merely follows from them.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import inspect

from services.tournament.definition.attachments import Attachments
from services.tournament.definition.awards import FamilyAward
from services.tournament.definition.faults import MOST_FAULTS, Finding, finding, meant, nearest, shown
from services.tournament.definition.forms import BAD, bare, expected, form_of
from services.tournament.definition.plan import Competition
from services.tournament.definition.stages import StagePlan, TableSize
from services.tournament.definition.texts import Text
from services.tournament.definition.words import REGISTRATION
from services.tournament.kernel.lengths import Line
from shared import bound_checks
from shared.catalogue import Phrase
from shared.text_forms import PLAIN
from shared.toml_lines import Path

_WAYS: Mapping[str, Phrase] = {
    "enter": Phrase("part-shaping-way-enter"),
    "[[stage]]": Phrase("part-shaping-way-stage"),
    "sessions": Phrase("part-shaping-way-sessions"),
    "zone": Phrase("part-shaping-way-zone"),
    "ruleset": Phrase("part-shaping-way-ruleset"),
}
"""The way out where a field is missing, by its name."""


class Shape:
    """One reading of a document: the findings, and the paths of what could not be read."""

    def __init__(self) -> None:
        self.findings: list[Finding] = []
        self.bad: list[Path] = []
        self.misspelt: set[Path] = set()

    def competition(self, written: Mapping[str, Any]) -> Competition:
        """The competition that was written; harmless values stand for what could not be read."""
        made: Competition = self._struct(written, Competition, ())
        return made

    @property
    def is_full(self) -> bool:
        """Whether more was found than is shown; the rest is not worth the time."""
        return len(self.findings) > MOST_FAULTS

    def _fault(self, path: Path, phrase: Phrase) -> Any:
        self.bad.append(path)
        if not self.is_full:
            self.findings.append(Finding(path, phrase))
        return BAD

    def _value(self, written: Any, kind: inspect.Type, path: Path) -> Any:
        """What was written as a value of a type, or BAD."""
        match kind:
            case inspect.Metadata():
                return self._bounded(written, kind, path)
            case inspect.UnionType():
                return self._one_of(written, kind.types, path)
            case inspect.StructType() if kind.cls is Text and isinstance(written, str):
                line = self._value(written, inspect.type_info(Line), path)
                return line if line is BAD else Text(both=line)
            case inspect.StructType() if isinstance(written, dict):
                return self._struct(written, kind.cls, path)
            case inspect.StructType() if kind.cls is Text:
                return self._fault(path, Phrase("part-shaping-must-be-text", {"given": shown(written)}))
            case inspect.VarTupleType() if isinstance(written, list):
                return self._list(written, kind, path)
            case inspect.DictType() if isinstance(written, dict):
                return self._entries(written, kind, path)
        read = form_of(kind).read(written)
        return self._fault(path, expected([kind], written)) if read is BAD else read

    def _one_of(self, written: Any, kinds: Sequence[inspect.Type], path: Path) -> Any:
        """A value of the first type that what was written looks like; of tagged structs, by its kind."""
        by_kind = {
            str(kind.tag): kind.cls for kind in kinds if isinstance(kind, inspect.StructType) and kind.tag
        }
        if by_kind and isinstance(written, dict):
            return self._tagged(written, by_kind, path)
        for kind in kinds:
            if form_of(kind).holds(written) or _is_text(kind, written):
                return self._value(written, kind, path)
        return self._fault(path, expected(kinds, written))

    def _tagged(self, written: Mapping[str, Any], by_kind: Mapping[str, Any], path: Path) -> Any:
        named, here = written.get("kind"), (*path, "kind")
        if named is None:
            return self._fault(here, Phrase("part-shaping-missing-one-of", {"known": [*by_kind]}))
        if not isinstance(named, str) or named not in by_kind:
            values = {"word": shown(named), "hint": nearest(str(named), by_kind)}
            return self._fault(here, Phrase("part-word-unknown", values))
        rest = {name: value for name, value in written.items() if name != "kind"}
        return self._struct(rest, by_kind[named], path)

    def _struct(self, written: Mapping[str, Any], cls: Any, path: Path) -> Any:
        """A struct, whatever is wrong with its fields."""
        fields = _fields(cls)
        self._unknown(written, cls, path)
        filled = _FILLED.get(cls, _as_written)(written, path)
        made = {}
        for name, (field, kind) in fields.items():
            here, value = (*path, name), BAD
            if name in filled:
                value = self._value(filled[name], kind, here)
            elif field.required and here not in self.misspelt:
                example = Phrase("part-shaping-write-as", {"example": f"{name} = {_example(kind)}"})
                way = _WAYS.get(name if path or name != "stage" else "[[stage]]", example)
                self._fault(here, Phrase("part-shaping-missing", {"way": way}))
            if value is BAD and field.required:
                value = _harmless(kind, here)
            if value is not BAD and value != field.default:
                # What is left out and what is given as the default are the same plan, byte for byte.
                made[field.name] = value
        return cls(**made)

    def _unknown(self, written: Mapping[str, Any], cls: Any, path: Path) -> None:
        known = [name for name in _fields(cls) if cls not in (Text, Attachments) or name != "both"]
        for name in written:
            if name in _fields(cls):
                continue
            if self.is_full:
                return
            if near := meant(name, known):
                self.bad.append((*path, near))
                self.misspelt.add((*path, near))
            hint = nearest(name, known)
            if near is None and path and name in _fields(Competition):
                hint = Phrase("part-shaping-of-whole-tournament")
            self.findings.append(finding((*path, name), "part-shaping-unknown-here", hint=hint))

    def _list(self, written: Sequence[Any], kind: inspect.VarTupleType, path: Path) -> tuple[Any, ...]:
        items = []
        for place, item in enumerate(written):
            here = (*path, place)
            value = self._value(item, kind.item_type, here)
            if value is BAD:
                # Something takes its place, so that the items after it keep their number.
                self.bad.append(here)
                value = _harmless(kind.item_type, here)
            items.append(value)
            if self.is_full:
                break
        return tuple(items)

    def _entries(self, written: Mapping[str, Any], kind: inspect.DictType, path: Path) -> dict[Any, Any]:
        made = {}
        for key, item in written.items():
            here = (*path, key)
            name, value = self._value(key, kind.key_type, here), self._value(item, kind.value_type, here)
            if name is not BAD and value is not BAD:
                made[name] = value
            if self.is_full:
                break
        return made

    def _bounded(self, written: Any, kind: inspect.Metadata, path: Path) -> Any:
        """A value of a type with a longest length; texts in plain form, what is too long not looked into."""
        if isinstance(written, str) and (form := (kind.extra or {}).get("form")):
            written = PLAIN[form](written)
        for found in bound_checks.beyond(written, kind.extra_json_schema or {}):
            return self._fault(path, Phrase("part-shaping-shorten", {"said": found}))
        return self._value(written, kind.type, path)


@cache
def _fields(cls: Any) -> Mapping[str, tuple[Any, inspect.Type]]:
    """The fields of a struct by the name they have in the file."""
    return {
        field.encode_name: (field, inspect.type_info(field.type)) for field in msgspec.structs.fields(cls)
    }


def _is_text(kind: inspect.Type, written: Any) -> bool:
    return isinstance(kind, inspect.StructType) and kind.cls is Text and isinstance(written, str)


def _example(kind: inspect.Type) -> str:
    plain = bare(kind.types[0] if isinstance(kind, inspect.UnionType) else kind)
    is_text = isinstance(plain, inspect.StructType) and plain.cls is Text
    return '"…"' if is_text else form_of(plain).example


def _harmless(kind: inspect.Type, path: Path) -> Any:
    """A value of a required field to go on with; an id that is nobody else's."""
    plain = bare(kind.types[0] if isinstance(kind, inspect.UnionType) else kind)
    if isinstance(plain, inspect.StructType):
        fields = _fields(plain.cls)
        return plain.cls(
            **{
                field.name: _harmless(kind, (*path, name))
                for name, (field, kind) in fields.items()
                if field.required
            }
        )
    if isinstance(plain, inspect.StrType):
        return "?" + ".".join(map(str, path))
    return form_of(plain).harmless


def _as_written(written: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    return written


def _stage(written: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """Of a stage, what defaults depend on its place: the first is registered for.

    Of a later one that is registered for, a session is chosen only where there is a choice; elsewhere the
    split says nothing, and stays what it is in plans that were founded before.
    """
    if path == ("stage", 0):
        return {"enter": REGISTRATION, "split": "chosen", **written}
    sessions = written.get("sessions")
    several = isinstance(sessions, Sequence) and len(sessions) > 1 and written.get("attend", "one") == "one"
    chosen = written.get("enter") == REGISTRATION and several
    return {"split": "chosen" if chosen else "in_turn", **written}


def _table(written: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """Of a table for fewer than three, `fewest` as many as sit there."""
    most = written.get("most")
    small = type(most) is int and most < TableSize().fewest
    return {"fewest": most, **written} if small else written


def _family(written: Mapping[str, Any], path: Path) -> Mapping[str, Any]:
    """`ages_on = "stage"` says what is the default."""
    return {name: value for name, value in written.items() if (name, value) != ("ages_on", "stage")}


_FILLED: Mapping[type[Any], Callable[[Mapping[str, Any], Path], Mapping[str, Any]]] = {
    StagePlan: _stage,
    TableSize: _table,
    FamilyAward: _family,
}
