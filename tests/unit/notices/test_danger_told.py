"""A danger that comes while a day is suspended is told to officials at once, and once."""

from datetime import date, timedelta
from itertools import cycle

import pytest

from services.desk.board.alarms import alarms
from services.desk.site.suspended import suspended_at
from services.notices.audiences import ORGANIZER, recipients
from services.notices.fields import filled
from services.notices.look import Look
from services.notices.notice import Notice
from services.notices.overtaken import overtaken
from services.notices.policies import notices_due
from services.notices.rendering import message
from services.notices.whereabouts import held_in_hall
from services.tournament.definition.founding import AppointReferee
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import LiftSuspension, SuspendDay
from services.tournament.weather.update_promises import GiveFurtherWord, sessions_held
from services.tournament.weather.watching import SignalSeen
from shared.catalogue import Phrase, say
from shared.i18n import LANGUAGES, moment_shown
from tests.unit.notices.test_beyond_the_session import due
from tests.unit.notices.test_whereabouts import family
from tests.unit.tournament.specs import S1, Tournament, hong_kong, in_play, registered, registration
from tests.unit.tournament.test_dangers_in_order import ZONE
from tests.unit.tournament.test_watching import DAY, report, seen

AT = "2026-03-28 "
EIGHT = seen("TC8NE", f"{AT}13:30")
NOW = f"{AT}15:30"
RAIN, NINE = seen("WRAINB", NOW), seen("TC9", NOW)
WORD = GiveFurtherWord(day=DAY, en="Stay.", zh="留在場內。")


def suspended(grounds: str = "signal_8_or_above") -> Tournament:
    """A hall in play is suspended for signal 8, with people in it."""
    tournament = in_play(4).given(AppointReferee(referee="R09", name="Lam Oi Lin", chief=True))
    tournament.at(f"{AT}13:40").given(report(EIGHT, at=f"{AT}13:40"))
    return tournament.given(SuspendDay(day=DAY, grounds=grounds))  # type: ignore[arg-type]


def told(tournament: Tournament, *signals: SignalSeen, at: str = NOW) -> list[Notice]:
    """What a report of these signals leads to."""
    return [each for each in told_to_all(tournament, *signals, at=at) if each.audience.startswith("role:")]


def told_to_all(tournament: Tournament, *signals: SignalSeen, at: str = NOW) -> list[Notice]:
    before = tournament.state.seq
    events = tournament.at(at).when(report(*signals, at=at)).events
    return notices_due(tournament.state, list(enumerate(events, before + 1)))


@pytest.mark.parametrize(
    ("signals", "codes"),
    [
        ([RAIN], ["WRAINB"]),
        ([NINE, seen("TC8NE", f"{AT}13:30", NOW)], ["TC9"]),
        ([seen("TC10", NOW)], ["TC10"]),
        ([RAIN, NINE], ["TC9", "WRAINB"]),
        ([seen("TC8NE", f"{AT}13:30", f"{AT}14:00"), seen("TC8SE", NOW)], ["TC8SE"]),
        ([seen("TC8SE", NOW), seen("TC8NE", f"{AT}13:30", NOW)], []),
        ([seen("TC3", NOW)], []),
        ([seen("WRAINR", NOW)], []),
        ([EIGHT], []),
    ],
)
def test_organizer_and_chief_referee_hear_of_a_danger_that_came_or_rose(
    signals: list[SignalSeen], codes: list[str]
) -> None:
    tournament = suspended()
    notices = told(tournament, *signals)
    assert [notice.audience for notice in notices] == ["role:organizer", "role:chief_referee"] * len(codes)
    assert sorted({notice.parameters["codes"] for notice in notices}) == codes
    for notice in notices:
        assert notice.template == "weather-danger"
        assert notice.parameters["day"] == DAY.isoformat()
        assert recipients(tournament.state, notice.audience)


