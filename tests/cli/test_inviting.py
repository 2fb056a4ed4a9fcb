"""tileledger bot invite and links pending: a whole tournament is brought onto its phones."""

import csv
import io
import stat
from pathlib import Path

import pytest

from services.delivery.push_addresses import WEB_PUSH, address_of
from services.wiring import wired
from shared.catalogue import say
from tests.cli.conftest import AtHome, Command
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write
from tests.simulators.browsers import Browser
from tests.simulators.telegram import TOKEN, Telegram


@pytest.fixture
def cup(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    """Twelve entrants, of whom the first ten are five families, and a referee."""

    def prepare() -> None:
        tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
        file = write(home / "entrants.csv", ENTRANT_HEADING, entrant_rows(12))
        assert tileledger("import", "entrants", "cup", str(file)).code == 0
        body = b'{"referee": "R01", "name": "Ho"}'
        assert tileledger("submit", "cup", "appoint-referee", stdin=body).code == 0

    at_home("a cup of five families", prepare)
    return tileledger


def links(out: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(out)))


def link_chat(recipient: str) -> None:
    with wired() as wiring:
        wiring.links.link("cup", recipient, "telegram", "77")


def test_everyone_gets_a_link_that_is_theirs(cup: Command, telegram: Telegram) -> None:
    ran = cup("bot", "invite", "cup")
    rows = links(ran.out)
    assert [row["recipient"] for row in rows] == [f"entrant:{number:03}" for number in range(1, 13)] + [
        "referee:R01"
    ]
    assert rows[0] == {**rows[0], "name": "Chan Tai 1", "family": "F1", "language": "en"}
    assert len({row["link"] for row in rows}) == 13
    assert "13 links made" in ran.err
    with wired() as wiring:
        for row in rows:
            begin, _, token = row["link"].partition("?start=")
            assert begin == telegram.url.rstrip("/") + "/"
            assert wiring.links.invited(token).recipient == row["recipient"]
        assert wiring.links.accept(token, "telegram", "5").recipient == "referee:R01"


def test_who_has_a_chat_is_left_out_unless_asked_for(cup: Command, telegram: Telegram) -> None:
    link_chat("entrant:003")
    ran = cup("bot", "invite", "cup")
    assert "entrant:003" not in ran.out
    assert "12 links made; each works once. 1 left out" in ran.err
    assert "entrant:003" in cup("bot", "invite", "cup", "--linked").out
    assert [line["recipient"] for line in cup("bot", "invite", "cup", "--json").answer][2] == "entrant:004"


def test_a_chat_that_blocked_the_bot_is_none(cup: Command) -> None:
    link_chat("entrant:003")
    assert "\n003 " not in cup("links", "pending", "cup").out
    with wired() as wiring:
        (link,) = wiring.links.of_recipients("cup")["entrant:003"]
        with wiring.database.writing() as driver:
            wiring.links.mark_dead(driver, "cup", link.address_id, "telegram", "the bot was blocked")
    assert "\n003 " in cup("links", "pending", "cup").out


def test_an_address_for_e_mail_is_no_chat(cup: Command) -> None:
    with wired() as wiring:
        wiring.links.link("cup", "referee:R01", "email", "ho@example.org")
    ran = cup("links", "pending", "cup", "--json")
    assert ran.answer["linked"] == 0
    assert ran.answer["pending"][-1] == {
        "recipient": "referee:R01",
        "name": "Ho",
        "family": "",
        "language": "zh",
        "email": False,
    }


def test_a_browser_that_takes_messages_is_no_chat_and_is_said(cup: Command) -> None:
    where = address_of(Browser("https://push.example.org/1").subscription, names=False).text
    with wired() as wiring:
        wiring.links.link("cup", "entrant:003", WEB_PUSH, where)
    ran = cup("links", "pending", "cup")
    ways = {line.split()[0]: line.split()[-2:] for line in ran.out.splitlines()}
    assert (ways["003"], ways["004"]) == (["yes", "yes"], ["no", "yes"])
    assert cup("links", "pending", "cup", "--json").answer["browsers"] == ["entrant:003"]


def test_a_name_like_a_formula_is_none_in_a_spreadsheet(cup: Command, telegram: Telegram) -> None:
    body = '{"session": "2026-03-28/1", "entrant_no": "099", "birth_date": "1980-01-01", "name_zh": "=陳+1"}'
    assert cup("submit", "cup", "register-entrant", stdin=body.encode()).code == 0
    (line,) = [link for link in links(cup("bot", "invite", "cup").out) if link["recipient"] == "entrant:099"]
    assert line["name"] == "'=陳+1"


def test_a_sheet_has_a_card_for_each_family_in_both_languages(
    cup: Command, telegram: Telegram, tmp_path: Path
) -> None:
    file = tmp_path / "cards.html"
    ran = cup("bot", "invite", "cup", "--sheet", str(file))
    assert ran.out == "", "the links stand in the file alone"
    html = file.read_text()
    cards = html.split("<article>")[1:]
    assert len(cards) == 5 + 2 + 1
    assert html.count("<svg") == 13
    assert cards[0].count("<svg") == 2
    assert "Family F1" in cards[0]
    for text in ("以手機相機掃描", "Scan the code", "2026", "Chan Tai 1"):
        assert text in cards[0]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600, "whoever has a link may use it"


def test_who_is_not_linked_is_listed_by_number_and_name(cup: Command) -> None:
    link_chat("entrant:001")
    ran = cup("links", "pending", "cup")
    lines = ran.out.splitlines()
    assert lines[0].split() == ["recipient", "name", "family", "language", "browser", "email"]
    assert lines[1].split()[:5] == ["002", "Chan", "Tai", "2", "F1"]
    assert say("cli-links-pending", "en", count="12", linked="1") in ran.err


def test_nobody_forgotten_is_invited(cup: Command) -> None:
    assert cup("forget", "cup:011").code == 0
    assert "entrant:011" not in cup("links", "pending", "cup").out


def test_without_a_bot_no_link_is_made(cup: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    ran = cup("bot", "invite", "cup")
    assert (ran.code, ran.out) == (1, "")
    assert "no-telegram" in ran.err
    monkeypatch.setenv("TILELEDGER_TELEGRAM_TOKEN", TOKEN)
    monkeypatch.setenv("TILELEDGER_TELEGRAM_API_URL", "http://127.0.0.1:9")
    assert cup("bot", "invite", "cup").code == 0, "on this machine it need not run yet"
    assert "tournament-unknown" in cup("bot", "invite", "nowhere").err
