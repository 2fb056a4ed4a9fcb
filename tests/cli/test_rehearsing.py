"""tileledger rehearse: who hears what and when, on a copy, with nothing written and nothing left behind."""

import json
import re
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
import pytest

from services.cli import rehearsing
from services.tournament.definition.templates import template, template_names
from shared.catalogue import say
from tests.cli.conftest import Command, appoint_chief
from tests.sampling import a_few, mostly_wide


def rehearsed(tileledger: Command, *arguments: str) -> Any:
    ran = tileledger("rehearse", *arguments, "--json")
    assert ran.code == 0, ran.err
    return ran.answer


def kinds(answer: Any, role: str) -> list[str]:
    return [message["kind"] for message in answer["heard"] if message["role"] == role]


def codes(answer: Any) -> dict[str, int]:
    return {finding["code"]: finding["count"] for finding in answer["findings"]}


@pytest.fixture
def school(home: Path) -> Path:
    file = home / "school.toml"
    file.write_text(template("school-day", "school"), encoding="utf-8")
    return file


def test_an_ordinary_day_of_a_file_is_heard_by_everyone_in_order(tileledger: Command, school: Path) -> None:
    answer = rehearsed(tileledger, str(school))
    assert answer["script"] == "ordinary"
    heard_kinds = kinds(answer, "participant")
    assert heard_kinds[:2] == ["timer-guide", "reminder-day-before"]
    assert "session-results" in heard_kinds
    times = [message["at"] for message in answer["heard"] if message["role"] == "participant"]
    assert times == sorted(times)
    assert kinds(answer, "chief_referee"), "a slip of the pen and a complaint reach the Chief Referee"
    # Invented people have addresses, and nobody has linked a chat yet.
    assert codes(answer)["only-email"] == 25
    assert codes(answer)["organizer-not-linked"] == 1


def test_the_clock_never_goes_out_at_night(tileledger: Command, school: Path) -> None:
    answer = rehearsed(tileledger, str(school), "--script", "black-rain")
    # The venue is in Hong Kong, the moments are in UTC: quiet are 14:00 to 24:00.
    hours = [
        int(message["at"][11:13]) for message in answer["heard"] if not message["kind"].startswith("post")
    ]
    assert hours
    assert all(hour < 14 for hour in hours)


OTHERS = [name for name in template_names() if name != "hk"]
WEATHER = [(like, script) for like in template_names() for script in ("signal-8", "black-rain")]
SOON = a_few([(like, ("signal-8", "black-rain")[place % 2]) for place, like in enumerate(OTHERS)])
"""Each format, and what stops it. The largest takes seconds for each, and stops in other tests, too."""


@pytest.mark.parametrize("stopped", mostly_wide(WEATHER, SOON), ids="-".join)
def test_weather_stops_the_day_in_every_format(
    tileledger: Command, home: Path, stopped: tuple[str, str]
) -> None:
    like, script = stopped
    file = home / "own.toml"
    file.write_text(template(like, "own"), encoding="utf-8")
    answer = rehearsed(tileledger, str(file), "--script", script)
    for role in ("participant", "chief_referee"):
        # While people are in the hall, officials get the word to read out there.
        heard_kinds = ["suspended" if kind == "hall-word" else kind for kind in kinds(answer, role)]
        # Who plays in a final is known only after the stage before it.
        assert "suspended" in heard_kinds or role == "participant", (role, heard_kinds)
        assert (
            heard_kinds.index("suspended") < heard_kinds.index("rescheduled")
            if "suspended" in heard_kinds
            else True
        )
    assert "refused" not in codes(answer), answer["findings"]


@pytest.fixture
def hong_kong(home: Path) -> Path:
    """Several sessions in a day of four tables, and the Observatory watched."""
    whole = template("hk", "own")
    smaller = re.sub(r"tables = 25, capacity = 100", "tables = 4, capacity = 16", whole)
    file = home / "own.toml"
    text = smaller.replace("quota = 400", "quota = 64").replace("places = 120", "places = 16")
    file.write_text(text, encoding="utf-8")
    return file


