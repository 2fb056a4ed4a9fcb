"""Events in words: who raised a case, and the day that sessions were to be played on."""

from datetime import date
from functools import partial

from services.projections.timeline import event_text
from services.tournament.docket.disputes import DisputeRaised, RaiseDispute
from services.tournament.people.moving import EntrantMoved, MoveEntrant
from services.tournament.play.results import GameResultRecorded
from services.tournament.weather.rescheduling import RescheduleSessions, SessionsRescheduled
from services.tournament.weather.suspension import SessionsSuspended, SuspendDay
from services.tournament.weather.watching import SignalSeen, WarningsReported
from shared.catalogue import say
from shared.i18n import LANGUAGES
from tests.unit.tournament.specs import S1, S2, hong_kong, recorded, registered

DAY, LATER = date(2026, 3, 28), date(2026, 4, 8)


def test_a_case_that_an_official_raised_is_said_to_be_an_officials() -> None:
    tournament = recorded(4)
    case = RaiseDispute(sheet=f"{S1}/1", statement="A joker was counted as 25.")
    raised = tournament.when(case, by="referee:R01").only(DisputeRaised)
    en, zh = (event_text(raised, language, str, tournament.state.plan) for language in LANGUAGES)
    assert say("word-dispute-official", "en") in en
    assert "參賽者" not in zh
    seat = tournament.sheet().seats[0]
    case = RaiseDispute(sheet=f"{S1}/1", entrant=seat, statement="A tile moved.")
    raised = tournament.when(case, by="referee:R01").only(DisputeRaised)
    assert say("word-dispute-dispute", "en") in event_text(raised, "en", str, tournament.state.plan)


def test_a_suspension_of_moved_sessions_says_the_day_they_were_moved_to() -> None:
    tournament = registered(4).at("2026-03-28 09:00")
    first = tournament.when(SuspendDay(day=DAY, grounds="other")).only(SessionsSuspended)
    assert "moved" not in event_text(first, "en", str, tournament.state.plan)
    tournament.given(RescheduleSessions(day=DAY, new_day=LATER))
    again = tournament.when(SuspendDay(day=LATER, grounds="other")).only(SessionsSuspended)
    days = partial(tournament.state.moved_to, before=tournament.state.seq)
    en, zh = (
        event_text(again, language, str, tournament.state.plan, day_before=days) for language in LANGUAGES
    )
    assert "of Wednesday, 8 April 2026" in en
    assert "2026年4月8日星期三第 1、2、3、4 場" in zh
    assert "28" not in en


def test_a_move_names_the_new_day_and_the_day_it_replaces() -> None:
    tournament = registered(4).at("2026-03-28 09:00").given(SuspendDay(day=DAY, grounds="other"))
    tournament.given(RescheduleSessions(day=DAY, new_day=LATER), SuspendDay(day=LATER, grounds="other"))
    # `when` carries it out, too.
    again = tournament.when(RescheduleSessions(day=LATER, new_day=date(2026, 4, 9))).only(SessionsRescheduled)
    days = partial(tournament.state.moved_to, before=tournament.state.seq)
    en, zh = (
        event_text(again, language, str, tournament.state.plan, day_before=days) for language in LANGUAGES
    )
    assert "of Wednesday, 8 April 2026 take place on Thursday, 9" in en
    assert "2026年4月8日星期三第 1、2、3、4 場改於2026年4月9日" in zh
    moved = tournament.when(MoveEntrant(entrant="0001", session=S2)).only(EntrantMoved)
    days = partial(tournament.state.moved_to, before=tournament.state.seq)
    en, zh = (
        event_text(moved, language, str, tournament.state.plan, day_before=days) for language in LANGUAGES
    )
    assert en.count("of Thursday, 9 April 2026") == 2
    assert zh.count("2026年4月9日星期四第") == 2


def test_a_recorded_game_has_scores_as_people_write_them() -> None:
    tournament = recorded(4)
    games = [fact for fact in tournament.history if isinstance(fact, GameResultRecorded)]
    lost = next(result for game in games for result in game.results if result.score.startswith("-"))
    texts = [
        event_text(game, language, str, tournament.state.plan) for game in games for language in LANGUAGES
    ]
    assert any(f"{lost.entrant} −{lost.score[1:]}" in text for text in texts)
    assert not any(" -" in text for text in texts)


def test_a_signal_that_is_dated_anew_is_told_once() -> None:
    begin, anew = (hong_kong(f"2026-03-28 10:4{minute}") for minute in (8, 9))
    seen = (SignalSeen("TC8SE", anew), SignalSeen("TC8SE", begin, anew), SignalSeen("TC3", begin, anew))
    text = event_text(WarningsReported(anew, "7c" * 32, seen), "en", str, registered(1).state.plan)
    assert text.count(say("word-warning-tc8se", "en")) == 1
    assert text.count(say("part-warning-ended", "en", warning="")) == 1
