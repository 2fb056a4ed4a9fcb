"""What who goes on to a stage reads after the cut, what everyone else does, and all once it is played."""

from collections.abc import Iterator

import pytest

from shared.catalogue import say
from shared.database import Database
from shared.vault import Vault
from tests.api.conftest import House
from tests.api.courses import FINAL, STRONG, play
from tests.bots.conftest import Office, running
from tests.bots.test_reserves import begin_final, played_to
from tests.simulators.telegram import Telegram
from tests.wording import fixed


@pytest.fixture
def cut_made(telegram: Telegram, sqlite_database: Database, vault: Vault) -> Iterator[Office]:
    office = Office(played_to(House(sqlite_database, vault), "cut made"), telegram, vault)
    with running(office):
        yield office


@pytest.fixture
def over(telegram: Telegram, sqlite_database: Database, vault: Vault) -> Iterator[Office]:
    office = Office(played_to(House(sqlite_database, vault), "final published"), telegram, vault)
    with running(office):
        yield office


@pytest.mark.parametrize(
    ("language", "line", "give_back", "done"),
    [
        (
            "en",
            "You go on to the Final. Your session follows; keep Saturday, 13 March 2027 free.",
            "Give the place back: Final",
            "has given the place back",
        ),
        (
            "zh-hant",
            "你已晉級決賽。場次稍後通知，請預留2027年3月13日星期六。",
            "放棄名額：決賽",
            "已放棄名額",
        ),
    ],
)
def test_who_goes_on_reads_which_day_to_keep_free_and_may_decline(
    cut_made: Office, language: str, line: str, give_back: str, done: str
) -> None:
    first = cut_made.state.cut_into("final").qualified[0]
    phone = cut_made.phone(f"entrant:{first}", language=language)
    shown = phone.answers("/schedule", line)
    assert "Nothing more" not in shown
    assert say("bot-schedule-nothing", "zh") not in shown
    assert line in phone.press("bot-action-cannot-come")
    phone.press(give_back)
    assert done in phone.press("bot-absence-yes")
    assert first not in cut_made.state.cut_into("final").qualified
    assert line not in phone.say("/schedule")


def test_who_goes_on_reads_that_it_is_suspended(cut_made: Office) -> None:
    first = cut_made.state.cut_into("final").qualified[0]
    cut_made.house.done("suspend-day", {"day": "2027-03-13", "grounds": "other", "reason": "water"})
    shown = cut_made.phone(f"entrant:{first}").answers(
        "/schedule", fixed("bot-schedule-goes-on", stage="Final")
    )
    assert fixed("bot-schedule-goes-on", suspended="true") in shown
    assert "free." not in shown


def test_standings_tell_apart_who_is_not_ranked_yet_and_who_never_will_be(cut_made: Office) -> None:
    cut = cut_made.state.cut_into("final")
    reserve, gives_up = cut.reserves[0], cut.qualified[0]
    cut_made.house.done("withdraw-qualifier", {"entrant": gives_up})
    begin_final(cut_made)
    plays, away, left = (
        cut_made.phone(f"entrant:{number}") for number in (reserve, cut.reserves[-1], gives_up)
    )
    for phone in (plays, away, left):
        phone.answers("/standings", "bot-no-standings")
    play(cut_made.house, FINAL, {1: STRONG})
    assert fixed("bot-not-in-stage", stage="Final") in away.answers("/standings", "Final")
    assert fixed("bot-not-in-stage", stage="Final") in left.answers("/standings", "Final")
    cut_made.house.done("end-session", {"session": FINAL})
    assert fixed("bot-did-not-play", stage="Final") in away.answers("/standings", "Final")
    assert say("page-history-not-ranked", "en") not in plays.answers("/standings", "➤")
    chinese = cut_made.phone(f"entrant:{cut.reserves[-1]}", language="zh-hant")
    assert fixed("bot-did-not-play", "zh", stage="決賽") in chinese.answers("/standings", "bot-did-not-play")


def test_standings_say_what_was_decided_of_the_cut(cut_made: Office) -> None:
    cut = cut_made.state.cut_into("final")
    first, reserve = cut.qualified[0], cut.reserves[0]
    for number, key, fields in (
        (first, "explain-goes-on", {}),
        (reserve, "explain-reserve", {"number": 1}),
    ):
        for language in ("en", "zh"):
            stage = cut_made.state.plan.stage_name("final").in_language(language)
            line = say(key, language, stage=stage, seed=None, **fields)
            cut_made.phone(f"entrant:{number}", language=language).answers("/standings", line)


def test_standings_say_of_who_gave_the_place_back_or_left_that_they_did(coming: Office) -> None:
    phone = coming.phone("entrant:0003")
    coming.house.done("cancel-registration", {"entrant": "0003"})
    assert fixed("bot-left-standings", name="Player Number3") in phone.say("/standings")


@pytest.mark.parametrize(
    ("language", "awarded", "qualified"),
    [("en", "Awarded: Champion", "Qualified"), ("zh-hant", "獲獎：冠軍", "已晉級")],
)
def test_the_champion_reads_of_the_award(over: Office, language: str, awarded: str, qualified: str) -> None:
    assert over.state.awards is not None
    champion = over.state.awards.places[0].entrants[0]
    shown = over.phone(f"entrant:{champion}", language=language).answers("/me", awarded)
    assert qualified not in shown


@pytest.mark.parametrize(("language", "suspended"), [("en", "SUSPENDED"), ("zh-hant", "已暫停")])
def test_the_entry_says_of_a_suspended_session_that_it_is(
    coming: Office, language: str, suspended: str
) -> None:
    coming.house.done("suspend-day", {"day": "2027-03-06", "grounds": "black_rainstorm", "reason": "rain"})
    phone = coming.phone("entrant:0003", language=language)
    phone.answers("/me", suspended)
