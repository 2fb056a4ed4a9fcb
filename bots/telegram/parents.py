"""Calling a child's parent to the hall, answering such a call, and the number on file where nobody did."""

from collections.abc import Mapping
from typing import cast, get_args

from bots.telegram.docket import table_of_flow, who
from bots.telegram.people import CHANNEL
from bots.telegram.said_here import said_here
from bots.telegram.steps import CONFIRM, Data, Script
from bots.telegram.tables import choose_table
from bots.telegram.talk import Key, Talk, command, pressed
from services.delivery.channel_choice import ways_to
from services.delivery.push_addresses import WEB_PUSH
from services.desk.params import EntrantParams
from services.desk.previewing import try_out
from services.desk.programme import TournamentAnswer
from services.desk.views import EntrantView, FamiliesAnswer
from services.officials.cases import entrant_shown, sheet_of
from services.officials.sheets import named
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.tournament.people.parent_calls import NOT_SO, AnswerParentCall, CallGrounds, CallParent
from shared.plain_text import narrow
from shared.problems import NOT_FOUND, Problem

GROUNDS: tuple[CallGrounds, ...] = get_args(CallGrounds)


@command("parent")
def parent(talk: Talk, given: Mapping[str, str]) -> None:
    """Call the parent of a child: by the child's number if one is given, else by table."""
    number = narrow(given.get("rest", ""))
    offices = [
        person
        for person in talk.persons
        if person.may("call-parent") and person.principal.role != "participant"
    ]
    if not number or not offices:
        choose_table(talk, "call-parent", "parent.table", "parent_table")
        return
    try:
        # As on record: links are found by it, also where 7 was typed for 0007.
        view: EntrantView = talk.ask(offices[0], "entrant", EntrantParams(entrant=number))
        number = view.entrant.entrant_no
        _calling.go_to(talk, "entrant", {**offices[0].named, "sheet": number})
        _calling.proceed(talk, entrant=number)
    except Problem as problem:
        if problem.code != NOT_FOUND.code:
            raise
        talk.go()
        talk.say(talk.text("parent_unknown", number=number))
        choose_table(talk, "call-parent", "parent.table", "parent_table")


def _check(talk: Talk, data: Data) -> None:
    person = who(talk, data)
    try_out(talk.room.desk, person.tournament_id, _command({"grounds": "other", **data}), person.principal)


def _about(talk: Talk, data: Data) -> str:
    """The table, or the child who was named by number."""
    if "/" in data["sheet"]:
        return table_of_flow(talk, data)
    return entrant_shown(talk, who(talk, data), data["sheet"])


_calling = Script("parent", _about, lambda data: ("entrant", "grounds", CONFIRM), _check)


@pressed("parent.table")
def table(talk: Talk, given: Mapping[str, str]) -> None:
    who(talk, given)
    _calling.go_to(talk, "entrant", {name: given[name] for name in ("tournament", "recipient", "sheet")})


@_calling.asks("entrant")
def _ask_entrant(talk: Talk) -> None:
    data = talk.flow.data
    if "/" not in data["sheet"]:
        return  # a number was typed, and is checked next
    view = sheet_of(talk, who(talk, data), data["sheet"])
    rows = [[Key(named(view, number), "parent.entrant", {"entrant": number})] for number in view.sheet.seats]
    _calling.say(talk, talk.text("parent_entrant"), rows)


@pressed("parent.entrant")
def entrant(talk: Talk, given: Mapping[str, str]) -> None:
    _calling.proceed(talk, entrant=given["entrant"])


@_calling.asks("grounds")
def _ask_grounds(talk: Talk) -> None:
    rows = [
        [Key(talk.text(f"parent_grounds_{ground}"), "parent.grounds", {"grounds": ground})]
        for ground in GROUNDS
        if _is_so(talk, ground)
    ]
    _calling.say(talk, talk.text("parent_grounds"), rows)


@pressed("parent.grounds")
def grounds(talk: Talk, given: Mapping[str, str]) -> None:
    _calling.proceed(talk, grounds=given["grounds"])


