"""Who cannot come gives the place back, or asks for another session; for each child of a parent's chat.

What it means is read back first: a place given back is gone, a wish changes nothing until the organizer does.
"""

from collections.abc import Iterator, Mapping, Sequence

from bots.telegram.docket import who
from bots.telegram.people import Person
from bots.telegram.questions import organizer_reads, session_row
from bots.telegram.schedule import Appearance, appearances
from bots.telegram.sessions import in_time, session_called
from bots.telegram.talk import Key, Talk, pressed
from services.desk.previewing import try_out
from services.desk.programme import TournamentAnswer
from services.desk.views import EntrantParams, EntrantView, SessionsAnswer
from services.projections.rows import EntrantRow, SessionRow
from services.tournament.definition.plan import Competition
from services.tournament.kernel.facts import Command
from services.tournament.people.amendments import CancelRegistration
from services.tournament.people.questions import TOO_MANY_QUESTIONS, AskOrganizer
from services.tournament.standings.finalists import WithdrawQualifier
from shared.problems import Problem

_MOST_SESSIONS = 8


@pressed("absence.begin")
def begin(talk: Talk, given: Mapping[str, str]) -> None:
    cannot_come(talk, talk.persons)


def cannot_come(talk: Talk, persons: Sequence[Person]) -> None:
    """Ask who cannot come, where several may be meant, and then what is to be done."""
    players = [own for own in persons if own.principal.role == "participant" and _to_come(talk, own)]
    if not players:
        talk.say(talk.text("absence_nothing"))
    elif len(players) == 1:
        _offer(talk, players[0])
    else:
        talk.begin("absence.who")
        rows = [[Key(own.name, "absence.who", own.named)] for own in players]
        talk.say(talk.text("absence_who"), [*rows, talk.cancel])


@pressed("absence.who")
def chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _offer(talk, who(talk, given))


@pressed("absence.back")
def back(talk: Talk, given: Mapping[str, str]) -> None:
    _offer(talk, who(talk, talk.flow.data))


def _offer(talk: Talk, own: Person) -> None:
    """What can be done, as things stand; the organizer can be written to in any case."""
    plan = _plan(talk, own)
    row = _row(talk, own)
    coming = _to_come(talk, own)
    talk.begin("absence.what", **own.named)
    rows = [[key] for key in _ways(talk, plan, row, coming)]
    if any(_may_change(plan, one) for one in coming) and organizer_reads(talk, own):
        rows.append([Key(talk.text("absence_other"), "absence.other")])
    rows.append([Key(talk.text("absence_write"), "question.write", own.named)])
    sessions = "\n".join(
        talk.text("schedule_plain", session_label=session_called(plan, one.row)) for one in coming
    )
    talk.say(talk.text("absence_what", name=own.name, sessions=sessions), [*rows, talk.cancel])


def _ways(talk: Talk, plan: Competition, row: EntrantRow, coming: Sequence[Appearance]) -> Iterator[Key]:
    """The places that can be given back: those registered for before any arrival, and later stages."""
    arrived = [row.presence, row.final_presence or "expected", *(one.presence for one in row.entries)]
    stages = dict.fromkeys(one.row.stage for one in coming)
    several = len([stage for stage in stages if stage in plan.registered_stages]) > 1
    for stage in stages:
        label = talk.text("absence_give_back", stage=plan.stage_name(stage))
        if stage not in plan.registered_stages:
            yield Key(label, "absence.read", {"what": "qualifier", "stage": stage})
        elif several or set(arrived) == {"expected"}:
            yield Key(label, "absence.read", {"what": "stage" if several else "cancel", "stage": stage})


@pressed("absence.read")
def read_back(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, talk.flow.data)
    data = {"what": given["what"], "stage": given["stage"], "session": ""}
    try_out(talk.room.desk, own.tournament_id, _command(own, data), own.principal)
    talk.go("absence.confirm", **data)
    plan, row = _plan(talk, own), _row(talk, own)
    body = talk.text(
        f"absence_read_{given['what']}",
        name=own.name,
        stage=plan.stage_name(given["stage"]),
        family=row.unit is not None,
        waiting=row.status == "waiting",
    )
    talk.say(body, [_ends(talk, "absence_yes")])