def test_it_says_what_came_that_play_is_suspended_and_what_is_to_be_done_next() -> None:
    tournament = suspended()
    next_word = tournament.state.sessions[S1].suspension.next_word  # type: ignore[union-attr]
    assert next_word is not None
    rain, signal = told(tournament, RAIN)[0], told(tournament, seen("TC9", f"{AT}15:40"), at=f"{AT}15:40")[0]
    for language in LANGUAGES:
        for notice, code in ((rain, "wrainb"), (signal, "tc9")):
            (reader,) = recipients(tournament.state, notice.audience)
            text = filled(Look(tournament.state, notice, reader, language))
            assert say(f"word-warning-{code}", language) in text
            assert moment_shown(next_word, ZONE, language) in text
            assert len(text) <= 400
        assert rain.parameters["came"] == signal.parameters["came"] == "rain"
    nine, _ = told(suspended(), NINE)
    assert nine.parameters["came"] == "hurricane"


@pytest.mark.parametrize("template", ["weather-danger-for-referees", "weather-danger-over-for-referees"])
def test_the_referees_who_were_told_of_the_suspension_hear_of_it_without_a_button(template: str) -> None:
    tournament = suspended()
    notices = told_to_all(tournament, RAIN)
    if "over" in template:
        notices = told_to_all(tournament, seen("WRAINB", NOW, f"{AT}16:00"), at=f"{AT}16:00")
    (notice,) = [each for each in notices if not each.audience.startswith("role:")]
    assert notice.template == template
    readers = [*recipients(tournament.state, notice.audience)]
    officials = {*recipients(tournament.state, f"officials:{S1}")}
    assert {*readers} == officials - {*recipients(tournament.state, "role:chief_referee")} != set()
    for language in LANGUAGES:
        letter = message([("", Look(tournament.state, notice, readers[0], language))])
        assert letter.actions == ()
        assert say("notice-weather-word-follows", language) in letter.bodies[0]
        assert len(letter.bodies[0]) <= 400


def test_what_is_read_again_or_under_another_hour_is_not_told_again() -> None:
    tournament = suspended()
    assert told(tournament, RAIN)
    assert told(tournament, RAIN) == []
    assert told(tournament, seen("WRAINB", f"{AT}15:20")) == []
    assert told(tournament, seen("TC8SE", f"{AT}15:40"), at=f"{AT}15:40") == []
    over = [seen("WRAINB", begin, f"{AT}16:00") for begin in (NOW, f"{AT}15:20")]
    ended = told(tournament, *over, at=f"{AT}16:00")
    assert [notice.template for notice in ended] == ["weather-danger-over"] * 2
    assert told(tournament, *over, at=f"{AT}16:01") == []
    assert told(tournament, seen("WRAINB", f"{AT}16:20"), at=f"{AT}16:20"), "another one"


def test_a_suspension_for_the_warning_that_is_read_after_it_is_not_told_of_it() -> None:
    tournament = in_play(4).at(f"{AT}13:40").given(SuspendDay(day=DAY, grounds="black_rainstorm"))
    assert told(tournament, seen("WRAINB", f"{AT}13:35")) == []
    assert [notice.parameters["codes"] for notice in told(tournament, EIGHT)] == ["TC8NE"] * 2


def test_where_nothing_is_suspended_that_day_nothing_of_it_is_told() -> None:
    assert told(in_play(4), RAIN) == []
    later, rain = "2026-03-29 10:00", seen("WRAINB", "2026-03-29 09:59")
    assert told(suspended(), rain, at=later) == []
    tournament = in_play(4).at(f"{AT}13:40").given(SuspendDay(day=date(2026, 4, 6), grounds="other"))
    assert told(tournament, RAIN) == []


@pytest.mark.parametrize("moved", [False, True])
def test_it_stands_until_something_is_told_also_of_who_is_held_in_the_hall(moved: bool) -> None:
    tournament = suspended()
    if moved:
        tournament.given(RescheduleSessions(day=DAY, new_day=date(2026, 4, 8)))
        tournament.given(WORD)
    notice, _ = told(tournament, RAIN)
    assert bool(notice.parameters["moved"]) is moved
    assert not overtaken(tournament.state, notice)
    assert notice.not_after == hong_kong(f"{AT}00:00") + timedelta(days=1)
    tournament.given(WORD)
    assert overtaken(tournament.state, notice)


