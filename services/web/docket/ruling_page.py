"""A ruling in plain forms: each page asks for one thing, needs no script and no pointer."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

import msgspec
from flask import Response, request

from services.officials.answers import WINNER_UNMARKED, check_amended
from services.officials.cases import sheet_about
from services.officials.citing import begins, check_finding, clauses_for, rules_offered, usual_rule
from services.officials.drafted import EFFECTS, ruling_so_far
from services.officials.figures import figures_typed
from services.officials.sheets import endings_left
from services.officials.tables import problem_said
from services.personal.texts import clipped
from services.rules.citing import DOCUMENTS, Cited, in_order
from services.rules.ruleset import Ruleset
from services.tasks.handover import SWITCH, link_to
from services.tasks.ruling import AND, QUESTIONS
from services.tournament.docket.effects import AmendGame, games_after
from services.tournament.play.scores import Result
from services.tournament.state import State
from services.web.docket.case_page import ENDED
from services.web.docket.confirming import confirmed, read_back
from services.web.docket.drafting import WHY, Drafting, Refused
from services.web.docket.figure_cells import CELLS, figures_of
from services.web.forms import read_fields
from services.web.parts import Parts
from services.web.routes import Call
from services.web.signing_in.guard import check_form
from services.web.signing_in.just_done import done_word
from services.web.signing_in.page import sign_in_of, to_page
from services.web.tasks.as_typed import TYPED, as_typed
from services.web.tasks.game_cells import GameCells
from services.web.tasks.links import way_to_chat
from services.web.tasks.task_page import language_after
from shared.catalogue import Word, catalogue, say
from shared.i18n import Language
from shared.problems import Problem, ProblemType, not_found, quoted

_FIELDS = (
    *("form", "step", "effect", "game", "entrant", "charge", "ended_by", "finding", "reason", "cites"),
    *("draft", "mark", "code", "chat", SWITCH, *CELLS),
)
WINNER_UNTICKED = ProblemType("winner-unticked", 422)


def ruling_page(parts: Parts, call: Call) -> Response:
    """The step asked for, or the first that is not answered yet."""
    drafting = Drafting(parts, call)
    if not drafting.may_begin:
        word = done_word(parts, call, drafting.dispute, ENDED)
        return to_page(f"/t/{call.tournament}/docket/{drafting.dispute}", call.language, done=word)
    if drafting.overtaken:
        return _overtaken(drafting)
    step = drafting.step(request.args.get("step", ""))
    refused = drafting.refused(step) if "all" not in request.args else Refused(step, "", {})
    return _SHOWN[step](drafting, refused)


def ruling_answered(parts: Parts, call: Call) -> Response:
    """Take the answer of a step, and lead on to the next; what is refused is asked for again."""
    sign_in, fields = sign_in_of(call), read_fields(_FIELDS)
    check_form(parts, request, sign_in.grant_id, fields.get("form", ""))
    drafting, step = Drafting(parts, call), fields.get("step", "")
    if step == TYPED:
        return _as_typed(drafting, fields)
    if "chat" in fields and drafting.in_chat:
        return _to_chat(drafting, fields)
    if step == "drop":
        drafting.drop()
        return to_page(f"/t/{call.tournament}/docket/{drafting.dispute}", call.language)
    if step == "confirm":
        # Also of a case that is ruled by now: pressed twice, it is done once.
        return confirmed(drafting, fields)
    if drafting.overtaken and step == "supersede" and drafting.may_begin:
        drafting.supersede()
        return drafting.go_on()
    if drafting.overtaken or not drafting.may_begin or step not in drafting.steps:
        return to_page(drafting.path, call.language)
    typed = {name: text for name, text in fields.items() if name not in ("form", "step", SWITCH)}
    if SWITCH in fields:
        return drafting.refuse(Refused(step, "", typed), language_after(fields, call.language))
    try:
        answered = _ANSWERED[step](drafting, fields)
        drafting.task.check(answered)
        if step == "figures":
            check_amended(drafting.reader, drafting.person, answered)
    except Problem as problem:
        if problem.no_answer_helps:
            raise
        field = problem.where.get("field", "")
        at = field if step == "figures" and field in CELLS else ""
        return drafting.refuse(Refused(step, problem_said(drafting.reader, problem), typed, at))
    drafting.keep(answered)
    return drafting.go_on()


def _to_chat(drafting: Drafting, fields: Mapping[str, str]) -> Response:
    """Keep what was said, with what is answered on this page if it can be, and lead to the chat."""
    data = drafting.data
    with suppress(Problem):
        answered = (
            _ANSWERED[fields.get("step", "")](drafting, fields) if fields.get("step") in _ANSWERED else data
        )
        drafting.task.check(answered)
        data = answered
    drafting.keep(data)
    link = link_to(drafting.task.name, data, data["draft"])
    return way_to_chat(drafting.parts, drafting.call, link, drafting.path)


def _overtaken(drafting: Drafting) -> Response:
    return drafting.page(drafting.next_step, "docket/ruling_overtaken.html", ruling=drafting.ruling_since())


def _as_typed(drafting: Drafting, fields: Mapping[str, str]) -> Response:
    """What figures come to so far, as they will be when they are ruled."""
    cells = None
    if drafting.sheet is not None and "figures" in drafting.steps and "game" in drafting.data:
        cells = _cells(drafting)

    def as_ruled(state: State, _: GameCells, fields: Mapping[str, str]) -> Sequence[Result]:
        (effect,) = ruling_so_far(_figures(drafting, fields)).effects
        assert isinstance(effect, AmendGame), "only this effect has figures"
        return games_after(state, state.disputes[drafting.dispute], effect)[3]

    return as_typed(drafting.reader, drafting.task.state, cells, fields, as_ruled)


# What each step shows


def _show_choice(drafting: Drafting, refused: Refused) -> Response:
    step, data, task = refused.step, drafting.data, drafting.task
    choices = task.options(QUESTIONS[step], data)
    chosen = refused.fields.get(step) or data.get(step, "")
    on_game = f"{chosen}{AND}{data.get('game')}"
    return drafting.page(
        step,
        "docket/ruling_choice.html",
        question=task.asks(QUESTIONS[step], data),
        choices=choices,
        chosen=on_game if on_game in dict(choices) else chosen,
        wrong=refused.wrong,
    )


def _show_figures(drafting: Drafting, refused: Refused) -> Response:
    reader, typed, cells = drafting.reader, drafting.data.get("figures"), _cells(drafting)
    recorded = cells.ended_by
    endings = dict.fromkeys(["cleared", *_endings(drafting), *([recorded] if recorded else [])])
    ended_by = str(figures_typed(typed).ended_by or "") if typed is not None else recorded
    return drafting.page(
        "figures",
        game=cells.game,
        rows=cells.rows(refused.fields, typed or ""),
        endings=[(ending, Word("ending", ending).in_language(reader.language)) for ending in endings],
        ended_by=refused.fields.get("ended_by", ended_by),
        wrong=refused.wrong,
        wrong_at=refused.at,
    )


def _show_why(drafting: Drafting, refused: Refused) -> Response:
    data, sent = drafting.data, refused.fields
    finding, reason = data.get("finding", ""), data.get("reason", "")
    offered = rules_offered(drafting.rules, drafting.view)
    known = clauses_for(drafting.reader, drafting.person, drafting.dispute).known
    cites = sorted((cite for cite in dict.fromkeys([*offered, *known]) if cite in known), key=in_order)
    return drafting.page(
        WHY,
        finding=sent.get("finding", finding),
        reason=sent.get("reason", "" if reason == finding else reason),
        rules=by_document(cites, drafting.rules_read, drafting.reader.language),
        cites=sent.get("cites") or data.get("cites") or _rule_of_effect(drafting),
        wrong=refused.wrong,
    )


def _rule_of_effect(drafting: Drafting) -> str:
    """The rule that sets a charge; what other effects rest on is the case's matter, and is chosen by hand."""
    if drafting.data["effect"] != "charge":
        return ""
    return usual_rule(drafting.rules, drafting.data) or ""


