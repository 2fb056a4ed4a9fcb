"""One word for one thing in Chinese, on pages, in chats and e-mail."""

import re

from shared.catalogue.catalogue import FOLDER
from tests.cases import cases
from tests.golden.test_sentences import heard, sentences

AGREED = {
    "記分紙": (r"[計記]分表|計分紙", "score sheet: the paper that is signed"),
    "名次": (r"排名|位次", "place, and standings as the list of places"),
    "同名次": (r"晉級線同分|同分跨線|同分待定", "tied: equal on every key, of which the score is one"),
    "隻": (r"[一兩多少] ?張(?:百搭)?牌|張牌(?!桌)|哪一張", "the counter of tiles, as Hong Kong counts them"),
    "剩餘牌數": (r"剩牌|(?<!剩)餘牌", "tiles left"),
    "得分": (r"分數(?!部分)", "score; 分數 is a fraction"),
    "等級分": (r"評分", "rating"),
    "賽局": (r"牌局|對局", "game; two who meet are a 對賽"),
    "該輪出牌": (r"回合|每手|一手牌?", "turn"),
    "聯絡主辦單位": (r"致函", "writing to the organizer"),
    "個字": (r"字元", "character"),
    "經 Telegram": (r"經對話|以對話收到", "by the chat with the bot"),
    "取消暫停": (r"(?:撤回|撤銷|解除)暫停|暫停已(?:撤|解)|不再暫停", "taking a suspension back"),
    "呼叫家長": (r"呼喚", "calling a parent"),
    "對賽表": (r"交叉表", "cross table"),
    "牌池": (r"牌堆", "the tiles that nobody has drawn"),
    "罰分": (r"罰點", "charge"),
    "入座": (r"就座", "taking one's seat"),
    "已結束": (r"完結", "over"),
    "二維碼": (r"條碼", "what a camera reads"),
    "刪除": (r"遺忘|忘記", "forgetting somebody: what is held on them is deleted"),
    "抽牌": (r"摸", "drawing a tile from the pool"),
    "參賽者": (r"選手|玩家|參加者", "entrant"),
    "工作人員": (r"職員", "official"),
    "編桌": (r"編位|抽座位", "the draw of tables and seats"),
    "晉級": (r"出線|入圍|落選|止步", "going on into the next stage"),
    "名額": (r"席位", "a place in a session or stage, which one can give up"),
    "爭議": (r"投訴|申訴", "dispute"),
    "裁決": (r"裁定|判決(?!定)", "ruling; a finding is 認定"),
    "更正": (r"修正", "correction; a ruling's amendment is 修訂"),
    "公布": (r"公佈|[發发][布佈]", "publication"),
    "成績": (r"賽果|公布結果|匯入結果|維持結果", "results"),
    "簽署": (r"簽[名字章]", "signature"),
    "公告": (r"通告", "announcement"),
    "對話": (r"聊天", "chat"),
    "連接": (
        r"(?:未|沒有|任何)連結[^，。]{0,4}對話|連結對話",
        "having a chat receive messages; 連結 is a link",
    ),
    "個人頁面": (r"個人網頁|你的頁面", "personal page"),
    "大螢幕": (r"顯示板|看板", "the board of the hall"),
    "憑證": (r"權杖|令牌(?!令)", "token"),
    "指令": (r"命令", "command"),
    "桌": (r"枱|檯|號桌|牌桌", "table: 第 7 桌; what lies on it is the 桌面"),
}
"""For each word what is not said instead of it, and what it means."""
EXCEPT = {
    "百搭牌令牌": "a joker that makes a set, no token",
    "玩家大賽": "the name of a tournament",
    "玩家選手賽": "the name of a tournament",
    "準確分數值": "the fraction, as 23/2",
    "才有分數部分": "the part behind the whole",
}
"""What only looks like a word that is not said, and why."""


def _without_exceptions(text: str) -> str:
    for known in EXCEPT:
        text = text.replace(known, "")
    return text


@cases("word", AGREED)
def test_the_catalogue_has_one_word_for_one_thing(word: str) -> None:
    instead = re.compile(AGREED[word][0])
    lines = (FOLDER / "zh.ftl").read_text("utf-8").splitlines()
    # What people type in search of a task is taken as they say it, and shown to nobody.
    lines = [line for line in lines if not line.startswith("task-also-")]
    assert [line for line in lines if instead.search(_without_exceptions(line))] == []
    assert any(word in line for line in lines)


@cases("word", AGREED)
def test_what_sentences_and_chats_are_put_together_from_keeps_to_it(word: str) -> None:
    """Values, too: what a plan, a ruleset or a shipped demo says in Chinese."""
    instead = re.compile(AGREED[word][0])
    found = {
        text for _, text in (*sentences("zh"), *heard("zh")) if instead.search(_without_exceptions(text))
    }
    assert found == set()
