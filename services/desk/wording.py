"""Words in both languages for what stands in the state as a code."""

from collections.abc import Mapping

from services.tournament.definition.texts import Text

WORDS: Mapping[str, Mapping[str, Text]] = {
    "stage": {"preliminary": Text("preliminary", "初賽"), "final": Text("final", "決賽")},
    "entrant": {
        "registered": Text("registered", "已登記"),
        "waiting": Text("on the waiting list", "候補中"),
        "cancelled": Text("cancelled", "已取消"),
        "merged": Text("listed under another number", "已併入另一編號"),
    },
    "out": {"withdrawn": Text("withdrew", "已退賽"), "disqualified": Text("disqualified", "已被取消資格")},
    "game": {
        "open": Text("not played", "未進行"),
        "recorded": Text("recorded", "已記錄"),
        "voided": Text("voided", "已作廢"),
        "awaiting_ruling": Text("awaiting a ruling", "等候裁決"),
    },
    "source": {
        "counts": Text("counted at the table", "桌上點算"),
        "self_recorded": Text("recorded by the players", "參賽者記錄"),
        "paper": Text("from paper", "紙本"),
        "ruling": Text("by ruling", "按裁決"),
        "clerical": Text("made to agree with the paper", "依紙本更正"),
    },
    "charge": {
        "could_not_meld": Text("could not meld", "未能首次出牌"),
        "could_have_melded": Text("could have melded", "能首次出牌而沒有出"),
        "knocked_down": Text("knocked down tiles", "推倒牌"),
    },
    "effect": {
        "none": Text("the results stand", "維持結果"),
        "amend_game": Text("the game is amended", "修訂賽局"),
        "void_game": Text("the game is void", "賽局作廢"),
        "replay_game": Text("the game is played again", "重賽一局"),
        "charge": Text("a seat is charged", "罰分"),
        "warning": Text("a warning", "口頭警告"),
        "disqualify": Text("disqualification", "取消資格"),
    },
    "cut": {
        "open": Text("not made yet", "尚未確定"),
        "held": Text("held until a tie is decided", "待同分者決定"),
        "concluded": Text("made", "已確定"),
    },
}
"""By what they are about, and then by code."""


def worded(about: str, code: str, language: str) -> str:
    """The words for a code; one that another ruleset brought along reads as written, without underscores."""
    text = WORDS[about].get(code)
    if text is None:
        return code.replace("_", " ")
    return text.in_language(language)
