"""Whether what somebody wrote is a cry for help, which waits for no button, and whom such words are about.

It errs to the side of passing on: a message too many costs a look, a cry that waits may cost more. After a
call for a parent they are about the child called, as a rule; where they name somebody of the chat about them,
and where they may be about another or about all, such as a fire, about everybody of the chat.
"""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from services.personal.no_cries import without_what_is_no_cry
from services.personal.spelling import plain_signs, written

_BODY = (
    r"(?:arm|leg|bone|wrist|ankle|nose|tooth|teeth|hand|finger|thumb|foot|feet|toe|knee|head|neck|back|rib"
    r"|face|eye|ear)s?"
)
_PARENT = r"(?:mum|mom|mummy|mommy|mama|mother|dad|daddy|papa|father|parents?|granny|grandma|grandpa|family)"
_ENGLISH = re.compile(
    r"\b(?:"
    r"h+[ae]*l+p+|hepl|hlep|elp|sos|mayday|emergenc(?:y|ies)|urgent(?:ly)?|at once|immediately"
    r"|right now|asap|hurry"
    r"|(?:come|please come|need (?:you|someone|somebody)) (?:quick(?:ly)?|now|fast|here)"
    r"|ambulances?|police|pol[ci]e|paramedics?|doctors?|nurses?|hospital"
    r"|first aid|999|911|112"
    rf"|ble+a?d\w*|blood|blu+d|hurt\w*|injur\w*|wound\w*|broken? (?:\w+ )?{_BODY}|{_BODY} (?:is |s "
    rf"|looks )+broken"
    rf"|(?:cut|burnt|scald\w*|smash\w*|crush\w*|trapp\w*) (?:\w+ )?{_BODY}|electrocut\w*|electric shock"
    r"|faint\w*|unconscious|passed out|(?:having|has|had) (?:a |an )?(?:fit|reaction)|shaking|collaps\w*|fell"
    r"|fallen|dizzy|vomit\w*|throw(?:ing|n)? up|unwell|sick|ill"
    r"|chok\w*|swallow\w*|swell\w*|swollen|breath\w*|asthma\w*|inhaler|allerg\w*|anaphyla\w*|epi ?pen"
    r"|seizures?|stroke"
    r"|pain|poison\w*|heart attack|drown\w*|burn(?:s|ed|t|ing)?"
    r"|lost|missing|disappear\w*|vanish\w*|gone|ran away|run away|runs away"
    r"|(?:can ?not|(?:can|couldn|don|doesn|won|didn) t|not) (?:find|see|reach|breathe|move|wake|respond"
    r"|get up|stand|walk"
    r"|feel|let (?:me|him|her|us|my)|go away)"
    r"|(?:not|\w+n t) (?:moving|breathing|waking|responding|answering)"
    rf"|(?:want|need|miss) (?:to (?:see|find) )?(?:my |our )?{_PARENT}"
    r"|(?:where|who) (?:is|are|s|was) (?:with )?(?:he|she|they|him|her|them|my|our|the (?:child|kid|boy))"
    r"|(?:nobody|no ?one) (?:knows (?:where|what happened)|(?:has )?(?:seen|saw) (?:him|her|them|my|our))"
    r"|where (?:he|she|they|(?:my|our) (?:\w+ )?(?:son|daughter|child|children|kids?|boy|girl)) (?:is|are"
    r"|went)(?! (?:playing|sitting|seated|in the (?:ranking|standings)))"
    r"|(?:is ?n ?t|is not|are ?n ?t|are not|not) (?:at|in|on) (?:her|his|their) (?:table|seat|place|chair)"
    r"|(?:is|are) (?:he|she|they|my \w+|our \w+) (?:ok(?:ay)?|all ?right|safe|alone|there|with)"
    r"|what (?:happened|s wrong|is wrong)|alone|stuck|trapped|locked in"
    r"|fire|fier|smoke?|gas|bomb|explo\w*|evacuat\w*|dangers?|dangerous|unsafe|weapon|k?nife|gun"
    r"|attack\w*|assault\w*|abus\w*|molest\w*|harass\w*|touch(?:ed|es|ing)|grabb\w*|threat\w*"
    r"|bull(?:y|ied|ying)"
    r"|hit(?:s|ting)?|beat(?:s|en|ing)?|fight(?:s|ing)?|(?:punch|slap|kick|push|strangl|chok|chas)(?:e?s|ed"
    r"|ing)"
    r"|(?:going|about|trying|threatens) to jump|jump(?:ed|ing)? (?:off|from|out)"
    r"|(?:follow|stalk|grab|chas)\w* (?:me|us|him|her|my|our|the (?:child|kid|boy|girl))"
    r"|took (?:my|our|him|her)"
    r"|stranger|kidnap\w*|creep\w*|pervert\w*|weird (?:man|guy|person)"
    r"|(?:man|guy|person|people|someone|somebody|he|they) (?:\w+ ){0,6}(?:photos?|pictures?|pics?|videos?)"
    r" of (?:me|us|him|her|my|our)"
    r"|abduct\w*|scared|afraid|frighten\w*|terrif\w*|panic\w*|crying|distress\w*|screaming"
    r"|suicid\w*|kill\w*|die|dying|dead"
    r"|hilfe|notfall|au secours|socorro|ayuda|aiuto|tolong|tulong|saklolo"
    r")\b"
)
_PARENT_ZH = "(?:媽|爸|媽咪|爹哋|屋企人|家人|父母|婆婆|公公|嫲嫲|爺爺|哥哥|姐姐|弟弟|妹妹)"
_OTHERS = written(
    f"救|[求球教就究夠九久舊叫舅]命(?![運中名令題案])|[gkj]au ?m[ie]n?g|求助|幫我|幫手|幫幫|緊急|好急|急呀"
    f"|急症"
    "|即刻|即時|立即|立刻|馬上|快[啲點d]|速速"
    "|[唔冇]見|走[失散丟]|失[蹤散]|丟咗|迷路|蕩失|搵(?:極都)?唔到"
    f"|去咗邊|喺邊度[？?呀]*$|(?:[佢仔女]|{_PARENT_ZH})你?(?:而家|現在|依家)?(?:喺邊|點呀|點樣|有冇事|冇事"
    f"|安全)"
    f"|(?:要|想搵|想見|掛住)(?:我|返|翻|番)?{_PARENT_ZH}(?![簽填同交])"
    "|邊個(?:睇|陪|同|照顧)|誰(?:在|陪|和|跟|照顧)"
    "|有冇人(?:陪|睇|照顧|幫|喺)"
    "|發生(?:咩|什麼|乜)事"
    "|受傷|[整跌撞扭夾割淥燙電炸咬壓砸踩踢擊拮]親|[跌摔]倒|跌落|骨折|流(?:緊|咗|好多)?血|[出嘔吐鼻]血"
    "|[燒燙灼刺]傷|觸電"
    "|(?<![枱桌椅])[手腳腿骨臂指牙鼻腕](?!機)[^，。！？]{0,3}[斷甩]|[撞砸跌打][到穿爛傷咗]*(?:[個佢我嘅]{0,3}"
    "|小朋友)[頭面眼鼻口牙人]"
    "|暈|昏|休克|抽搐|抽筋|癲癇|羊[吊癇]|白沫|唔舒服|唔妥|唔適|嘔|吐[咗血]|痛|腫"
    "|中風|心臟|心口"
    "|呼吸|[透抖唞喘]唔[到過]|窒息|[哽鯁噎]|[卡梗啃][住咗親]*[個條粒]*[喉頸]|吞咗|食咗[粒個](?:牌|硬幣|電|波"
    "|磁|藥)"
    "|冇(?:反應|知覺|意識)|唔(?:識|會|可以)?郁|郁唔到|[叫嗌拍][佢極都]*唔醒|哮喘|氣喘|過敏|敏感|中毒|溺水"
    "|白車|救護|醫生|醫院|護士|報警|警察|差人|消防"
    "|火警|火燭|火災|着火|起火|濃煙|煙|漏氣|[煤燃]氣|爆炸|炸彈|危險|疏散"
    "|被人|被打|打[我佢人]|打交|打架|襲擊|非禮|性侵|摸[我佢]|騷擾"
    "|欺凌|欺負|霸凌|蝦[我佢]|恐嚇|威脅|跟住[我佢]"
    "|[捉拉抱帶]走|[捉拉抱]住|唔放手|唔放$|跟蹤|陌生人|怪人|怪叔|變態|色狼|偷拍|偷影"
    "|有人[^，。？！]{0,6}[影拍][緊住]?[我佢]?個?[仔女]|[影拍][緊住]?(?:[我佢人]|女仔)?(?:嘅)?(?:裙底|底褲|換衫)|拐|綁架|刀"
    "|困[住喺咗]|鎖[住咗喺]|自己一個|一個人|獨自|冇人理|好?驚[呀到]*|害怕|恐慌|好怕"
    "|喊緊|喊到|係咁喊|不停(?:喊|哭)|哭|崩潰|自殺|輕生|唔想(?:再)?(?:活|生存|做人)|跳樓|死"
    "|助けて|たすけて|도와|살려|बचाओ|ช่วย"
    "|[🆘🚨🚑🚒🩸🔥😭😱😰😨☠⚠]"
)
_SHOUTED = re.compile("[!！]{2,}")