def test_every_wording_of_a_stopped_day_is_printed_with_how_many_read_it(
    tileledger: Command, hong_kong: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[Any] = []
    monkeypatch.setattr(rehearsing, "_listened", partial(_noted, rehearsing._listened, heard))
    ran = tileledger("rehearse", str(hong_kong), "--script", "black-rain", "--full")
    assert ran.code == 0, ran.err
    answer = {"heard": heard}
    (suspended,) = [
        message
        for message in answer["heard"]
        if (message["role"], message["kind"]) == ("participant", "suspended")
    ]
    assert "word-due" in kinds(answer, "organizer"), "who is kept in the hall is promised a word"
    texts = [wording["text"] for wording in suspended["wordings"]]
    assert any("STOPPED" in text for text in texts), "who is in the hall"
    assert any("SUSPENDED" in text for text in texts), "who plays later on the day"
    assert suspended["text"] == texts[0]
    people = [wording["people"] for wording in suspended["wordings"]]
    assert people == sorted(people, reverse=True)
    assert sum(people) >= suspended["people"]
    for wording in suspended["wordings"]:
        assert f"read by {wording['people']}" in ran.out
        assert wording["text"].splitlines()[0] in ran.out


def _noted(listen: Callable[..., Any], into: list[Any], *walked: Any) -> Any:
    """What was heard, as it is printed as JSON."""
    heard, found = listen(*walked)
    into += msgspec.to_builtins(heard)
    return heard, found


@pytest.mark.wide(whole=True)
def test_a_silent_observatory_is_put_to_people_again_and_again(tileledger: Command, hong_kong: Path) -> None:
    answer = rehearsed(tileledger, str(hong_kong), "--script", "silence")
    assert not answer["unwatched"]
    assert "weather-unknown" in kinds(answer, "organizer")
    assert "weather-unknown" in kinds(answer, "chief_referee"), (
        "nobody answered, so it was put to more people"
    )
    assert kinds(answer, "participant").count("goes-ahead") == 1
    decided = [message["text"] for message in answer["heard"] if message["kind"] == "weather-decided"]
    assert decided
    assert all("play goes ahead" in text for text in decided), "nothing else is announced at that minute"


def test_of_a_tournament_here_nothing_is_written(
    tileledger: Command, school: Path, database_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scratch = school.parent / "scratch"
    scratch.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(scratch))
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", database_url)
    assert tileledger("tournament", "create", str(school)).code == 0
    appoint_chief(tileledger, "school")
    for number in range(8):
        body = {
            "session": f"2027-03-06/{1 + number % 2}",
            "birth_date": "2015-01-01",
            "name_en": f"Child {number}",
            "consent": True,
            "language": "en",
        }
        ran = tileledger("submit", "school", "register-entrant", stdin=json.dumps(body).encode())
        assert ran.code == 0, ran.err
    before = tileledger("verify", "school", "--json", "--no-seals").answer
    answer = rehearsed(tileledger, "school")
    assert codes(answer)["not-reached-without-mail"] == 8, answer["findings"]
    assert codes(answer)["chief-referee-not-linked"] == 1
    assert {"no-telegram", "no-mail"} <= codes(answer).keys()
    assert tileledger("verify", "school", "--json", "--no-seals").answer == before
    assert list(scratch.iterdir()) == []
    assert not list(tileledger("deliveries", "pending", "--json").answer)


def test_what_cannot_be_rehearsed_is_refused(tileledger: Command, school: Path) -> None:
    for arguments, code in (
        (("nowhere",), "database-not-there"),
        ((str(school), "--day", "whenever"), "invalid-input"),
        ((str(school), "--day", "2027-01-01"), "nothing-to-rehearse"),
        (("none.toml",), "file-unreadable"),
    ):
        ran = tileledger("rehearse", *arguments)
        assert ran.code != 0, arguments
        assert code in ran.err, arguments


def test_it_is_printed_by_role_in_the_language_asked_for(tileledger: Command, school: Path) -> None:
    english = tileledger("rehearse", str(school)).out
    assert "Participants" in english
    assert say("cli-rehearsal-to-see-to", "en") in english
    chinese = tileledger("rehearse", str(school), "--language", "zh").out
    assert "參賽者" in chinese


@pytest.mark.parametrize(
    ("like", "script", "unwatched"),
    [("swiss", "silence", True), ("school-day", "silence", True), ("swiss", "signal-8", False)],
)
def test_a_script_that_changes_nothing_says_so(
    tileledger: Command, home: Path, like: str, script: str, unwatched: bool
) -> None:
    file = home / "own.toml"
    file.write_text(template(like, "own"), encoding="utf-8")
    if like == "school-day":
        assert rehearsed(tileledger, str(file), "--script", script)["unwatched"]
    english = tileledger("rehearse", str(file), "--script", script).out
    assert ("This script changes nothing here" in english) == unwatched


def test_house_rules_are_played_by_from_a_file_and_from_the_log(tileledger: Command, school: Path) -> None:
    text = school.read_text("utf-8").replace('ruleset = "hk-2026"', 'ruleset = "house.toml"')
    school.write_text(text, encoding="utf-8")
    rules = Path(__file__).parents[2] / "services" / "rules" / "rulesets" / "hk-2026.toml"
    changed = rules.read_text("utf-8").replace('id = "hk-2026"', 'id = "house"', 1)
    (school.parent / "house.toml").write_text(changed, encoding="utf-8")
    for script in ("ordinary", "black-rain"):
        assert "refused" not in codes(rehearsed(tileledger, str(school), "--script", script))
    assert tileledger("tournament", "create", str(school)).code == 0
    body = {"session": "2027-03-06/1", "birth_date": "2015-01-01", "name_en": "Child", "consent": True}
    ran = tileledger("submit", "school", "register-entrant", stdin=json.dumps(body).encode())
    assert ran.code == 0, ran.err
    assert rehearsed(tileledger, "school")["day"] == "2027-03-06"


@pytest.mark.wide
@pytest.mark.parametrize("script", ["ordinary", "signal-8", "black-rain", "silence"])
def test_the_whole_of_2026_is_rehearsed_too(tileledger: Command, script: str) -> None:
    file = Path(__file__).parents[2] / "infra" / "tournaments" / "hk-2026.toml"
    answer = rehearsed(tileledger, str(file), "--script", script)
    assert "refused" not in codes(answer), answer["findings"]
    heard = kinds(answer, "participant")
    assert ("goes-ahead" if script in ("ordinary", "silence") else "suspended") in heard, heard
