"""A ruling step by step: effect and what it needs, finding and reason, rule, read-back, confirm."""

from collections.abc import Mapping, Sequence

from bots.telegram.docket import show_case, who
from bots.telegram.endings import asking_for_ending
from bots.telegram.impact import with_impact
from bots.telegram.read_back import parts_kept
from bots.telegram.steps import CONFIRM, Data, Script, written
from bots.telegram.talk import Key, Talk, pressed, typed
from services.desk.docket_views import DocketView
from services.desk.views import SheetView
from services.officials.answers import OVERTAKEN, check_ruling, with_effect, with_figures, with_game
from services.officials.case_events import ended_shown
from services.officials.cases import (
    case,
    players_now,
    raised_shown,
    ruled_shown,
    ruling_shown,
    sheet_about,
    sheet_in,
)
from services.officials.citing import begins, clauses_for, rules_of, rules_offered, usual_rule
from services.officials.drafted import (
    EFFECTS,
    ON_GAME,
    WITHOUT_SHEET,
    effect_shown,
    is_settled,
    ruling_of,
    steps_of,
    steps_to_effect,
)
from services.officials.earlier_ruling import made_shown, undone_by
from services.officials.exhibits import charges_proposed
from services.officials.findings import check_finding
from services.officials.impact import impact_lines
from services.officials.meaning import agreed_to, foreseen, parts_of
from services.officials.sheets import figures_asked, named
from services.officials.tables import problem_said
from services.personal.read_back import NOT_AS_READ, Part
from services.personal.texts import clipped
from services.rules.citing import Cited
from services.rules.clauses import Clauses
from services.rules.ruleset import Ruleset
from services.tournament.docket.clauses import unknown_clause
from services.tournament.seating.sessions import SEATS
from shared.catalogue import Word
from shared.problems import Problem

_MOST_GAMES_AT_ONCE = 4
_MOST_RULES_AT_ONCE = 6
_IN_A_ROW = 5
_LONGEST_LABEL = 60
"""Characters of a button; phones show two lines of them."""
_KEPT = ("tournament", "recipient", "dispute")


def _check(talk: Talk, data: Data) -> None:
    check_ruling(talk, who(talk, data), data)


def _overtaken(talk: Talk, data: Data, problem: Problem) -> bool:
    """Of a case that is decided meanwhile: show by which ruling, and offer what can be done now."""
    if problem.code not in OVERTAKEN:
        return False
    talk.begin(talk.flow.step, **data)
    person, view = who(talk, data), _case(talk)
    lines, keys = [problem_said(talk, problem)], []
    if ended := ended_shown(talk, person, view):
        lines = [talk.text("ruling_of_ended"), ended]
    if view.case.rulings:
        last = view.case.rulings[-1]
        lines += [made_shown(talk, person, last), ruling_shown(talk, person, view)]
        label = talk.text("ruling_supersede", ruling=last.ruling)
        keys.append(Key(label, "ruling.supersede", {"supersedes": last.ruling}))
    back = Key(talk.text("back"), "docket.open", {name: data[name] for name in _KEPT}, always=True)
    talk.say("\n".join(lines), [[back, *keys], talk.cancel], heading=data["dispute"])
    return True


_script = Script("ruling", lambda talk, data: data["dispute"], steps_of, _check, _overtaken)


@pressed("ruling.supersede")
def superseding(talk: Talk, given: Mapping[str, str]) -> None:
    """The draft as it is, in place of the ruling that came before it."""
    talk.begin(talk.flow.step, **{**talk.flow.data, **given})
    _script.proceed(talk)


@pressed("ruling.begin")
def begin(talk: Talk, given: Mapping[str, str]) -> None:
    person = who(talk, given)
    row = case(talk, person, given["dispute"]).case
    if row.status not in ("open", "ruled"):
        show_case(talk, person, given["dispute"])
        return
    begun = {name: given[name] for name in _KEPT}
    if row.status == "ruled":
        begun["supersedes"] = row.rulings[-1].ruling
    _script.go_to(talk, "effect", begun)


@pressed("ruling.begin_with")
def begin_with(talk: Talk, given: Mapping[str, str]) -> None:
    """From the case itself with what is to happen."""
    begin(talk, given)
    if talk.flow.step == "ruling.effect":
        talk.replies.clear()
        effect_chosen(talk, {"effect": given["effect"]})


@_script.asks("effect")
def _ask_effect(talk: Talk) -> None:
    view, data = _case(talk), talk.flow.data
    proposed = {} if sheet_about(view) is None else charges_proposed(talk, view.evidence)
    rows = [[Key(label, "ruling.effect", effect)] for label, effect in proposed.items()]
    for effect in EFFECTS if sheet_about(view) is not None else WITHOUT_SHEET:
        rows.append(_effect_keys(talk, view, effect))
    back = Key(talk.text("back"), "docket.open", {name: data[name] for name in _KEPT})
    question = talk.text("ruling_effect")
    if "supersedes" in data:
        question = talk.text("ruling_anew", ruling=data["supersedes"]) + f"\n{question}"
    _script.say(talk, question, rows, instead=back)


