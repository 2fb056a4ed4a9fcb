"""Ordinary talk is no cry for help, and what may be one is heard, also beside ordinary talk."""

import re

import pytest

from services.personal.cries import is_cry
from tests.sampling import mostly_wide


def _texts(block: str) -> list[str]:
    return re.split(r" \| |\n", block.strip())


ORDINARY = _texts("""
笑到死 | 咁救命咩 | my son lost the game | help me change the language | bleeding edge website
Is there first aid at the venue? | 笑死我啦!! | hahaha I'm dead | I'm dying to know the results
That joker was a killer move | We lost to 0012 by 20 points | She lost every game
My daughter lost round 2, when is the next? | He beat me by 30 points | Who beat us at rummikub
I can't find the results page | I can't find my table | Where is my seat? | Who is my opponent?
Who is she playing in round 3? | A tile is missing | the red joker has gone missing
I beat the champion! | she took my breath away with that meld | 佢打死都唔出鬼牌 | 頭先嗰局嚇死我
My name is missing from the list | missing results of round 1 | my phone died
What happened in round 2? | What is wrong with my registration? | Is my registration ok?
I lost my water bottle | Can you help me with the registration form? | Could I help out at the event?
Thanks for your help with that | thank you so much for all the help | Where is the help page
it's not urgent | no hurry | I don't need help | nobody is hurt | he is not sick
I'm afraid we can't come | I'm afraid not | we are stuck in traffic
Can I register two children at once? | Who is leading right now?
He broke his leg last year, may he sit? | She was sick last week
someone fainted at the venue last year | He was ill two days ago | Is the hall near the hospital?
doctor's note | May I smoke outside? | May my son come alone? | That was terrific! | breathtaking final
He touched a tile, is it played? | Someone took my seat | We won!! | Good luck!! | keep in touch
follow us on Instagram | table 112 | 悶死 | 攰死我啦 | 開心死 | 死線係幾時？ | 手機死機
我部電話冇電死火 | 隻百搭唔見咗 | 我個號碼唔見咗 | 搵唔到成績 | 我搵唔到報名網頁 | 成績去咗邊
幫我改語言 | 可唔可以幫我改做英文 | 幫個女報名 | 即時成績喺邊度睇 | 個仔喺邊報到 | 佢點樣報名
一個人可以報名嗎 | 我驚遲到 | 唔使驚 | 好驚喜 | 食煙區喺邊 | 黃昏場幾點開始 | 場地有冇急救站？
冇人受傷 | 唔急 | 唔緊急，得閒先覆 | 唔使叫白車 | 去年有人暈低，今年有冇冷氣 | 佢尋日唔舒服 | 俾人打敗咗
打佢唔贏 | 補救方法 | 我馬上到 | 輸咗😭 | 加油!! | 加油🔥 | 笑到喊 | 哭笑不得 | 要唔要醫生紙
醫院附近有冇車位
my daughter lost again, she cried | we lost badly | this game is killing me lol | 殺死比賽
My son hurt his opponents feelings | He hurt my daughter's feelings | 阿女好緊張，肚痛想去廁所
I know where she is sitting | May I take photos of my daughter? | a blend of rules | I bought chocolate
我死咗一局 | 呢局殺死我 | 救命呀又輸 | 暈晒大浪 | 死啦唔記得帶牌 | the joker burns me | that game was a killer
where is the fire exit? | is there an emergency exit | I'm so scared to lose | my score fell
he passed out the tiles
the suspense is killing me | burned 3 jokers this round | 系統冇反應 | 部電話冇反應 | 暈,計錯分
嚇死我,差啲輸 | 危險,差啲出局
救命這題好難 | 呢副牌冇得救 | 跟住我應該撳邊度 | where is my mum sitting | follow my son's results
im dead lol
I scored 30 | a strange rule | we shared a table | a stronger opponent
my mum won, I lost | I lost, my son won | we are stuck at 3 all | we're stuck on 20 points
I am bleeding points | he attacked with a run of red 7 8 9 | he killed us with a set | he is grading it
I fainted almost when I saw my rack | 我死得啦抽到鬼牌都輸 | 今場俾人屠 | 今局俾人虐
我搵唔到第三桌喺邊 | 搵唔到第12枱
May my mother watch? | May I take my son home after it? | 我會帶佢嚟 | OK | 2 | 可以帶輪椅嗎？ | 我來不到。
We cannot come. | 幾點開始？ | No thanks
""")

