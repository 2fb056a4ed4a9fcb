"""What the weather means for a day of play, on every page where somebody looks before they set out."""

from collections.abc import Mapping
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from services.web.api.examples import TOURNAMENT_FILE
from shared.catalogue import say
from tests.api.conftest import ID, House
from tests.api.signing_in.browser import Browser
from tests.api.site.test_site import AT, part, text_of
from tests.wording import fixed

DECIDING = say("page-weather-undecided", "en", day="Saturday, 6 March 2027")
AHEAD = say("page-goes-ahead", "en", day="Saturday, 6 March 2027")


def board(house: House) -> str:
    return text_of(house, f"{AT}/board")


def home(house: House) -> str:
    return text_of(house, "/")


def weather_goes_by_the_observatory(house: House) -> None:
    stages = [{**stage, "weather": "hko"} for stage in TOURNAMENT_FILE["stage"]]
    answer = house.organizer.command("amend-tournament", {**TOURNAMENT_FILE, "stage": stages})
    assert answer.status_code in (200, 201), answer.get_json()


def warned(house: House, *signals: Mapping[str, object], answered: bool = True) -> None:
    """The Observatory answers with these signals, or not at all, and what follows is proposed."""
    now = house.clock.now().isoformat()
    if answered:
        house.done("report-warnings", {"fetched_at": now, "body": "00" * 32, "signals": signals})
    house.done("propose-weather", {"day": "2027-03-06", "fetched_at": now if answered else None})


def proposal_of(house: House) -> str:
    (proposal,) = house.desk.state(ID).proposals
    return proposal


def test_nothing_goes_ahead_while_the_organizer_is_asked_and_nothing_is_suspended_before(
    founded: House,
) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(datetime(2027, 3, 6, 1, 0, tzinfo=UTC))
    founded.done("announce-play", {"day": "2027-03-06"})
    assert AHEAD in part(founded, AT, "now")
    founded.clock.set(datetime(2027, 3, 6, 2, 1, tzinfo=UTC))
    warned(founded, {"code": "TC8NE", "begin": "2027-03-06T02:00:30+00:00"})
    now = part(founded, AT, "now")
    assert DECIDING in now
    assert AHEAD not in now
    assert "uspended" not in now
    assert "TC8NE" not in now
    assert say("page-board-undecided", "en", day="Sat") in board(founded)
    founded.done("answer-weather-proposal", {"proposal": proposal_of(founded), "answer": "refuse"})
    now, said = part(founded, AT, "now"), fixed("weather-played-on", asked=False)
    assert AHEAD not in now
    assert DECIDING not in now
    assert said in now
    assert said in board(founded)
    assert fixed("page-board-undecided") not in board(founded)
    signal = {"code": "TC8NE", "begin": "2027-03-06T02:00:30+00:00"}
    warned(founded, {**signal, "until": "2027-03-06T02:01:00+00:00"})
    assert AHEAD in part(founded, AT, "now")
    assert said not in board(founded)


def test_a_confirmed_suspension_takes_the_place_of_the_decision(founded: House) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(datetime(2027, 3, 6, 2, 1, tzinfo=UTC))
    warned(founded, {"code": "WRAINB", "begin": "2027-03-06T02:00:30+00:00"})
    founded.done("answer-weather-proposal", {"proposal": proposal_of(founded), "answer": "confirm"})
    now = part(founded, AT, "now")
    assert fixed("page-off") in now
    assert DECIDING not in now


def test_weather_that_nobody_knows_is_no_going_ahead_either(founded: House) -> None:
    weather_goes_by_the_observatory(founded)
    founded.done("announce-play", {"day": "2027-03-06"})
    founded.clock.set(datetime(2027, 3, 6, 2, 1, tzinfo=UTC))
    warned(founded, answered=False)
    now = part(founded, AT, "now")
    assert fixed("page-weather-undecided") in now
    assert AHEAD not in now


def test_a_warning_before_the_cutoff_says_when_it_is_decided(founded: House) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(datetime(2027, 3, 6, 0, 0, tzinfo=UTC))
    founded.done("announce-play", {"day": "2027-03-06"})
    signal = {"code": "TC8SE", "begin": "2027-03-05T23:00:00+00:00"}
    now = founded.clock.now().isoformat()
    founded.done("report-warnings", {"fetched_at": now, "body": "00" * 32, "signals": [signal]})
    shown = part(founded, AT, "now")
    assert fixed("page-weather-undecided") in shown
    assert 'data-until="2027-03-06T10:00:00+08:00"' in shown
    assert AHEAD not in shown
    ended = {**signal, "until": "2027-03-06T00:30:00+00:00"}
    founded.clock.set(datetime(2027, 3, 6, 0, 40, tzinfo=UTC))
    now = founded.clock.now().isoformat()
    founded.done("report-warnings", {"fetched_at": now, "body": "11" * 32, "signals": [ended]})
    assert AHEAD in part(founded, AT, "now")


def test_an_ordinary_day_that_waits_for_a_yes_is_not_doubted(founded: House) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(datetime(2027, 3, 6, 2, 1, tzinfo=UTC))
    warned(founded)
    assert founded.desk.state(ID).proposals[proposal_of(founded)].outcome == "proceed"
    assert DECIDING not in part(founded, AT, "now")


def test_home_says_that_a_day_is_in_doubt_or_off(founded: House) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(datetime(2027, 3, 6, 2, 1, tzinfo=UTC))
    for doubt in ("page-doubt-undecided", "page-doubt-suspended"):
        assert say(doubt, "en") not in home(founded)
    warned(founded, {"code": "TC8NE", "begin": "2027-03-06T02:00:30+00:00"})
    assert say("page-doubt-undecided", "en") in home(founded)
    assert say("page-doubt-undecided", "zh") in text_of(founded, "/", "zh")
    founded.done("answer-weather-proposal", {"proposal": proposal_of(founded), "answer": "confirm"})
    assert say("page-doubt-suspended", "en") in home(founded)
    assert say("page-doubt-undecided", "en") not in home(founded)


def test_home_doubts_no_day_that_is_far_off(founded: House) -> None:
    weather_goes_by_the_observatory(founded)
    founded.done("suspend-day", {"day": "2027-03-06", "grounds": "other"})
    founded.clock.set(datetime(2027, 3, 3, 23, 59, tzinfo=ZoneInfo("Asia/Hong_Kong")))
    assert say("page-doubt-suspended", "en") not in home(founded)
    founded.clock.set(datetime(2027, 3, 4, 0, 1, tzinfo=ZoneInfo("Asia/Hong_Kong")))
    assert say("page-doubt-suspended", "en") in home(founded)


def test_officials_read_it_on_their_own_page(founded: House) -> None:
    weather_goes_by_the_observatory(founded)
    founded.clock.set(datetime(2027, 3, 6, 2, 1, tzinfo=UTC))
    organizer = Browser(founded).sign_in("organizer", "main")
    assert DECIDING not in organizer.page()
    warned(founded, {"code": "TC8NE", "begin": "2027-03-06T02:00:30+00:00"})
    assert DECIDING in organizer.page()