def _effect_keys(talk: Talk, view: DocketView, effect: str) -> list[Key]:
    """A button for the effect; one for each game where the case names none and they fit into a row."""
    if effect in ON_GAME and view.case.game is None:
        games = range(1, len(_sheet(talk).sheet.games) + 1)
        if len(games) <= _MOST_GAMES_AT_ONCE:
            return [
                Key(
                    talk.text(f"effect_{effect}_in", game=game),
                    "ruling.effect",
                    {"effect": effect, "game": str(game)},
                )
                for game in games
            ]
    return [Key(talk.text(f"effect_{effect}"), "ruling.effect", {"effect": effect})]


@pressed("ruling.effect")
def effect_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _go_on(talk, with_effect(talk.flow.data, given, _case(talk).case.game))


@_script.asks("game")
def _ask_game(talk: Talk) -> None:
    games = range(1, len(_sheet(talk).sheet.games) + 1)
    keys = [Key(str(game), "ruling.game", {"game": str(game)}) for game in games]
    rows = [keys[start : start + _IN_A_ROW] for start in range(0, len(keys), _IN_A_ROW)]
    _script.say(talk, talk.text("ruling_game"), rows)


@pressed("ruling.game")
def game_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _go_on(talk, with_game(talk.flow.data, given["game"]))


@_script.asks("entrant")
def _ask_entrant(talk: Talk) -> None:
    view = _case(talk)
    seats = [(number, number) for number in view.case.entrants]
    if sheet_about(view) is not None:
        sheet = _sheet(talk)
        letters = zip(SEATS, sheet.sheet.seats, strict=False)
        seats = [(f"{letter} {named(sheet, number)}", number) for letter, number in letters]
    rows = [[Key(label, "ruling.entrant", {"entrant": number})] for label, number in seats]
    _script.say(talk, talk.text("ruling_entrant"), rows)


@pressed("ruling.entrant")
def entrant_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _go_on(talk, {**talk.flow.data, "entrant": given["entrant"]})


@_script.asks("charge")
def _ask_charge(talk: Talk) -> None:
    rows = [
        [
            Key(
                Word("charge", charge.name).in_language(talk.language),
                "ruling.charge",
                {"charge": charge.name},
            )
        ]
        for charge in _rules(talk).scoring.charges
    ]
    _script.say(talk, talk.text("ruling_charge"), rows)


@pressed("ruling.charge")
def charge_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _go_on(talk, {**talk.flow.data, "charge": given["charge"]})


@_script.asks("figures")
def _ask_figures(talk: Talk) -> None:
    data = talk.flow.data
    game, before = int(data["game"]), data.get("figures")
    _script.say(talk, figures_asked(talk, _sheet(talk), _rules(talk), game, before, ruled=True))


@typed("ruling.figures")
def figures_given(talk: Talk, text: str) -> None:
    figures = with_figures(talk, _rules(talk), _sheet(talk), talk.flow.data, text)
    with asking_for_ending(talk, _script, _rules(talk), text, "ruling.ending", ruled=True):
        _go_on(talk, figures)


@pressed("ruling.ending")
def ending_given(talk: Talk, given: Mapping[str, str]) -> None:
    _go_on(talk, {**talk.flow.data, "figures": given["figures"]}, drop=["winners"])


@_script.asks("finding")
def _ask_finding(talk: Talk) -> None:
    _script.say(talk, written(talk, "finding") + talk.text("ruling_finding"))


@typed("ruling.finding")
def finding_given(talk: Talk, text: str) -> None:
    """The finding in the first line, the reason below; one line serves as both."""
    check_finding(text)
    finding, _, reason = (part.strip() for part in text.partition("\n"))
    _script.proceed(talk, finding=finding, reason=reason or finding)


@_script.asks("cites")
def _ask_cites(talk: Talk) -> None:
    offered = rules_offered(_rules(talk), _case(talk))
    rows = _rule_keys(talk, offered[:_MOST_RULES_AT_ONCE])
    if len(offered) > _MOST_RULES_AT_ONCE:
        rows.append([Key(talk.text("ruling_rules_all", count=len(offered)), "ruling.rules")])
    _script.say(talk, talk.text("ruling_cites"), rows)


@pressed("ruling.rules")
def rules_shown(talk: Talk, given: Mapping[str, str]) -> None:
    rows = _rule_keys(talk, rules_offered(_rules(talk), _case(talk)))
    _script.say(talk, talk.text("ruling_cites"), rows)