_SHOWN: Mapping[str, Callable[[Drafting, Refused], Response]] = {
    "effect": _show_choice,
    "game": _show_choice,
    "entrant": _show_choice,
    "charge": _show_choice,
    "figures": _show_figures,
    WHY: _show_why,
    "confirm": read_back,
}


# What each step takes


def _choice(drafting: Drafting, fields: Mapping[str, str]) -> dict[str, str]:
    step, data, task = fields["step"], drafting.data, drafting.task
    chosen = fields.get(step, "")
    plain = EFFECTS if step == "effect" and sheet_about(drafting.view) is not None else ()
    if chosen not in plain and chosen not in dict(task.options(QUESTIONS[step], data)):
        raise not_found(step, quoted(chosen))
    return _taken(drafting, step, chosen)


def _taken(drafting: Drafting, step: str, answer: str) -> dict[str, str]:
    """What is said with an answer; the rule is chosen by hand here, beside what is found."""
    cites = drafting.data.get("cites")
    answered = drafting.task.answered(drafting.data, {step: answer})
    return {name: answer for name, answer in answered.items() if name != "cites" or answer == cites}


def _figures(drafting: Drafting, fields: Mapping[str, str]) -> dict[str, str]:
    cells, ended_by = _cells(drafting), fields.get("ended_by", "")
    if ended_by not in ("", "cleared", *_endings(drafting), cells.ended_by):
        raise not_found("ending", quoted(ended_by))
    text = figures_of(cells.sent(fields), ended_by)
    try:
        return _taken(drafting, "figures", text)
    except Problem as problem:
        if problem.kind is not WINNER_UNMARKED:
            raise
        raise WINNER_UNTICKED(**problem.params) from None


