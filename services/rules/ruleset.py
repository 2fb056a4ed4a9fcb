"""A ruleset as data: every axis on which the rule documents differ, each with its source.

One TOML file an id under `rulesets/`. An axis is a `Setting`: its value, where the document decides it, and
whether the document states it, we read it so, or it is silent. A silent axis has the value "unspecified",
and what depends on it asks for a ruling. No behaviour asks for a ruleset's id: an axis holds a figure or
the name of a strategy that the module concerned registers.

A ruleset is embedded whole in a tournament's first event, so its form is frozen with the log: a new axis
gets a default, which is left out of the canonical form, so that the hash of an old ruleset stays the same.
"""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated, Any, Generic, Literal, TypeVar

import msgspec

from services.rules.lengths import Choices, Cite, Several, Title, Word
from shared.bounds import many
from shared.catalogue import Phrase, shown
from shared.codec import digest
from shared.problems import ProblemType, quoted
from shared.strict_json import NotRead
from shared.strict_toml import read_toml_as

T = TypeVar("T")
Basis = Literal["stated", "reading", "silent"]
Unspecified = Literal["unspecified"]
UNSPECIFIED: Unspecified = "unspecified"

RULESET_UNKNOWN = ProblemType("ruleset-unknown", 404, misuse=True)
RULESET_INVALID = ProblemType("ruleset-invalid", 422)

RULESET_ID = re.compile(r"[a-z0-9][a-z0-9.-]{0,62}")
_FOLDER = Path(__file__).with_name("rulesets")