@pressed("absence.other")
def other(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, talk.flow.data)
    plan = _plan(talk, own)
    talk.go("absence.other", what="wish", stage="")
    rows = [
        [Key(_short(talk, plan, row), "absence.wish", {"session": row.session})]
        for row in _with_room(talk, own, plan)
    ]
    text = "absence_which" if rows else "absence_no_other"
    talk.say(talk.text(text, name=own.name), [*rows, [_back(talk), *talk.cancel]])


@pressed("absence.wish")
def wish(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, talk.flow.data)
    data = {"what": "wish", "stage": "", "session": given["session"]}
    try_out(talk.room.desk, own.tournament_id, _command(own, data), own.principal)
    talk.go("absence.confirm", **data)
    plan, wished = _plan(talk, own), session_row(talk, own, given["session"])
    present = next(one.row for one in _to_come(talk, own) if one.row.stage == wished.stage)
    body = talk.text(
        "absence_read_wish",
        name=own.name,
        before=session_called(plan, present),
        after=session_called(plan, wished),
    )
    talk.say(body, [_ends(talk, "send")])


@pressed("absence.confirm")
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    own = who(talk, data)
    contact = _plan(talk, own).contact
    talk.submit(own, _command(own, data))
    talk.go()
    text = "absence_wished" if data["what"] == "wish" else "absence_done"
    talk.say(talk.text(text, name=own.name, contact=contact))


def _command(own: Person, data: Mapping[str, str]) -> Command:
    if data["what"] == "wish":
        return AskOrganizer(entrant=own.number, session=data["session"])
    if data["what"] == "qualifier":
        return WithdrawQualifier(entrant=own.number, stage=data["stage"])
    stage = data["stage"] if data["what"] == "stage" else None
    return CancelRegistration(entrant=own.number, stage=stage)


def _to_come(talk: Talk, own: Person) -> list[Appearance]:
    """What is still to be played, or waited for, and not under way."""
    found = appearances(talk, own, _plan(talk, own))
    return [one for one in found if not one.is_over and one.row.status in ("scheduled", "suspended")]


def _may_change(plan: Competition, one: Appearance) -> bool:
    stage = plan.stage_of(one.row.session)
    return stage is not None and stage.attend == "one" and len(stage.sessions) > 1


def _with_room(talk: Talk, own: Person, plan: Competition) -> list[SessionRow]:
    """The other sessions of the stage in which there is room, and nothing else at the time."""
    stages = {one.row.stage for one in _to_come(talk, own) if _may_change(plan, one)}
    answer: SessionsAnswer = talk.ask(own, "sessions")
    found: list[SessionRow] = []
    for row in sorted((view.session for view in answer.rows), key=in_time):
        if row.stage not in stages or row.status != "scheduled" or len(found) == _MOST_SESSIONS:
            continue
        try:
            wished = AskOrganizer(entrant=own.number, session=row.session)
            try_out(talk.room.desk, own.tournament_id, wished, own.principal)
        except Problem as problem:
            if problem.code == TOO_MANY_QUESTIONS.code:
                raise
            continue
        found.append(row)
    return found


def _short(talk: Talk, plan: Competition, row: SessionRow) -> str:
    return talk.text("absence_session", session_label=session_called(plan, row))


def _ends(talk: Talk, yes: str) -> list[Key]:
    return [Key(talk.text(yes), "absence.confirm"), _back(talk), *talk.cancel]


def _back(talk: Talk) -> Key:
    return Key(talk.text("one_back"), "absence.back")


def _plan(talk: Talk, own: Person) -> Competition:
    answer: TournamentAnswer = talk.ask(own, "tournament")
    return answer.definition


def _row(talk: Talk, own: Person) -> EntrantRow:
    view: EntrantView = talk.ask(own, "entrant", EntrantParams(entrant=own.number))
    return view.entrant