def is_cry(text: str) -> bool:
    """Whether a text may be a cry for help, in whichever language."""
    words, rest = without_what_is_no_cry(text)
    return (
        _ENGLISH.search(words) is not None
        or _OTHERS.search(rest) is not None
        or ("!!" in words and _SHOUTED.search(rest) is not None)
    )


_OF_OTHERS = re.compile(
    r"\b(?:(?:an)?others?|both|brothers?|sisters?|twins?|siblings?|everybody|everyone|children|kids"
    r"|fire|smoke|gas|bomb|guns?|k?nife|weapon|explo\w*|evacuat\w*)\b"
)
_OF_OTHERS_ZH = written(
    "另[一外個]|[兩二]個(?![鐘字月])|其他|佢哋|他們|她們|[哥姐弟妹]|細佬|大家|[火煙]|[漏煤]氣|爆炸|炸彈|[槍刀]|疏散"
)
_ALSO_WORDS = frozenset({"can", "him", "hope", "long", "man", "mark", "may", "see", "sue", "sum", "will"})
"""Names that are words of English as well: they may name somebody."""
_SHORTEST = 3


def about(text: str, names: Mapping[str, Collection[str]], called: Collection[str]) -> Sequence[str]:
    """The numbers of those of a chat whom a text is about.

    Args:
        names: of everybody of the chat, by number, as they are written in each language.
        called: the numbers of those whom the call is about.
    """
    alone = {number: _words_alone(number, names) for number in names}
    if named := [number for number in names if _is_named(text, names[number], alone[number])]:
        return named
    lower, (words, signs) = text.casefold(), without_what_is_no_cry(text)
    others = (word.casefold() for number in names if number not in called for word in alone[number])
    if any(_holds(lower, word) for word in others) or _OF_OTHERS.search(words) or _OF_OTHERS_ZH.search(signs):
        return [*names]
    return [number for number in names if number in called]


def _words_alone(number: str, names: Mapping[str, Collection[str]]) -> set[str]:
    """What alone somebody of the chat is called by: words of a name, of a Chinese one all but the first."""
    found = {other: {*_words(names[other])} for other in names}
    shared = {word.casefold() for other in names if other != number for word in found[other]}
    return {word for word in found[number] if word.casefold() not in shared}


def _words(names: Collection[str]) -> Iterator[str]:
    for name in names:
        if name.isascii():
            yield from (word for word in re.findall(r"\w+", name) if len(word) >= _SHORTEST)
        elif len(name) == _SHORTEST:
            yield name[1:]


def _is_named(text: str, names: Collection[str], alone: Collection[str]) -> bool:
    whole = (name for name in names if " " in name or not name.isascii())
    return any(_holds(text.casefold(), name.casefold()) for name in whole) or any(
        _holds(text, word) for word in alone if word.casefold() not in _ALSO_WORDS
    )


def _holds(text: str, name: str) -> bool:
    if name.isascii():
        return re.search(rf"(?<!\w){re.escape(name)}(?!\w)", text) is not None
    return plain_signs(name) in plain_signs(text)