def _why(drafting: Drafting, fields: Mapping[str, str]) -> dict[str, str]:
    finding, reason = fields.get("finding", "").strip(), fields.get("reason", "").strip()
    cites = fields.get("cites", "")
    check_finding(finding, reason)
    if cites not in clauses_for(drafting.reader, drafting.person, drafting.dispute).known:
        raise not_found("clause", quoted(cites))
    return {**drafting.data, "finding": finding, "reason": reason or finding, "cites": cites}


_ANSWERED: Mapping[str, Callable[[Drafting, Mapping[str, str]], dict[str, str]]] = {
    "effect": _choice,
    "game": _choice,
    "entrant": _choice,
    "charge": _choice,
    "figures": _figures,
    WHY: _why,
}


def _cells(drafting: Drafting) -> GameCells:
    """The cells of the game of the ruling."""
    assert drafting.sheet is not None, "only a case about a sheet leads to figures"
    return GameCells(drafting.sheet, int(drafting.data["game"]), drafting.rules, drafting.task.state)


def _endings(drafting: Drafting) -> list[str]:
    return [*endings_left(drafting.rules, ruled=True)]


_NUMBERED = re.compile(r"(?P<words>[^0-9,;]+?),? ?(?:Examples?|Remarks?|[0-9]).*")
_LONGEST = 80
"""Characters of what a rule states that stand behind its name."""


class RuleListed(msgspec.Struct, frozen=True):
    """A rule to choose.

    Attributes:
        called: its place in the document, as people read it.
        begins: how what it states begins; "" where no text is about it.
    """

    cite: str
    called: str
    begins: str


class RulesOf(msgspec.Struct, frozen=True):
    """The rules of one document."""

    document: str
    rules: Sequence[RuleListed]


def by_document(cites: Iterable[str], ruleset: Ruleset, language: Language) -> list[RulesOf]:
    """The rules under their documents, in the order given."""
    documents: dict[str, list[RuleListed]] = {}
    for cite in cites:
        begun = clipped(begins(cite, ruleset, language), _LONGEST)
        rule = RuleListed(cite, Cited(cite).in_language(language), begun)
        documents.setdefault(_document(cite, language), []).append(rule)
    return [RulesOf(document, rules) for document, rules in documents.items()]


def _document(cite: str, language: Language) -> str:
    """What the document is called, with that of its parts whose rules have numbers: "HK rules"."""
    document = cite.partition(" ")[0]
    if document not in DOCUMENTS:
        return say("page-docket-rules-of-tournament", language)
    if numbered := _NUMBERED.fullmatch(cite):
        return Cited(numbered["words"]).in_language(language)
    key = f"cited-{document.lower()}"
    called = say(key, language) if key in catalogue(language) else document
    return say("page-docket-rules-by-name", language, document=called)
