"""The words of a text as a cry for help is looked for in them, however a child or somebody in a hurry spells.

A word that is one letter away from a word of danger is that word. Chinese characters are brought into one
writing, and what Cantonese and Mandarin write differently into one word.
"""

import re

from shared.chinese_variants import one_writing

_DANGER = re.findall(
    r"\w+",
    """
    ambulance paramedic doctor hospital police emergency urgent danger dangerous bleeding breathe
    breathing breath choking choked swallowed vomiting fainted fainting unconscious conscious collapsed
    moving responding dizzy asthma inhaler allergic allergy anaphylaxis swollen seizure stroke attack
    injured injury wounded broken hurting poison drowning electric burning burned smoke trapped missing
    disappeared vanished following followed stalking kidnapped kidnap stranger grabbed touched threaten
    touching grabbing assault weapon explosion suicide scared afraid frightened terrified crying
    screaming somebody someone daughter brother sister mother mummy mommy daddy cannot doesnt
    """,
)
_EVERYDAY = re.findall(
    r"\w+",
    """
    attach attacks blessing bother breach breadth breast breaths broke broker brothers buried canoe
    canon caring carrot carrying choke chokes choosing chopped chopping collapse collapses cooked
    cooking dancer dandy dangers daughters eclectic feinted gracing grading grazing flowed flowing
    follower hunting incurred inhale messing mining mission mixing moody mooring mothers mowing poisson
    policy polite sacred scaled scanned scarred scored shared sisters sitter smoker smokes spoke
    stacking stalling stapling starred stealing stolen strange strangers streaming strike strobe strokes
    stronger tapped touches traced traded tripped
    """,
)
"""Words of every day that are one letter away from one of danger, and what has a rule as it stands."""
_SHORTEST = 5

_CONTRACTED = re.compile(r"\b(ca|wo|is|are|was|were|do|does|did|could|would|has|have)nt\b")
_WITH_IS = re.compile(r"\b(he|she|where|there|what|who)s\b")
_WORD = re.compile(r"[^\W⺀-鿿]+|[!！]{2,}|[.,;:?!，。；：？！\n]")
_DOUBLED = re.compile(r"(.)\1+")

_ONE_WORD = str.maketrans(
    one_writing("不吾他她它畀俾無沒找了左的喺在這啊吖哪脚"),
    one_writing("唔唔佢佢佢被被冇冇搵咗咗嘅係係呢呀呀邊腳"),
)


def plain_words(text: str) -> str:
    """The words that are in letters, danger rightly spelled; `!!` for shouting, a comma for other marks."""
    found = _WORD.findall(text.casefold())
    words = " ".join(_sign_or_word(word) for word in found)
    return re.sub(r"\bim\b", "i m", _WITH_IS.sub(r"\1 s", _CONTRACTED.sub(r"\1n t", words)))


def plain_signs(text: str) -> str:
    """The text with its Chinese in one writing and one way to say the same, as `written` has its patterns."""
    return one_writing(text).translate(_ONE_WORD).replace("冇有", "冇")


def written(pattern: str) -> re.Pattern[str]:
    """A pattern that finds what `plain_signs` gives, in whichever writing the pattern is written itself."""
    return re.compile(plain_signs(pattern))


def _sign_or_word(found: str) -> str:
    if not found[0].isalnum():
        return "!!" if len(found) > 1 else ","
    return _as_meant(found)


def _as_meant(word: str) -> str:
    if len(word) < _SHORTEST or word in _RIGHT:
        return word
    meant = (_MEANT[word[0], short] for short in _shortened(word) if (word[0], short) in _MEANT)
    return next(meant, word)


def _shortened(word: str) -> list[str]:
    """A word without doubled letters, and that less any letter: words one letter apart share one."""
    single = _DOUBLED.sub(r"\1", word)
    return [single, *(single[:at] + single[at + 1 :] for at in range(len(single)))]


_RIGHT = frozenset(_DANGER + _EVERYDAY)
_MEANT = {(word[0], short): word for word in reversed(_DANGER) for short in _shortened(word)}
"""The word of danger by its first letter, which people get right, and each of its shortened forms."""
