"""What sounds like a cry for help and is none: figures of speech, the game, settings, negations, the past.

Such words are passed over, and what is left decides: who writes of a lost game and of a lost child is heard.
What may be either is not among them. A rule takes only words that it names, so that it takes no child along.
"""

import re

from services.personal.spelling import plain_signs, plain_words, written

_WHICH = (
    r"(?:(?:the|a|an|any|my|our|his|her|their|your|this|that|these|those|one|two|three|all|every"
    r"|each) ){0,3}(?:(?:first|second|third|last|next|final|live|own|new|other|red|blue|black|yellow|water"
    r"|\d+) ){0,3}"
)
_GAME = (
    r"(?:games?|match(?:es)?|rounds?|finals?|sessions?|tables?|seats?|tiles?|jokers?|racks?|runs?|sets?"
    r"|points?|scores?|results?|places?|ranks?|rankings?|standings|turns?|titles?)"
)
_PLAY = r"(?:games?|rounds?|finals?|jokers?|tiles?|runs?|points?|scores?|results?)"
"""What can hurt nobody, and is no place where somebody is hurt."""
_OTHER = (
    r"(?:schedules?|timetables?|sheets?|rules?|registrations?|entry|forms?|names?|lists?|pages?|links?"
    r"|buttons?|web ?sites?|apps?|settings?|menus?|languages?|notifications?|messages?|e ?mails?|codes?"
    r"|tickets?|receipts?|payments?|certificates?|passwords?|phones?|batter(?:y|ies)|bottles?|umbrellas?"
    r"|jackets?|wallets?|wifi)"
)
_GAMES, _THINGS = f"{_WHICH}{_GAME}", f"{_WHICH}(?:{_GAME}|{_OTHER})"
_HARM = r"(?:ill|sick|unwell|hurt|injured|in pain|in hospital|fell|fainted|collapsed|broke \w+ \w+)"
_HELP = r"help (?:me |us |him |her |my \w+ )?"
_ENGLISH = re.compile(
    r"\b(?:"
    # figures of speech
    r"bleeding edge|no pain no gain|pain in the neck|stroke of (?:luck|genius)|injury time|break a leg"
    r"|burning question|(?:laugh\w*|bored) (?:\w+ )?to death|(?:dying|die|died|dead) (?:of|from"
    r"|with) laugh\w*|haha\w* (?:i m )?dead|dying to (?:know|see|hear|play|try|win|meet)|kill(?:s|ed"
    r"|ing)? (?:some )?time|killed it|(?:was |is |such )a killer|killer (?:move|hand|joker|game|round)"
    r"|die ?hard|dead (?:heat|end|link|last|tired"
    r"|lol|haha\w*)|took (?:my|our|his|her) breath away"
    r"|beat the (?:champion|favou?rite|leader|record)s?"
    r"|crying (?:with|from) laugh\w*|gave me a heart attack|breathtaking|hold\w* (?:my"
    r"|our) breath|terrific|faintest|collapsible|fell (?:asleep|in love)|sick (?:of"
    r"|and tired)|swallow\w* (?:my|our|his|her|their) pride|fire up|knife and fork|smoke break"
    r"|attack is the best defen[cs]e|hurts? to ask|t help (?:it|laughing|smiling)|afraid (?:not|so"
    r"|(?:i|we) (?:can ?not|can t|won t|will|have to|must|might))|follow(?:ing)? (?:me|us) on (?:instagram"
    r"|facebook|youtube|threads|x|telegram)"
    rf"|(?:{_GAMES}|{_WHICH}(?:suspense|wait(?:ing)?)) (?:is|are|s) killing (?:me|us)|hurt(?:s|ing)? (?:(?:my"
    rf"|our|his|her|their|your|the|s"
    r"|opponents?|partners?|friends?|sons?|daughters?|players?|other) ){0,4}feelings?"
    # the game, and other things
    rf"|{_WHICH}{_PLAY} (?:just |really )?(?:burn(?:s|ed|t)?|kill(?:s|ed)|hurts?|beats?|attacks?) (?:me|us)"
    rf"|(?:burn(?:s|ed|t)?|kill(?:s|ed)) {_WHICH}{_PLAY}|(?:burned|killed|hurt|beaten) by {_WHICH}{_PLAY}"
    rf"|(?:attack(?:s|ed|ing)?|kill(?:s|ed)|beat(?:s|en)?) (?:me |us |him |her |them )?with {_WHICH}"
    r"(?:runs?|sets?|groups?|jokers?|moves?|combos?)"
    rf"|bleed(?:s|ing)? {_WHICH}(?:points?|tiles?|places?)"
    r"|stuck (?:at|on|in) (?:\d+ (?:all|each|points?|tiles?|games?|wins?|\d+)|\d+(?:st|nd|rd|th) place)"
    r"|faint\w* (?:almost |nearly )?when i s(?:aw|ee) (?:my|the) (?:rack|tiles?|scores?|results?)"
    r"|(?:won|wins?) (?:, )?(?:and |but )?(?:i|we|he|she|they) lost(?= ,|$)"
    r"|(?:i|we|he|she|they) lost (?:, )?(?:and |but )?(?:(?:my|our|his|her) )?\w+ (?:won|wins?)(?= ,|$)"
    rf"|{_WHICH}(?:scores?|rank|ranking|rating) (?:fell|collapsed)|fell to (?:place|rank|number|the bottom)"
    rf"|(?:(?:i|we) choked|we collapsed) (?:in|during) {_GAMES}(?= ,| lol| haha|$)|passed out {_THINGS}"
    rf"|(?:scared|afraid) (?:of|to) (?:lose|losing|miss(?:ing)?|{_GAMES})|hurts to (?:lose|miss)"
    rf"|{_WHICH}(?:table|chair) leg is broken|(?:fire|emergency) (?:exits?|doors?|escape|drill|stairs|joker)"
    r"|what (?:should|do|shall) (?:i|we) do if there is an? (?:fire|emergency)"
    rf"|(?:took|grabbed|touch(?:ed|es|ing)|beat|fight(?:ing)? for) {_GAMES}"
    rf"|hit (?:the )?(?:button|link|enter|send)|(?:(?<!am )(?<! m )(?<!is )(?<!are )(?<! re )(?<!got )lost"
    rf"|missing) (?:out on )?{_THINGS}|lost (?:count|interest|and found|property|to (?:number )?\d+)"
    r"|(?:lost|beat (?:me|us|him|her|them|you)) by (?:\d+|a few) (?:points?|tiles?)"
    r"|beat (?:me|us|him|her|them|you) (?:at|in) (?:rummikub|round|the final)"
    r"|(?<!am )(?<! m )(?<!is )(?<! s )(?<!are )(?<! re )(?<!was )(?<!were )(?<!be )(?<!been )(?<!got )"
    r"(?<!get )(?<!gets )(?<!getting )lost (?:again|badly)"
    rf"|{_THINGS} (?:(?:is|are|was|has|have|seems?|went|still|just|been|gone|not) )+"
    r"(?:lost|missing|gone|dead|died|disappeared|vanished|stuck)"
    rf"|stuck (?:on|with) {_THINGS}|stuck in traffic|stuck at work|gone (?:live|well)"
    rf"|(?:can ?not|can t|cant|could ?n ?t|do ?n ?t|don t) (?:find|see|reach|move) {_THINGS}"
    rf"|(?:where|who) (?:is|are|s|was|were) {_THINGS}|who (?:is|are|was) (?:my|our) (?:opponents?|partner"
    rf"|referee)"
    r"|where (?:is|are|s) (?:he|she|they|my \w+) (?:sitting|seated|playing)"
    rf"|follow(?:ing)? (?:my|our) \w+ s {_THINGS}"
    r"|who (?:is|are|was) (?:he|she|they|my \w+) (?:playing|paired|against|up against)"
    rf"|what (?:happened|s wrong|is wrong) (?:in|to|with) {_THINGS}|(?:is|are) {_THINGS} (?:ok(?:ay)?"
    rf"|all ?right|there)"
    r"|(?:table|number|entrant|seat|game|room) (?:999|911|112)|(?:999|911|112) (?:points?|tiles?)"
    r"|dangerous (?:opponent|player|move|joker|tile)|(?:two|three|both|several|many) (?:\w+ )?at once"
    r"|(?:playing|leading|ahead|winning|ranked|first|my (?:place|rank)|the score) right now"
    # settings, offers, thanks
    rf"|{_HELP}(?:to )?(?:change|switch|choose|register|sign (?:up|in)|log (?:in|on)|set up|turn o(?:n|ff)"
    rf"|fill|pay|cancel|update|edit|install|download|print|translate|understand|correct|check|fix|enter"
    rf"|submit"
    rf"|find {_THINGS})|{_HELP}with {_THINGS}"
    r"|help (?:page|menu|text|command|desk|section)|emergency contact"
    r"|(?:can|may|could|shall) (?:i|we|my \w+|parents) help(?: out)?|(?:happy|glad|love|like|want) to help"
    r"|(?:thanks|thank you|thx)(?: \w+){0,2} for (?:all )?(?:your |the )?(?:(?!help)\w+ )?help"
    # the venue and the way there
    r"|(?:is|are|will) there (?:be )?(?:an? |any )?(?:first aid|doctors?|nurses?|paramedics?"
    r"|ambulances?)(?: available| on duty| room| station| kit)? (?:at|in|on) the (?:venue|tournament|event"
    r"|competition|day)|doctor s (?:note|certificate)|(?:may|can|could) (?:i|we|one|people"
    r"|you) smoke|(?:near|opposite|beside|behind|next to|past) (?:the )?(?:hospital|police station"
    r"|fire station)|(?:come|play|register|take part) alone"
    # what is not so
    r"|(?:not|no|isn t|aren t|wasn t|no longer|nobody is|nobody was|no one is|no one was"
    r"|nobody got) (?:an? |at all |too |so |that |really )?(?:hurt|injured|ill|sick|unwell|in pain"
    r"|bleeding|lost|missing|alone|scared|afraid|in danger|dangerous|urgent|emergency|hurry|danger"
    r"|panic)|(?:don t|do not|didn t|doesn t) need (?:any |a |an |the )?(?:help|doctor"
    r"|ambulance)|no (?:help|doctor|ambulance) needed|(?:don t|do not|no need to) (?:hurry|panic|be afraid)"
    # the past
    rf"|{_HARM} (?:(?!(?:he|she|they|i|and|now|again)\b)\w+ ){{0,3}}(?:yesterday|last (?:year|month|week"
    rf"|season)|(?:\w+ )?(?:days|weeks?|months?|years?) ago)"
    # joy
    r"|(?:good luck|congrat\w*|well done|(?:i|we) won|great|wow|yay|hooray|lol|haha\w*|good morning) !!"
    rf")(?: !!)?(?!\w)(?! (?:, )?(?:(?:or|and|nor|with|but) )?(?:my|our|his|her) (?!{_THINGS}))"
)
_GAME_ZH = (
    "(?:網頁|頁面|連結|鏈接|掣|按鈕|成績|賽果|名次|排名|名單|電郵|通知|號碼"
    "|驗證碼|表格|賽程|時間表|牌|百搭|規則|設定|語言|報名|名字)"
)
_THING_ZH = f"(?:{_GAME_ZH}|電話|手機|訊息|信息|水樽|書包|銀包|八達通|雨傘|遮|外套|眼鏡|收據|門票|座位)"
_PLAY_ZH = "(?:輸(?!血)|贏|[局盤牌分題]|百搭|對手|抽到|錯|名次|遲到|唔記得|漏)"
_TALK = "[又再呢今次成日真係我差啲點好想一兩三幾多連出副場上下都帶做數計入坐去]"
_BEGINS = "(?<![^，。！？!?,.\\s])"
_NOBODY = "(?![^，。！？!?,.]*[仔女人佢媽爸妹弟童友藥])"
"""A word of danger beside the game is talk, and none beside a person, or a medicine."""
_UNTIL_NOW = "(?:(?!而家|依家|現在|今日|今天|又|再|仲|還|仍)[^，。！？!?,.\\s]){0,12}"
_OTHERS = written(
    "(?:"
    # figures of speech
    "笑(?:到|得)?(?:[我佢])?(?:死|喊|哭|碌地|肚痛|抽筋)[咗我人喇啦]{0,2}"
    "|殺死(?:比賽|對手|時間)|肚(?:好|有啲|有點)?痛(?:想|要)(?:去)?(?:廁所|洗手間)"
    "|(?:[悶攰累忙餓熱凍冷激嬲氣煩抵]|開心|可愛|得意|羨慕|肉緊|緊張)死[我人喇啦咗]{0,2}"
    "|打死(?:都)?[唔不](?:肯|會|想|認|出|走|放手)?|[局牌盤](?:真係|都|真)?嚇死我(?!個)|死(?:線|機|火|記|忠|局|板|心|守|結|角)|(?:咁|使咩?|洗咩?|好)救命[咩嗎]|補救|挽救|救場"
    "|無藥可救|百搭救|感動到?(?:喊|哭)|哭笑不得|痛快|痛失|肉痛|深呼吸|黃昏|打交道|剪刀|好耐冇見"
    f"|{_BEGINS}我?(?:死得?|[嚇急攰]死|救命|暈|危險)(?:倒|低|咗|火"
    f"|未)?[我人]?[啦喇呀]*[，,！!\\s]*{_TALK}{{0,7}}{_PLAY_ZH}{_NOBODY}"
    f"|[今呢嗰上][場局盤][又都真係]*被人(?:屠|虐|殺|爆|玩)[到咗晒得殘]*{_NOBODY}"
    "|搵唔到(?:我哋?|自己|嘅)*第?[一二三四五六七八九十\\d]+號?[桌枱檯](?:[喺在]邊[度裡]?)?(?=[，。！？!?\\s]|$)"
    f"|[死殺]咗?[一兩三幾呢嗰][局場盤副]{_NOBODY}|[呢嗰上一][局場盤副題]牌?[殺打玩激]死我|暈晒?大浪"
    f"|(?:副牌|[局盤])[都真係]*冇得救|救命稻草|{_BEGINS}跟住我(?:應該|點|撳|該)"
    "|唔見得|敏感(?:資料|話題)|驚(?:喜|訝|嘆|艷|險)|吃驚|(?:唔使|唔好|不用)驚"
    "|驚(?:遲到|輸|趕唔[到切]|落雨|打風|塞車)"
    # the game, and other things
    f"|(?<!打)(?:app|程式|系統|[畫屏]面|螢幕|部機|平板|{_THING_ZH})[都又仲]{{0,2}}(?:冇反應|卡住|唔識?郁)"
    "|(?<![^我都又，。！？!?,.\\s])(?:唔見|冇見|丟|搵唔到)咗?(?:我|嘅"
    "|自己|個|張|隻|部|條|封|啲|把|本){0,3}"
    f"{_THING_ZH}|{_GAME_ZH}都?(?:唔見|搵唔到|去咗邊)(?!(?:咗"
    f"|了)?[個我佢人一兩名])咗?"
    "|輸[咗到]?[喊哭]?[😭😢😱😰]+|打佢唔(?:贏|過)|被人(?:贏|打敗|淘汰|反超|追過|超越"
    "|用咗|換咗|睇到|知道|見到)|(?<=[佢仔女])喺邊(?:度|裡)?(?:報名|報到|登記|入場|坐"
    "|比賽|食飯)|(?<=[佢仔女])點樣(?:報名|參加|登記|入場|報到|改|取消|計|玩)|(?:自己)?一個人?(?:可以"
    "|可唔可以|能否|可否)?(?:去|嚟|來)?(?:報名|參加|參賽|玩|入場)"
    # settings, the venue
    "|幫(?:手|我|忙|我哋)*(?:個仔|個女)?(?:改|轉做|轉成|換|設定|報名|登記|查|取消|更改|更新"
    "|填)|(?:即時|實時)(?:成績|賽果|排名|名次|結果|分數|更新|通知)|(?<![幫救搵打])我(?:哋"
    "|們)?(?:馬上|即刻|立即|立刻)(?:就)?(?:到|嚟|來|過嚟|過來|出發|報名|報到)|(?:場地|場館|會場"
    "|當日)(?:有冇|會唔會有|設有)急救(?:站|室|箱|員|服務)?|消防(?:局|通道|演習)|(?:食|吸"
    "|抽|禁)煙|煙花|醫生(?:紙|證明|信)|醫院(?:附近|對面|旁|隔籬|側)|我[係是](?:醫生|護士)"
    # what is not so
    "|(?<!有)(?:冇|未有)(?:人)?(?:受傷|整親|跌親|流血|危險|唔舒服|唔見|走失|失蹤|暈|痛"
    "|緊急)|(?<![危緊急])(?:唔|唔係|不是)(?:係)?(?:咁|太|算)?(?:緊急|急|痛|危險|驚"
    "|害怕)|(?<![使需用要])(?:唔使|不用|無需|毋須|唔需要)(?:叫|搵|call)?(?:人)?(?:幫手|幫忙|幫我"
    "|救命|救護車|白車|救護|醫生|報警|即刻)"
    # the past
    f"|(?:去年|舊年|前年|上年(?!紀)|上個月|上屆){_UNTIL_NOW}"
    "|(?:尋日|琴日|昨日|昨天|上星期|上週|上個?禮拜)(?:[我佢]|個仔|個女)?(?:唔舒服|病|嘔"
    "|頭痛|肚痛|跌親|頭暈)"
    # joy
    "|(?:加油|恭喜|贏咗|好嘢|太好了|多謝|謝謝|生日快樂|新年快樂|早晨)[!！🔥😭]+"
    ")[!！😂🤣😭\\s]*(?![，,、\\s]*(?:同|和|及|與|連|仲有)|個[仔女])"
)


def without_what_is_no_cry(text: str) -> tuple[str, str]:
    """The words of a text, with `!!` for shouting, and the text itself, both without what is no cry."""
    words, signs = plain_words(text), plain_signs(text)
    return _ENGLISH.sub("…", words).replace(" ,", ""), _OTHERS.sub("，", signs)
