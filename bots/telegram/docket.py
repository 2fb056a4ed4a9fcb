"""The docket on a phone: open cases, one case, its sheet."""

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from bots.telegram.blocks import pages
from bots.telegram.choices import Choice, chooses, subjects_called
from bots.telegram.offers import offer_key
from bots.telegram.talk import Key, Talk, pressed, who
from services.desk.docket_views import DocketView
from services.officials.cases import (
    case,
    cases,
    ended_shown,
    entrant_shown,
    is_signed,
    leaver_shown,
    raised_shown,
    ruling_shown,
    sheet_about,
    sheet_of,
    tournament_of,
)
from services.officials.exhibits import listed, newest
from services.officials.sheets import sheet_shown
from services.officials.tables import table_called
from services.personal.person import Person
from services.personal.texts import clipped
from services.tasks.offered import Offer
from services.tournament.docket.cases import described
from shared.catalogue import Listed, Word, say

_MOST_CASES = 30
_IN_A_ROW = 3
_AT_ONCE = ("charge", "disqualify")
"""Effects that take most steps: chosen from the case itself."""
_ROOM = 450
"""Characters for a case and its newest evidence."""


@chooses("docket")
def docket(talk: Talk) -> Choice | None:
    """The open cases, and the way to those that are ruled; words name any, or what it is about."""
    offices = _offices(talk)
    if not offices:
        talk.not_for_you()
        return None
    rows = [
        [_case_key(talk, office, view)] for office in offices for view in _with_status(talk, office, "open")
    ]
    text = talk.text("docket", count=len(rows)) if rows else talk.text("docket_empty")

    def called(text: str) -> list[Key]:
        return [key for office in offices for key in _cases_called(talk, office, text)]

    return Choice(text, [*rows[:_MOST_CASES], *_ruled_keys(talk)], called, talk.text("heading_docket"))


def _cases_called(talk: Talk, office: Person, text: str) -> list[Key]:
    """The cases that are called so, or of what is: a table, a session, somebody at the table or named."""
    found = subjects_called(talk, office, text, ("case", "table", "session", "entrant"))
    return [
        _case_key(talk, office, view)
        for view in cases(talk, office)
        if any(_is_about(view, kind, id) for kind, id in found)
    ]


def _is_about(view: DocketView, kind: str, id: str) -> bool:
    row = view.case
    match kind:
        case "case":
            return row.dispute == id
        case "table":
            return row.sheet == id
        case "session":
            return row.sheet is not None and row.sheet.rpartition("/")[0] == id
    return id in row.entrants or (isinstance(view.seats, Mapping) and id in view.seats)


def show_cases(talk: Talk, person: Person, numbers: Sequence[str]) -> None:
    """A case, or of several a button for each."""
    if len(numbers) == 1:
        show_case(talk, person, numbers[0])
        return
    rows = [[_case_key(talk, person, view)] for view in cases(talk, person) if view.case.dispute in numbers]
    talk.say(talk.text("docket", count=len(rows)), rows, heading=talk.text("heading_docket"))


def _offices(talk: Talk) -> list[Person]:
    return [
        person for person in talk.persons if person.may("docket") and person.principal.role != "participant"
    ]


def _with_status(talk: Talk, person: Person, status: str) -> list[DocketView]:
    return [view for view in cases(talk, person) if view.case.status == status]


def _case_key(talk: Talk, person: Person, view: DocketView) -> Key:
    sheet = view.case.sheet
    label = (
        view.case.dispute if sheet is None else f"{view.case.dispute} · {table_called(talk, person, sheet)}"
    )
    data = {**person.named, "dispute": view.case.dispute}
    return Key(talk.told_apart(person, label), "docket.open", data, always=True)


def _ruled_keys(talk: Talk) -> list[list[Key]]:
    """A button for each office to the cases that are ruled, if there are any."""
    keys = []
    for office in _offices(talk):
        count = len(_with_status(talk, office, "ruled"))
        if count:
            label = talk.told_apart(office, talk.text("docket_ruled", count=count))
            keys.append([Key(label, "docket.ruled", office.named, always=True)])
    return keys