def _rule_keys(talk: Talk, rules: Sequence[str]) -> list[list[Key]]:
    """A button for each rule: its name in the language of the chat, and how what it states begins."""
    ruleset, rows = _rules(talk), []
    for rule in rules:
        label, words = Cited(rule).in_language(talk.language), begins(rule, ruleset, talk.language)
        if words:
            whole = talk.text("ruling_rule", rule=label, words=words)
            label = clipped(whole, max(_LONGEST_LABEL, len(label)))
        rows.append([Key(label, "ruling.cites", {"cites": rule})])
    return rows


@pressed("ruling.other_rule")
def rule_wanted(talk: Talk, given: Mapping[str, str]) -> None:
    _script.go_to(talk, "cites", {**talk.flow.data, "ask_cites": "1"})


@pressed("ruling.cites")
def rule_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _script.proceed(talk, cites=given["cites"])


@typed("ruling.cites")
def rule_given(talk: Talk, text: str) -> None:
    """A rule as it is written, in part or by its number; of those most like it there is a button each."""
    clauses = _clauses(talk)
    found = clauses.find(text)
    if found is None:
        sentence = problem_said(talk, unknown_clause(clauses, text))
        _script.say(talk, sentence, _rule_keys(talk, clauses.nearest(text)))
        return
    _script.proceed(talk, cites=found)


@_script.asks(CONFIRM)
def _read_back(talk: Talk) -> list[Part] | None:
    data = talk.flow.data
    person, view = who(talk, data), _case(talk)
    try:
        look = foreseen(talk, person, ruling_of(data))
    except Problem as problem:
        _refused(talk, problem)
        return None
    undone = undone_by(talk, person, view, data.get("supersedes"))
    body = talk.text(
        "ruling_read_back",
        effect=effect_shown(talk, person, data),
        replaces=data.get("supersedes"),
        undone=undone or None,
        finding=clipped(data["finding"], 90),
        cites=clipped(Cited(data["cites"]).in_language(talk.language), 60),
        reason=clipped(data["reason"], 90),
        raised=raised_shown(talk, person, view),
    )
    impact = impact_lines(talk, person, look.preview, told=look.told, about=sheet_about(view) or "")
    body = with_impact(talk, look, data["dispute"], body, impact)
    rows = [[Key(talk.text("confirm_ruling"), "ruling.confirm")]]
    if "cites" not in steps_of(data):
        rows.append([Key(talk.text("ruling_other_rule"), "ruling.other_rule")])
    _script.say(talk, body, rows)
    return parts_of(talk, person, look)


def _parts(talk: Talk) -> list[Part]:
    person = who(talk, talk.flow.data)
    return parts_of(talk, person, foreseen(talk, person, ruling_of(talk.flow.data)))


@_script.confirms(_parts, "confirm_ruling")
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    person, command = who(talk, talk.flow.data), ruling_of(talk.flow.data)
    dispute = talk.flow.data["dispute"]
    try:
        talk.submit(person, command, agreed_to(talk.desk.clock, person, command, parts_kept(talk)))
    except Problem as problem:
        _refused(talk, problem)
        return
    view = case(talk, person, dispute)
    talk.go()
    back = [Key(talk.text("back"), "docket.open", {**person.named, "dispute": dispute}, always=True)]
    talk.say(ruled_shown(talk, person, view, players_now(view)), [back], heading=dispute)


def _go_on(talk: Talk, settled: Data, drop: Sequence[str] = ()) -> None:
    """Keep what is to happen; with the last of it the rule it usually rests on, unless one was chosen."""
    kept = {name: value for name, value in settled.items() if name not in drop}
    usual = usual_rule(_rules(talk), kept) if is_settled(kept) and "ask_cites" not in kept else None
    rule = {"cites": usual} if usual is not None else {}
    _script.proceed(talk, [name for name in talk.flow.data if name not in kept], **{**kept, **rule})


def _refused(talk: Talk, problem: Problem) -> None:
    """Lead back to the answer that the refusal is about; not where it is about the case or a right."""
    if problem.status in (401, 403) or problem.kind is NOT_AS_READ:
        raise problem
    if _overtaken(talk, talk.flow.data, problem):
        return
    _script.go_back_to(talk, steps_to_effect(talk.flow.data)[-1], problem)


def _case(talk: Talk) -> DocketView:
    return case(talk, who(talk, talk.flow.data), talk.flow.data["dispute"])


def _sheet(talk: Talk) -> SheetView:
    sheet = sheet_in(talk, who(talk, talk.flow.data), _case(talk))
    assert sheet is not None, "only a case about a sheet leads to games"
    return sheet


def _rules(talk: Talk) -> Ruleset:
    data = talk.flow.data
    return rules_of(talk, who(talk, data), data["dispute"])


def _clauses(talk: Talk) -> Clauses:
    data = talk.flow.data
    return clauses_for(talk, who(talk, data), data["dispute"])
