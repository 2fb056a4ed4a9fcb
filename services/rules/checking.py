"""Checking a house ruleset before anybody plays by it: every mistake, where it is, and what to write."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from itertools import chain, islice
from typing import Any

import msgspec

from services.rules.ruleset import (
    UNSPECIFIED,
    Axis,
    Charge,
    Ruleset,
    all_rulesets,
    axes,
    content_hash,
    load,
    parse_any,
    ruleset_ids,
)
from services.rules.tiles import TILES_IN_ALL
from services.rules.vocabulary import DECIDED, REGISTERED, words_of
from shared.catalogue import Listed, Phrase
from shared.limits import BEYOND_LIMIT
from shared.misfits import misfit
from shared.problems import Problem, quoted
from shared.strict_json import NotRead
from shared.strict_toml import read_toml

_SHOWN = 60  # characters of a word that means nothing
MOST_MISTAKES = 100
"""Named at once."""
LEAST_SEATED, MOST_SEATED = 2, 6
"""How many house rules can seat at a table: six players with 14 tiles each leave 22 of 106 to draw from."""
_LEAST = {
    "deal.hand": (1, 53),
    "deal.dealt_jokers": (0, 2),
    "deal.reshuffle_pairs": (1, 7),
    "seats.least": (LEAST_SEATED, MOST_SEATED),
    "seats.most": (LEAST_SEATED, MOST_SEATED),
    "seats.least_after_withdrawal": (1, MOST_SEATED),
    "initial_meld.points": (0, 300),
    "jokers.rack_value": (0, 1000),
}
"""Figures that make sense for a game of 106 tiles and so many players."""


class Mistake(msgspec.Struct, frozen=True):
    """One mistake: the axis or place, and what is wrong with it, in both languages."""

    where: str
    text: str
    text_zh: str


def _mistake(where: str, phrase: Phrase) -> Mistake:
    return Mistake(where, str(phrase), phrase.in_language("zh"))


class Checked(msgspec.Struct, frozen=True):
    """A ruleset file as it was read: the ruleset if it has no mistakes, and otherwise those."""

    ruleset: Ruleset | None
    mistakes: tuple[Mistake, ...]


def check(text: str | bytes) -> Checked:
    """Read a ruleset file and find what is wrong with it, the first `MOST_MISTAKES` of many.

    Raises:
        Problem: beyond-limit, when it would cost too much to read.
    """
    try:
        written = read_toml(text)
    except NotRead as error:
        if error.why == "beyond":
            raise BEYOND_LIMIT(detail=error.phrase).at(**error.where) from None
        where = " ".join(f"{what} {which}" for what, which in error.where.items()) or "-"
        sentence = Phrase("part-no-such-format", {"format": "TOML", "said": error.phrase})
        return Checked(None, (_mistake(where, sentence),))
    found = _first(chain(_misshapen(written), _of_axes(tuple(_well_formed(written)))))
    if found:
        return Checked(None, found)
    try:
        ruleset = parse_any(text)
    except Problem as problem:
        detail = str(problem.params.get("detail", problem.text()))
        return Checked(None, (Mistake("-", detail, problem.text("zh")),))
    found = _first(_together(ruleset))
    return Checked(None if found else ruleset, found)


def _first(mistakes: Iterator[Mistake]) -> tuple[Mistake, ...]:
    """The first mistakes; each costs a search for what may have been meant."""
    found = tuple(islice(mistakes, MOST_MISTAKES))
    if len(found) < MOST_MISTAKES or next(mistakes, None) is None:
        return found
    return (*found, _mistake("-", Phrase("part-checking-and-more")))


class Difference(msgspec.Struct, frozen=True):
    """An axis on which a ruleset differs from another."""

    axis: str
    value: Any
    value_there: Any


def differences(ruleset: Ruleset, other: Ruleset) -> tuple[Difference, ...]:
    """What a ruleset decides otherwise than another; None where one of them has no such axis."""
    here, there = ({axis.name: axis.value for axis in axes(each)} for each in (ruleset, other))
    return tuple(
        Difference(name, here.get(name), there.get(name))
        for name in sorted(here.keys() | there.keys())
        if here.get(name) != there.get(name)
    )


def nearest(ruleset: Ruleset) -> Ruleset:
    """The ruleset that ships from which this one differs on the fewest axes."""
    return min(all_rulesets(), key=lambda other: (len(differences(ruleset, other)), other.id))


class Report(msgspec.Struct, frozen=True):
    """What a check found, for people and programs.

    Attributes:
        hash: of the content, as a tournament's first event will hold it.
        nearest: the ruleset that ships and differs on the fewest axes; on which, say `differences`.
    """

    ok: bool
    id: str | None
    hash: str | None
    nearest: str | None
    differences: tuple[Difference, ...]
    mistakes: tuple[Mistake, ...]


def report(text: str | bytes) -> Report:
    """Check a ruleset file and say what is wrong with it, or what it plays otherwise."""
    checked = check(text)
    ruleset = checked.ruleset
    if ruleset is None:
        return Report(False, None, None, None, (), checked.mistakes)
    like = nearest(ruleset)
    return Report(True, ruleset.id, content_hash(ruleset), like.id, differences(ruleset, like), ())


@cache
def _shipped_words() -> Mapping[str, frozenset[str]]:
    """By axis: the words that the rule documents which ship use."""
    found: dict[str, set[str]] = {}
    for ruleset in all_rulesets():
        for axis in axes(ruleset):
            if isinstance(axis.value, str):
                found.setdefault(axis.name, set()).add(axis.value)
    return {name: frozenset(words) for name, words in found.items()}


def _misshapen(written: Mapping[str, Any]) -> Iterator[Mistake]:
    """Sections and axes that are missing or unknown, and what is not of the form of an axis."""
    for section in msgspec.structs.fields(Ruleset):
        entries = written.get(section.name)
        if entries is None:
            yield _missing(section.name)
        elif isinstance(section.type, type) and issubclass(section.type, msgspec.Struct):
            if not isinstance(entries, dict):
                yield _mistake(section.name, Phrase("part-checking-section"))
            elif section.name != "title":
                yield from _misshapen_section(section.name, section.type, entries)
    yield from _unknown("", written, [field.name for field in msgspec.structs.fields(Ruleset)])


def _misshapen_section(
    name: str, kind: type[msgspec.Struct], entries: Mapping[str, Any]
) -> Iterator[Mistake]:
    fields = msgspec.structs.fields(kind)
    yield from _unknown(f"{name}.", entries, [field.name for field in fields])
    for field in fields:
        where, value = f"{name}.{field.name}", entries.get(field.name)
        if value is None:
            if field.required:
                yield _missing(where)
            continue
        wanted: Any = tuple[Charge, ...] if field.name == "charges" else field.type
        try:
            msgspec.convert(value, wanted)
        except msgspec.ValidationError as error:
            phrase, _ = misfit(str(error), wanted, value)
            sentence = Phrase("part-checking-write-as", {"said": phrase})
            yield _mistake(where, sentence)


def _missing(where: str) -> Mistake:
    return _mistake(where, Phrase("part-checking-missing"))


def _unknown(prefix: str, entries: Mapping[str, Any], known: Sequence[str]) -> Iterator[Mistake]:
    for written in entries:
        if written not in known:
            name = written[:_SHOWN]
            near = get_close_matches(name, known, 1)
            hint = {"near": near[0]} if near else {"known": Listed(known)}
            key = "part-checking-unknown-near" if near else "part-checking-unknown"
            yield _mistake(f"{prefix}{name}", Phrase(key, hint))


def _well_formed(written: Mapping[str, Any]) -> Iterator[Axis]:
    """The axes that can be read, whatever else is wrong with the file."""
    for section in msgspec.structs.fields(Ruleset):
        entries = written.get(section.name)
        if not isinstance(entries, dict) or section.name == "title":
            continue
        for field in msgspec.structs.fields(section.type):
            if field.name == "charges" or field.name not in entries:
                continue
            try:
                setting = msgspec.convert(entries[field.name], field.type)
            except msgspec.ValidationError:
                continue
            yield Axis(f"{section.name}.{field.name}", setting.value, setting.cite, setting.basis)


def _of_axes(written: Sequence[Axis]) -> Iterator[Mistake]:
    for axis in written:
        if (axis.value == UNSPECIFIED) != (axis.basis == "silent"):
            yield _mistake(axis.name, Phrase("part-checking-unspecified"))
        if axis.name in _LEAST and axis.value != UNSPECIFIED:
            yield from _out_of_range(axis)
        elif axis.name in REGISTERED or isinstance(axis.value, str):
            yield from _strange_words(axis)
        if axis.value == UNSPECIFIED and axis.name in DECIDED:
            yield _mistake(axis.name, Phrase("part-checking-undecided"))
        if not axis.cite.strip():
            yield _mistake(axis.name, Phrase("part-checking-cites-nothing"))


def _out_of_range(axis: Axis) -> Iterator[Mistake]:
    least, most = _LEAST[axis.name]
    if not least <= axis.value <= most:
        figures = {"value": axis.value, "least": least, "most": most}
        yield _mistake(axis.name, Phrase("part-checking-out-of-range", figures))


def _strange_words(axis: Axis) -> Iterator[Mistake]:
    shipped = _shipped_words().get(axis.name, frozenset())
    known = words_of(axis.name, shipped)
    for word in axis.value if isinstance(axis.value, tuple) else (axis.value,):
        if isinstance(word, str) and word not in known and word != UNSPECIFIED:
            word = word[:_SHOWN]
            near = get_close_matches(word, known, 1)
            values = {"word": quoted(word), "known": Listed(known), **({"near": near[0]} if near else {})}
            key = "part-checking-no-meaning-near" if near else "part-checking-no-meaning"
            yield _mistake(axis.name, Phrase(key, values))


def _together(ruleset: Ruleset) -> Iterator[Mistake]:
    """What single axes cannot show."""
    if ruleset.id in ruleset_ids() and differences(ruleset, load(ruleset.id)):
        yield _mistake("id", Phrase("part-checking-ships", {"id": ruleset.id}))
    if ruleset.seats.least.value > ruleset.seats.most.value:
        yield _mistake("seats", Phrase("part-checking-least-over-most"))
    players, hand = ruleset.seats.most.value, ruleset.deal.hand.value
    if players * hand > TILES_IN_ALL:
        figures = {"players": players, "hand": hand, "needed": players * hand, "there": TILES_IN_ALL}
        yield _mistake("seats.most", Phrase("part-checking-more-tiles-than-there-are", figures))
    if not ruleset.initial_meld.from_rack_only.value:
        yield _mistake("initial_meld.from_rack_only", Phrase("part-checking-from-rack-only"))
    names = [charge.name for charge in ruleset.scoring.charges]
    for name in sorted({repeated for repeated in names if names.count(repeated) > 1}):
        yield _mistake(f"scoring.charges.{name}", Phrase("part-checking-twice"))
    for charge in ruleset.scoring.charges:
        if charge.points < 1:
            yield _mistake(f"scoring.charges.{charge.name}", Phrase("part-checking-least-point"))
    if ruleset.scoring.charges:
        for name, value in (
            ("charge_mode", ruleset.scoring.charge_mode.value),
            ("two_charges", ruleset.scoring.two_charges.value),
        ):
            if value == UNSPECIFIED:
                yield _mistake(f"scoring.{name}", Phrase("part-checking-undecided-charges"))
    clock = ruleset.clock
    if clock.kind.value == "bronstein" and UNSPECIFIED in (
        clock.bank_seconds.value,
        clock.delay_seconds.value,
    ):
        yield _mistake("clock", Phrase("part-checking-bronstein"))
    if clock.kind.value == "per_turn" and clock.turn_seconds.value == UNSPECIFIED:
        yield _mistake("clock.turn_seconds", Phrase("part-checking-per-turn"))