class Words(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A text in both languages."""

    en: Title
    zh: Title

    def in_language(self, language: str) -> str:
        return self.zh if language == "zh" else self.en


@shown.register
def _words(value: Words, language: str) -> str:
    return value.in_language(language)


class Setting(msgspec.Struct, Generic[T], frozen=True, forbid_unknown_fields=True):
    """One axis: its value, the place in the rule document, and on what the value rests."""

    value: T
    cite: Cite
    basis: Basis


class Charge(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Points charged to a seat; `unmelded` when the charge says that it never made its initial meld."""

    name: Word
    points: int
    unmelded: bool
    cite: Cite
    basis: Basis


class Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Tiles in hand at the start, jokers dealt openly among them, pairs that allow a reshuffle on request."""

    hand: Setting[int]
    dealt_jokers: Setting[int]
    reshuffle_pairs: Setting[int | Unspecified]


class Seats(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Players at a table, and who begins.

    `drawn_tiles`: what is drawn for that; tiles 1 to the number of those who draw where no file says so.
    """

    least: Setting[int]
    most: Setting[int]
    least_after_withdrawal: Setting[int]
    first_to_play: Setting[Word]
    next_to_begin: Setting[Word]
    next_after_two_winners: Setting[Word]
    drawn_tiles: Setting[Word] | None = None


class Course(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How far play goes: games on a sheet, rounds, minutes of a session, what ends the whole."""

    games_per_sheet: Setting[int | Unspecified]
    rounds: Setting[int | Unspecified]
    session_minutes: Setting[int | Unspecified]
    complete_when: Setting[Word]


class Clock(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Time to think, in seconds: per turn (the choices there are), or a bank with a delay given back."""

    kind: Setting[Word]
    turn_seconds: Setting[Choices | Unspecified]
    bank_seconds: Setting[int | Unspecified]
    delay_seconds: Setting[int | Unspecified]


class Overtime(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What follows when a turn is not finished in time, or a manipulation fails; penalties in tiles drawn."""

    table: Setting[Word]
    penalty_tiles: Setting[int | Unspecified]
    leftovers: Setting[Word]
    failed_manipulation_tiles: Setting[int | Unspecified]


class InitialMeld(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The first tiles laid down. `possibility_judged_on`: the rack that "could have melded" is about."""

    points: Setting[int]
    from_rack_only: Setting[bool]
    table_in_same_turn: Setting[Word]
    joker_counts: Setting[Word]
    possibility_judged_on: Setting[Word]


class Jokers(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a joker counts on a rack, and how it may be used and retrieved.

    `from_hand`: with what a joker from the rack must be laid; anywhere where no file says so.
    """

    rack_value: Setting[int]
    two_in_a_set: Setting[Word]
    may_repeat_a_tile: Setting[Word]
    before_initial_meld: Setting[Word]
    retrieval: Setting[Word]
    reuse: Setting[Word]
    sets_with_joker: Setting[Word]
    back_to_rack: Setting[Word]
    from_hand: Setting[Word] | None = None


class Sets(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a list of tiles is read as a set, and how sets may be changed."""

    ambiguous: Setting[Word]
    manipulation: Setting[Word]
    rack_tile: Setting[Word]


class Endings(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """What follows from each way a game can end; the names are strategies of `scoring`."""

    cleared: Setting[Word]
    time: Setting[Word]
    pool_exhausted: Setting[Word]
    blocked: Setting[Word]
    forfeit: Setting[Word]
    pool_empty: Setting[Word]


class Scoring(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How a game is scored. `rounding` is "none" everywhere: scores are exact."""

    sharing: Setting[Word]
    winners: Setting[Word]
    charge_mode: Setting[Word]
    two_charges: Setting[Word]
    tie_break_score: Setting[Word]
    rounding: Setting[Word]
    voided_game: Setting[Word]
    charges: Annotated[tuple[Charge, ...], many(20)] = ()


class Ranking(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """How results are compared. `keys` are strategies of `ranking`, the most important first.

    `round_keys` decide who wins a round of several games, where rounds are won.
    """

    keys: Setting[Several]
    average_over: Setting[int | Unspecified]
    equal_keys: Setting[Word]
    ranked: Setting[Word]
    results_against_the_out: Setting[Word]
    three_player_tables: Setting[Word]
    after_two_champions: Setting[Word]
    round_keys: Setting[Several] | None = None


class Ruleset(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One rule document, axis by axis."""

    id: Word
    title: Words
    document: Title
    deal: Deal
    seats: Seats
    course: Course
    clock: Clock
    overtime: Overtime
    initial_meld: InitialMeld
    jokers: Jokers
    sets: Sets
    endings: Endings
    scoring: Scoring
    ranking: Ranking


class Axis(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """One axis as shown to an organizer: "scoring.sharing", its value, source and basis."""

    name: str
    value: Any
    cite: str
    basis: Basis


def all_rulesets() -> tuple[Ruleset, ...]:
    """Every ruleset that ships, by id."""
    return tuple(load(id) for id in ruleset_ids())


@cache
def ruleset_ids() -> tuple[str, ...]:
    return tuple(sorted(file.stem for file in _FOLDER.glob("*.toml")))


@cache
def load(id: str) -> Ruleset:
    """The ruleset named `id`.

    Raises:
        Problem: ruleset-unknown.
    """
    if id not in ruleset_ids():
        raise RULESET_UNKNOWN(id=quoted(id), known=[*ruleset_ids()])
    return parse((_FOLDER / f"{id}.toml").read_text("utf-8"), id)


def parse(text: str | bytes, id: str) -> Ruleset:
    """Read the ruleset that is named `id` from the text of its file.

    Raises:
        Problem: ruleset-invalid, naming the axis.
    """
    ruleset = parse_any(text, id)
    if ruleset.id != id:
        raise RULESET_INVALID(id=id, detail=Phrase("part-rules-call-themselves", {"id": ruleset.id}))
    return ruleset


def parse_any(text: str | bytes, id: str = "-") -> Ruleset:
    """Read a ruleset from the text of a file, whatever it calls itself.

    Raises:
        Problem: ruleset-invalid, naming the axis.
    """
    try:
        ruleset = read_toml_as(text, Ruleset)
    except NotRead as error:
        raise RULESET_INVALID(id=id, detail=error.placed).at(**error.where) from error
    if not RULESET_ID.fullmatch(ruleset.id):
        raise RULESET_INVALID(id=id, detail=Phrase("part-rules-id", {"id": quoted(ruleset.id)}))
    for axis in axes(ruleset):
        if (axis.value == UNSPECIFIED) != (axis.basis == "silent"):
            raise RULESET_INVALID(id=id, detail=Phrase("part-rules-silent", {"axis": axis.name}))
    return ruleset


def content_hash(ruleset: Ruleset) -> str:
    """SHA-256 of the canonical form, in hex: the same content has the same hash on any machine."""
    return digest(ruleset)


def axes(ruleset: Ruleset) -> Iterator[Axis]:
    """Every axis in order, charges included; what an organizer reads before they trust a ruleset."""
    for section in ruleset.__struct_fields__:
        holder = getattr(ruleset, section)
        if not isinstance(holder, msgspec.Struct):
            continue
        for name in holder.__struct_fields__:
            setting = getattr(holder, name)
            if isinstance(setting, Setting):
                yield Axis(f"{section}.{name}", setting.value, setting.cite, setting.basis)
    for charge in ruleset.scoring.charges:
        yield Axis(f"scoring.charges.{charge.name}", charge.points, charge.cite, charge.basis)
