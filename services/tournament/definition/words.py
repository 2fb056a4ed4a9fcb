"""The words a tournament file may use, each with its meaning in one line.

A struct holds the word as a text; what a word does is registered under it where it is done. Schema,
documentation and checks read these tables, so a new strategy is a new line here and no new type.
"""

from collections.abc import Iterable, Mapping

import msgspec

from services.rules.swiss.tie_breaks import TIE_BREAK_SETS


class Meaning(msgspec.Struct, frozen=True):
    """What a word of the file means, in both languages."""

    en: str
    zh: str


Words = Mapping[str, Meaning]

REGISTRATION = "registration"
RULESET = "ruleset"
ANY = "any"
MEDALS = "medals"

ENTER: Words = {REGISTRATION: Meaning("people register for it", "由報名者參加")}
ATTEND: Words = {
    "one": Meaning("each entrant plays in one session of the stage", "每人參加該階段的其中一場"),
    "all": Meaning("each entrant plays in every session: its rounds", "每人參加每一場，即各輪"),
    "some": Meaning("each entrant plays in the sessions they come to", "每人自行選擇參加的場次"),
}
SPLIT: Words = {
    "chosen": Meaning("entrants choose a session when they register", "報名時選擇場次"),
    "in_turn": Meaning("sessions are filled by standing, in turn", "按名次依序編入各場"),
    "lot": Meaning("entrants are put into sessions by lot", "以抽籤編入各場"),
}
WEATHER: Words = {
    "none": Meaning("the weather decides nothing", "不受天氣影響"),
    "hko": Meaning("warnings of the Hong Kong Observatory suspend sessions", "香港天文台的警告會令場次暫停"),
}
DRAW: Words = {
    "lot": Meaning("tables are drawn by lot", "抽籤編桌"),
    "swiss": Meaning(
        "tables are drawn by points, nobody meeting again if it can be helped", "按積分編桌，盡量不重遇"
    ),
    "round_robin": Meaning("everyone meets everyone once", "循環賽，每人互相對賽一次"),
    "standing": Meaning(
        "the best sit at table 1, the next at table 2, and so on", "按名次編桌，首席者坐第 1 桌"
    ),
    "snake": Meaning("the best are spread over the tables, there and back", "按名次蛇形分配各桌"),
    "given": Meaning("the organizer names the tables", "由主辦單位指定編桌"),
    "open": Meaning("tables are taken as people come", "到場者自行組桌"),
}
GAMES: Words = {ANY: Meaning("as many games as the table likes", "局數不限")}
RANKED: Words = {
    "complete": Meaning("who played everything is ranked", "完成全部對局者列入排名"),
    "played": Meaning("who played at all is ranked", "曾經出賽者均列入排名"),
}
CHECK_IN: Words = {
    "each": Meaning("people check in for each session", "每場均須報到"),
    "first": Meaning("people check in once, for their first session", "只於首場報到"),
    "none": Meaning("nobody checks in", "無須報到"),
}
SIGNATURES: Words = {
    "required": Meaning("every player signs the sheet", "每名參賽者須簽署記分紙"),
    "optional": Meaning(
        "a complete sheet closes when its session ends, signed or not",
        "場次結束時，完整的記分紙不論有否簽署均告結束",
    ),
    "none": Meaning("a complete sheet closes at once; nobody signs", "記分紙完整後即告結束，無須簽署"),
}
PLACES_SEEN: Words = {
    "live": Meaning("places are seen at any time", "隨時可見名次"),
    "session": Meaning("places are seen while no session of the stage is in play", "沒有場次進行時可見名次"),
    "published": Meaning("places are seen once the stage is published", "階段成績公布後可見名次"),
}
APART: Words = {
    "family": Meaning("members of a family sit at different tables", "家庭成員分坐不同賽桌"),
    "team": Meaning("members of a team sit at different tables", "同隊成員分坐不同賽桌"),
}
TIES: Words = {
    "decided": Meaning(
        "a tie across the last place is decided by the Chief Referee or organizer",
        "末位名次相同時由總裁判或主辦單位決定",
    ),
    "all": Meaning("all who are tied across the last place go on", "末位名次相同者全部晉級"),
    "lot": Meaning("a lot decides between those tied across the last place", "末位名次相同時以抽籤決定"),
}
COUNT: Words = {MEDALS: Meaning("gold, then silver, then bronze medals", "先比金牌，再比銀牌，最後比銅牌")}
RANKING_KEYS: Words = {
    "games_won": Meaning("games won", "勝局數"),
    "average_score": Meaning("average score", "平均分"),
    "total_score": Meaning("total score", "總分"),
    "tiles_left": Meaning("fewest tiles left", "餘牌最少"),
    "rounds_won": Meaning("rounds won", "勝輪數"),
    "match_points": Meaning("points", "積分"),
    "median_buchholz": Meaning("opponents' points without the best and worst", "對手分（去最高及最低）"),
    "buchholz": Meaning("opponents' points", "對手分"),
    "progressive": Meaning("points after each round, added up", "累進分"),
    "tie_break_score": Meaning("tie-break score", "決勝分"),
    "rating": Meaning("rating", "等級分"),
    "head_to_head": Meaning("games against each other", "相互對賽成績"),
    "results_spread": Meaning("scores without the best", "總分（去最高一局）"),
    "sonneborn_berger": Meaning("points of those beaten", "所勝對手分（Sonneborn-Berger）"),
}
"""What a list in `ranking` may name, the most important first: the keys of `services.rules.ranking`."""


def in_turn(keys: Iterable[str]) -> Meaning:
    """What it means to rank by several keys, one after the other."""
    meanings = [RANKING_KEYS[key] for key in keys]
    return Meaning(", then ".join(own.en for own in meanings), "，再比".join(own.zh for own in meanings))


RANKING: Words = {
    RULESET: Meaning("what the ruleset says", "按規則所訂的排名準則"),
    **{name: in_turn(keys) for name, keys in TIE_BREAK_SETS.items()},
}
"""The ruleset's, or a set of tie-breaks by name."""
LANGUAGES: Words = {"en": Meaning("English", "英文"), "zh": Meaning("Traditional Chinese", "繁體中文")}
OF_STAGE: Mapping[str, Words] = {
    "attend": ATTEND,
    "split": SPLIT,
    "weather": WEATHER,
    "draw": DRAW,
    "ranked": RANKED,
    "check_in": CHECK_IN,
    "signatures": SIGNATURES,
    "places_seen": PLACES_SEEN,
}
"""Fields of a stage that are a word and nothing else."""
