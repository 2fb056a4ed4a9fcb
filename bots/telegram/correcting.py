"""A game put right from the paper, step by step: its figures, why, read-back with its impact, confirm."""

from collections.abc import Mapping

from bots.telegram.docket import table_of_flow, who
from bots.telegram.endings import asking_for_ending
from bots.telegram.impact import with_impact
from bots.telegram.read_back import parts_kept
from bots.telegram.steps import CONFIRM, Data, Script, written
from bots.telegram.talk import Key, Talk, pressed, typed
from services.desk.previewing import try_out
from services.officials.cases import is_signed, sheet_of, tournament_of
from services.officials.figures import figures_typed, with_ending
from services.officials.findings import check_not_figures
from services.officials.meaning import agreed_to, foreseen, parts_of
from services.officials.sheets import by_seat, ending_recorded, figures_asked, figures_read_back
from services.personal.read_back import NOT_AS_READ, Part
from services.personal.texts import clipped
from services.rules.ruleset import Ruleset
from services.tournament.play.results import SIGNED_ALREADY, CorrectGame
from shared.problems import Problem, ProblemType

STANDS_JUST_SO = ProblemType("stands-just-so", 409)

_STAND_IN = "–"
"""For the reason not written yet, while the figures are put to the rules."""


def _steps(data: Data) -> list[str]:
    return ["figures", "reason", CONFIRM]


def _check(talk: Talk, data: Data) -> None:
    """Let the desk decide whether the game can be put right so."""
    if "figures" in data:
        person = who(talk, data)
        command = _correction({"reason": _STAND_IN, **data})
        with by_seat(sheet_of(talk, person, data["sheet"])):
            if not try_out(talk.room.desk, person.tournament_id, command, person.principal):
                raise STANDS_JUST_SO(sheet=data["sheet"], game=int(data["game"]))


_script = Script("correct", table_of_flow, _steps, _check)


@pressed("correct.begin")
def begin(talk: Talk, given: Mapping[str, str]) -> None:
    kept = {name: given[name] for name in ("tournament", "recipient", "sheet", "game")}
    person = who(talk, kept)
    view = sheet_of(talk, person, kept["sheet"])
    if is_signed(person, view):
        raise SIGNED_ALREADY(sheet=kept["sheet"])
    _script.go_to(talk, "figures", kept)


@_script.asks("figures")
def _ask_figures(talk: Talk) -> None:
    data = talk.flow.data
    person = who(talk, data)
    back = Key(talk.text("one_back"), "docket.sheet", {**person.named, "sheet": data["sheet"]})
    view = sheet_of(talk, person, data["sheet"])
    asked = figures_asked(talk, view, _rules(talk), int(data["game"]), data.get("figures"))
    _script.say(talk, asked, instead=back)


@typed("correct.figures")
def figures_given(talk: Talk, text: str) -> None:
    data = talk.flow.data
    view = sheet_of(talk, who(talk, data), data["sheet"])
    text = with_ending(text, ending_recorded(view, int(data["game"])))
    figures_typed(text)
    with asking_for_ending(talk, _script, _rules(talk), text, "correct.ending"):
        _script.proceed(talk, figures=text)


@pressed("correct.ending")
def ending_given(talk: Talk, given: Mapping[str, str]) -> None:
    _script.proceed(talk, figures=given["figures"])


@_script.asks("reason")
def _ask_reason(talk: Talk) -> None:
    _script.say(talk, written(talk, "reason") + talk.text("correct_reason"))


@typed("correct.reason")
def reason_given(talk: Talk, text: str) -> None:
    check_not_figures(text)
    _script.proceed(talk, reason=text)


@_script.asks(CONFIRM)
def _read_back(talk: Talk) -> list[Part] | None:
    data = talk.flow.data
    person = who(talk, data)
    try:
        look = foreseen(talk, person, _correction(data))
    except Problem as problem:
        _refused(talk, problem)
        return None
    body = talk.text(
        "correct_read_back",
        game=int(data["game"]),
        figures=figures_read_back(data["figures"], talk.language),
        reason=clipped(data["reason"], 150),
    )
    body = with_impact(talk, person, look, table_of_flow(talk, data), body)
    _script.say(talk, body, [[Key(talk.text("confirm"), "correct.confirm")]])
    return parts_of(talk, person, look)


def _parts(talk: Talk) -> list[Part]:
    person = who(talk, talk.flow.data)
    return parts_of(talk, person, foreseen(talk, person, _correction(talk.flow.data)))


@_script.confirms(_parts)
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    data = talk.flow.data
    person, command = who(talk, data), _correction(data)
    try:
        talk.submit(person, command, agreed_to(talk.desk.clock, person, command, parts_kept(talk)))
    except Problem as problem:
        _refused(talk, problem)
        return
    talk.go()
    talk.say(talk.text("corrected", game=int(data["game"])), heading=table_of_flow(talk, data))


def _refused(talk: Talk, problem: Problem) -> None:
    """Lead back to the figures, which a refusal after all is about; not where the right has ended."""
    if problem.status in (401, 403) or problem.kind is NOT_AS_READ:
        raise problem
    _script.go_back_to(talk, "figures", problem)


def _rules(talk: Talk) -> Ruleset:
    person = who(talk, talk.flow.data)
    view = sheet_of(talk, person, talk.flow.data["sheet"])
    return tournament_of(talk, person).rules_in(view.sheet.stage)


def _correction(data: Data) -> CorrectGame:
    seats, ended_by, _ = figures_typed(data["figures"])
    return CorrectGame(
        sheet=data["sheet"], game=int(data["game"]), ended_by=ended_by, seats=seats, reason=data["reason"]
    )
