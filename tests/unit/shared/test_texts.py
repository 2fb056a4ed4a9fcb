"""One catalogue a language: the same texts everywhere, each readable, none without use."""

import re
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, date, datetime, time
from pathlib import Path
from string import ascii_letters
from time import sleep
from typing import Any

import pytest
from fluent.runtime import FluentBundle

from services.desk.explaining import explain
from services.tournament.seating.seats import DrawSeats
from shared.catalogue import Catalogue, Listed, Phrase, TextMissing, catalogue, languages, say, shown
from shared.catalogue.catalogue import FOLDER
from shared.misfits import misfit
from shared.problems import not_found, quoted
from tests.third_language import marked
from tests.unit.tournament import specs

ROOT = Path(__file__).parents[3]
FILES = {
    path: path.read_text("utf-8")
    for room in ("services", "bots", "shared", "infra")
    for pattern in ("*.py", "*.html")
    for path in sorted((ROOT / room).rglob(pattern))
}
SOURCES = "\n".join(FILES.values())
_WORDED = re.compile(r'(?:worded|\.of)\(\s*"(\w+)"')
COMPOSED = (
    "bot-",
    "cli-",
    "column-",
    "shown-",
    "explain-",
    "event-",
    "notice-",
    "page-",
    "post-",
    "problem-",
    "remark-",
    "word-",
)
"""Beginnings of keys that the source leaves out, since whoever says the texts puts them before."""


_OF_COMMANDS = re.compile("cli-|word-(place|rehearsal|scope|setting|sign-in|token|webhook)-")
"""Beginnings of keys that only commands say."""


def said_on_the_command_line_alone(key: str) -> bool:
    """Whether only whoever types commands ever reads a text, who reads English."""
    if _OF_COMMANDS.match(key):
        return True
    return {path.parent for path, text in FILES.items() if f'"{key}"' in text} == {ROOT / "services" / "cli"}


@pytest.mark.parametrize("language", languages())
def test_every_text_reads_and_names_the_same_values_in_every_language(language: str) -> None:
    first, texts = catalogue("en"), catalogue(language)
    assert set(texts) <= set(first)
    assert [key for key in set(first) - set(texts) if not said_on_the_command_line_alone(key)] == []
    for key in texts:
        named = texts.values_of(key) | first.values_of(key)
        named_values, first_told = (
            set(re.findall(r"<\w+>", catalogue.say(key, {name: f"<{name}>" for name in named})))
            for catalogue in (texts, first)
        )
        # What only decides between two wordings in one language may be needless in another.
        assert named_values == first_told, key
        assert key.startswith(("list-", "page-space")) or texts.say(key, dict.fromkeys(named, "x")).strip(), (
            key
        )


def test_every_text_is_said_somewhere() -> None:
    written = set(re.findall(r"[\w-]+", SOURCES))
    begun = set(re.findall(r"([\w-]+)\{", SOURCES)) | {f"{about}-" for about in _WORDED.findall(SOURCES)}
    quoted = set(re.findall(r"\{ ([a-z-]+) \}", (FOLDER / "en.ftl").read_text("utf-8")))
    for key in set(catalogue("en")) - quoted:
        name = next((key.removeprefix(start) for start in COMPOSED if key.startswith(start)), key)
        if not {key, name, name.replace("-", "_")} & written:
            # Made of a beginning and a code, as in f"kind_{kind}".
            beginnings = [whole[: at.end()] for whole in (key, name) for at in re.finditer("-", whole)]
            assert any({beginning, beginning.replace("-", "_")} & begun for beginning in beginnings), (
                f"nothing says {key}"
            )


