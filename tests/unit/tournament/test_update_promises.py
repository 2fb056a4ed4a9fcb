"""The word promised with a suspension: by when, that the organizer is reminded once, and a further word."""

from datetime import UTC, date, timedelta, timezone

import pytest
from msgspec.structs import replace

from services.access.visibility import Visibility
from services.notices.about_suspension import ORGANIZER
from services.notices.audiences import recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.policies import notices_due
from services.notices.whereabouts import still_to_do
from services.scheduler.promises import words_due, words_expected
from services.tasks.waiting import next_decisions
from services.tournament.definition.plan import Reading
from services.tournament.definition.texts import Text
from services.tournament.play.timing import StartSession, UndoSessionStart
from services.tournament.seating.presence import CheckIn
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import Grounds, LiftSuspension, SessionsSuspended, SuspendDay
from services.tournament.weather.update_promises import (
    FurtherWordGiven,
    GiveFurtherWord,
    NextWordDue,
    RemindOfNextWord,
)
from shared.catalogue import languages, say, shown
from shared.i18n import LANGUAGES
from tests.unit.tournament.given_plans import amending
from tests.unit.tournament.specs import (
    S1,
    S2,
    S3,
    S4,
    Tournament,
    arrived,
    draw,
    hong_kong,
    in_play,
    numbers,
    registered,
)
from tests.unit.tournament.stages import placed, qualified

DAY = date(2026, 3, 28)
TEN, NOON = "2026-03-28 10:00", hong_kong("2026-03-28 12:00")
WORD = GiveFurtherWord(day=DAY, en="The hall is open.", zh="場地開放。")


def stopped() -> Tournament:
    return registered(4).at(TEN).given(SuspendDay(day=DAY, grounds="black_rainstorm"))


def test_the_next_word_is_promised_within_two_hours_or_as_the_tournament_reads_it() -> None:
    suspend = SuspendDay(day=DAY, grounds="other")
    assert registered(4).at(TEN).when(suspend).only(SessionsSuspended).next_word == NOON
    tournament = registered(4).at(TEN)
    plan = tournament.state.plan
    reading = Reading(45, "the organizer", Text("Within 45 minutes.", "45 分鐘內。"))
    tournament.given(amending(replace(plan, readings={**plan.readings, "next_word_minutes": reading})))
    assert tournament.when(suspend).only(SessionsSuspended).next_word == hong_kong("2026-03-28 10:45")


def test_a_promise_is_made_for_full_five_minutes() -> None:
    suspend = SuspendDay(day=DAY, grounds="other")
    for moment, by in (("10:00:01", "12:05"), ("10:04:59", "12:05"), ("10:05:00", "12:05")):
        tournament = registered(4).at(f"2026-03-28 {moment}")
        assert tournament.when(suspend).only(SessionsSuspended).next_word == hong_kong(f"2026-03-28 {by}")


def test_since_when_a_warning_is_in_force_is_kept_and_cannot_lie_ahead_or_long_ago() -> None:
    suspend = SuspendDay(day=DAY, grounds="black_rainstorm", since=hong_kong("2026-03-28 09:40"))
    tournament = registered(4).at(TEN)
    for moment in ("2026-03-28 10:01", "2026-03-20 10:00"):
        elsewhere = hong_kong(moment).astimezone(timezone(timedelta(hours=-3)))
        refused = tournament.when(replace(suspend, since=elsewhere)).refused("since-wrong").problem
        for language in languages():
            assert shown(hong_kong(moment), language) in refused.text(language)
    without_zone = hong_kong(TEN).replace(tzinfo=None)
    tournament.when(replace(suspend, since=without_zone)).refused("invalid-input")
    assert tournament.when(suspend).only(SessionsSuspended).since == hong_kong("2026-03-28 09:40")


