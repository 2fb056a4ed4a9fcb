"""Who cannot come gives the place back, or asks for another session; for each child of a parent's chat.

What it means is read back first: a place given back is gone, a wish changes nothing until the organizer does.
"""

from collections.abc import Mapping, Sequence

from msgspec import structs

from bots.telegram.read_back import is_as_read, keep_parts
from bots.telegram.talk import Key, Talk, pressed, who
from services.desk.previewing import try_out
from services.desk.views import SessionsAnswer
from services.officials.written import session_row
from services.personal.absence import (
    GiveBack,
    is_at_a_table,
    may_stay_away,
    parts_read,
    plan_of,
    read_back,
    row_of,
    to_come,
    ways,
)
from services.personal.after_the_cut import goes_on_to, going_on_line
from services.personal.asking import organizer_reads
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.personal.reserves import reserve_line, reserve_waiting
from services.personal.schedule import Appearance
from services.personal.sessions import hours, session_called
from services.projections.rows import SessionRow
from services.tournament.definition.plan import Competition
from services.tournament.kernel.facts import Command
from services.tournament.people.questions import TOO_MANY_QUESTIONS, AskOrganizer
from shared.catalogue import Listed
from shared.problems import Problem, not_found

_MOST_SESSIONS = 8


@pressed("absence.begin")
def begin(talk: Talk, given: Mapping[str, str]) -> None:
    cannot_come(talk, talk.persons)


def cannot_come(talk: Talk, persons: Sequence[Person]) -> None:
    """Ask who cannot come, where several may be meant, and then what is to be done."""
    players = [
        person
        for person in persons
        if person.principal.role == "participant"
        and not person.principal.left
        and may_stay_away(talk, person)
    ]
    if not players:
        _say_nothing_to_come(talk, persons)
    elif len(players) == 1:
        _offer(talk, _who(talk, players[0].named))
    else:
        talk.begin("absence.who")
        rows = [
            [Key(talk.told_apart(player, player.name), "absence.who", player.named)] for player in players
        ]
        talk.say(talk.text("absence_who"), [*rows, talk.cancel])


def _say_nothing_to_come(talk: Talk, persons: Sequence[Person]) -> None:
    """That there is nothing to give back, and where to turn instead."""
    players = [person for person in persons if person.principal.role == "participant"]
    at_table = any(is_at_a_table(talk, player) for player in players)
    rows = [[Key(talk.text("absence_write"), "question.write", player.named)] for player in players[:1]]
    left = [player.name for player in players if player.principal.left]
    if players and len(left) == len(players):
        talk.say(talk.text("absence_left", names=Listed(left)), rows)
    else:
        talk.say(talk.text("absence_nothing", at_table=at_table), rows)


@pressed("absence.who")
def chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _offer(talk, _who(talk, given))


def _who(talk: Talk, given: Mapping[str, str]) -> Person:
    """The person, called by their tournament as well where the chat is about several."""
    person = who(talk, given)
    return structs.replace(person, name=talk.told_apart(person, person.name))


@pressed("absence.back")
def back(talk: Talk, given: Mapping[str, str]) -> None:
    _offer(talk, _who(talk, talk.flow.data))


def _offer(talk: Talk, person: Person) -> None:
    """What can be done, as things stand; the organizer can be written to in any case."""
    plan = plan_of(talk, person)
    row = row_of(talk, person)
    coming = to_come(talk, person)
    talk.begin("absence.what", **person.named)
    reserve, goes_on = reserve_waiting(talk, person), goes_on_to(talk, person)
    rows = [[_give_back(talk, plan, way)] for way in ways(plan, row, coming, reserve, goes_on)]
    if any(_may_change(plan, appearance) for appearance in coming) and organizer_reads(
        talk.room.links, person.tournament_id
    ):
        rows.append([Key(talk.text("absence_other"), "absence.other")])
    rows.append([Key(talk.text("absence_write"), "question.write", person.named)])
    lines = [
        talk.text("schedule_plain", session_label=session_called(plan, appearance.row))
        for appearance in coming
    ]
    if goes_on is not None:
        lines.append(going_on_line(talk, person, goes_on))
    if reserve is not None:
        lines.append(reserve_line(talk, person, reserve))
    talk.say(talk.text("absence_what", name=person.name, sessions="\n".join(lines)), [*rows, talk.cancel])


def _give_back(talk: Talk, plan: Competition, way: GiveBack) -> Key:
    label = talk.text("absence_give_back", what=way.what, stage=plan.stage_name(way.stage))
    return Key(label, "absence.read", {"what": way.what, "stage": way.stage})


@pressed("absence.read")
def read(talk: Talk, given: Mapping[str, str]) -> None:
    person = _who(talk, talk.flow.data)
    way = GiveBack(given["what"], given["stage"])
    try_out(talk.room.desk, person.tournament_id, way.command(person.number), person.principal)
    talk.go("absence.confirm", what=way.what, stage=way.stage, session="")
    talk.say(read_back(talk, person, way), [_ends(talk, "absence_yes")], whole=True)
    keep_parts(talk, _parts(talk))


