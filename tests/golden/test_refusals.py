"""Every refusal that the stories lead to, in each language: no codes, no ids, no English in Chinese."""

import re
from functools import cache

from tests.cases import cases
from tests.golden.refusals import refusals
from tests.golden.test_sentences import SPOKEN, WRITTEN_FOR_PROGRAMS

TYPED = (
    r"（`[^`]*`）|（[a-z]+(?:-[a-z]+)+）|\([a-z]+(?:-[a-z]+)+\)|`[^`]*`"
    r"|「[^」]*」|“[^”]*”|\"[^\"]*\"|--at|Occurred-At"
)
"""Commands, headers, and what somebody wrote stand as they are typed."""
AS_SENT = {
    *("not-found", "stage-unknown", "session-needed", "already-defined"),
    *("definition-invalid", "change-too-late"),
}
"""Refusals that repeat what was sent, such as a session that a new plan adds, or say what to name: by id."""
NAMES = re.compile(
    r"\b(?:[A-Z]{1,2}-?[0-9]+|hk-2026|mso-2019|bsg-2015|rummikub-online|pressman-2006(?:-tournament)?)\b"
)
"""Entrants, cases, tiles and rulesets by their numbers and names."""
LATIN = {"Telegram", "BSG", "Pressman", "TOML", "swiss", "en", "zh", "referee", "rudeness"}


@cache
def codes_by_text(language: str) -> dict[str, str]:
    return {problem.text(language): problem.code for problem in refusals() if problem.code not in AS_SENT}


@cases("language", SPOKEN)
@cases("what", WRITTEN_FOR_PROGRAMS)
def test_no_refusal_is_written_for_programs(language: str, what: str) -> None:
    pattern = re.compile(WRITTEN_FOR_PROGRAMS[what].replace("|none", ""))
    found = {text: code for text, code in codes_by_text(language).items() if pattern.search(_plain(text))}
    assert found == {}


def test_a_chinese_refusal_has_latin_letters_for_a_reason() -> None:
    found = {}
    for text, code in codes_by_text("zh").items():
        words = set(re.findall(r"[A-Za-z]{2,}", NAMES.sub("", _plain(text)))) - LATIN
        if words:
            found[text] = (code, words)
    assert found == {}


def test_a_chinese_refusal_has_full_width_marks() -> None:
    half = re.compile(r"[\u4e00-\u9fff][,;:!?()]|[,;:!?()][\u4e00-\u9fff]|。。|[.]。|[0-9], [0-9]|為，|（）")
    assert [text for text in codes_by_text("zh") if half.search(_plain(text))] == []


def test_a_refusal_is_a_sentence_with_all_its_values() -> None:
    for text in codes_by_text("en"):
        assert text[:1] == text[:1].upper() or NAMES.match(text), text
        assert not re.search(r"  | ,|\( ?\)|\bsession session\b|\bin in\b", text), text


def test_most_kinds_of_refusal_are_met() -> None:
    assert len({problem.code for problem in refusals()}) > 80


def _plain(text: str) -> str:
    return re.sub(TYPED, "", text)
