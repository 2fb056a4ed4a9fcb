"""Whether what somebody wrote is a cry for help, which waits for no button.

It errs to the side of passing on: a message too many costs a look, a cry that waits may cost more.
"""

import re

from services.personal.no_cries import without_what_is_no_cry

_ENGLISH = re.compile(
    r"\b(?:"
    r"h+e+l+p+|hepl|hlep|hlp|elp|sos|mayday|emerg[ea]nc(?:e?y|ies)|urgent(?:ly)?|at once|immediately"
    r"|right now|asap|hurry"
    r"|(?:come|please come|need (?:you|someone|somebody)) (?:quick(?:ly)?|now|fast|here)"
    r"|amb[ue]l[ae]n[cs]e?s?|pol(?:ice|ise|ce)|paramedics?|doct[oea]rs?|nurses?|hosp(?:ita?|it[ei]|tia)l"
    r"|first aid|999|911|112"
    r"|ble+a?d\w*|blood|hurts?|inj[ue]r\w*|wound\w*"
    r"|broke(?:n)? (?:\w+ )?(?:arm|leg|bone|wrist|ankle|nose|tooth)"
    r"|faint\w*|uncons?c?ious|collaps\w*|fell|fallen|dizzy|vomit\w*|throw(?:ing|n)? up|unwell|sick|ill"
    r"|choc?k\w*|swell\w*|swollen|brea?th\w*|breating|asthma\w*|inhaler|allerg\w*|anaphyla\w*|epi ?pen"
    r"|s(?:eiz|eis|iez)ures?|stroke"
    r"|pain|poison\w*|heart attack|drown\w*|burn(?:s|ed|t|ing)?"
    r"|lost|mis+ing?|dis+ap+ear\w*|vanish\w*|gone|ran away|run away|runs away"
    r"|(?:can ?not|cant|can t|could ?nt|couldn t|do ?nt|don t) (?:find|see|reach|breathe|move|wake)"
    r"|not (?:moving|breathing|waking|responding|answering)"
    r"|(?:where|who) (?:is|are|s|was) (?:with )?(?:he|she|they|him|her|them|my|our|the (?:child|kid|boy))"
    r"|(?:nobody|no ?one) (?:knows (?:where|what happened)|(?:has )?(?:seen|saw) (?:him|her|them|my|our))"
    r"|where (?:he|she|they|(?:my|our) (?:\w+ )?(?:son|daughter|child|children|kids?|boy|girl)) (?:is|are"
    r"|went)(?! (?:playing|sitting|seated|in the (?:ranking|standings)))"
    r"|(?:is ?n ?t|is not|are ?n ?t|are not|not) (?:at|in|on) (?:her|his|their) (?:table|seat|place|chair)"
    r"|(?:is|are) (?:he|she|they|my \w+|our \w+) (?:ok(?:ay)?|all ?right|safe|alone|there|with)"
    r"|what (?:happened|s wrong|is wrong)|alone|stuck|trapped|locked in"
    r"|fire|smoke|gas|bomb|explo\w*|evacuat\w*|dangers?|dangerous|unsafe|weapon|knife|gun"
    r"|attack\w*|assault\w*|abus\w*|molest\w*|harass\w*|touch(?:ed|es|ing)|grabb\w*|threat\w*"
    r"|bull(?:y|ied|ying)"
    r"|hit(?:s|ting)?|beat(?:s|en|ing)?|fight(?:s|ing)?"
    r"|(?:follow|stalk|grab|chas)\w* (?:me|us|him|her|my|our|the (?:child|kid|boy|girl))"
    r"|took (?:my|our|him|her)"
    r"|stranger|kidnap\w*|creep\w*|pervert\w*|weird (?:man|guy|person)"
    r"|(?:man|guy|person|people|someone|somebody|he|they) (?:\w+ ){0,3}(?:photos?|pictures?|pics?|videos?)"
    r" of (?:me|us|him|her|my|our)"
    r"|abduct\w*|scared|afraid|frighten\w*|terrif\w*|panic\w*|crying|distress\w*|screaming"
    r"|suicid\w*|kill\w*|die|dying|dead"
    r"|hilfe|notfall|au secours|socorro|ayuda|aiuto|tolong|tulong|saklolo"
    r")\b"
)
_OTHERS = re.compile(
    "救|求助|幫我|帮我|幫手|幫幫|帮帮|緊急|紧急|好急|急呀|急啊|急症"
    "|即刻|即時|立即|立刻|馬上|马上|快啲|快点|快點|速速"
    "|(?:唔|不|无|冇)見|不见|走失|失蹤|失踪|迷路|走散|[搵揾找](?:唔|不|極都唔)到"
    "|去咗邊|去了哪|喺邊度[？?呀啊]*$"
    "|[佢她他仔女](?:而家|現在|现在|依家)?(?:喺邊|在哪|點呀|點樣|有冇事|有沒有事|有没有事|冇事|安全)"
    "|邊個(?:睇|陪|同|照顧)|(?:誰|谁)(?:在|陪|和|跟|照顧|照顾)"
    "|有(?:冇|沒有|没有)人(?:陪|睇|照顧|照顾|幫|帮|喺|在)"
    "|發生(?:咩|什麼|乜)事|发生什么事"
    "|受傷|受伤|整親|跌親|撞親|跌倒|跌落|骨折|流(?:緊|咗|好多)?血|出血|鼻血|燒傷|烧伤|燙親"
    "|暈|晕|昏|休克|抽搐|抽筋|癲癇|癫痫|唔舒服|不舒服|唔妥|不適|不适|嘔|呕|吐[咗了血]|痛|腫|肿"
    "|中風|中风|心臟|心脏|心口"
    "|呼吸|[透抖]唔到|窒息|[哽鯁]|哮喘|氣喘|气喘|過敏|过敏|敏感|中毒|溺水"
    "|白車|救護|救护|醫生|医生|醫院|医院|護士|护士|報警|报警|警察|差人|消防"
    "|火警|火燭|火烛|火災|火灾|着火|著火|起火|濃煙|浓烟|煙|漏氣|漏气|爆炸|炸彈|危險|危险|疏散"
    "|(?:被|俾|畀)人|被打|打[我佢她他人]|打交|打架|襲擊|袭击|非禮|非礼|性侵|摸[我佢她他]|騷擾|骚扰"
    "|欺凌|欺負|欺负|霸凌|蝦[我佢]|恐嚇|恐吓|威脅|威胁|跟住[我佢她他]"
    "|[捉拉抱帶带]走|[捉拉抱]住|唔放手|唔放$|跟蹤|跟踪|陌生人|怪人|怪叔|變態|变态|色狼|偷拍|偷影|有人[^，。？！]{0,6}[影拍][緊住]?[我佢]?個?[仔女]|拐|綁架|绑架|刀"
    "|困[住喺咗在]|鎖(?:住|咗|喺)|锁住|自己一個|一個人|独自|獨自|冇人理|没人理|好?驚[呀啊到]*|害怕|恐慌|好怕"
    "|喊緊|喊到|係咁喊|不停(?:喊|哭)|哭|崩潰|崩溃|自殺|自杀|輕生|想死|死"
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