def test_a_promise_is_due_a_quarter_of_an_hour_before_it_falls_due_and_called_to_mind_once() -> None:
    tournament = stopped()
    assert words_due(tournament.state, hong_kong("2026-03-28 11:44")) == []
    assert words_due(tournament.state, hong_kong("2026-03-28 11:45")) == [DAY]
    assert words_due(tournament.state, hong_kong("2026-03-29 11:45")) == [DAY], "after a late wake-up, too"
    tournament.at("2026-03-28 11:45").when(RemindOfNextWord(day=DAY)).then(
        NextWordDue(DAY, (S1, S2, S3, S4), NOON)
    )
    assert words_due(tournament.state, NOON) == []
    tournament.when(RemindOfNextWord(day=DAY)).refused("no-word-promised")


def test_a_further_word_makes_a_new_promise() -> None:
    tournament = stopped().at("2026-03-28 11:50").given(RemindOfNextWord(day=DAY))
    given = tournament.when(WORD).only(FurtherWordGiven)
    assert (given.sessions, given.next_word) == ((S1, S2, S3, S4), hong_kong("2026-03-28 13:50"))
    assert words_due(tournament.state, hong_kong("2026-03-28 13:34")) == []
    assert words_due(tournament.state, hong_kong("2026-03-28 13:35")) == [DAY]


def test_the_next_word_may_be_promised_for_another_time_that_lies_ahead() -> None:
    tournament = stopped()
    for moment in ("2026-03-28 10:00", "2026-06-28 10:00"):
        wrong = replace(WORD, next_word=hong_kong(moment).astimezone(UTC))
        tournament.when(wrong).refused("next-word-wrong", str(shown(hong_kong(moment), "en")))
    tournament.when(replace(WORD, next_word=NOON.replace(tzinfo=None))).refused("invalid-input")
    later = hong_kong("2026-03-29 09:00")
    assert tournament.when(replace(WORD, next_word=later)).only(FurtherWordGiven).next_word == later


@pytest.mark.parametrize(
    "end", [LiftSuspension(day=DAY, reason="over"), RescheduleSessions(day=DAY, new_day=date(2026, 4, 8))]
)
def test_a_promise_ends_with_the_suspension(end: LiftSuspension | RescheduleSessions) -> None:
    tournament = stopped().given(end)
    assert words_due(tournament.state, hong_kong("2026-03-28 13:00")) == []
    for day in (DAY, date(2026, 4, 8)):
        tournament.when(replace(WORD, day=day)).refused("nothing-suspended")
        tournament.when(RemindOfNextWord(day=day)).refused("no-word-promised")


NEW_DAY = date(2026, 4, 8)
RAIN = SuspendDay(day=DAY, grounds="black_rainstorm")


def moved_with_people_inside() -> Tournament:
    """Stopped in play by black rain, and given a new date while the rain still falls."""
    tournament = in_play(4).at("2026-03-28 13:10").given(RAIN)
    return tournament.given(RescheduleSessions(day=DAY, new_day=NEW_DAY))


def test_who_was_told_to_stay_is_still_told_more_after_a_new_date_is_set() -> None:
    tournament = moved_with_people_inside()
    given = tournament.when(WORD).only(FurtherWordGiven)
    assert given.sessions == (S1,)
    notices = notices_due(tournament.state, [(tournament.state.seq, given)])
    audiences = {notice.audience: notice.template for notice in notices}
    assert audiences == {f"officials:{S1}": "further-word-read-out", f"inside:{S1}": "further-word-hall"}
    assert [recipient.number for recipient in recipients(tournament.state, f"inside:{S1}")] == numbers(4)


def told_by(tournament: Tournament) -> dict[str, str]:
    """What each audience is told by a further word, by its template."""
    given = tournament.when(WORD).only(FurtherWordGiven)
    notices = notices_due(tournament.state, [(tournament.state.seq, given)])
    return {notice.audience: notice.template for notice in notices}


def test_a_word_to_an_empty_hall_is_told_to_officials_and_whoever_waits_also_after_a_new_date() -> None:
    tournament = registered(5, capacity=4, tables=1).at("2026-03-28 11:10").given(RAIN)
    of_day = sorted(id for id, session in tournament.state.sessions.items() if session.day == DAY)
    officials = f"officials:{' '.join(of_day)}"
    told = told_by(tournament.copied())
    assert (told[officials], told[f"waiting:{S1}"]) == ("further-word-officials", "further-word-waiting")
    told = told_by(tournament.given(RescheduleSessions(day=DAY, new_day=DAY)))
    assert (told[officials], told[f"waiting:{S1}"]) == ("further-word-officials", "further-word-waiting")
    assert told[ORGANIZER] == "further-word-officials"


