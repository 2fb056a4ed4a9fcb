"""The state of a session in one of the board's fixed words, in both languages."""

from datetime import date, datetime, timedelta

from msgspec.structs import replace

from services.desk.board.words import WORDS, Word, word_of
from services.desk.site.programme import GRACE, Phase, SessionShown
from shared.catalogue import Listed, say
from shared.i18n import LANGUAGES
from tests.cases import cases
from tests.unit.tournament.specs import hong_kong

STARTS = hong_kong("2026-03-28 10:00")
SESSION = SessionShown(
    session="s",
    stage="preliminary",
    called=Listed([]),
    names_stage=False,
    day=date(2026, 3, 28),
    planned_for=None,
    opens=None,
    seated=None,
    starts=STARTS,
    ends=None,
    phase="planned",
    tables=None,
    people=0,
    waiting=0,
    left=None,
    follows=False,
)
EARLY, LATE = STARTS - timedelta(hours=1), STARTS + GRACE + timedelta(seconds=1)


@cases(
    "phase, now, word",
    [
        ("planned", EARLY, "scheduled"),
        ("open", EARLY, "scheduled"),
        ("full", EARLY, "scheduled"),
        ("check_in", EARLY, "check_in"),
        ("drawn", EARLY, "seats"),
        ("planned", STARTS + GRACE, "scheduled"),
        ("planned", LATE, "delayed"),
        ("check_in", LATE, "delayed"),
        ("closed", EARLY, "closed"),
        ("delayed", LATE, "delayed"),
        ("drawn", LATE, "delayed"),
        ("playing", LATE, "playing"),
        ("time_called", LATE, "time_up"),
        ("suspended", LATE, "suspended"),
        ("ended", LATE, "ended"),
    ],
)
def test_a_session_is_called_by_its_phase_and_the_clock(phase: Phase, now: datetime, word: Word) -> None:
    assert word_of(replace(SESSION, phase=phase), now) == word


def test_a_session_with_a_new_date_says_so_until_it_begins() -> None:
    moved = replace(SESSION, planned_for=date(2026, 3, 21))
    assert word_of(moved, EARLY) == "moved"
    assert word_of(replace(moved, phase="drawn"), EARLY) == "seats"


def test_a_session_that_is_called_is_never_late() -> None:
    assert word_of(replace(SESSION, starts=None), LATE) == "scheduled"


def test_every_word_is_short_in_both_languages() -> None:
    for language in LANGUAGES:
        words = {say(f"page-board-word-{word.replace('_', '-')}", language) for word in WORDS}
        assert len(words) == len(WORDS)
        assert max(len(word) for word in words) <= 16
