"""Reminders are decided once for a day; announcements keep their words in the vault."""

from datetime import date

import pytest
from msgspec.structs import replace

from services.notices.audiences import recipients
from services.tournament.definition.categories import Category
from services.tournament.people.forgetting import ForgetPerson
from services.tournament.people.retention import RemindOfRetention, RetentionDue
from services.tournament.publication.reminding import (
    AnnouncementMade,
    MakeAnnouncement,
    ReminderDue,
    RemindOfSession,
)
from services.tournament.weather.rescheduling import RescheduleSessions
from services.tournament.weather.suspension import SuspendDay
from tests.cases import cases
from tests.unit.tournament.given_plans import amending
from tests.unit.tournament.specs import S1, Tournament, founded, registered, registration


def test_a_reminder_is_given_once() -> None:
    tournament = founded()
    remind = RemindOfSession(session=S1, kind="day_before")
    tournament.when(remind).then(ReminderDue(S1, "day_before", date(2026, 3, 28)))
    tournament.when(remind).refused("reminded-already")
    tournament.when(RemindOfSession(session=S1, kind="morning")).then(ReminderDue)


def test_nobody_is_reminded_of_a_suspended_session_and_of_its_new_date_again() -> None:
    tournament = founded().given(RemindOfSession(session=S1, kind="morning"))
    tournament.given(SuspendDay(day=date(2026, 3, 28), grounds="signal_8_or_above"))
    remind = RemindOfSession(session=S1, kind="morning")
    tournament.when(remind).refused("session-not-on", "suspended")
    tournament.given(RescheduleSessions(day=date(2026, 3, 28), new_day=date(2026, 3, 30)))
    tournament.when(remind).then(ReminderDue(S1, "morning", date(2026, 3, 30)))


def test_an_announcement_keeps_its_words_apart() -> None:
    tournament = founded()
    made = tournament.when(MakeAnnouncement(session=S1, en="Bring water.", zh="請帶水。")).only(
        AnnouncementMade
    )
    assert (made.announcement, made.audience) == ("A-0001", f"session:{S1}")
    assert tournament.vault[made.case] == {"en": "Bring water.", "zh": "請帶水。"}


@cases(
    "wrong",
    [
        MakeAnnouncement(en="Hello", zh="你好"),
        MakeAnnouncement(audience="everyone", session=S1, en="Hello", zh="你好"),
        MakeAnnouncement(audience="everyone", en=" ", zh="你好"),
        MakeAnnouncement(stage="final", session=S1, en="Hello", zh="你好"),
    ],
)
def test_an_announcement_needs_one_audience_and_both_languages(wrong: MakeAnnouncement) -> None:
    founded().when(wrong).refused("invalid-input")


@pytest.mark.parametrize(
    ("command", "audience"),
    [
        (MakeAnnouncement(audience="role:chief_referee", en="Hello", zh="你好"), "role:chief_referee"),
        (MakeAnnouncement(stage="final", en="Hello", zh="你好"), "stage:final"),
    ],
)
def test_an_announcement_is_for_those_of_an_office_or_a_stage(
    command: MakeAnnouncement, audience: str
) -> None:
    assert founded().when(command).only(AnnouncementMade).audience == audience


def test_an_announcement_is_for_a_team_that_is_there() -> None:
    tournament = founded().given(registration("0001", team="Dragons"), registration("0002"))
    dragons = MakeAnnouncement(team="Dragons", en="Hello", zh="你好")
    made = tournament.when(dragons).only(AnnouncementMade)
    assert made.audience == "team:Dragons"
    assert [recipient.key for recipient in recipients(tournament.state, made.audience)] == ["entrant:0001"]
    tournament.when(replace(dragons, team="Tigers")).refused("not-found", "Tigers")


def test_an_announcement_is_for_a_category_that_is_there() -> None:
    children = Category("children", age_from=7, age_to=12)
    tournament = founded()
    tournament.given(amending(replace(tournament.state.plan, categories=(children,))))
    made = tournament.when(MakeAnnouncement(category="children", en="Hello", zh="你好")).only(
        AnnouncementMade
    )
    assert made.audience == "category:children"
    tournament.when(MakeAnnouncement(category="old", en="Hello", zh="你好")).refused("not-found", "old")
    tournament.when(MakeAnnouncement(stage="old", en="Hello", zh="你好")).refused("stage-unknown", "old")
    dotted = tournament.when(MakeAnnouncement(stage="old.", en="Hello", zh="你好")).refused("stage-unknown")
    assert "沒有階段「old.」。現有階段" in dotted.problem.text("zh"), (
        "its full stop is no end of the sentence"
    )


def speaking(*languages: str) -> Tournament:
    """A tournament whose file names these languages."""
    tournament = founded()
    return tournament.given(amending(replace(tournament.state.plan, languages=languages)))


def test_an_announcement_needs_a_text_in_the_languages_of_the_tournament_alone() -> None:
    english, chinese = MakeAnnouncement(session=S1, en="Water."), MakeAnnouncement(session=S1, zh="請帶水。")
    tournament = speaking("zh")
    made = tournament.when(chinese).only(AnnouncementMade)
    assert tournament.vault[made.case] == {"zh": "請帶水。"}
    tournament.when(english).refused("invalid-input", "the Chinese text is missing")
    tournament = speaking("en")
    tournament.when(english).only(AnnouncementMade)
    tournament.when(chinese).refused("invalid-input", "the English text is missing")


def test_a_text_in_another_language_may_be_given_too() -> None:
    tournament = speaking("zh")
    both = MakeAnnouncement(session=S1, en="Bring water.", zh="請帶水。")
    assert tournament.vault[tournament.when(both).only(AnnouncementMade).case].keys() == {"en", "zh"}


def test_an_announcement_fits_a_message() -> None:
    long = MakeAnnouncement(audience="everyone", en="Hello", zh="好" * 351)
    founded().when(long).refused("beyond-limit")


def test_an_announcement_to_no_session_is_not_found() -> None:
    founded().when(MakeAnnouncement(session="2026-03-28/9", en="Hello", zh="你好")).refused("not-found")


def test_the_organizer_is_reminded_of_the_people_kept_once_the_tournament_is_over() -> None:
    tournament = registered(2).at("2026-04-12 23:00")
    remind = RemindOfRetention()
    tournament.when(remind).refused("tournament-not-over", "Sunday, 12 April 2026")
    tournament.at("2026-04-13 00:00").when(remind).then(RetentionDue(date(2026, 4, 12)))
    tournament.when(remind).nothing()


def test_nobody_is_reminded_of_people_who_are_forgotten() -> None:
    tournament = registered(2).given(ForgetPerson(person="0001"), ForgetPerson(person="0002"))
    tournament.at("2026-06-12 10:00").when(RemindOfRetention()).nothing()
