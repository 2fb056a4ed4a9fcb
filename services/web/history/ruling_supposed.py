"""A ruling that is supposed: on a case that waits for one, or in place of the ruling that stands.

An address lists them with `|` between them, each as its case and what it does, with game, entrant and charge
where they count: `D-0010=charge/2/0311/could_not_meld`.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Self

import msgspec
from werkzeug.datastructures import MultiDict

from services.desk.docket_views import DocketAnswer, DocketView
from services.desk.params import SheetParams
from services.desk.programme import TournamentAnswer
from services.desk.views import SheetsAnswer, SheetView
from services.desk.what_if import Supposed
from services.officials.cases import sheet_about
from services.web.history.look import Looking
from shared.problems import not_found, quoted

EFFECTS = ("none", "void_game", "replay_game", "charge", "warning", "disqualify")
"""What a ruling can be supposed to do; other figures are supposed of the result itself."""
_ON_GAME = ("void_game", "replay_game", "charge")
_ON_ENTRANT = ("charge", "warning", "disqualify")
_PART = re.compile(
    r"(?P<case>[^=|/]{1,40})=(?P<effect>[a-z_]{1,20})/(?P<game>[0-9]{0,3})/(?P<entrant>[^=|/]{0,40})/(?P<charge>[a-z_]{0,40})"
)
_NOT_WRITTEN = "–"
"""For finding, rule and reason, which change nothing in what follows."""


class RulingSupposed(msgspec.Struct, frozen=True):
    """What is supposed to be ruled on a case; "" for what does not count with the effect."""

    case: str
    effect: str
    game: str = ""
    entrant: str = ""
    charge: str = ""

    def __str__(self) -> str:
        return f"{self.case}={self.effect}/{self.game}/{self.entrant}/{self.charge}"

    @classmethod
    def sent(cls, case: str, arguments: "MultiDict[str, str]") -> Self:
        """The ruling that a form says."""
        effect = arguments.get("effect", "")
        if effect not in EFFECTS:
            raise not_found("effect", quoted(effect[:40]))
        return cls(
            case,
            effect,
            arguments.get("game", "") if effect in _ON_GAME else "",
            arguments.get("entrant", "") if effect in _ON_ENTRANT else "",
            arguments.get("charge", "") if effect == "charge" else "",
        )

    def supposed(self, look: Looking, view: DocketView) -> tuple[Supposed, bool]:
        """The command that makes it, and whether it takes the place of the ruling that stands.

        On a case that was not ruled on it is made at the moment looked at.
        """
        last = view.case.rulings[-1] if view.case.rulings else None
        body: dict[str, Any] = {
            "dispute": self.case,
            **dict.fromkeys(("finding", "cites", "reason"), _NOT_WRITTEN),
            "effects": [self._effect],
        }
        if last is None:
            return Supposed(seq=look.seq, command="make-ruling", body=body), False
        body |= {"cites": last.cites, "supersedes": last.supersedes}
        return Supposed(seq=last.seq, command="make-ruling", body=body), True

    @property
    def _effect(self) -> dict[str, object]:
        effect: dict[str, object] = {"type": self.effect}
        if self.effect in _ON_GAME:
            effect["game"] = int(self.game or 0)
        if self.effect in _ON_ENTRANT:
            effect["entrant"] = self.entrant
        if self.effect == "charge":
            effect["charge"] = self.charge
        return effect


class CaseForm(msgspec.Struct, frozen=True):
    """What can be supposed of a case, for a form to offer it.

    Attributes:
        effects: what a ruling on it can do.
        games: how many games its sheet has; 0 without a sheet.
        entrants: whom a ruling can be about, by number.
        charges: the charges of the rules that its table is played by.
    """

    view: DocketView
    effects: Sequence[str]
    games: int
    entrants: Sequence[str]
    charges: Sequence[str]


def rulings_read(text: str) -> tuple[RulingSupposed, ...]:
    """The rulings of an address, the last of each case; what does not read is left aside."""
    return tuple({ruling.case: ruling for ruling in _parts(text)}.values())


def docket_of(look: Looking) -> dict[str, DocketView]:
    """The cases at the moment looked at, by id."""
    answer = look.ask("docket")
    assert isinstance(answer, DocketAnswer)
    return {row.case.dispute: row for row in answer.rows}


def case_named(docket: Mapping[str, DocketView], case: str) -> DocketView:
    """A case of the docket.

    Raises:
        Problem: not-found.
    """
    if case not in docket:
        raise not_found("dispute", quoted(case[:40]))
    return docket[case]


def form_for(look: Looking, view: DocketView) -> CaseForm:
    """The form by which a ruling on this case is supposed."""
    defined = look.ask("tournament")
    assert isinstance(defined, TournamentAnswer)
    sheet = _sheet(look, view)
    if sheet is None:
        effects = tuple(effect for effect in EFFECTS if effect not in _ON_GAME)
        return CaseForm(view, effects, 0, view.case.entrants, ())
    charges = [charge.name for charge in defined.rules_in(sheet.sheet.stage).scoring.charges]
    effects = tuple(effect for effect in EFFECTS if charges or effect != "charge")
    return CaseForm(view, effects, len(sheet.sheet.games), sheet.sheet.seats, charges)


def _sheet(look: Looking, view: DocketView) -> SheetView | None:
    sheet = sheet_about(view)
    if sheet is None:
        return None
    answer = look.ask("sheets", **msgspec.to_builtins(SheetParams(sheet=sheet)))
    assert isinstance(answer, SheetsAnswer)
    return answer.rows[0]


def _parts(text: str) -> Iterator[RulingSupposed]:
    for part in text.split("|"):
        found = _PART.fullmatch(part)
        if found is not None and found["effect"] in EFFECTS:
            yield RulingSupposed(*found.group("case", "effect", "game", "entrant", "charge"))