LATIN = {
    *("Telegram", "Tileledger", "Buchholz", "Sonneborn-Berger", "Rummikub Timer – How to Use", "BotFather"),
    *("UTF-8", "CSV", "HTTP", "API", "OpenAPI", "SHA-256", "Ed25519", "UTC", "UTF-16", "ASCII", "WAL", "NUL"),
    *("English", "Content-Type", "Content-Encoding", "If-None-Match", "Idempotency-Key", "Occurred-At"),
    *("BSG", "Pressman", "PDF", "SVG", "PNG", "JPEG", "iCalendar", "CloudEvent"),
    *("Ctrl-C", "Ctrl-D", "iPhone", "iPad", "Safari", "Chrome", "Android", "LINE", "Instagram", "Facebook"),
    *(
        "Authorization: Bearer",
        "worker",
        "https",
        "as_of",
        "hex",
        "base64",
        "id",
        "IP",
        "TOML",
        "JSON",
        "Host",
    ),
}
"""What a Chinese sentence writes in Latin letters: names of things, headers, formats."""
TYPED = {
    *("true", "false", "null", "yes", "no", "en", "zh", "chosen", "child", "parent"),
    *("subject", "family", "entrant", "places", "name", "registration", "seating", "start", "end", "sep"),
}
"""What a part of a refusal says to write as it stands: values, fields of files and bodies."""


def test_a_chinese_text_has_no_english_words() -> None:
    texts = catalogue("zh")
    found = {}
    for key in texts:
        named = texts.values_of(key)
        text = texts.say(key, dict.fromkeys(named, "甲"))
        # Commands, settings, addresses and what is typed as it stands are no words.
        plain = re.sub(
            r"`[^`]*`|[a-z]+://\S+|docs/\w+\.(?:py|md)|/[a-z_]+\b|TILELEDGER_\w+|--[\w-]+|[a-z]+(-[a-z]+)+|\{[^}]*\}|"
            r'"[^"]*"|\[\[\w+\]\]|[a-z]+(_[a-z]+)+|[a-z]+ ?= ?\w*',
            " ",
            text,
        )
        for name in sorted(LATIN, key=len, reverse=True):
            plain = plain.replace(name, " ")
        typed = TYPED if key.startswith("part-") else set()
        if words := [word for word in re.findall(r"[A-Za-z]{2,}", plain) if word not in typed]:
            found[key] = words
    assert found == {}


_HAN = "[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]"


@pytest.mark.parametrize(
    ("what", "pattern"),
    [
        ("half-width punctuation", f"{_HAN}[,;:!?()]|[,;:!?()]{_HAN}"),
        ("a space between characters", f"{_HAN} {_HAN}"),
        ("another word for a table", "枱"),
    ],
)
def test_a_chinese_text_is_set_as_chinese(what: str, pattern: str) -> None:
    texts = catalogue("zh")
    # Numbers beside it, then words: spaces around a value are left out where it is Chinese.
    for value in ("7", "甲"):
        for key in texts:
            text = texts.say(key, dict.fromkeys(texts.values_of(key), value))
            typed = re.sub(r"`[^`]*`|[a-z]+ = \S+", "x", text)
            assert not re.search(pattern, typed), f"{key}: {what}: {text}"


@pytest.mark.parametrize(
    "value", [date(2026, 3, 28), time(12, 45), datetime(2026, 3, 28, 12, 45, tzinfo=UTC)]
)
def test_a_chinese_text_has_no_space_beside_a_day_or_an_hour(value: date | time | datetime) -> None:
    texts = catalogue("zh")
    text_of_value = shown(value, "zh")
    for key in texts:
        text = texts.say(key, dict.fromkeys(texts.values_of(key), text_of_value))
        typed = re.sub(r"`[^`]*`", "x", text)
        spaced = re.search(f"{_HAN} {text_of_value}|{text_of_value} {_HAN}", typed)
        assert not spaced, f"{key}: {text}"
        assert not re.search(f"{_HAN} [0-9]{{1,4}}[年月]", typed), f"{key}: {text}"


def test_an_hour_reads_as_in_every_other_text_of_the_language() -> None:
    values = {"what": "read_out", "who": "Ann", "time": time(15, 30)}
    assert say("bot-noted-here", "en", **values) == "✓ Read out: Ann, 3:30 pm"
    assert say("bot-noted-here", "zh", **values) == "✓ 已讀出：Ann，下午3:30"


