"""tileledger links personal and replace, and the page's link on the sheet of invitations."""

import csv
import io
import re
import stat
from pathlib import Path

import pytest

from services.wiring import wired
from shared.catalogue import say
from tests.cli.conftest import Command
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write
from tests.simulators.telegram import simulating
from tests.wording import fixed

SITE = "https://play.example"


@pytest.fixture
def cup(tileledger: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Command:
    """Twelve entrants, of whom the first ten are five families."""
    monkeypatch.setenv("TILELEDGER_PUBLIC_URL", f"{SITE}/")
    monkeypatch.setenv("TILELEDGER_RETENTION_DAYS", "0")
    tileledger("tournament", "create", TOURNAMENT, "--id", "cup")
    file = write(tmp_path / "entrants.csv", ENTRANT_HEADING, entrant_rows(12))
    assert tileledger("import", "entrants", "cup", str(file)).code == 0
    return tileledger


def opened(link: str) -> tuple[str, ...]:
    """Whose page a link opens; nobody's when it is dead."""
    assert link.startswith(f"{SITE}/me/")
    from shared.problems import Problem

    with wired() as wiring:
        try:
            return wiring.pages.links.read(link.rpartition("/")[2]).recipients
        except Problem as problem:
            assert problem.code == "personal-link-invalid"  # noqa: PT017 - the answer is what is asked for
            return ()


def test_everyone_gets_one_as_csv(cup: Command) -> None:
    ran = cup("links", "personal", "cup")
    rows = list(csv.DictReader(io.StringIO(ran.out)))
    assert list(rows[0]) == ["recipients", "names", "family", "language", "link"]
    assert [recipient for row in rows for recipient in row["recipients"].split()] == [
        f"entrant:{number:03}" for number in range(1, 13)
    ]
    assert all(opened(row["link"]) == tuple(row["recipients"].split()) for row in rows)
    assert f"{len(rows)} links made" in ran.err


def test_a_family_that_is_named_gets_one_together(cup: Command) -> None:
    (made,) = cup("links", "personal", "cup", "entrant:001", "entrant:004", "--together", "--json").answer
    assert opened(made["link"]) == ("entrant:001", "entrant:004")
    made = cup("links", "personal", "cup", "entrant:011", "entrant:012", "--json").answer
    assert [link["recipients"] for link in made] == [["entrant:011"], ["entrant:012"]]


def test_a_lost_one_is_replaced_and_dead(cup: Command) -> None:
    (lost,) = cup("links", "personal", "cup", "entrant:011", "--json").answer
    ran = cup("links", "replace", "cup", "entrant:011")
    assert opened(ran.out.strip()) == ("entrant:011",)
    assert opened(lost["link"]) == ()
    assert "entrant:011 until now are dead" in ran.err


def test_the_new_one_stands_for_the_same_people_and_names_them(cup: Command) -> None:
    cup("links", "personal", "cup", "entrant:011", "entrant:012", "--together")
    ran = cup("links", "replace", "cup", "entrant:011")
    assert opened(ran.out.strip()) == ("entrant:011", "entrant:012")
    assert re.search(r"stands for entrant:011 \(.+\).* entrant:012 \(.+\)", ran.err)


def test_who_is_forgotten_takes_the_link_along(cup: Command) -> None:
    (made,) = cup("links", "personal", "cup", "entrant:011", "entrant:012", "--together", "--json").answer
    assert cup("forget", "cup:011").code == 0
    assert opened(made["link"]) == ("entrant:012",)
    with wired() as wiring:
        (kept,) = wiring.pages.links.made("cup")
    assert kept.recipients == ("entrant:012",)


def test_letters_are_shown_with_what_stands_for_the_link(cup: Command) -> None:
    (first, *_) = cup("links", "send", "cup", "--preview", "--json").answer["first"]
    assert f"{SITE}/me/…" in first["text"]


def test_cards_are_for_their_owner_alone(cup: Command, tmp_path: Path) -> None:
    sheet = tmp_path / "pages.html"
    assert cup("links", "personal", "cup", "--sheet", str(sheet)).code == 0
    assert stat.S_IMODE(sheet.stat().st_mode) == 0o600
    text = sheet.read_text()
    assert text.count(f"{SITE}/me/") == text.count("<article>") == text.count("<svg")
    assert "個人頁面" in text
    for heading in re.findall("<h1>(.*)</h1>", text):
        assert "：個人頁面" in heading
        assert fixed("sheet-page-title") in heading
    assert "messages on your phone" not in text, "the card links no chat"
    assert "以手機接收通知" not in text


def test_the_sheet_of_invitations_bears_them_where_pages_are_public(
    cup: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet = tmp_path / "sheet.html"
    with simulating(tmp_path) as telegram:
        monkeypatch.setenv("TILELEDGER_TELEGRAM_API_URL", telegram.url)
        assert cup("bot", "invite", "cup", "--sheet", str(sheet)).code == 0
        assert f"{SITE}/me/" in sheet.read_text()
        sheet.unlink()
        monkeypatch.delenv("TILELEDGER_PUBLIC_URL")
        assert cup("bot", "invite", "cup", "--sheet", str(sheet)).code == 0
        assert "/me/" not in sheet.read_text()


@pytest.mark.parametrize(
    ("arguments", "code"),
    [
        (("personal", "nowhere"), "tournament-unknown"),
        (("personal", "cup", "entrant:999"), "not-found"),
        (("replace", "cup", "organizer:organizer"), "not-found"),
    ],
)
def test_what_is_wrong_is_said(cup: Command, arguments: tuple[str, ...], code: str) -> None:
    ran = cup("links", *arguments)
    assert ran.code != 0
    assert code in ran.err


def test_links_that_would_open_nothing_are_not_made(cup: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILELEDGER_RETENTION_DAYS", "60")
    assert "personal-links-over" in cup("links", "personal", "cup").err
    assert "personal-links-over" in cup("links", "replace", "cup", "entrant:011").err


def test_without_a_public_address_links_lead_where_those_to_sign_in_do(
    cup: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("TILELEDGER_PUBLIC_URL")
    here = cup("access", "link", "--role", "organizer", "--tournament", "cup").out.partition("/staff")[0]
    assert here.startswith("http://")
    made = cup("links", "personal", "cup")
    assert made.code == 0
    assert f"{here}/me/" in made.out
    assert say("cli-pages-here", "en") in made.err
    assert f"{here}/me/" in cup("links", "replace", "cup", "entrant:011").out
