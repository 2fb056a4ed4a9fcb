"""Every sentence of the stories, with the values of a tournament: nothing in it is written for programs."""

import re
from collections.abc import Iterator
from functools import cache

from services.notices.posts import post_about
from services.projections.timeline import event_text
from services.tournament.catalogue import INITIAL, event_types, evolve
from services.tournament.kernel.facts import Stamp
from shared.catalogue.catalogue import catalogue, say
from tests.cases import cases
from tests.golden.stories import STORIES
from tests.golden.told import due_in, messages
from tests.golden.transcripts import FOLDER

SPOKEN = ("en", "zh")
WRITTEN_FOR_PROGRAMS = {
    "a truth value": r"\b(?:True|False|None|true|false|none|null)\b",
    "a code": r"\b[a-z]+(?:_[a-z0-9]+)+\b",
    "a day of programs": r"\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b",
    "the id of a stage or session": r"\b(?:r[0-9]|(?:junior|senior|open)-[0-9a-z]+)\b",
    "one of a thing in the plural": r"(?<![0-9/-])\b1 (?:tables|tiles|games|entrants|rounds|changes)\b",
}
LATIN = {
    "tileledger-rules": "the engine that judged, with its version",
    "The Annex": "the name of the hall, which is English in the Chinese plan, too",
    "Telegram": "the name of the service",
    "Rummikub Timer – How to Use": "the title of a booklet",
    "Wong-Fitzgerald Alexandra Konstantina": "a name",
    "Bring water, please": "what the organizer wrote",
    "Family": "the name of an award",
}
"""What a Chinese sentence of the stories has in Latin letters, and why."""


@cache
def sentences(language: str) -> tuple[tuple[str, str], ...]:
    """Every event, notice and post of the stories in a language, each with what it is."""
    return tuple(dict.fromkeys(_sentences(language)))


def _sentences(language: str) -> Iterator[tuple[str, str]]:
    for story in STORIES:
        tournament, state = story(), INITIAL
        for fact, stamp in zip(tournament.history, tournament.stamps, strict=True):
            state = evolve(state, fact, Stamp(stamp.seq, stamp.occurred_at, stamp.actor))
            kind = event_types()[type(fact)].name
            yield f"event-{kind}", event_text(fact, language, str, state.plan)
            post = post_about(state, fact, stamp.seq, "")
            if post is not None:
                yield f"post-{post.kind}", post.text.in_language(language)
        for state, notice in due_in(tournament):
            for message in messages(state, notice, "zh" if language == "zh" else "en"):
                yield f"notice-{notice.template}", message.text
                yield f"subject-{notice.template}", message.subject


@cases("language", SPOKEN)
@cases("what", WRITTEN_FOR_PROGRAMS)
def test_no_sentence_is_written_for_programs(language: str, what: str) -> None:
    pattern = re.compile(WRITTEN_FOR_PROGRAMS[what])
    found = {kind: text for kind, text in sentences(language) if pattern.search(_plain(text))}
    assert found == {}


def heard(language: str) -> list[tuple[str, str]]:
    """Every line that a chat of the demo said to anyone, with whose transcript it stands in."""
    files = sorted(FOLDER.glob(f"*.{language}.txt"))
    lines = ((file.stem, line) for file in files for line in file.read_text("utf-8").splitlines())
    return [(stem, line) for stem, line in lines if not line.startswith("[")]


@cases("language", SPOKEN)
@cases("what", WRITTEN_FOR_PROGRAMS)
def test_no_line_of_a_chat_is_written_for_programs(language: str, what: str) -> None:
    pattern = re.compile(WRITTEN_FOR_PROGRAMS[what])
    lines = heard(language)
    assert len(lines) > 500
    assert [line for line in lines if pattern.search(_plain(line[1]))] == []


def test_chinese_sentences_and_chats_have_full_width_marks() -> None:
    half = re.compile(r"[\u4e00-\u9fff][,;:!?()]|[,;:!?()][\u4e00-\u9fff]|。。|[.]。")
    found = [sentence for sentence in (*sentences("zh"), *heard("zh")) if half.search(_plain(sentence[1]))]
    assert found == []


def test_a_chinese_sentence_has_latin_letters_for_a_reason() -> None:
    found = {}
    for kind, text in sentences("zh"):
        plain = re.sub("種子 [^。]+", "", _plain(text))  # as somebody wrote it down
        for known in sorted(LATIN, key=len, reverse=True):
            plain = plain.replace(known, "")
        if words := re.findall(r"[A-Za-z]{2,}", plain):
            found[kind] = (words, text)
    assert found == {}


def test_no_sentence_has_two_blanks_in_a_row() -> None:
    assert [each for language in SPOKEN for each in sentences(language) if "  " in each[1]] == []


def test_every_kind_of_event_and_notice_is_read() -> None:
    for language in SPOKEN:
        kinds = {kind for kind, _ in sentences(language)}
        missing = {f"event-{event_type.name}" for event_type in event_types().values()} - kinds
        assert missing == set(), "have it happen in a story of tests/golden/*_stories.py"


def _plain(text: str) -> str:
    """A text without addresses and commands, which stand as they are typed."""
    return re.sub(r"https?://\S+|`[^`]*`|/t/\S+|\[/?\w+\]|<[^>]*>", "", text)


_COUNTED = (
    "cells", "entrants", "games", "minutes", "notices", "officials", "people", "places", "players", "results",
    "rounds", "rows", "sessions", "tables", "tiles", "times",
)  # fmt: skip
_NEVER_ONE = frozenset({
    # Bounds of the program, of a ruleset or of a draw, which are more.
    "part-csv-rows-of-file", "part-drawing-numbers-cannot-sit", "part-drawing-rounds-at-most-players-with",
    "part-drawing-rounds-players-need-meet-add", "part-entering-places-at-most-play-everyone",
    "part-entering-but-tables-seat", "part-known-there-sessions-at-most-tournament",
    "part-clocks-change-during-play", "bot-by-match-points", "bot-by-rounds-won",
    "problem-tiles-too-many-alike", "problem-sessions-too-small", "problem-final-too-small",
    "problem-final-full", "problem-written-enough", "axis-course-session-minutes", "cli-rehearsal-live",
    "part-csv-cells-of-line", "remark-many-tiles", "event-results-published", "part-places-seen-published",
})  # fmt: skip


def test_one_of_a_thing_reads_as_one() -> None:
    """Each number that an English text names is tried as 1."""
    plural = re.compile(rf"(?<![\d.,:½/–-])\b1 (?:{'|'.join(_COUNTED)})\b")
    texts = catalogue("en")
    wrong = []
    for key in {*texts} - _NEVER_ONE:
        for name in texts.values_of(key):
            values: dict[str, object] = dict.fromkeys(texts.values_of(key), "X")
            if plural.search(say(key, "en", **{**values, name: 1})):
                wrong.append((key, name))
    assert sorted(wrong) == []