def test_reserves_who_were_told_of_a_suspension_are_told_what_is_said_after_a_new_date() -> None:
    final = date(2026, 4, 12)
    tournament = placed(qualified()).at("2026-04-12 11:10").given(SuspendDay(day=final, grounds=RAIN.grounds))
    tournament.given(RescheduleSessions(day=final, new_day=final))
    given = tournament.when(replace(WORD, day=final)).only(FurtherWordGiven)
    notices = notices_due(tournament.state, [(tournament.state.seq, given)])
    templates = {notice.audience: notice for notice in notices}
    notice = templates["reserves:final"]
    assert notice.template == "further-word-reserves"
    (reader, *_) = recipients(tournament.state, notice.audience)
    for language in LANGUAGES:
        text = filled(Look(tournament.state, notice, reader, language))
        for label in ("none", "|"):
            promise = say("notice-next-word", language, next_word_label=label)
            assert max(promise.split("|"), key=len).strip() not in text
        assert not text.startswith(say("notice-still-off", language, moved=None).strip())


def test_officials_of_sessions_without_people_hear_what_is_read_out_in_the_hall() -> None:
    tournament = in_play(4).at("2026-03-28 13:10").given(RAIN)
    of_day = sorted(id for id, session in tournament.state.sessions.items() if session.day == DAY)
    assert told_by(tournament)[f"officials:{' '.join(of_day)}"] == "further-word-read-out"


def test_the_word_promised_to_who_stays_in_the_hall_is_called_to_mind_and_kept_by_one_word() -> None:
    tournament = moved_with_people_inside().at("2026-03-28 14:56")
    assert words_due(tournament.state, tournament.now) == [DAY]
    tournament.when(RemindOfNextWord(day=DAY)).only(NextWordDue)
    assert words_due(tournament.state, tournament.now) == []
    tournament.given(WORD)
    assert words_due(tournament.state, hong_kong("2026-03-28 20:00")) == []
    tournament.when(WORD).only(FurtherWordGiven), "the rain may last longer than one said"


def test_once_the_day_is_over_nobody_waits_in_the_hall_any_more() -> None:
    tournament = moved_with_people_inside().at("2026-03-29 00:01")
    assert words_due(tournament.state, tournament.now) == []
    tournament.when(WORD).refused("nothing-suspended")


def test_a_new_date_says_that_who_is_in_the_hall_stays() -> None:
    tournament = in_play(4).at("2026-03-28 13:10").given(RAIN)
    moved = tournament.when(RescheduleSessions(day=DAY, new_day=NEW_DAY)).events
    seq = tournament.state.seq
    texts = {
        (notice.template, language): filled(Look(tournament.state, notice, recipient, language))
        for notice in notices_due(tournament.state, [(seq, moved[-1])])
        for recipient in recipients(tournament.state, notice.audience)
        for language in LANGUAGES
        if notice.kind == "rescheduled"
    }
    assert texts["rescheduled", "en"].startswith("Stay in the hall until we tell you that you may leave.")
    assert texts["rescheduled", "zh"].startswith("請留在場內，直至我們通知可以離開。")
    assert "stays there until a further word" in texts["rescheduled-officials", "en"]
    assert "在場人士須留在場內" in texts["rescheduled-officials", "zh"]


