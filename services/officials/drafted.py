"""A ruling as drafted: which steps it takes, the command it comes to, and its effect in words."""

from collections.abc import Mapping

from msgspec import UNSET

from services.officials.cases import entrant_shown
from services.officials.citing import RESTS_ON
from services.officials.figures import figures_typed
from services.officials.reader import Reader
from services.officials.sheets import figures_read_back
from services.personal.person import Person
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
from services.tournament.docket.rulings import MakeRuling
from shared.catalogue import Listed, Word

CONFIRM = "confirm"
"""The last step; its answer is never kept."""
Data = Mapping[str, str]
ON_GAME = ("void_game", "replay_game", "charge", "amend_game")
EFFECTS = ("none", "amend_game", "void_game", "replay_game", "charge", "warning", "disqualify")
WITHOUT_SHEET = ("none", "warning", "disqualify")
_ON_ENTRANT = ("charge", "warning", "disqualify")
_STAND_INS = {"finding": "–", "cites": "–", "reason": "–"}
"""For what is not written yet, while what is said so far is put to the rules."""


def steps_of(data: Data) -> list[str]:
    """The steps of this ruling in order; a rule is asked for where none is usual or another is wanted."""
    effect = data.get("effect", "")
    wanted = {
        "effect": True,
        "game": "ask_game" in data,
        "entrant": effect in _ON_ENTRANT,
        "charge": effect == "charge",
        "figures": effect == "amend_game",
        "finding": True,
        "cites": effect not in RESTS_ON or "ask_cites" in data,
        CONFIRM: True,
    }
    return [step for step, asked in wanted.items() if asked]


def steps_to_effect(data: Data) -> list[str]:
    """The steps that say what is to happen; those after them say why."""
    steps = steps_of(data)
    return steps[: steps.index("finding")]


def is_settled(data: Data) -> bool:
    """Whether all that is to happen is said."""
    return all(step in data for step in steps_to_effect(data))


def ruling_of(data: Data) -> MakeRuling:
    """The ruling as drafted."""
    return MakeRuling(
        dispute=data["dispute"],
        finding=data["finding"],
        cites=data["cites"],
        reason=data["reason"],
        effects=(_effect(data),),
        supersedes=data.get("supersedes"),
    )


def ruling_so_far(data: Data) -> MakeRuling:
    """The ruling with stand-ins for texts not written yet: by it the desk says whether it can be."""
    return ruling_of(_STAND_INS | dict(data))


def effect_shown(reader: Reader, person: Person, data: Data) -> str:
    """What is to happen, in a line."""
    steps = steps_to_effect(data)
    shown = [reader.text(f"effect_{data['effect']}")]
    if data["effect"] in ON_GAME:
        shown.append(reader.text("game", game=data["game"]))
    if "figures" in steps:
        shown.append(figures_read_back(data["figures"], reader.language))
    if "entrant" in steps:
        shown.append(entrant_shown(reader, person, data["entrant"]))
    if "charge" in steps:
        shown.append(Word("charge", data["charge"]).in_language(reader.language))
    return Listed(shown).in_language(reader.language)


def _effect(data: Data) -> Effect:
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
            seats, ended_by, _ = figures_typed(data["figures"])
            winners = tuple(data["winners"].split(",")) if "winners" in data else UNSET
            return AmendGame(game, seats, ended_by, winners)
    return NoEffect()
