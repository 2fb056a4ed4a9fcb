"""The docket on a phone: open cases, one case, its sheet."""

from collections.abc import Mapping, Sequence

from bots.telegram.exhibits import listed, newest
from bots.telegram.figures import sheet_shown
from bots.telegram.people import Person
from bots.telegram.talk import Key, Talk, clipped, command, pressed
from services.desk.views import DocketAnswer, DocketView, SheetParams, SheetsAnswer, SheetView
from services.desk.wording import worded
from services.tournament.docket.cases import described
from shared.problems import NOT_FOUND, ProblemType, quoted

CHAT_FOR_SOMEONE_ELSE = ProblemType("chat-for-someone-else", 403)

_MOST_CASES = 30
_ROOM = 450
"""Characters for a case and its newest evidence."""


@command("docket")
def docket(talk: Talk, given: Mapping[str, str]) -> None:
    rows: list[list[Key]] = []
    asked = False
    for own in talk.persons:
        if not own.may("docket") or own.principal.role == "participant":
            continue
        asked = True
        for view in cases(talk, own):
            if view.case.status == "open":
                label = f"{view.case.dispute} · {view.case.sheet or '-'}"
                data = {**own.named, "dispute": view.case.dispute}
                rows.append([Key(label, "docket.open", data, always=True)])
    if not asked:
        talk.say(talk.text("not_for_you"))
    elif not rows:
        talk.say(talk.text("docket_empty"), heading=talk.text("heading_docket"))
    else:
        text = talk.text("docket", count=len(rows))
        talk.say(text, rows[:_MOST_CASES], heading=talk.text("heading_docket"))


@pressed("docket.open")
def open_case(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, given)
    show_case(talk, own, given["dispute"])


@pressed("docket.sheet")
def show_sheet(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, given)
    view = sheet_of(talk, own, given["sheet"])
    back = [Key(talk.text("back"), "docket.open", dict(given), always=True)] if "dispute" in given else []
    rows = [back] if back else []
    if own.may("correct-game"):
        rows.insert(0, [Key(talk.text("correct"), "correct.begin", dict(given), always=True)])
    talk.say("\n".join(sheet_shown(view)), rows, heading=given["sheet"])


def show_case(talk: Talk, own: Person, dispute: str) -> None:
    """One case with what can be done about it."""
    view = case(talk, own, dispute)
    row = view.case
    lines = [
        talk.text(
            "case",
            kind=worded("dispute", described(row.kind, row.raised_by), talk.language),
            sheet=row.sheet or "-",
            game=row.game or "-",
            entrants=", ".join(row.entrants),
        )
    ]
    if view.statement:
        lines.append(f"“{clipped(view.statement, 180)}”")
    if row.status != "open":
        lines.append(talk.text("case_closed", status=talk.text(f"case_{row.status}")))
    evidence = listed(talk, view.evidence)
    shown = newest(evidence, _ROOM - sum(map(len, lines)) - len(lines))
    lines += shown
    data = {**own.named, "dispute": dispute}
    rows = []
    if len(shown) < len(evidence):
        rows.append([Key(talk.text("evidence_all", count=len(evidence)), "evidence.list", data, always=True)])
    if row.sheet is not None:
        rows.append([Key(talk.text("see_sheet"), "docket.sheet", {**data, "sheet": row.sheet}, always=True)])
    if row.status == "open" and own.may("present-evidence"):
        rows.append([Key(talk.text("evidence_add"), "evidence.begin", data, always=True)])
    if row.status == "open" and own.may("make-ruling"):
        rows.append([Key(talk.text("rule"), "ruling.begin", data, always=True)])
    talk.say("\n".join(lines), rows, heading=dispute)


def cases(talk: Talk, own: Person) -> Sequence[DocketView]:
    """The docket as far as this person may see it."""
    answer: DocketAnswer = talk.ask(own, "docket")
    return answer.rows


def case(talk: Talk, own: Person, dispute: str) -> DocketView:
    """One case; raises Problem: not-found."""
    for view in cases(talk, own):
        if view.case.dispute == dispute:
            return view
    raise NOT_FOUND(what="dispute", id=quoted(dispute))


def sheet_of(talk: Talk, own: Person, sheet: str) -> SheetView:
    """A sheet as far as this person may see it; raises Problem: not-found."""
    answer: SheetsAnswer = talk.ask(own, "sheets", SheetParams(sheet=sheet))
    if not answer.rows:
        raise NOT_FOUND(what="score sheet", id=quoted(sheet))
    return answer.rows[0]


def who(talk: Talk, given: Mapping[str, str]) -> Person:
    """Whom a button or flow was for, if the chat still stands for that person.

    Raises:
        Problem: chat-for-someone-else.
    """
    own = talk.person(**given)
    if own is None:
        raise CHAT_FOR_SOMEONE_ELSE()
    return own