def test_once_play_goes_on_that_day_nobody_waits_for_a_word_or_is_kept_in_the_hall() -> None:
    tournament = arrived(4).at("2026-03-28 12:05").given(RAIN, WORD)
    tournament.given(RescheduleSessions(day=DAY, new_day=DAY)).at("2026-03-28 12:20")
    tournament.given(*(CheckIn(entrant=number) for number in numbers(4)))
    draw(tournament).at("2026-03-28 13:00")
    held, seen, organizer = tournament.state, tournament.now, Visibility("organizer")
    assert [each.kind for each in next_decisions(held, organizer, seen)] == ["word"]
    assert words_expected(held) == [hong_kong("2026-03-28 13:50")]
    tournament.given(StartSession(session=S1))
    assert not next_decisions(tournament.state, organizer, tournament.now)
    assert not words_expected(tournament.state)
    assert still_to_do(tournament.state, tournament.state.sessions[S1], numbers(1)[0]) is None
    tournament.when(RemindOfNextWord(day=DAY)).refused("no-word-promised")
    tournament.when(WORD).refused("nothing-suspended")
    tournament.given(UndoSessionStart(session=S1, reason="It still rains."))
    assert [each.kind for each in next_decisions(tournament.state, organizer, tournament.now)] == ["word"]


@pytest.mark.parametrize("before", ["a word", "a night"])
def test_nobody_is_told_to_stay_once_a_word_or_a_night_lies_between(before: str) -> None:
    tournament = in_play(4).at("2026-03-28 13:10").given(RAIN)
    tournament = tournament.given(WORD) if before == "a word" else tournament.at("2026-03-29 09:00")
    moved = tournament.when(RescheduleSessions(day=DAY, new_day=NEW_DAY)).events
    for notice in notices_due(tournament.state, [(tournament.state.seq, moved[-1])]):
        for recipient in recipients(tournament.state, notice.audience):
            if notice.kind == "rescheduled":
                assert " hall " not in filled(Look(tournament.state, notice, recipient, "en"))
    if before == "a word":
        tournament.when(WORD).only(FurtherWordGiven)


def test_who_sits_at_a_drawn_table_is_in_the_hall() -> None:
    tournament = draw(arrived(4)).at("2026-03-28 12:40").given(RAIN)
    suspension = tournament.state.sessions[S1].suspension
    assert suspension is not None
    assert sorted(suspension.inside) == numbers(4)


@pytest.mark.parametrize(
    ("suspend", "en", "zh"),
    [
        (RAIN, "Play is stopped. Stay in the hall", "比賽中止。請留在場內"),
        (
            replace(RAIN, grounds="signal_8_or_above"),
            "Play is stopped. Go home as soon",
            "比賽中止。請於交通安全",
        ),
        (replace(RAIN, grounds="other"), "Play is stopped. Please stay where", "比賽中止。請留在原位"),
    ],
)
def test_officials_of_a_session_in_play_stop_it_and_read_out_what_to_do(
    suspend: SuspendDay, en: str, zh: str
) -> None:
    tournament = in_play(4).at("2026-03-28 13:10")
    event = tournament.when(suspend).only(SessionsSuspended)
    notices = [
        other
        for other in notices_due(tournament.state, [(tournament.state.seq, event)])
        if other.audience.startswith("officials:")
    ]
    (notice,) = notices
    assert (notice.kind, notice.template) == ("hall-word", "suspended-hall")
    (referee,) = recipients(tournament.state, notice.audience)
    assert filled(Look(tournament.state, notice, referee, "en")).startswith(
        f"STOP PLAY, and read out at every table: “{en}"
    )
    assert f"請立即中止比賽，並在各桌讀出：「{zh}" in filled(Look(tournament.state, notice, referee, "zh"))


@pytest.mark.parametrize("grounds", ["black_rainstorm", "signal_8_or_above"])
def test_what_to_do_stands_within_the_first_hundred_characters(grounds: Grounds) -> None:
    tournament = in_play(4).at("2026-03-28 13:10")
    event = tournament.when(replace(RAIN, grounds=grounds)).only(SessionsSuspended)
    for notice in notices_due(tournament.state, [(tournament.state.seq, event)]):
        for recipient in recipients(tournament.state, notice.audience):
            en, zh = (
                filled(Look(tournament.state, notice, recipient, language))[:100] for language in LANGUAGES
            )
            if notice.template == "session-voided":
                assert ("Stay in the hall" if grounds == "black_rainstorm" else "Go home as soon as") in en
                assert ("請留在場內" if grounds == "black_rainstorm" else "盡早回家") in zh


def test_a_further_word_speaks_every_language_of_the_tournament() -> None:
    stopped().when(replace(WORD, zh="")).refused("invalid-input", "the Chinese text is missing")
