"""What is said to everyone: in both languages, short, without names, and with the log's hash."""

from datetime import date

from msgspec.structs import replace

from services.notices.posts import POSTED, Post, post_about
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from tests.golden.stories import cut_and_final, in_bad_weather, replanned, suspended_in_play
from tests.unit.tournament.given_plans import amending, without_session
from tests.unit.tournament.specs import S1, T1, Tournament, registered

HASH = "ab" * 32


def posts_of(tournament: Tournament) -> list[Post]:
    found = [post_about(tournament.state, own.event, own.seq, HASH) for own in tournament.record]
    return [own for own in found if own is not None]


def test_every_kind_is_said_in_both_languages_with_its_proof() -> None:
    stories = (in_bad_weather, suspended_in_play, cut_and_final, replanned)
    found = [post for story in stories for post in posts_of(story())]
    assert len({post.kind for post in found}) == len(POSTED)
    for post in found:
        for text in (post.text.en, post.text.zh):
            assert HASH in text
            assert str(post.seq) in text
            assert "{" not in text
            assert len(text) < 500


def test_what_was_said_of_a_session_that_the_plan_has_no_more_is_not_said_again() -> None:
    tournament = registered(1, T1)
    tournament.given(
        SuspendDay(day=date(2026, 3, 28), grounds="other"),
        LiftSuspension(day=date(2026, 3, 28), reason="by mistake"),
    )
    assert [own.kind for own in posts_of(tournament)] == ["suspended", "suspension-lifted"]
    tournament.given(amending(replace(without_session(tournament.state.plan, S1), quota=None)))
    assert [own.kind for own in posts_of(tournament)] == ["suspended"]


def test_a_suspension_reads_as_agreed() -> None:
    post = next(own for own in posts_of(in_bad_weather()) if own.kind == "suspended")
    assert post.text.en.splitlines()[0] == (
        "Rummikub 75th Anniversary Player Tournament 2026: sessions 1, 2, 3, 4 on Saturday, 28 March 2026 "
        "suspended because of tropical cyclone signal No. 8 or above. Please do not come. The new date "
        "follows here."
    )
    assert post.text.zh.startswith("魔力橋 75 周年玩家大賽 2026：因八號或以上熱帶氣旋警告信號，2026年3月28日")


def test_a_suspension_taken_back_says_so_where_it_was_posted_and_a_move_says_from_when() -> None:
    lifted, moved = (
        next(own for own in posts_of(suspended_in_play()) if own.kind == kind)
        for kind in ("suspension-lifted", "rescheduled")
    )
    assert "planned for Saturday, 28 March 2026 are not suspended" in lifted.text.en
    assert "原定 2026年3月28日" in lifted.text.zh
    assert "並無暫停" in lifted.text.zh
    assert "planned for Saturday, 28 March 2026 have a new date: Wednesday, 8 April 2026" in moved.text.en