def test_a_suspension_that_is_lifted_asks_for_no_further_word() -> None:
    tournament = in_play(4).at(f"{AT}13:40").given(SuspendDay(day=date(2026, 4, 6), grounds="other"))
    tournament.at("2026-04-06 10:00")
    rain = seen("WRAINB", "2026-04-06 09:59")
    notice, _ = told(tournament, rain, at="2026-04-06 10:00")
    assert not overtaken(tournament.state, notice)
    tournament.given(LiftSuspension(day=date(2026, 4, 6), reason="a mistake"))
    assert overtaken(tournament.state, notice)


def test_that_a_danger_ended_is_told_with_what_is_still_in_force() -> None:
    tournament = suspended()
    came = told(tournament, RAIN)[0]
    over = told(tournament, seen("WRAINB", NOW, f"{AT}16:00"), at=f"{AT}16:01")
    assert [notice.template for notice in over] == ["weather-danger-over"] * 2
    assert over[0].topic == came.topic, "it takes the place of what was told of it"
    (reader,) = recipients(tournament.state, over[0].audience)
    for language in LANGUAGES:
        text = filled(Look(tournament.state, over[0], reader, language))
        assert say("word-warning-wrainb", language) in text
        assert say("weather-short", language, code="") in text
        assert moment_shown(hong_kong(f"{AT}16:00"), ZONE, language) in text
        assert len(text) <= 400


def test_what_had_ended_before_play_was_suspended_is_not_told_as_news() -> None:
    tournament = suspended()
    assert told(tournament, seen("TC8NE", f"{AT}13:30", f"{AT}13:35")) == []


def read_of(tournament: Tournament, command: GiveFurtherWord | RescheduleSessions) -> dict[str, list[str]]:
    """What is read of a command in each language, by the template of the notice."""
    texts: dict[str, list[str]] = {}
    for notice in due(tournament, command):
        for reader in recipients(tournament.state, notice.audience):
            for language in LANGUAGES:
                look = Look(tournament.state, notice, reader, language, words="Stay.")
                texts.setdefault(notice.template, []).append(filled(look))
    return texts


def in_both(key: str, **values: object) -> list[str]:
    return [say(key, language, **values) for language in LANGUAGES]


@pytest.mark.parametrize("eight_ended", [False, True])
def test_a_further_word_names_what_came_since_and_what_it_asks_of_people(eight_ended: bool) -> None:
    tournament = suspended()
    told(tournament, RAIN, *([seen("TC8NE", f"{AT}13:30", f"{AT}15:20")] if eight_ended else []))
    read = read_of(tournament, WORD)
    to_do = in_both(
        "notice-what-to-do", to_do="inside_rain", fetched=False, children=None, many_children=False
    )
    aloud = in_both("notice-read-out-hall", stopped=False, danger="rain")
    assert {"further-word", "further-word-read-out", "further-word-officials"} <= set(read)
    for template, texts in read.items():
        wanted = cycle(zip(in_both("weather-short", code="WRAINB"), to_do, aloud, strict=True))
        for text, (short, each, loud) in zip(texts, wanted, strict=False):
            assert short in text
            assert len(text) <= 400
            assert template != "further-word" or each in text
            assert template != "further-word-read-out" or loud in text
    moved = read_of(tournament, RescheduleSessions(day=DAY, new_day=date(2026, 4, 8)))
    held = in_both("notice-held", held="inside_rain", fetched=False, children=None, many_children=False)
    for template in ("rescheduled", "rescheduled-officials"):
        for text, short, each in zip(
            moved[template], cycle(in_both("weather-short", code="WRAINB")), cycle(held), strict=False
        ):
            assert short in text
            assert template != "rescheduled" or each.strip() in text


def test_a_parent_of_a_child_in_the_hall_is_told_by_what_came_since() -> None:
    tournament = family().given(SuspendDay(day=DAY, grounds="signal_8_or_above"))
    told(tournament, EIGHT, RAIN)
    fetching = in_both("notice-fetching", danger="rain")
    read = read_of(tournament, WORD)
    parents = [*read.get("further-word-hall", []), *read["further-word"]]
    assert all(any(words in text for text in parents) for words in fetching)


