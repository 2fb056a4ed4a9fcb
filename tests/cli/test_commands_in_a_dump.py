"""Commands that led to nothing in a dump: a late duplicate of one leads to nothing after a restore, too."""

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest

from services.access.principal import Principal
from services.desk.answers import Answer
from services.tournament.people.amendments import ChooseLanguage
from services.wiring import wired
from tests.cli.conftest import AtHome, Command
from tests.cli.files import ENTRANT_HEADING, TOURNAMENT, entrant_rows, write

BESIDE = "copy/log/hk-2026.commands.jsonl"


def choose(language: Literal["en", "zh"], key: str) -> Answer:
    with wired() as wiring:
        return wiring.desk.submit(
            "hk-2026",
            ChooseLanguage(entrant="001", language=language),
            Principal("cli", "organizer", "org"),
            command_id=key,
        )


@pytest.fixture
def dumped(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    """Under `same` a language was chosen that was chosen already, then another one; and all is dumped."""

    def prepare() -> None:
        tileledger("tournament", "create", TOURNAMENT)
        tileledger("import", "entrants", "hk-2026", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(3)))
        assert choose("en", "same").events == ()
        assert choose("zh", "other").events
        assert tileledger("dump", "copy").code == 0

    at_home("commands dumped", prepare)
    return tileledger


def elsewhere(monkeypatch: pytest.MonkeyPatch, home: Path) -> None:
    (home / "other").mkdir()
    shutil.copy(home / "var" / "secret.key", home / "other" / "secret.key")
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", (home / "var" / "secret.key").read_text().strip())
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{home}/other/log.db")


def test_a_late_duplicate_is_known_after_a_restore(
    dumped: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = choose("en", "same")
    elsewhere(monkeypatch, home)
    assert dumped("restore-vault", "copy/vault/keys.jsonl").code == 0
    restored = dumped("restore", "copy/log/hk-2026.jsonl", "--json").answer
    late = choose("en", "same")
    assert late == before
    assert (late.events, late.repeated) == ((), True)
    with wired() as wiring:
        assert wiring.log.head("hk-2026").seq == restored["seq"]
    assert dumped("verify", "hk-2026").code == 0
    assert dumped("dump", "again").code == 0
    assert (home / "again/log/hk-2026.commands.jsonl").read_bytes() == (home / BESIDE).read_bytes()


def test_an_export_without_that_file_restores_as_before(
    dumped: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / BESIDE).unlink()
    elsewhere(monkeypatch, home)
    assert dumped("restore", "copy/log/hk-2026.jsonl").code == 0


def changed(name: str, value: Any) -> Callable[[bytes], bytes]:
    return lambda line: json.dumps({**json.loads(line), name: value}).encode() + b"\n"


@pytest.mark.parametrize(
    "change",
    [
        changed("tournament", "other"),
        changed("seq", 1000),
        changed("seq", -1),
        changed("command", "other"),
        changed("fingerprint", "00"),
        changed("fingerprint", "no hex"),
        changed("more", 1),
        lambda line: line + line,
        lambda line: b"no json\n",
    ],
)
def test_with_a_copy_that_does_not_fit_nothing_is_restored(
    change: Callable[[bytes], bytes], dumped: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    beside = home / BESIDE
    beside.write_bytes(change(beside.read_bytes()))
    elsewhere(monkeypatch, home)
    ran = dumped("restore", "copy/log/hk-2026.jsonl")
    assert (ran.code, "commands-unreadable" in ran.err) == (1, True)
    with wired() as wiring:
        assert wiring.log.tournaments() == []