COUNTED = "tables|tiles|entrants|referees|games|changes|ratings|rounds won|events|notices|finalists"
NEVER_ONE = {
    "bot-by-rounds-won",  # a figure that is a text
    "part-entering-but-tables-seat",  # more seats than those of the tables
    "problem-sessions-too-few",  # of one entrant nobody makes a round robin
    "problem-tiles-more-than-there-are",
    "problem-final-too-small",  # more than there are places
    "problem-tables-are-drawn",  # "In session 1 tables are drawn"
    "problem-deliveries-held",
    "remark-many-tiles",
}


def test_one_of_a_thing_is_not_said_in_the_plural() -> None:
    texts = catalogue("en")
    for key in set(texts) - NEVER_ONE:
        text = texts.say(key, dict.fromkeys(texts.values_of(key), shown(1, "en")))
        assert not re.search(rf"(?<![0-9/-])\b1 ({COUNTED})\b", text), f"{key}: {text}"


def test_a_third_language_is_one_more_file() -> None:
    """Every letter of every text is marked; a sentence without marks never passed through the catalogue."""
    source = (FOLDER / "en.ftl").read_text("utf-8")
    texts = Catalogue("en-XA", marked(source))
    assert set(texts) == set(catalogue("en"))
    values = {
        "session_label": "1",
        "grounds_label": "2",
        "since_label": "1",
        "also_label": None,
        "next_word_label": "2",
    }
    values |= {"until_label": "1"}
    text = texts.say("notice-suspended", {**values, "to_do": "at_home_rain", "danger": "rain"})
    assert not set(ascii_letters) & set(re.sub("[12]", "", text))


def test_a_third_language_is_spoken_in_refusals_faults_and_explanations(
    third: str,
) -> None:
    assert languages() == ("en", "fr", "zh")
    state = specs.in_play().state
    chain = [reason.text for reason in explain(state, "0001", None, third).chain]
    misspelt = misfit("Object contains unknown field `7`", None)[0]
    for sentence in (
        not_found("entrant", "0007").text(third),
        specs.in_play().when(DrawSeats(session=specs.S1)).refused("wrong-phase").problem.text(third),
        str(misspelt.in_language(third)),
        say("shown-nothing-differs", third),
        *chain,
    ):
        # A day is written by the rules of the language, not by the catalogue.
        plain = re.sub(r"\([a-z-]+\)|samedi 28 mars 2026", "", sentence)
        left = set(re.findall(r"[A-Za-z]{2,}", plain))
        assert not left, f"never passed through the catalogue: {left} in {sentence}"


def test_counted_things_are_singular_and_plural() -> None:
    figures = {"won": 1, "drawn": 0, "score": "11½", "tiles": 2}
    assert say("notice-figures", "en", **figures) == "1 game won, score 11½, 2 tiles left"
    assert say("notice-figures", "en", **{**figures, "won": 0, "tiles": 1}).startswith("0 games won")
    assert say("notice-figures", "zh", **figures) == "勝 1 局，11½ 分，剩 2 隻牌"


def test_an_hour_that_is_not_known_is_left_out() -> None:
    known = {"session_label": "Session 1", "seating": None}
    assert say("notice-session-and-seating", "en", **known) == "Session 1."
    assert say("notice-session-and-seating", "zh", **known) == "Session 1。"
    assert say("notice-play-hours", "en", start="2 pm", end=None) == "play from 2 pm"
    assert say("notice-play-hours", "zh", start="下午2:00", end=None) == "下午2:00開始比賽"


def test_values_read_in_the_language_of_the_text() -> None:
    assert shown(1200, "en") == 1200
    moved_up = say("event-reserve-moved-up", "en", entrant="0012", replaces=1200, stage="Final")
    assert moved_up == say("event-reserve-moved-up", "en", entrant="0012", stage="Final", replaces="1200")
    assert shown(("A", "B"), "zh") == "A、B"
    assert shown(Phrase("notice-grounds-other"), "zh") == "不能控制的情況"
    assert shown(Listed(["A", "B"], "list-between-sentences"), "zh") == "A；B"
    with pytest.raises(TypeError, match="nothing tells how object"):
        shown(object(), "en")


