"""Why a turn is judged as it is: each reason has a code, and a sentence in both languages.

The clause comes from the ruleset's axis that decides, so that a breach cites each document's own place.
"""

from typing import Any

import msgspec


class Reason(msgspec.Struct, frozen=True):
    """One reason of a verdict. `clause` is the place in the rule document."""

    code: str
    clause: str
    text: str
    text_zh: str


_SENTENCES: dict[str, tuple[str, str]] = {
    # Legal
    "turn_complete": (
        "Every set is legitimate, nothing has left the table, and the rack gave {placed}.",
        "所有牌組均合法，桌上的牌沒有減少，並從牌架打出了 {placed}。",
    ),
    "initial_meld_reached": (
        "The initial meld counts {points}; {least} are needed. The sets on the table were left alone.",
        "首次出牌共 {points} 分（最少 {least} 分），亦沒有觸及桌上的牌組。",
    ),
    # What is on the table afterwards
    "set_too_small": ("{set} is too small: a set has at least three tiles.", "{set} 太少牌：一組最少三隻。"),
    "group_too_large": (
        "{set} is too large: a group has at most four tiles, jokers included.",
        "{set} 太多牌：一個群組連百搭牌最多四隻。",
    ),
    "group_colour_twice": (
        "{set} has a colour twice: the tiles of a group differ in colour.",
        "{set} 有重複的顏色：群組內的牌顏色必須不同。",
    ),
    "run_past_thirteen": (
        "{set} goes on after 13: the 1 is always the lowest number.",
        "{set} 在 13 之後接 1：1 只能是最小的數字。",
    ),
    "run_not_consecutive": (
        "{set} is no run: its numbers do not follow one another as listed, from 1 to 13.",
        "{set} 不是順子：所列數字並非由小至大連續（1 至 13）。",
    ),
    "not_a_set": ("{set} is neither a group nor a run.", "{set} 既不是群組，也不是順子。"),
    "tile_left_table": (
        "{tiles} left the table: what lies on the table stays on it.",
        "{tiles} 離開了桌面：桌上的牌不可取回。",
    ),
    "joker_taken_back": (
        "A joker left the table: it has to be used again in the same turn, and cannot go to a rack.",
        "百搭牌離開了桌面：必須在同一回合使用，不可放回牌架。",
    ),
    "tile_not_from_rack": (
        "{tiles} came to the table and was not on the rack.",
        "{tiles} 出現在桌上，但並不在牌架上。",
    ),
    "no_rack_tile": (
        "No tile came from the rack: a turn lays at least one, or takes one from the pool.",
        "沒有從牌架打出任何牌：每回合最少打出一隻，否則須抽牌。",
    ),
    "two_jokers_in_a_set": ("{set} holds two jokers.", "{set} 內有兩隻百搭牌。"),
    "joker_repeats_a_tile": (
        "The joker in {set} stands for a tile that is on the table twice already.",
        "{set} 的百搭牌所代表的牌在桌上已有兩隻。",
    ),
    # The initial meld
    "initial_meld_too_low": (
        "The initial meld counts {points} from the rack; at least {least} are needed.",
        "首次出牌由牌架打出的只有 {points} 分；最少要 {least} 分。",
    ),
    "initial_meld_touches_table": (
        "Sets on the table were changed before or with the initial meld.",
        "在首次出牌之前或同時改動了桌上的牌組。",
    ),
    "joker_before_initial_meld": (
        "A joker was taken from a set on the table before the initial meld.",
        "在首次出牌之前取用了桌上的百搭牌。",
    ),
    # Jokers
    "joker_not_replaced": (
        "The joker of {set} stands for another tile now and was not replaced by {tiles} from the rack.",
        "{set} 的百搭牌改為代表另一隻牌，但沒有以牌架上的 {tiles} 替換。",
    ),
    "joker_reuse_too_few": (
        "The joker of {set} was replaced, and has to be used with {least} further tiles from the rack.",
        "{set} 的百搭牌已被替換，必須與牌架上另外 {least} 隻牌一起使用。",
    ),
    "joker_not_in_new_set": (
        "The joker of {set} was replaced, and has to make a new set, not to extend one.",
        "{set} 的百搭牌已被替換，必須組成新的牌組，不可用來延長原有牌組。",
    ),
    "joker_set_split": (
        "{set} was split or reduced while it held a joker.",
        "{set} 仍有百搭牌時被拆開或減少。",
    ),
    "hand_joker_alone": (
        "A joker from the rack was laid in {set} with fewer than {least} other tiles from the rack.",
        "牌架上的百搭牌放入 {set} 時，沒有與牌架上另外 {least} 隻牌一起使用。",
    ),
    # Where the document is silent
    "same_turn_not_stated": (
        "The initial meld stands; whether the table may be changed in the same turn is not stated.",
        "首次出牌成立，但規則沒有說明同一回合可否改動桌上的牌組。",
    ),
    "moving_not_stated": (
        "Tiles moved between sets on the table; the document does not say whether they may.",
        "桌上的牌在牌組之間移動；規則沒有說明是否容許。",
    ),
    "joker_set_not_stated": (
        "{set} was changed while it held a joker; the document does not say whether it may be.",
        "{set} 仍有百搭牌時被改動；規則沒有說明是否容許。",
    ),
    "joker_retrieval_not_stated": (
        "The joker of {set} was used elsewhere; the document does not say how it may be.",
        "{set} 的百搭牌被移作他用；規則沒有說明如何容許。",
    ),
    "two_jokers_not_stated": (
        "{set} holds two jokers; the document does not say whether it may.",
        "{set} 內有兩隻百搭牌；規則沒有說明是否容許。",
    ),
    "joker_repeats_not_stated": (
        "The joker in {set} stands for a tile that is on the table twice; whether it may is not stated.",
        "{set} 的百搭牌所代表的牌在桌上已有兩隻；規則沒有說明是否容許。",
    ),
}


def reason(code: str, clause: str, **said: Any) -> Reason:
    """The reason with this code, its sentences filled in."""
    english, chinese = _SENTENCES[code]
    return Reason(code, clause, english.format_map(said), chinese.format_map(said))


def reason_codes() -> tuple[str, ...]:
    """Every code there is."""
    return tuple(_SENTENCES)