def _parts(talk: Talk) -> list[Part]:
    """What counts of what was read back; of a wish the session that it leaves."""
    data = talk.flow.data
    person = _who(talk, data)
    if data["what"] != "wish":
        return parts_read(talk, person, GiveBack(data["what"], data["stage"]))
    present = _present(talk, person, data["session"])
    called = session_called(plan_of(talk, person), present).in_language(talk.language)
    return [part("from", present.session, called)]


@pressed("absence.other")
def other(talk: Talk, given: Mapping[str, str]) -> None:
    person = _who(talk, talk.flow.data)
    plan = plan_of(talk, person)
    if person.principal.left or not any(_may_change(plan, played) for played in to_come(talk, person)):
        # What was offered is so no more: the place was given back, or the session begun.
        talk.go()
        cannot_come(talk, [person])
        return
    talk.go("absence.other", what="wish", stage="")
    free = _with_room(talk, person, plan)
    rows = [[Key(_short(talk, plan, row), "absence.wish", {"session": row.session})] for row in free]
    text = "absence_which" if rows else "absence_no_other"
    timed = [line for row in free for line in _with_hours(talk, plan, row)]
    talk.say("\n".join([talk.text(text, name=person.name), *timed]), [*rows, [_back(talk), *talk.cancel]])


@pressed("absence.wish")
def wish(talk: Talk, given: Mapping[str, str]) -> None:
    person = _who(talk, talk.flow.data)
    data = {"what": "wish", "stage": "", "session": given["session"]}
    try_out(talk.room.desk, person.tournament_id, _command(person, data), person.principal)
    talk.go("absence.confirm", **data)
    plan, wished = plan_of(talk, person), session_row(talk, person, given["session"])
    present = _present(talk, person, given["session"])
    body = talk.text(
        "absence_read_wish",
        name=person.name,
        before=session_called(plan, present),
        after=session_called(plan, wished),
    )
    body = "\n".join([*_with_hours(talk, plan, wished), body])
    talk.say(body, [_ends(talk, "send")], whole=True)
    keep_parts(talk, _parts(talk))


def _present(talk: Talk, person: Person, session: str) -> SessionRow:
    """The session that somebody is in now, in the stage of another one."""
    stage = session_row(talk, person, session).stage
    for appearance in to_come(talk, person):
        if appearance.row.stage == stage:
            return appearance.row
    raise not_found("session", session)


@pressed("absence.confirm")
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person = _who(talk, data)
    if not is_as_read(talk, _parts, [_ends(talk, "send" if data["what"] == "wish" else "absence_yes")]):
        return
    contact = plan_of(talk, person).contact
    waiting = row_of(talk, person).status == "waiting"
    talk.submit(person, _command(person, data))
    talk.go()
    if data["what"] == "wish":
        talk.say(talk.text("absence_wished", name=person.name, contact=contact))
    else:
        talk.say(talk.text("absence_done", name=person.name, contact=contact, waiting=waiting))


def _command(person: Person, data: Mapping[str, str]) -> Command:
    if data["what"] == "wish":
        return AskOrganizer(entrant=person.number, session=data["session"])
    return GiveBack(data["what"], data["stage"]).command(person.number)


def _may_change(plan: Competition, appearance: Appearance) -> bool:
    stage = plan.stage_of(appearance.row.session)
    return stage is not None and stage.attend == "one" and len(stage.sessions) > 1


def _with_room(talk: Talk, person: Person, plan: Competition) -> list[SessionRow]:
    """The other sessions of the stage in which there is room, and nothing else at the time."""
    stages = {appearance.row.stage for appearance in to_come(talk, person) if _may_change(plan, appearance)}
    answer: SessionsAnswer = talk.ask(person, "sessions")
    found: list[SessionRow] = []
    for row in (view.session for view in answer.rows):
        if row.stage not in stages or row.status != "scheduled" or len(found) == _MOST_SESSIONS:
            continue
        try:
            wished = AskOrganizer(entrant=person.number, session=row.session)
            try_out(talk.room.desk, person.tournament_id, wished, person.principal)
        except Problem as problem:
            if problem.code == TOO_MANY_QUESTIONS.code or problem.is_of_the_machine:
                raise
            continue
        found.append(row)
    return found


def _short(talk: Talk, plan: Competition, row: SessionRow) -> str:
    return talk.text("absence_session", session_label=session_called(plan, row))


def _with_hours(talk: Talk, plan: Competition, row: SessionRow) -> list[str]:
    """A line with when a session is played; none where its hours are not planned."""
    known = talk.text("hours", **hours(talk, plan, row)).strip()
    label = session_called(plan, row)
    return [talk.text("absence_with_hours", session_label=label, hours=known)] if known else []


def _ends(talk: Talk, yes: str) -> list[Key]:
    return [Key(talk.text(yes), "absence.confirm"), _back(talk), *talk.cancel]


def _back(talk: Talk) -> Key:
    return Key(talk.text("one_back"), "absence.back")
