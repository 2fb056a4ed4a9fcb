"""What a referee does at a table: raise a dispute, warn, call the Chief Referee."""

from collections.abc import Mapping

from bots.telegram.docket import table_of_flow
from bots.telegram.muted import if_muted
from bots.telegram.tables import choose_table
from bots.telegram.talk import Talk, command, pressed, who
from services.desk.programme import OfficialsAnswer
from services.officials.cases import referee_at
from services.officials.tables import table_called
from services.personal.person import Person
from services.tournament.play.incidents import CallChiefReferee
from services.tournament.play.setting_out import SetOutForTable


@command("dispute")
def dispute(talk: Talk, given: Mapping[str, str]) -> None:
    choose_table(talk, "raise-dispute", "task.begin", "dispute_table")


@command("warn")
def warn(talk: Talk, given: Mapping[str, str]) -> None:
    choose_table(talk, "give-warning", "task.begin", "warn_table")


@command("call")
def call(talk: Talk, given: Mapping[str, str]) -> None:
    choose_table(talk, "call-chief-referee", "call.table", "call_table")


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