CRIES = _texts("""
a man is tuching me | a man keeps tuching my sister | he is grabing her | he attacked me with a knife
we are stuck in the lift | stuck at the door | he is bleeding at table 3 | my mum won but my son is lost
my mum won, I lost my son | I lost, my mum is gone | he beat me with a stick
my son fainted when he saw blood | 我搵唔到第三桌嗰個細路 | 今場俾人打 | 我死得啦
pls call ambulence | elp my sun is bleding | help my sun is bleding | my son is bleading | need a docter
she is unconcious | emergancy at table 4 | he is chocking | my son is mising | she cant breth
my daugther isnt at her table and nobody knows where she is | no one has seen him | he is not in his seat
有個怪人影我個女相 | a man keeps taking photos of my daughter | 有人影緊我個女
he got lost again | she's lost again | this game is killing me, call a doctor
he hurt his head and my feelings | 肚痛到喊，想去廁所
救命 | 唔見咗個仔 | 我個仔唔見咗 | 個女尋日唔見咗 | I can't find my daughter | he is bleeding
someone collapsed | call an ambulance | 有人暈咗 | I can't find my son, table 4
my son lost the game and is lost | My son is missing at table 4 | Where is my son? table 4
What happened at table 4 | my son is lost again | he got lost by the lift
lost my son last seen at table 3 | help my phone is dead and my son is gone
he is not ill he is choking | nobody is hurt but my daughter is missing | Is there a doctor here?
Is there a doctor? | is there a doctor in the hall | Help me find my son | please help me
can you help me | help my son | I need help with my son | help me | my son disappeared
She can't breathe | he beat me up | she was sick last week and now can't breathe | he broke his leg
son is bleeding he fell two days ago | a man took my daughter | someone touched my son | he touched me
he hit my daughter | 笑死佢流緊血 | 冇人理佢 | 佢唔係笑，佢流血 | 去年暈過，而家又暈
去年暈過而家又暈低 | 個仔唔見咗，成績都唔使理 | 救命 我電話冇電 | 幫我搵個仔 | 幫我 | 即刻過嚟 | 快啲嚟
叫醫生 | 我個女喺邊度？ | 佢點呀 | 俾人打 | 有人食煙嗰邊着火 | 好痛 | 佢好驚 | leave me alone!
I am lost | we are lost | I'm lost | stuck in the lift | fire! | there is a fire at the venue
no help here, he is dying | nobody is helping, he is bleeding | not urgent? he is bleeding
is my son ok | are they safe | don't panic but there's smoke
I can't find the way, my daughter is alone | emergency | it's an emergency | has fallen and can't move
he is hurt | she is dead | I want to die | I lost him at the table | lost the child | we lost our boy
lost my girl by table 2 | grabbed my arm | someone hit me | can't find my table or my son
can't see my daughter at the table | the referee hit my son | referee is missing a finger bleeding
where is the referee, my son fainted | 我想死 | 佢自己一個 | 自己一個喺度驚 | 個女一個人喺度
尋日個仔唔見咗 | 唔見咗個仔部電話打唔通 | 搵唔到個女部電話 | 唔好打我 | 冇呼吸 | 佢冇反應，暈咗
唔痛但流緊血 | 不見了個女 | 唔見咗名學生 | 著紅色外套唔見咗 | 睇成績唔見咗個仔 | 佢電話搵唔到
上年紀嘅人暈咗 | 上次嗰個人又跟住我 | 我個女好細個唔見咗 | 使唔使叫白車 | 需不需要叫救護車 | 有冇人受傷
有一個人報警 | 我即刻報警 | 有一個人打我個仔 | 幫我馬上嚟 | 唔見咗個電話同個仔 | 現場有冇醫生
I lost my phone and my son | I lost my phone, my bag, my son | he grabbed the referee
he beat my partner | he fell behind the stage | he is following us on the stairs | there is no help
my son has gone up to the roof | lost him last time at the lift | we lost him yesterday
my daughter went missing yesterday | my son is missing since last week | He hit the table with his head
the phone is dead and I am lost | help me open the door | help me get out | help him stand up
Where are my kids | where is my partner | lost by the lift | is my daughter there | 唔急救佢會死 | 佢驚
好驚 | 佢俾人捉走 | 搵極都唔到個仔 | not alone, someone is following my girl | no danger? there is smoke
the joker killed me, ambulance | the game is lost, my son is too sick
fell from the stage yesterday and now unconscious
喘唔到氣 | 個仔噎住咗 | 佢冇反應 | 叫唔醒 | 我隻手斷咗 | 佢撞到個頭 | 求命 | 教命 | 我要媽咪 | 媽咪你喺邊
halp
someone is hurting me | my mum isnt moving | he colapsed | he cant breeth | alergic reaction | wheres my mummy
a man is folowing me | theres smok in the hall | she swalowed a tile | 他没有反应 | 妈妈你在哪里
个女吾见左 | 热水烫亲手
喘不过气 | 叫不醒 | 我不想活了 | 发羊吊 | 救命呢局有人暈 | 救命我流血輸 | 死啦唔記得帶哮喘藥
死啦漏咗個女喺廁所 | 暈低又醒返
危險，個牌跌落嚟 | 電話冇反應，個女唔見咗 | 部手機着火 | i burned my hand in round 2 | the match burned me
the table fell on me
he choked in the final on a sweet | fire at the emergency exit | the joker hit my eye | i am dying at table 4
scared to lose my son | where is my mum sitting i cant see her | killed by points of a knife | 救命輸血
HELP | Help i am lost | help! | heeelp | my son is bleeding | who is with her? | SOS | 🆘 | Where is my boy?
he fell and is not moving | come now!!! | is she ok? | She can’t breathe | somebody touched me | Hilfe
Someone is following my child | 有個男人捉住我個女唔放 | 佢成面腫晒 | 救命呀 | 救命 幫我
我個女唔見咗 | 我个女不见了 | 佢流緊血 | 搵唔到個仔 | 邊個陪住佢？ | 叫白車 | 佢喊緊
有陌生人跟住我 | 他迷路了 | there is a man in the toilets taking pictures of me | 有人影我裙底
佢打死我 | he took my breath, he cannot speak
""")


def test_ordinary_talk_is_no_cry() -> None:
    assert [text for text in ORDINARY if is_cry(text)] == []


def test_what_may_be_a_cry_is_heard() -> None:
    assert [text for text in CRIES if not is_cry(text)] == []


@pytest.mark.parametrize("cry", mostly_wide(CRIES, CRIES[::16]))
def test_a_cry_is_heard_beside_ordinary_talk(cry: str) -> None:
    """Whatever is said with it, with or without a mark between."""
    texts = [text for talk in ORDINARY for text in (f"{talk}. {cry}", f"{cry}\n{talk}", f"{talk} {cry}")]
    assert [text for text in texts if not is_cry(text)] == []
