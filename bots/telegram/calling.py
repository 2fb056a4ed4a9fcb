"""What a referee does at a table: raise a dispute, warn, call the Chief Referee."""

from collections.abc import Mapping

from bots.telegram.docket import table_of_flow, who
from bots.telegram.muted import if_muted
from bots.telegram.steps import CONFIRM, Data, Script, written
from bots.telegram.tables import choose_table
from bots.telegram.talk import Key, Talk, command, pressed, typed
from services.desk.params import EntrantParams
from services.desk.previewing import try_out
from services.desk.programme import OfficialsAnswer, TournamentAnswer
from services.desk.told_when import told_since
from services.desk.views import EntrantView
from services.officials.cases import case, cases, entrant_shown, referee_at, sheet_of
from services.officials.sheets import named
from services.officials.tables import table_called
from services.personal.person import Person
from services.personal.read_back import Part, part
from services.personal.texts import clipped
from services.tournament.docket.breaches import WARNINGS_USED_UP, GiveWarning, ReportBreach
from services.tournament.docket.disputes import RaiseDispute
from services.tournament.play.incidents import CallChiefReferee
from services.tournament.play.setting_out import SetOutForTable
from services.tournament.seating.sessions import SEATS
from shared.problems import Problem

_STAND_IN = "–"
"""For what is not written yet, while what is said so far is put to the rules."""


@command("dispute")
def dispute(talk: Talk, given: Mapping[str, str]) -> None:
    choose_table(talk, "raise-dispute", "raise.table", "dispute_table")


@command("warn")
def warn(talk: Talk, given: Mapping[str, str]) -> None:
    choose_table(talk, "give-warning", "warn.table", "warn_table")


@command("call")
def call(talk: Talk, given: Mapping[str, str]) -> None:
    choose_table(talk, "call-chief-referee", "call.table", "call_table")


def _check_dispute(talk: Talk, data: Data) -> None:
    person = who(talk, data)
    try_out(
        talk.room.desk, person.tournament_id, _dispute({"statement": _STAND_IN, **data}), person.principal
    )


def _check_warning(talk: Talk, data: Data) -> None:
    person = who(talk, data)
    command = _breach_command({"breach": _STAND_IN, **data})
    try_out(talk.room.desk, person.tournament_id, command, person.principal)


_raising = Script("raise", table_of_flow, lambda data: ("game", "statement", CONFIRM), _check_dispute)
_warning_steps = Script("warn", table_of_flow, lambda data: ("entrant", "breach", CONFIRM), _check_warning)


@pressed("raise.table")
def raise_table(talk: Talk, given: Mapping[str, str]) -> None:
    who(talk, given)
    _raising.go_to(talk, "game", _kept(given))


@_raising.asks("game")
def _ask_game(talk: Talk) -> None:
    data = talk.flow.data
    games = sheet_of(talk, who(talk, data), data["sheet"]).sheet.games
    keys = [Key(str(place), "raise.game", {"game": str(place)}) for place in range(1, len(games) + 1)]
    rows = [keys, [Key(talk.text("no_game"), "raise.game", {"game": ""})]]
    _raising.say(talk, talk.text("dispute_game"), rows)


@pressed("raise.game")
def raise_game(talk: Talk, given: Mapping[str, str]) -> None:
    _raising.proceed(talk, game=given["game"])


@_raising.asks("statement")
def _ask_statement(talk: Talk) -> None:
    _raising.say(talk, written(talk, "statement") + talk.text("dispute_statement"))


@typed("raise.statement")
def raise_statement(talk: Talk, text: str) -> None:
    _raising.proceed(talk, statement=text)


@_raising.asks(CONFIRM)
def _read_dispute_back(talk: Talk) -> None:
    data = talk.flow.data
    body = talk.text("dispute_read_back", game=data["game"] or "–", statement=clipped(data["statement"], 250))
    _raising.say(talk, body, [[Key(talk.text("confirm"), "raise.confirm")]])


@pressed("raise.confirm")
def raise_confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person = who(talk, data)
    talk.submit(person, _dispute(data))
    number = _newest(talk, person, data["sheet"])
    talk.go()
    _raised(talk, person, number, data)