def test_what_is_not_there_is_named() -> None:
    with pytest.raises(TextMissing, match="there is no text no-such"):
        say("no-such", "en")
    with pytest.raises(TextMissing, match="event-play-goes-ahead"):
        say("event-play-goes-ahead", "zh")
    with pytest.raises(ValueError, match="twice"):
        Catalogue("en", "a = 1\na = 2\n")


def test_a_text_that_a_language_lacks_is_said_in_the_first() -> None:
    assert say("notice-grounds-other", "fr") == say("notice-grounds-other", "en")


def test_what_a_refusal_calls_a_text_has_a_name_in_every_language() -> None:
    """`required_text(remark, "remark")` refuses a blank one by its name, which is `word-text-remark`."""
    sources = [path.read_text("utf-8") for path in (ROOT / "services" / "tournament").rglob("*.py")]
    named = {name for source in sources for name in re.findall(r'required_text\([\w.]+, "(\w+)"\)', source)}
    assert named
    for language in languages():
        assert {f"word-text-{name}" for name in named} <= set(catalogue(language))


@pytest.mark.parametrize("language", languages())
def test_a_text_that_names_nothing_reads_as_it_does_by_fluent(language: str) -> None:
    texts = catalogue(language)
    fixed = {key: text for key in texts if (text := texts._fixed(key)) is not None}
    assert len(fixed) > 500
    assert fixed == {key: texts._render(key, {}) for key in fixed}


def test_threads_that_say_their_first_texts_at_once_all_read_them(monkeypatch: pytest.MonkeyPatch) -> None:
    add = FluentBundle.add_resource

    def slowly(*given: Any, **named: Any) -> None:
        sleep(0.002)
        add(*given, **named)

    monkeypatch.setattr(FluentBundle, "add_resource", slowly)
    with ThreadPoolExecutor(8) as threads:
        for _ in range(5):
            fresh = Catalogue("en", "called = { $name } ({ what })\nwhat = optional\n")
            said = [*threads.map(lambda number: fresh.say("called", {"name": number}), range(8))]  # noqa: B023
            assert said == [f"{number} (optional)" for number in range(8)]


def test_what_was_left_out_is_asked_for_and_not_called_missing() -> None:
    for nothing in ("", " ", quoted("")):
        refused = not_found("entrant", nothing)
        assert (refused.code, refused.text()) == (
            "invalid-input",
            say("problem-invalid-input", "en", detail=say("part-not-said-which", "en", what="entrant")),
        )
        assert refused.text("zh") == "輸入無效：沒有指明參賽者。"
    assert not_found("entrant", quoted("7")).code == "not-found"


def test_whatever_is_not_found_is_called_something_in_every_language() -> None:
    things = {
        *re.findall(r'not_found\(\s*"([\w-]+)"', SOURCES),
        *re.findall(r'Word\("thing", "([\w-]+)"', SOURCES),
    }
    assert len(things) > 40
    for language in languages():
        assert [thing for thing in sorted(things) if f"word-thing-{thing}" not in catalogue(language)] == []


def test_chinese_tells_one_from_several_by_the_number_itself() -> None:
    """It has one plural form, so that what stands behind [one] is never said."""
    text = (FOLDER / "zh.ftl").read_text("utf-8")
    assert "[one]" not in text


def test_a_sentence_that_is_quoted_brings_no_second_stop() -> None:
    found = say("shown-found", "zh", finding="未出牌。", reason="有人看見。", cites="香港規則 3")
    assert "。」。" not in found
    assert "」。" in found
    assert ".”." not in say("shown-found", "en", finding="Not melded.", reason="Seen.", cites="HK rules 3")
