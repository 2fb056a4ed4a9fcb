"""What is said to everyone: in both languages, short, without names, and with the log's hash."""

from datetime import date, time

from msgspec.structs import replace

from services.notices.posts import POSTED, Post, post_about
from services.tournament.catalogue import INITIAL
from services.tournament.definition.texts import Text
from services.tournament.kernel.deciding import evolve
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from shared.i18n import LANGUAGES
from tests.golden.final_stories import cut_and_final
from tests.golden.people_stories import replanned
from tests.golden.weather_stories import in_bad_weather, suspended_in_play
from tests.unit.tournament.given_plans import amending, with_session, without_session
from tests.unit.tournament.specs import S1, T1, Tournament, registered
from tests.wording import fixed

HASH = "ab" * 32


def posts_of(tournament: Tournament) -> list[Post]:
    found, state = [], INITIAL
    for fact, stamp in zip(tournament.history, tournament.stamps, strict=True):
        state = evolve(state, fact, stamp)
        found.append(post_about(state, fact, stamp.seq, HASH))
    return [post for post in found if post is not None]


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


def test_a_version_in_which_only_who_goes_on_differs_is_no_correction() -> None:
    found = [post.text for post in posts_of(cut_and_final()) if post.kind == "results-published"]
    for language in LANGUAGES:
        only_the_cut = fixed("post-results-published", language, version=2, before=1)
        told = [only_the_cut in text.in_language(language) for text in found]
        assert told == [False, True, False], "first published, after the cut, after a correction"


def test_a_post_is_written_in_the_languages_of_the_tournament_alone() -> None:
    for languages in (("zh",), ("en",)):
        tournament = registered(1, T1)
        tournament.given(amending(replace(tournament.state.plan, languages=languages)))
        tournament.given(SuspendDay(day=date(2026, 4, 6), grounds="other"))
        (post,) = posts_of(tournament)
        assert post.texts == (post.text.in_language(languages[0]),)
        assert ("暫停" in post.texts[0]) == (languages == ("zh",))


def test_a_post_reads_the_same_whatever_the_plan_says_later() -> None:
    tournament = registered(1, T1)
    tournament.given(
        SuspendDay(day=date(2026, 3, 28), grounds="other"),
        LiftSuspension(day=date(2026, 3, 28), reason="by mistake"),
    )
    before = posts_of(tournament)
    assert [post.kind for post in before] == ["suspended", "suspension-lifted"]
    tournament.given(amending(replace(without_session(tournament.state.plan, S1), quota=None)))
    assert posts_of(tournament) == before


def test_a_changed_programme_names_the_new_date_of_a_session_that_was_moved_before() -> None:
    tournament = registered(1, T1).given(
        SuspendDay(day=date(2026, 4, 6), grounds="other"),
        RescheduleSessions(day=date(2026, 4, 6), new_day=date(2026, 4, 8)),
    )
    tournament.given(
        amending(
            with_session(
                tournament.state.plan,
                T1,
                registration=time(18),
                seating=time(18, 30),
                start=time(19),
                end=time(20),
            )
        )
    )
    post = posts_of(tournament)[-1]
    assert post.kind == "plan-changed"
    assert "Wednesday, 8 April 2026 7:00 pm." in post.text.en
    assert "2026年4月8日" in post.text.zh


def test_a_suspension_of_a_moved_session_is_taken_back_for_the_day_it_is_on() -> None:
    tournament = registered(1, T1).given(
        SuspendDay(day=date(2026, 4, 6), grounds="signal_8_or_above"),
        RescheduleSessions(day=date(2026, 4, 6), new_day=date(2026, 4, 8)),
        SuspendDay(day=date(2026, 4, 8), grounds="other"),
        LiftSuspension(day=date(2026, 4, 8), reason="by mistake"),
    )
    post = posts_of(tournament)[-1]
    assert post.kind == "suspension-lifted"
    assert "Wednesday, 8 April 2026 (planned for Monday, 6 April 2026) will be played" in post.text.en


def test_a_session_is_called_by_its_name() -> None:
    tournament = registered(1, T1)
    named = with_session(tournament.state.plan, T1, name=Text("Afternoon", "下午"))
    tournament.given(amending(named), SuspendDay(day=date(2026, 4, 6), grounds="other"))
    post = posts_of(tournament)[-1]
    assert "Afternoon" in post.text.en
    assert "下午" in post.text.zh


def test_a_suspension_reads_as_agreed() -> None:
    post = next(other for other in posts_of(in_bad_weather()) if other.kind == "suspended")
    assert post.text.en.splitlines()[0] == (
        "Rummikub 75th Anniversary Player Tournament 2026: sessions 1, 2, 3, 4 on Saturday, 28 March 2026 "
        "suspended because of tropical cyclone signal No. 8 or above. Please do not come; whoever is in the "
        "hall follows the staff there. The new date follows here."
    )
    assert post.text.zh.startswith("魔力橋 75 周年玩家大賽 2026：因八號或以上熱帶氣旋警告信號，2026年3月28日")


def test_a_suspension_taken_back_says_so_where_it_was_posted_and_a_move_says_from_when() -> None:
    lifted, moved = (
        next(post for post in posts_of(suspended_in_play()) if post.kind == kind)
        for kind in ("suspension-lifted", "rescheduled")
    )
    assert "sessions 2, 3, 4 on Saturday, 28 March 2026 will be played" in lifted.text.en
    assert "2026年3月28日星期六第 2、3、4 場如常舉行" in lifted.text.zh
    assert "planned for Saturday, 28 March 2026: Wednesday, 8 April 2026" in moved.text.en


def test_a_session_that_is_moved_again_is_known_by_the_day_it_replaces_and_the_day_in_the_programme() -> None:
    tournament = registered(1, T1).given(
        SuspendDay(day=date(2026, 4, 6), grounds="signal_8_or_above"),
        RescheduleSessions(day=date(2026, 4, 6), new_day=date(2026, 4, 8)),
        SuspendDay(day=date(2026, 4, 8), grounds="signal_8_or_above"),
        RescheduleSessions(day=date(2026, 4, 8), new_day=date(2026, 4, 10)),
    )
    first, again = (post for post in posts_of(tournament) if post.kind == "rescheduled")
    assert "planned for Monday, 6 April 2026: Wednesday, 8 April 2026" in first.text.en
    assert (
        "on Wednesday, 8 April 2026 (planned for Monday, 6 April 2026): Friday, 10 April 2026"
        in again.text.en
    )
    assert "原定2026年4月6日星期一第 1、2、3、4 場改期至2026年4月8日" in first.text.zh
    assert "2026年4月8日星期三（原定2026年4月6日星期一）第 1、2、3、4 場改期至2026年4月10日" in again.text.zh


def test_a_session_that_was_moved_and_is_suspended_again_is_named_by_its_day_in_the_programme_too() -> None:
    tournament = registered(1, T1)
    later = date(2026, 3, 30)
    tournament.given(
        SuspendDay(day=date(2026, 3, 28), grounds="other"),
        RescheduleSessions(day=date(2026, 3, 28), new_day=later),
        SuspendDay(day=later, grounds="other"),
        LiftSuspension(day=later, reason="by mistake"),
    )
    first, _, again, lifted = posts_of(tournament)
    assert "planned for" not in first.text.en
    for post in (again, lifted):
        assert "on Monday, 30 March 2026 (planned for Saturday, 28 March 2026)" in post.text.en
        assert "（原定2026年3月28日星期六）" in post.text.zh
