"""What a referee does at a table: raise a dispute, warn, call the Chief Referee, call a child's parent.

Whoever is called answers by a button; where no parent did, the number on file is shown.
"""

from collections.abc import Mapping

from bots.telegram.choices import Choice, chooses
from bots.telegram.docket import table_of_flow
from bots.telegram.muted import if_muted, said_here
from bots.telegram.tables import PEOPLE_FIRST, table_to_choose
from bots.telegram.talk import Talk, pressed, who
from services.desk.params import EntrantParams
from services.desk.programme import OfficialsAnswer, TournamentAnswer
from services.desk.views import EntrantView
from services.officials.cases import entrant_shown, referee_at
from services.officials.tables import table_called
from services.personal.person import Person
from services.tasks.at_table import with_parents
from services.tournament.people.parent_calls import AnswerParentCall
from services.tournament.play.incidents import CallChiefReferee
from services.tournament.play.setting_out import SetOutForTable


@chooses("dispute")
def dispute(talk: Talk) -> Choice | None:
    return table_to_choose(talk, "dispute", "raise-dispute", "task.begin")


@chooses("warn")
def warn(talk: Talk) -> Choice | None:
    return table_to_choose(talk, "warn", "give-warning", "task.begin")


@chooses("call")
def call(talk: Talk) -> Choice | None:
    return table_to_choose(talk, "call", "call-chief-referee", "call.table")


@pressed("call.table")
def call_table(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    talk.submit(person, CallChiefReferee(sheet=given["sheet"]))
    answer: OfficialsAnswer = talk.ask(person, "officials")
    linked = talk.room.links.of_recipients(person.tournament_id)
    reached = sum(row.chief and row.active and f"referee:{row.referee}" in linked for row in answer.rows)
    values = {"count": reached, "muted": if_muted(talk, person)}
    text = talk.text("called", **values) if reached else talk.text("call_nobody")
    talk.say(text, heading=table_of_flow(talk, given))


@pressed("call.set_out")
def set_out_for_case(talk: Talk, given: Mapping[str, str]) -> None:
    set_out(talk, who(talk, given), given["sheet"])


def answer(talk: Talk, person: Person, sheet: str) -> None:
    """Somebody pressed under a call that they are on the way."""
    set_out(talk, person, sheet)
    talk.note(person, "on_my_way")


def set_out(talk: Talk, person: Person, sheet: str) -> None:
    """Tell the referee of a table that whoever decides is on the way."""
    talk.submit(person, SetOutForTable(sheet=sheet))
    referee = referee_at(talk, person, sheet)
    told = "no" if referee is None else "own" if person.recipient == f"referee:{referee}" else "yes"
    sentence = talk.text("on_my_way", told=told, referee=referee)
    talk.say(sentence, heading=table_called(talk, person, sheet))


@chooses("parent")
def parent(talk: Talk) -> Choice | None:
    """The child whose parent is called, by number or name wherever they are, else the child's table."""
    choice = table_to_choose(talk, "parent", "call-parent", "task.begin", PEOPLE_FIRST)
    return None if choice is None else choice._replace(none="parent_unknown")


def answer_parent_call(talk: Talk, pressing: Person, called: Mapping[str, str]) -> None:
    """Someone pressed that they are coming, or that somebody is with the child.

    Args:
        called: what the notice says of the call.
    """
    child = called["child"]
    parents = [f"entrant:{number}" for number in with_parents(talk, pressing, child)[1:]]
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
    for number in with_parents(talk, person, child):
        view: EntrantView = talk.ask(person, "entrant", EntrantParams(entrant=number))
        details = view.details if isinstance(view.details, Mapping) else {}
        phone = details.get("phone") or talk.text("parent_no_number")
        lines.append(talk.text("parent_number", entrant=entrant_shown(talk, person, number), phone=phone))
    talk.say("\n".join(lines))
