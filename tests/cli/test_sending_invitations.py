"""tileledger links send: what will go to many is shown first, and asked about."""

import os
import pty
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from services.tournament.people.amendments import AmendDetails
from services.wiring import wired
from shared.catalogue import say
from tests.cli.conftest import AtHome, Command
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write
from tests.simulators.telegram import Telegram
from tests.wording import fixed

EMAIL, LANGUAGE = ENTRANT_HEADING.index("email"), ENTRANT_HEADING.index("language")


@pytest.fixture
def cup(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    at_home("a cup to invite", lambda: prepare(tileledger, home))
    return tileledger


def prepare(tileledger: Command, home: Path) -> None:
    """A family with one address, two strangers with one, someone with none, someone with a chat."""
    rows = entrant_rows(12)[:2] + entrant_rows(14)[10:]
    addresses = ["f@example.org", "F@example.org", "x@example.org", "x@example.org", "", "c@example.org"]
    for row, address in zip(rows, addresses, strict=True):
        row[EMAIL] = address
        row[LANGUAGE] = "en"
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    assert tileledger("import", "entrants", "cup", write(home / "e.csv", ENTRANT_HEADING, rows)).code == 0
    with wired() as wiring:
        wiring.links.link("cup", "entrant:014", "telegram", "77")


def invited(cup: Command) -> int:
    with wired() as wiring:
        return [recorded.type for recorded in wiring.log.read("cup", 0, 100)].count("people-invited")


def test_the_first_letters_are_shown_as_they_arrive_and_what_is_amiss(cup: Command) -> None:
    ran = cup("links", "send", "cup", "--preview")
    assert ran.code == 0
    assert "To f@example.org:" in ran.out
    for number in ("001", "002", "011", "012"):
        assert f"“Yes, link”: …{number}" in ran.out, "a link for each in a letter"
    assert "2 letters, for 4 people. With a chat: 1; invited before and without one: 0." in ran.out
    assert say("cli-letters-no-address", "en", count="1", named="entrant:013") in ran.out
    assert say("cli-letters-shared", "en", count="1", named="entrant:011 + entrant:012") in ran.out
    assert "no language said" not in ran.out
    assert fixed("cli-letters-no-guardian") not in ran.out
    assert "Notice N-" in ran.out
    assert invited(cup) == 0


def test_the_same_for_a_program(cup: Command) -> None:
    answer = cup("links", "send", "cup", "--preview", "--json").answer
    assert (answer["letters"], answer["people"], answer["linked"]) == (2, 4, 1)
    assert answer["shared"] == [["entrant:011", "entrant:012"]]
    assert answer["first"][0]["recipients"] == ["entrant:001", "entrant:002"]


def test_who_is_under_18_and_has_no_address_at_all_is_named(cup: Command) -> None:
    with wired() as wiring:
        child = AmendDetails(entrant="013", birth_date=date(2014, 5, 5))
        wiring.desk.submit("cup", child, wiring.operator)
    ran = cup("links", "send", "cup", "--preview")
    assert say("cli-letters-no-guardian", "en", count="1", named="entrant:013") in ran.out
    with wired() as wiring:
        guarded = AmendDetails(entrant="013", guardian_email="lau@example.org")
        wiring.desk.submit("cup", guarded, wiring.operator)
    ran = cup("links", "send", "cup", "--preview", "--json")
    assert ran.answer["no_guardian"] == []
    assert "lau@example.org" in [letter["to"] for letter in ran.answer["first"]]


def test_what_was_confirmed_is_recorded(cup: Command, telegram: Telegram) -> None:
    ran = cup("links", "send", "cup", "--yes")
    assert ran.code == 0, ran.err
    assert "2 letters are sent" in ran.err
    assert invited(cup) == 1


def test_without_a_terminal_to_ask_at_nothing_is_sent(cup: Command, telegram: Telegram) -> None:
    ran = cup("links", "send", "cup")
    assert (ran.code, "not-asked" in ran.err, invited(cup)) == (1, True, 0)


@pytest.mark.parametrize(("text", "code"), [("y\n", 0), pytest.param("\n", 1, marks=pytest.mark.wide)])
def test_at_a_terminal_it_asks(cup: Command, telegram: Telegram, text: str, code: int) -> None:
    ours, theirs = pty.openpty()
    os.write(ours, text.encode())
    try:
        ran = subprocess.run(
            [sys.executable, "-m", "services.cli", "links", "send", "cup"],
            stdin=theirs,
            capture_output=True,
            text=True,
            timeout=60,
            env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
        )
    finally:
        os.close(ours)
        os.close(theirs)
    assert ran.returncode == code, ran.stderr
    assert "Send 2 letters? [y/N]" in ran.stderr
    assert ("inviting-declined" in ran.stderr) == (code == 1)
    assert invited(cup) == 1 - code


def test_without_a_bot_or_a_mail_server_nothing_is_sent(
    cup: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "no-telegram" in cup("links", "send", "cup", "--yes").err
    monkeypatch.setenv("TILELEDGER_TELEGRAM_TOKEN", "7000000001:only")
    monkeypatch.setenv("TILELEDGER_TELEGRAM_API_URL", "http://127.0.0.1:9")
    assert "no-mail-server" in cup("links", "send", "cup", "--yes").err
    assert invited(cup) == 0


def test_without_a_bot_letters_bear_the_page_alone(cup: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILELEDGER_SMTP_URL", "smtp://127.0.0.1:9")
    assert "no-telegram" in cup("links", "send", "cup", "--yes").err, "there is no page either"
    monkeypatch.setenv("TILELEDGER_PUBLIC_URL", "https://play.example")
    monkeypatch.setenv("TILELEDGER_RETENTION_DAYS", "0")
    ran = cup("links", "send", "cup", "--preview")
    assert "https://play.example/me/…" in ran.out
    assert say("bot-link-yes", "en") not in ran.out
    assert cup("links", "send", "cup", "--yes").code == 0
    assert invited(cup) == 1
