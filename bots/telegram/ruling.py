"""A ruling step by step: effect, game, who, finding, rule, reason, read-back with its impact, confirm."""

from collections.abc import Mapping

from bots.telegram.docket import case, sheet_of, show_case, who
from bots.telegram.figures import figures_shown, figures_typed
from bots.telegram.impact import impact
from bots.telegram.talk import Key, Talk, clipped, pressed, typed
from services.desk.previewing import preview
from services.desk.programme import TournamentAnswer
from services.desk.views import DocketView
from services.desk.wording import worded
from services.tournament.docket.effects import (
    AmendGame,
    ChargeSeat,
    Disqualify,
    Effect,
    NoEffect,
    ReplayGame,
    VoidGame,
    Warn,
)
from services.tournament.docket.judgement import charge_proposed
from services.tournament.docket.rulings import MakeRuling
from services.tournament.seating.sessions import SEATS

_ON_GAME = ("void_game", "replay_game", "charge", "amend_game")
_ON_ENTRANT = ("charge", "warning", "disqualify")
_EFFECTS = ("none", "amend_game", "void_game", "replay_game", "charge", "warning", "disqualify")
_RULES = ("HK rules 3", "HK rules 4", "HK code of conduct 9", "HK referee and supervision")
_KEPT = ("tournament", "recipient", "dispute")


@pressed("ruling.begin")
def begin(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, given)
    view = case(talk, own, given["dispute"])
    if view.case.status != "open":
        show_case(talk, own, given["dispute"])
        return
    talk.begin("ruling.effect", **{name: given[name] for name in _KEPT})
    names = _EFFECTS if view.case.sheet is not None else ("none", "warning", "disqualify")
    rows = _proposed(talk, view) if view.case.sheet is not None else []
    rows += [[Key(talk.text(f"effect_{name}"), "ruling.effect", {"effect": name})] for name in names]
    talk.say(talk.text("ruling_effect"), [*rows, talk.cancel], heading=given["dispute"])