def _is_so(talk: Talk, ground: str) -> bool:
    try:
        _check(talk, {**talk.flow.data, "grounds": ground})
    except Problem as problem:
        if problem.code != NOT_SO.code:
            raise
        return False
    return True


@_calling.asks(CONFIRM)
def _read_back(talk: Talk) -> list[Part]:
    data = talk.flow.data
    person = who(talk, data)
    body = talk.text(
        "parent_read_back",
        entrant=entrant_shown(talk, person, data["entrant"]),
        grounds=talk.text(f"parent_grounds_{data['grounds']}"),
        **_reached(talk, person, data["entrant"]),
    )
    _calling.say(talk, body, [[Key(talk.text("confirm"), "parent.confirm")]])
    return _parts(talk)


def _parts(talk: Talk) -> list[Part]:
    """Who is told; by how many chats and browsers moves with whoever links one."""
    data = talk.flow.data
    person = who(talk, data)
    return [
        part(f"told {number}", True, talk.text("parent_told", who=entrant_shown(talk, person, number)))
        for number in _meant(talk, person, data["entrant"])
    ]


@_calling.confirms(_parts)
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person = who(talk, data)
    talk.submit(person, _command(data))
    talk.go()
    reached = _reached(talk, person, data["entrant"])
    talk.say(talk.text("parent_called", **reached), heading=_about(talk, data))


def answer(talk: Talk, pressing: Person, called: Mapping[str, str]) -> None:
    """Someone pressed that they are coming, or that somebody is with the child.

    Args:
        called: what the notice says of the call.
    """
    child = called["child"]
    parents = [f"entrant:{number}" for number in _meant(talk, pressing, child)[1:]]
    here = [other for other in talk.persons if other.tournament_id == pressing.tournament_id]
    answering = next((other for other in here if other.recipient in parents), pressing)
    seqs = talk.submit(answering, AnswerParentCall(call=called["call"]))
    said_here(talk, pressing, seqs, ["parent-answered"])
    if answering.recipient == f"entrant:{child}":
        defined: TournamentAnswer = talk.ask(answering, "tournament")
        talk.say(talk.text("parent_heard", contact=defined.definition.contact))
        return
    talk.note(answering, "coming" if answering.principal.role == "participant" else "seen_to")
    talk.say(talk.text("parent_answered" if answering.principal.role == "participant" else "parent_seen_to"))


def ring(talk: Talk, person: Person, child: str) -> None:
    """Show whom to ring up: what is on file for the child, and for their parents who take part."""
    lines = []
    for number in _meant(talk, person, child):
        view: EntrantView = talk.ask(person, "entrant", EntrantParams(entrant=number))
        details = view.details if isinstance(view.details, Mapping) else {}
        phone = details.get("phone") or talk.text("parent_no_number")
        lines.append(talk.text("parent_number", entrant=entrant_shown(talk, person, number), phone=phone))
    talk.say("\n".join(lines))


def _command(data: Data) -> CallParent:
    return CallParent(entrant=data["entrant"], grounds=cast(CallGrounds, data["grounds"]))


def _reached(talk: Talk, person: Person, child: str) -> dict[str, int]:
    """How many chats and browsers the call reaches: the child's, and those of their parents who take part."""
    meant = [f"entrant:{number}" for number in _meant(talk, person, child)]
    links = talk.room.links.of_recipients(person.tournament_id, meant)
    ways = ways_to(meant, links, ())
    alive = [(key, link) for key, those in links.items() for link in those if link.status == "active"]
    chats = {link.address_id for key, link in alive if key in ways.chats and link.channel == CHANNEL}
    browsers = {link.address_id for key, link in alive if key in ways.browsers and link.channel == WEB_PUSH}
    return {"linked": len(chats), "pushed": len(browsers)}


def _meant(talk: Talk, person: Person, child: str) -> list[str]:
    """The child, and their parents who take part with them."""
    answer: FamiliesAnswer = talk.ask(person, "families")
    return [child, *sorted({row.parent for row in answer.rows if row.child == child})]