@pressed("docket.ruled")
def ruled_cases(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    ruled = sorted(_with_status(talk, person, "ruled"), key=lambda view: -view.case.seq)
    rows = [[_case_key(talk, person, view)] for view in ruled[:_MOST_CASES]]
    talk.say(
        talk.text("docket_ruled_choose"), rows, heading=talk.told_apart(person, talk.text("heading_docket"))
    )


@pressed("docket.open")
def open_case(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    show_case(talk, person, given["dispute"])


@pressed("docket.sheet")
def show_sheet(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    view = sheet_of(talk, person, given["sheet"])
    rows = []
    lines = sheet_shown(view, talk.language, tournament_of(talk, person))
    if view.record is not UNSET and view.record.open_points:
        lines.append(talk.text("sheet_open", points=Listed(view.record.open_points)))
    if person.may("correct-game") and is_signed(person, view):
        lines.append(talk.text("sheet_signed", closed=view.sheet.closed))
        if person.may("call-chief-referee"):
            called = {**person.named, "sheet": given["sheet"]}
            rows.append([Key(talk.text("call_chief"), "call.table", called, always=True)])
    elif person.may("correct-game"):
        # A game that awaits a ruling or stands by one is not corrected.
        free = (game for game in view.sheet.games if game is not None and game.ruling is None)
        games = [game.game for game in free if game.status != "awaiting_ruling"]
        offers = [Offer("correct-game", {"sheet": given["sheet"], "game": str(game)}) for game in games]
        keys = [
            offer_key(person, talk.text("correct", game=int(offer.answers["game"])), offer, "docket.sheet")
            for offer in offers
        ]
        rows += [keys[start : start + _IN_A_ROW] for start in range(0, len(keys), _IN_A_ROW)]
    if "dispute" in given:
        rows.append([Key(talk.text("back"), "docket.open", dict(given), always=True)])
    talk.say("\n".join(lines), rows, heading=table_of_flow(talk, given))


def show_case(talk: Talk, person: Person, dispute: str) -> None:
    """One case with what can be done about it."""
    view = case(talk, person, dispute)
    row = view.case
    lines = [
        talk.text(
            "case",
            kind=Word("dispute", described(row.kind, row.raised_by)),
            table_label=None if row.sheet is None else table_called(talk, person, row.sheet),
            game=row.game,
            entrants=Listed([entrant_shown(talk, person, number) for number in row.entrants]),
        ),
        raised_shown(talk, person, view),
        *([left] if (left := leaver_shown(talk, person, view)) else []),
    ]
    if view.statement:
        lines.append(talk.text("case_statement", statement=clipped(view.statement, 180)))
    if row.status != "open":
        closed = talk.text("case_closed", status=talk.text(f"case_{row.status}"))
        lines.append(ended_shown(talk, person, view) or closed)
    if row.rulings:
        lines.append(ruling_shown(talk, person, view))
    evidence = listed(talk, view.evidence)
    shown = newest(evidence, _ROOM - sum(map(len, lines)) - len(lines))
    lines += shown
    data = {**person.named, "dispute": dispute}
    rows, sheet = list[list[Key]](), sheet_about(view)
    if row.sheet is not None and sheet is None:
        lines.append(say("page-docket-sheet-void", talk.language))
    if len(shown) < len(evidence):
        rows.append([Key(talk.text("evidence_all", count=len(evidence)), "evidence.list", data, always=True)])
    if sheet is not None:
        rows.append([Key(talk.text("see_sheet"), "docket.sheet", {**data, "sheet": sheet}, always=True)])
    if row.status == "open" and sheet is not None and person.may("set-out-for-table"):
        going = {**person.named, "sheet": sheet}
        rows[-1].append(Key(talk.text("action_on_my_way"), "call.set_out", going, always=True))
    if row.status == "open" and person.may("present-evidence"):
        # A rack is presented most, and without the question which it is.
        ways = ("evidence_add", {"dispute": dispute}), ("evidence_rack", {"dispute": dispute, "kind": "rack"})
        rows.append([_evidence_key(person, talk.text(label), answers) for label, answers in ways])
    if row.status in ("open", "ruled") and person.may("make-ruling"):
        name = "rule" if row.status == "open" else "rule_anew"
        rows.append([Key(talk.text(name), "ruling.begin", data, always=True)])
    if row.status == "open" and person.may("make-ruling"):
        effects = _AT_ONCE if sheet is not None else _AT_ONCE[1:]
        rows.append(
            [
                Key(
                    talk.text(f"effect_{effect}"),
                    "ruling.begin",
                    {**data, "effect": effect},
                    always=True,
                )
                for effect in effects
            ]
        )
    talk.say("\n".join(lines), rows, heading=dispute)


def _evidence_key(person: Person, label: str, answers: Mapping[str, str]) -> Key:
    return offer_key(person, label, Offer("present-evidence", answers))


@pressed("evidence.list")
def show_all(talk: Talk, given: Mapping[str, str]) -> None:
    """All evidence of a case."""
    person, dispute = who(talk, given), given["dispute"]
    back = [Key(talk.text("back"), "docket.open", {**person.named, "dispute": dispute}, always=True)]
    shown_pages = pages(listed(talk, case(talk, person, dispute).evidence))
    for number, page in enumerate(shown_pages, 1):
        talk.say(page, [back] if number == len(shown_pages) else (), heading=dispute)


def table_of_flow(talk: Talk, given: Mapping[str, str]) -> str:
    """The table that a flow or button is about, by number and session."""
    return table_called(talk, who(talk, given), given["sheet"])