@pressed("ruling.effect")
def effect(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("ruling.game", **given)
    view = _case(talk)
    if given["effect"] in _ON_GAME and view.case.game is None and view.case.sheet is not None:
        games = len(sheet_of(talk, who(talk, talk.flow.data), view.case.sheet).sheet.games)
        keys = [Key(str(game), "ruling.game", {"game": str(game)}) for game in range(1, games + 1)]
        talk.say(talk.text("ruling_game"), [keys, talk.cancel], heading=talk.flow.data["dispute"])
        return
    game_chosen(talk, {"game": str(view.case.game or "")})


@pressed("ruling.game")
def game_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("ruling.entrant", game=given["game"])
    if talk.flow.data["effect"] not in _ON_ENTRANT or "entrant" in talk.flow.data:
        _charge_or_figures(talk)
        return
    view = _case(talk)
    seats = [("", number, "") for number in view.case.entrants]
    if view.case.sheet is not None:
        sheet = sheet_of(talk, who(talk, talk.flow.data), view.case.sheet)
        letters = zip(SEATS, sheet.sheet.seats, strict=False)
        seats = [(letter, number, sheet.names.get(number, "")) for letter, number in letters]
    rows = [[Key(" ".join(own).strip(), "ruling.entrant", {"entrant": own[1]})] for own in seats]
    talk.say(talk.text("ruling_entrant"), [*rows, talk.cancel], heading=talk.flow.data["dispute"])


@pressed("ruling.entrant")
def entrant_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("ruling.detail", entrant=given["entrant"])
    _charge_or_figures(talk)


@pressed("ruling.charge")
def charge_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go("ruling.detail", charge=given["charge"])
    _ask_finding(talk)


@typed("ruling.figures")
def figures_given(talk: Talk, text: str) -> None:
    figures_typed(text)
    talk.go("ruling.detail", figures=text)
    _ask_finding(talk)


@typed("ruling.finding")
def finding_given(talk: Talk, text: str) -> None:
    talk.go("ruling.cites", finding=text)
    rows = [[Key(rule, "ruling.cites", {"cites": rule})] for rule in _RULES]
    talk.say(talk.text("ruling_cites"), [*rows, talk.cancel], heading=talk.flow.data["dispute"])


@pressed("ruling.cites")
def rule_chosen(talk: Talk, given: Mapping[str, str]) -> None:
    _ask_reason(talk, given["cites"])


@typed("ruling.cites")
def rule_given(talk: Talk, text: str) -> None:
    _ask_reason(talk, text)


@typed("ruling.reason")
def reason_given(talk: Talk, text: str) -> None:
    talk.go("ruling.confirm", reason=text)
    own = who(talk, talk.flow.data)
    ruling = _ruling(talk.flow.data)
    foreseen = preview(talk.room.desk, own.tournament_id, ruling, own.principal)
    data = talk.flow.data
    body = talk.text(
        "ruling_read_back",
        effect=_effect_shown(talk),
        finding=clipped(data["finding"], 90),
        cites=clipped(data["cites"], 60),
        reason=clipped(data["reason"], 90),
        impact=impact(talk, foreseen),
    )
    keys = [Key(talk.text("confirm_ruling"), "ruling.confirm")]
    talk.say(body, [keys, talk.cancel], heading=data["dispute"])


@pressed("ruling.confirm")
def confirmed(talk: Talk, given: Mapping[str, str]) -> None:
    own = who(talk, talk.flow.data)
    dispute = talk.flow.data["dispute"]
    talk.submit(own, _ruling(talk.flow.data))
    rulings = case(talk, own, dispute).case.rulings
    number = rulings[-1].ruling if rulings else "-"
    talk.go()
    back = [Key(talk.text("back"), "docket.open", {**own.named, "dispute": dispute}, always=True)]
    talk.say(talk.text("ruled", ruling=number, dispute=dispute), [back], heading=dispute)


@pressed("cancel")
def cancelled(talk: Talk, given: Mapping[str, str]) -> None:
    talk.go()
    talk.say(talk.text("cancelled"))


def _proposed(talk: Talk, view: DocketView) -> list[list[Key]]:
    """The charges that follow from racks in evidence, each once, the newest first."""
    keys = {}
    for own in reversed(view.evidence):
        charge = charge_proposed(own.judged)
        if charge is not None:
            whose = {"entrant": own.judged.entrant} if own.judged.entrant is not None else {}
            words = worded("charge", charge, talk.language)
            label = talk.text("ruling_proposed", whose=" ".join([*whose.values(), words]))
            keys[label] = Key(label, "ruling.effect", {"effect": "charge", "charge": charge, **whose})
    return [[key] for key in keys.values()]


def _charge_or_figures(talk: Talk) -> None:
    data = talk.flow.data
    if data["effect"] == "charge" and "charge" not in data:
        defined: TournamentAnswer = talk.ask(who(talk, data), "tournament")
        rows = [
            [Key(worded("charge", own.name, talk.language), "ruling.charge", {"charge": own.name})]
            for own in defined.ruleset.scoring.charges
        ]
        talk.say(talk.text("ruling_charge"), [*rows, talk.cancel], heading=data["dispute"])
    elif data["effect"] == "amend_game":
        talk.go("ruling.figures")
        talk.say(talk.text("figures_how"), [talk.cancel], heading=data["dispute"])
    else:
        _ask_finding(talk)


def _ask_finding(talk: Talk) -> None:
    talk.go("ruling.finding")
    talk.say(talk.text("ruling_finding"), [talk.cancel], heading=talk.flow.data["dispute"])


def _ask_reason(talk: Talk, cites: str) -> None:
    talk.go("ruling.reason", cites=cites)
    talk.say(talk.text("ruling_reason"), [talk.cancel], heading=talk.flow.data["dispute"])


def _ruling(data: Mapping[str, str]) -> MakeRuling:
    return MakeRuling(
        dispute=data["dispute"],
        finding=data["finding"],
        cites=data["cites"],
        reason=data["reason"],
        effects=(_effect(data),),
    )


def _effect(data: Mapping[str, str]) -> Effect:
    game = int(data.get("game") or 0)
    match data["effect"]:
        case "void_game":
            return VoidGame(game)
        case "replay_game":
            return ReplayGame(game)
        case "charge":
            return ChargeSeat(game, data["entrant"], data["charge"])
        case "warning":
            return Warn(data["entrant"])
        case "disqualify":
            return Disqualify(data["entrant"])
        case "amend_game":
            seats, ended_by = figures_typed(data["figures"])
            return AmendGame(game, seats, ended_by)
    return NoEffect()


def _effect_shown(talk: Talk) -> str:
    data = talk.flow.data
    effect = _effect(data)
    shown = [talk.text(f"effect_{data['effect']}")]
    if isinstance(effect, AmendGame | VoidGame | ReplayGame | ChargeSeat):
        shown.append(talk.text("game", game=effect.game))
    if isinstance(effect, AmendGame):
        shown.append(figures_shown(effect.seats))
    if "entrant" in data:
        shown.append(data["entrant"])
    if "charge" in data:
        shown.append(worded("charge", data["charge"], talk.language))
    return ", ".join(shown)


def _case(talk: Talk) -> DocketView:
    return case(talk, who(talk, talk.flow.data), talk.flow.data["dispute"])