@pytest.mark.parametrize("code", ["TC8NE", "TC10", "WRAINB"])
@pytest.mark.parametrize("words_before", [0, 1])
def test_a_word_after_the_danger_says_that_it_is_over_and_that_people_may_leave(
    code: str, words_before: int
) -> None:
    grounds = "black_rainstorm" if code == "WRAINB" else "signal_8_or_above"
    tournament = in_play(4).at(f"{AT}13:40").given(report(seen(code, f"{AT}13:30"), at=f"{AT}13:40"))
    tournament.given(SuspendDay(day=DAY, grounds=grounds), *[WORD] * words_before)  # type: ignore[arg-type]
    told(tournament, seen(code, f"{AT}13:30", f"{AT}15:20"))
    over = in_both("notice-over-now", danger_over=named_in_short(code))
    free = in_both("notice-free-now", danger_over="x", freed="inside", fetched=False)
    read = read_of(tournament, WORD)
    assert {"further-word", "further-word-read-out", "further-word-officials"} <= set(read)
    for template, texts in read.items():
        for text, said, may in zip(texts, cycle(over), cycle(free), strict=False):
            assert said in text
            assert len(text) <= 400
            assert template != "further-word" or may in text
    moved = read_of(tournament, RescheduleSessions(day=DAY, new_day=date(2026, 4, 8)))
    for template in ("rescheduled", "rescheduled-officials"):
        assert all(said in text for text, said in zip(moved[template], cycle(over), strict=False))


def named_in_short(code: str) -> Phrase:
    return Phrase("weather-short", {"code": "" if code == "TC8NE" else code})


def test_while_any_danger_is_in_force_none_is_said_to_be_over() -> None:
    tournament = suspended()
    told(tournament, RAIN, seen("TC8NE", f"{AT}13:30", f"{AT}15:20"))
    over = in_both("notice-over-now", danger_over="%")
    for texts in read_of(tournament, WORD).values():
        assert not any(said.partition("%")[0] in text for text, said in zip(texts, cycle(over), strict=False))


def test_a_parent_of_a_child_in_the_hall_is_told_once_it_is_over_to_fetch_the_child() -> None:
    tournament = family().given(SuspendDay(day=DAY, grounds="signal_8_or_above"))
    for texts in read_of(tournament, WORD).values():
        assert not any("  " in text for text in texts)
    told(tournament, EIGHT, RAIN)
    for texts in read_of(tournament, WORD).values():
        assert not any("  " in text for text in texts)
    gone = [seen("TC8NE", f"{AT}13:30", f"{AT}15:40"), seen("WRAINB", NOW, f"{AT}15:40")]
    told(tournament, *gone, at=f"{AT}15:41")
    fetch = in_both("notice-free-now", danger_over="x", freed="child", children=None, many_children=False)
    read = read_of(tournament, WORD)
    assert all(any(words in text for text in read["further-word"]) for words in fetch)


@pytest.mark.parametrize(("signals", "danger"), [([RAIN], "rain"), ([NINE], "hurricane")])
def test_who_waits_for_a_place_is_kept_indoors_by_a_word_and_beside_a_new_date(
    signals: list[SignalSeen], danger: str
) -> None:
    tournament = registered(4, capacity=4, tables=1).given(registration("0005")).at(f"{AT}13:40")
    tournament.given(report(EIGHT, at=f"{AT}13:40"), SuspendDay(day=DAY, grounds="signal_8_or_above"))
    told(tournament, *signals)
    kept = in_both("notice-stay-indoors", danger_now="x", danger=danger)
    for command in (WORD, RescheduleSessions(day=DAY, new_day=date(2026, 4, 8))):
        waiting = [texts for name, texts in read_of(tournament, command).items() if name.endswith("-waiting")]
        assert waiting
        for texts in waiting:
            assert all(words in text for text, words in zip(texts, cycle(kept), strict=False))


