"""What an address of the time machine asks for: the moment, what is shown of it, whose curves."""

from collections.abc import Container, Sequence
from typing import Literal, Self, get_args

import msgspec
from msgspec import structs
from werkzeug.datastructures import MultiDict

from services.desk.history.marked import MARK_KINDS
from services.web.parameters import name_shown, parameter_wrong
from shared.catalogue import Phrase
from shared.plain_text import narrow_figures, words
from shared.printed_moments import moment_printed
from shared.problems import Problem, quoted

Show = Literal["standings", "sessions", "sheets", "docket", "families"]
SHOWS: tuple[Show, ...] = get_args(Show)
STEPS: tuple[str, ...] = ("event", *MARK_KINDS)
"""What the buttons beside the slider go to: the next event, or the next mark of a kind."""
_LONGEST = 400
_LONGEST_SUPPOSED = 4000
"""A basket holds dozens of events and results; the line of a request that is taken holds twice as much."""
_LONGEST_SEQ = 12
_SUPPOSED = ("without", "changed", "rulings")
_LISTED = ("entrants", "units", "without")
_MOMENTS = ("as_of", "before", "here")


class View(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One view, as its address says it; "" for what is not said.

    Attributes:
        as_of: the moment, a seq or a time; the present without one.
        before: an earlier moment that it is compared with.
        here: the moment that was looked at, for where `as_of` cannot be understood.
        first: how many rows of a long table come before those that are shown.
        find: a number or a part of a name to go to.
        entrants, units: whose curves are drawn, with commas.
        kind, person, table, case: which events the timeline lists.
        earlier_than: the event before which the timeline begins; the moment looked at without one.
        step: what the buttons beside the slider go to.
        of, id, what: the thing whose history is told.
        without: seqs of events that are supposed not to have happened, with commas.
        changed: results that are supposed to have been others: see `supposing`.
        rulings: rulings that are supposed to have been made: see `ruling_supposed`.
    """

    as_of: str = ""
    before: str = ""
    here: str = ""
    show: str = "standings"
    stage: str = ""
    session: str = ""
    first: str = ""
    find: str = ""
    entrants: str = ""
    units: str = ""
    kind: str = ""
    person: str = ""
    table: str = ""
    case: str = ""
    earlier_than: str = ""
    step: str = "event"
    of: str = ""
    id: str = ""
    what: str = ""
    without: str = ""
    changed: str = ""
    rulings: str = ""

    @classmethod
    def read(cls, arguments: "MultiDict[str, str]") -> Self:
        """The view that an address asks for; what is unknown, too long or cannot be shown is left aside."""
        values: dict[str, str] = {}
        for name in cls.__struct_fields__:
            given = [narrow_figures(words(text)) for text in arguments.getlist(name)]
            text = ",".join(filter(None, given)) if name in _LISTED else (given or [""])[0]
            longest = _LONGEST_SUPPOSED if name in _SUPPOSED else _LONGEST
            if text and len(text) <= longest and text.isprintable():
                values[name] = moment_printed(text) if name in _MOMENTS else text
        view = cls(**values)
        if view.show not in SHOWS:
            view = structs.replace(view, show="standings")
        return view if view.step in STEPS else structs.replace(view, step="event")

    def query(self, **changes: object) -> dict[str, str]:
        """What asks for this view with these changes; "" or None takes something out."""
        changed = {"here": "", **({"earlier_than": ""} if "as_of" in changes else {}), **changes}
        kept = {**msgspec.to_builtins(self), **{name: _text(value) for name, value in changed.items()}}
        return {name: value for name, value in kept.items() if value}

    @property
    def offset(self) -> int:
        """How many rows come before those that are shown."""
        return int(self.first) if self.first.isascii() and self.first.isdigit() and len(self.first) < 7 else 0

    @property
    def older_than(self) -> str:
        """The event before which the timeline begins; "" for none, or for what is no number."""
        plain = self.earlier_than
        return plain if plain.isascii() and plain.isdigit() and 0 < len(plain) < _LONGEST_SEQ else ""

    @property
    def chosen(self) -> Sequence[str]:
        """The entrants whose curves are drawn."""
        return listed(self.entrants)


def refuse_strange(arguments: "MultiDict[str, str]", further: Container[str] = ()) -> None:
    """Refuse twice what these pages take once; what they do not take is let be, as on public pages.

    Args:
        further: what a page takes beside a view; `score-` stands for `score-0001` and the like.

    Raises:
        Problem: parameter-wrong.
    """
    for name, texts in arguments.lists():
        taken = name in View.__struct_fields__ or _is_in(name, further)
        if taken and len(texts) > 1 and name not in _LISTED:
            raise parameter_wrong(name_shown(name), Phrase("part-parameters-said-twice"))


def not_one_of(name: str, arguments: "MultiDict[str, str]", known: Sequence[str]) -> Problem | None:
    """The refusal of a value that is none of those known; None where it is one, or not said."""
    given = arguments.get(name, "").strip()
    if not given or given in known:
        return None
    values = {"given": quoted(given), "known": list(known)}
    return parameter_wrong(name, Phrase("part-misfit-cannot-be-one-of", values))


def _is_in(name: str, further: Container[str]) -> bool:
    begun, dash, _ = name.partition("-")
    return name in further or bool(dash and f"{begun}-" in further)


def listed(text: str) -> list[str]:
    """What is listed with commas, each once."""
    return [*dict.fromkeys(part for part in (part.strip() for part in text.split(",")) if part)]


def _text(value: object) -> str:
    return "" if value is None else str(value)