def _raised(talk: Talk, person: Person, number: str, data: Data) -> None:
    """Say that a case is on the docket, and offer to add evidence."""
    named = {**person.named, "dispute": number}
    rows = [[Key(talk.text("evidence_add"), "evidence.begin", named, always=True)]]
    told = told_since(talk.desk, person.tournament_id, case(talk, person, number).case.seq)
    at = None if told.now else told.hour(talk.language)
    talk.say(talk.text("dispute_raised", dispute=number, at=at), rows, heading=table_of_flow(talk, data))


@pressed("warn.table")
def warn_table(talk: Talk, given: Mapping[str, str]) -> None:
    who(talk, given)
    _warning_steps.go_to(talk, "entrant", _kept(given))


@_warning_steps.asks("entrant")
def _ask_entrant(talk: Talk) -> None:
    data = talk.flow.data
    view = sheet_of(talk, who(talk, data), data["sheet"])
    rows = [
        [Key(f"{seat} {named(view, number)}", "warn.entrant", {"entrant": number})]
        for seat, number in zip(SEATS, view.sheet.seats, strict=False)
    ]
    _warning_steps.say(talk, talk.text("warn_entrant"), rows)


@pressed("warn.entrant")
def warn_entrant(talk: Talk, given: Mapping[str, str]) -> None:
    try:
        _warning_steps.proceed(talk, ("further",), entrant=given["entrant"])
    except Problem as problem:
        if problem.code != WARNINGS_USED_UP.code:
            raise
        # A further breach is investigated (HK code of conduct 9): the same steps put it on the docket.
        _warning_steps.proceed(talk, entrant=given["entrant"], further=str(problem.params["given"]))


@_warning_steps.asks("breach")
def _ask_breach(talk: Talk) -> None:
    asked = talk.text("warn_breach")
    if "further" in talk.flow.data:
        asked = talk.text("warn_further", number=int(talk.flow.data["further"]))
    _warning_steps.say(talk, written(talk, "breach") + asked)


@typed("warn.breach")
def warn_breach(talk: Talk, text: str) -> None:
    _warning_steps.proceed(talk, breach=text)


@_warning_steps.asks(CONFIRM)
def _read_warning_back(talk: Talk) -> list[Part]:
    data = talk.flow.data
    person = who(talk, data)
    entrant = entrant_shown(talk, person, data["entrant"])
    breach = clipped(data["breach"], 250)
    if "further" in data:
        body = talk.text("further_read_back", entrant=entrant, breach=breach)
    else:
        body = talk.text("warn_read_back", entrant=entrant, breach=breach, **_number(talk, person))
    _warning_steps.say(talk, body, [[Key(talk.text("confirm"), "warn.confirm")]])
    return _warning_parts(talk)


def _number(talk: Talk, person: Person) -> dict[str, int]:
    """Which warning it would be, of how many."""
    view: EntrantView = talk.ask(person, "entrant", EntrantParams(entrant=talk.flow.data["entrant"]))
    defined: TournamentAnswer = talk.ask(person, "tournament")
    return {"number": view.entrant.warnings + 1, "most": defined.definition.verbal_warnings}


def _warning_parts(talk: Talk) -> list[Part]:
    number = _number(talk, who(talk, talk.flow.data))
    return [part("number", number, talk.text("warn_number", **number))]


@_warning_steps.confirms(_warning_parts)
def warn_confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person = who(talk, data)
    talk.submit(person, _breach_command(data))
    talk.go()
    if "further" in data:
        _raised(talk, person, max(cases(talk, person), key=lambda view: view.case.seq).case.dispute, data)
        return
    warned = talk.text("warned", entrant=entrant_shown(talk, person, data["entrant"]))
    talk.say(warned, heading=table_of_flow(talk, data))


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


def _dispute(data: Data) -> RaiseDispute:
    game = int(data["game"]) if data["game"] else None
    return RaiseDispute(sheet=data["sheet"], game=game, statement=data["statement"])


def _breach_command(data: Data) -> GiveWarning | ReportBreach:
    if "further" in data:
        return ReportBreach(entrant=data["entrant"], description=data["breach"])
    return GiveWarning(entrant=data["entrant"], breach=data["breach"])


def _newest(talk: Talk, person: Person, sheet: str) -> str:
    found = [view.case for view in cases(talk, person) if view.case.sheet == sheet]
    return max(found, key=lambda row: row.seq).dispute


def _kept(given: Mapping[str, str]) -> dict[str, str]:
    return {name: given[name] for name in ("tournament", "recipient", "sheet")}
