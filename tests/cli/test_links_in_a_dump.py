"""Links to chats in a dump: sealed there, back with the log, and gone with whoever was forgotten."""

import json
import shutil
from pathlib import Path

import pytest

from services.wiring import wired
from tests.cli.conftest import AtHome, Command
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write

CHAT = "9876543210123"


@pytest.fixture
def dumped(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    """Two entrants are linked, one of them wants no reminders, and all is dumped."""

    def prepare() -> None:
        tileledger("tournament", "create", TOURNAMENT)
        tileledger("import", "entrants", "hk-2026", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(3)))
        with wired() as wiring:
            for number in ("001", "002"):
                link = wiring.links.link("hk-2026", f"entrant:{number}", "telegram", f"{CHAT}{number}", "en")
            wiring.links.preferences.mute("hk-2026", link.address_id, "reminder-morning")
            wiring.links.preferences.be_quiet("hk-2026", link.address_id, "20-9")
        assert tileledger("dump", "copy").code == 0

    at_home("links dumped", prepare)
    return tileledger


def elsewhere(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    (home / "other").mkdir()
    shutil.copy(home / "var" / "secret.key", home / "other" / "secret.key")
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", (home / "var" / "secret.key").read_text().strip())
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{home}/other/log.db")


def test_no_chat_stands_in_clear_and_links_come_back_with_the_log(
    dumped: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = home / "copy" / "log" / "hk-2026.links.jsonl"
    assert len(links.read_text().splitlines()) == 2
    assert CHAT not in links.read_text()
    elsewhere(monkeypatch, home)
    assert dumped("restore-vault", "copy/vault/keys.jsonl").code == 0
    assert "2 links to chats came with it" in dumped("restore", "copy/log/hk-2026.jsonl").err
    with wired() as wiring:
        found = wiring.links.of_address("telegram", f"{CHAT}002")
        assert [(link.recipient, link.language) for link in found] == [("entrant:002", "en")]
        kinds = wiring.links.preferences.muted_kinds("hk-2026", found[0].address_id)
        assert kinds == {"reminder-morning"}
        place = found[0].address_id
        assert wiring.links.preferences.quiet("hk-2026", [place]) == {place: "20-9"}


def test_whoever_was_forgotten_since_has_no_link(
    dumped: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    old = (home / "copy" / "log" / "hk-2026.links.jsonl").read_bytes()
    assert dumped("forget", "hk-2026:001").code == 0
    assert dumped("dump", "copy").code == 0
    assert len((home / "copy" / "log" / "hk-2026.links.jsonl").read_text().splitlines()) == 1
    (home / "copy" / "log" / "hk-2026.links.jsonl").write_bytes(old)
    elsewhere(monkeypatch, home)
    assert dumped("restore-vault", "copy/vault/keys.jsonl").code == 0
    assert "1 link to a chat" in dumped("restore", "copy/log/hk-2026.jsonl").err
    with wired() as wiring:
        assert set(wiring.links.of_recipients("hk-2026")) == {"entrant:002"}


@pytest.mark.parametrize("wrong", [b"{}\n", b"no json\n", json.dumps({"recipient": 7}).encode()])
def test_with_a_copy_that_cannot_be_read_nothing_is_restored(
    wrong: bytes, dumped: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    links = home / "copy" / "log" / "hk-2026.links.jsonl"
    links.write_bytes(links.read_bytes() + wrong)
    elsewhere(monkeypatch, home)
    ran = dumped("restore", "copy/log/hk-2026.jsonl")
    assert (ran.code, "links-unreadable" in ran.err, "ine 3" in ran.err) == (1, True, True)
    with wired() as wiring:
        assert wiring.log.tournaments() == []