@pytest.mark.parametrize("code", ["TC8NE", "TC10", "WRAINB"])
def test_that_it_is_over_is_told_of_a_new_date_on_that_day_also_where_nobody_was_in_the_hall(
    code: str,
) -> None:
    begin, ends = f"{AT}08:50", f"{AT}10:00"
    grounds = "black_rainstorm" if code == "WRAINB" else "signal_8_or_above"
    tournament = registered(4).at(f"{AT}09:00").given(report(seen(code, begin), at=f"{AT}09:00"))
    tournament.given(SuspendDay(day=DAY, grounds=grounds))  # type: ignore[arg-type]
    tournament.given(RescheduleSessions(day=DAY, new_day=DAY))
    over = told(tournament, seen(code, begin, ends), at=f"{AT}10:01")
    assert [notice.template for notice in over] == ["weather-danger-over"] * 2
    assert not overtaken(tournament.state, over[0])
    read = read_of(tournament, WORD)["further-word-hall"]
    free = in_both("notice-free-now", danger_over="x", freed="away", fetched=False)
    said = in_both("notice-over-now", danger_over=named_in_short(code))
    assert len(read) == len(LANGUAGES) * 4
    for text, may, ended in zip(read, cycle(free), cycle(said), strict=False):
        assert may in text
        assert ended in text
    assert overtaken(tournament.state, over[0])


def test_who_is_told_of_a_suspension_reads_every_danger_in_force() -> None:
    tournament = in_play(4).at(NOW).given(report(EIGHT, RAIN, at=NOW))
    before = tournament.state.seq
    events = tournament.when(SuspendDay(day=DAY, grounds="signal_8_or_above")).events
    notices = notices_due(tournament.state, [*enumerate(events, before + 1)])
    for language in LANGUAGES:
        short = say("weather-short", language, code="WRAINB")
        also = say("notice-also-in-force", language, also_label=short).strip()
        for notice in notices:
            if notice.kind in ("suspended", "hall-word"):
                assert also in filled(Look(tournament.state, notice, ORGANIZER, language)), notice


@pytest.mark.parametrize(("grounds", "over"), [("signal_8_or_above", True), ("black_rainstorm", False)])
def test_what_holds_comes_before_the_grounds_that_are_over(grounds: str, over: bool) -> None:
    tournament = suspended(grounds)
    lowered = seen("TC8NE", f"{AT}13:30", NOW)
    tournament.at(NOW).given(report(RAIN, *[lowered] * over, at=NOW))
    (shown, *_) = suspended_at(tournament.state, hong_kong(NOW))
    other = {"signal_8_or_above": "black-rainstorm", "black_rainstorm": "signal-8-or-above"}[grounds]
    for language in LANGUAGES:
        text = shown.reason.in_language(language)
        first = say(f"notice-grounds-{other}", language)
        assert (text.startswith(first), first in text) == (over, True)


@pytest.mark.parametrize("rain", ["before", "since"])
def test_the_end_of_rain_is_told_whatever_the_grounds_and_after_a_new_date(rain: str) -> None:
    began = f"{AT}13:20"
    tournament = in_play(4).at(began)
    steps = [report(seen("WRAINB", began), at=began), SuspendDay(day=DAY, grounds="other", reason="No light")]
    tournament.given(*(steps if rain == "before" else reversed(steps)))
    new_date = RescheduleSessions(day=DAY, new_day=date(2026, 4, 8))
    moved = due(tournament.copied(), new_date)
    tournament.given(new_date)
    assert [session.plan.id for session, _ in sessions_held(tournament.state)] == [S1]
    officials = next(notice for notice in moved if notice.template == "rescheduled-officials")
    assert held_in_hall(Look(tournament.state, officials, ORGANIZER, "en")) == "rain"
    over = f"{AT}16:10"
    templates = {notice.template for notice in told(tournament, seen("WRAINB", began, over), at=over)}
    assert templates == {"weather-danger-over"}
    assert {"further-word-read-out", "further-word-hall"} <= set(read_of(tournament, WORD))


def test_several_sessions_with_a_new_date_whose_people_are_kept_have_one_banner() -> None:
    tournament = registered(4).at("2026-03-28 11:10").given(report(EIGHT, at="2026-03-28 11:10"))
    tournament.given(report(seen("TC8NE", "2026-03-28 11:00"), at="2026-03-28 11:20"))
    tournament.given(SuspendDay(day=DAY, grounds="signal_8_or_above"))
    tournament.given(RescheduleSessions(day=DAY, new_day=DAY))
    (shown,) = suspended_at(tournament.state, tournament.now)
    (alarm,) = alarms(tournament.state, tournament.now)
    assert shown.moved
    assert alarm.called == shown.called
