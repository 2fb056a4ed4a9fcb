"""What a referee does at a table: raise a dispute, warn, call the Chief Referee."""

from collections.abc import Mapping

from bots.telegram.docket import cases, sheet_of, who
from bots.telegram.people import Person
from bots.telegram.tables import choose_table
from bots.telegram.talk import Key, Talk, clipped, command, pressed, typed
from services.desk.programme import OfficialsAnswer, TournamentAnswer
from services.desk.views import EntrantParams, EntrantView
from services.tournament.docket.breaches import GiveWarning
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.play.incidents import CallChiefReferee
from services.tournament.seating.sessions import SEATS


@command("dispute")
def dispute(talk: Talk, given: Mapping[str, str]) -> None:
    choose_table(talk, "raise-dispute", "raise.table", "dispute_table")


@command("warn")
def warn(talk: Talk, given: Mapping[str, str]) -> None:
    choose_table(talk, "give-warning", "warn.table", "warn_table")


@command("call")
def call(talk: Talk, given: Mapping[str, str]) -> None:
    choose_table(talk, "call-chief-referee", "call.table", "call_table")


@pressed("raise.table")
def raise_table(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, given)
    games = sheet_of(talk, own, given["sheet"]).sheet.games
    talk.begin("raise.game", **_kept(given))
    keys = [Key(str(place), "raise.game", {"game": str(place)}) for place in range(1, len(games) + 1)]
    rows = [keys, [Key(talk.text("no_game"), "raise.game", {"game": ""})], talk.cancel]
    talk.say(talk.text("dispute_game"), rows, heading=given["sheet"])


@pressed("raise.game")
def raise_game(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("raise.statement", game=given["game"])
    talk.say(talk.text("dispute_statement"), [talk.cancel], heading=talk.flow.data["sheet"])


@typed("raise.statement")
def raise_statement(talk: Talk, text: str) -> None:
    talk.go("raise.confirm", statement=text)
    data = talk.flow.data
    body = talk.text("dispute_read_back", game=data["game"] or "–", statement=clipped(text, 250))
    talk.say(body, [[Key(talk.text("confirm"), "raise.confirm")], talk.cancel], heading=data["sheet"])


@pressed("raise.confirm")
def raise_confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    own = who(talk, data)
    game = int(data["game"]) if data["game"] else None
    talk.submit(own, RaiseDispute(sheet=data["sheet"], game=game, statement=data["statement"]))
    number = _newest(talk, own, data["sheet"])
    talk.go()
    case = {**own.named, "dispute": number}
    rows = [[Key(talk.text("evidence_add"), "evidence.begin", case, always=True)]]
    talk.say(talk.text("dispute_raised", dispute=number), rows, heading=data["sheet"])


@pressed("warn.table")
def warn_table(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, given)
    view = sheet_of(talk, own, given["sheet"])
    talk.begin("warn.entrant", **_kept(given))
    rows = [
        [Key(f"{seat} {number} {view.names.get(number, '')}".strip(), "warn.entrant", {"entrant": number})]
        for seat, number in zip(SEATS, view.sheet.seats, strict=False)
    ]
    talk.say(talk.text("warn_entrant"), [*rows, talk.cancel], heading=given["sheet"])


@pressed("warn.entrant")
def warn_entrant(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("warn.breach", entrant=given["entrant"])
    talk.say(talk.text("warn_breach"), [talk.cancel], heading=given["entrant"])


@typed("warn.breach")
def warn_breach(talk: Talk, text: str) -> None:
    talk.go("warn.confirm", breach=text)
    data = talk.flow.data
    own = who(talk, data)
    view: EntrantView = talk.ask(own, "entrant", EntrantParams(entrant=data["entrant"]))
    defined: TournamentAnswer = talk.ask(own, "tournament")
    body = talk.text(
        "warn_read_back",
        entrant=data["entrant"],
        breach=clipped(text, 250),
        number=view.entrant.warnings + 1,
        most=defined.definition.verbal_warnings,
    )
    talk.say(body, [[Key(talk.text("confirm"), "warn.confirm")], talk.cancel], heading=data["sheet"])


@pressed("warn.confirm")
def warn_confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    talk.submit(who(talk, data), GiveWarning(entrant=data["entrant"], breach=data["breach"]))
    talk.go()
    talk.say(talk.text("warned", entrant=data["entrant"]), heading=data["sheet"])


@pressed("call.table")
def call_table(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, given)
    talk.submit(own, CallChiefReferee(sheet=given["sheet"]))
    answer: OfficialsAnswer = talk.ask(own, "officials")
    linked = talk.room.links.of_recipients(own.tournament_id)
    reached = sum(one.chief and one.active and f"referee:{one.referee}" in linked for one in answer.rows)
    text = talk.text("called", count=reached) if reached else talk.text("call_nobody")
    talk.say(text, heading=given["sheet"])


def _newest(talk: Talk, own: Person, sheet: str) -> str:
    found = [view.case for view in cases(talk, own) if view.case.sheet == sheet]
    return max(found, key=lambda one: one.seq).dispute


def _kept(given: Mapping[str, str]) -> dict[str, str]:
    return {name: given[name] for name in ("tournament", "recipient", "sheet")}
