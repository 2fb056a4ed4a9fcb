"""tileledger forget: the key is gone from every file, the name from every answer; figures and proof stand."""

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from services.cli.main import run
from tests.cli.conftest import AtHome, Command
from tests.cli.files import ENTRANT_HEADING, RESULT_HEADING, TOURNAMENT, entrant_rows, result_rows, write

NAME, EMAIL = "Wong Oblivia", "oblivia@example.net"
BREACH = "Oblivia hid the joker"


@pytest.fixture
def played(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    def prepare() -> None:
        rows = entrant_rows(12)
        rows[2][1], rows[2][7] = NAME, EMAIL
        tileledger("tournament", "create", TOURNAMENT)
        tileledger("import", "entrants", "hk-2026", write(home / "e.csv", ENTRANT_HEADING, rows))
        tileledger("import", "results", "hk-2026", write(home / "r.csv", RESULT_HEADING, result_rows(12)))
        warned = {"entrant": "003", "breach": BREACH}
        assert tileledger("submit", "hk-2026", "give-warning", stdin=json.dumps(warned).encode()).code == 0
        for file in ("e.csv", "r.csv"):
            (home / file).unlink()

    at_home("forgetting", prepare)
    return tileledger


def person_of(number: str, home: Path) -> str:
    with sqlite3.connect(home / "var" / "tileledger.db") as log:
        registered = log.execute("SELECT data FROM event WHERE type = 'entrant-registered'").fetchall()
    people = {event["entrant_no"]: event["person"] for event in (json.loads(data) for (data,) in registered)}
    return str(people[number])


def wrapped_keys(home: Path) -> dict[str, bytes]:
    with sqlite3.connect(home / "var" / "vault.db") as vault:
        return dict(vault.execute("SELECT subject, wrapped FROM subject_key"))


def files_with(content: bytes, home: Path) -> list[str]:
    return [file.name for file in home.rglob("*") if file.is_file() and content in file.read_bytes()]


@pytest.mark.parametrize("by_number", [True, False])
def test_the_key_is_in_no_file_and_the_name_in_no_answer(
    by_number: bool, played: Command, home: Path
) -> None:
    person, before = person_of("003", home), wrapped_keys(home)
    figures = played("standings", "hk-2026", "--json").answer["rows"]
    assert NAME in played("standings", "hk-2026").out
    assert files_with(before[person], home) == ["vault.db"]

    done = played("forget", "hk-2026:003" if by_number else person, "--json")
    assert done.answer == {"person": person, "tournaments": ["hk-2026"], "keys": 2}

    after = wrapped_keys(home)
    gone = {subject for subject in before if subject not in after}
    assert {subject.partition("-")[0] for subject in gone} == {"person", "case"}
    for subject in gone:
        assert files_with(before[subject], home) == []
    for text in (NAME, EMAIL, BREACH):
        assert files_with(text.encode(), home) == []
    assert played("verify", "hk-2026").code == 0
    assert played("standings", "hk-2026", "--json").answer["rows"] == figures
    assert NAME not in played("standings", "hk-2026").out
    assert NAME not in played("standings", "hk-2026", "--as-of", "40").out
    assert "Chan Tai 2" in played("standings", "hk-2026").out


def test_the_log_says_so_once_however_often_it_is_asked(played: Command) -> None:
    assert played("forget", "hk-2026:003", "--reason", "expiry").code == 0
    timeline = played("replay", "hk-2026", "--show", "timeline").out
    assert "forgotten (no longer needed)" in timeline
    assert played("forget", "hk-2026:003", "--json").answer["keys"] == 0
    assert played("replay", "hk-2026", "--show", "timeline").out == timeline


def test_a_crash_before_the_key_is_gone_shows_no_name_and_is_made_good(
    played: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object) -> None:
        raise KeyboardInterrupt

    person = person_of("003", home)
    with monkeypatch.context() as broken:
        broken.setattr("shared.vault.vault.Vault.forget", crash)
        with pytest.raises(BaseException):  # noqa: B017, PT011
            assert run(["forget", "hk-2026:003"]) == 0
    assert person in wrapped_keys(home)
    assert NAME not in played("standings", "hk-2026").out
    assert played("forget", "hk-2026:003", "--json").answer["keys"] == 2
    assert person not in wrapped_keys(home)


def test_an_older_copy_of_the_vault_does_not_bring_anyone_back(
    played: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = person_of("003", home)
    played("dump", "backup")
    played("forget", "hk-2026:003")
    monkeypatch.setenv("TILELEDGER_VAULT_URL", f"sqlite:///{home}/var/other.db")
    assert played("restore-vault", "backup/vault/keys.jsonl").code == 0
    assert NAME not in played("standings", "hk-2026").out
    with sqlite3.connect(home / "var" / "other.db") as vault:
        assert vault.execute("SELECT 1 FROM subject_key WHERE subject = ?", (person,)).fetchone() is None


def test_restoring_log_and_vault_in_either_order_brings_nobody_back(
    played: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = person_of("003", home)
    played("dump", "yesterday")
    played("forget", "hk-2026:003")
    played("export", "hk-2026", "today.jsonl")
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{home}/other/log.db")
    monkeypatch.setenv("TILELEDGER_VAULT_URL", f"sqlite:///{home}/other/vault.db")
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", (home / "var" / "secret.key").read_text().strip())
    assert played("restore-vault", "yesterday/vault/keys.jsonl").code == 0
    assert played("restore", "today.jsonl").code == 0
    out = played("standings", "hk-2026").out
    assert NAME not in out
    assert "Chan Tai 2" in out
    with sqlite3.connect(home / "other" / "vault.db") as vault:
        assert vault.execute("SELECT 1 FROM subject_key WHERE subject = ?", (person,)).fetchone() is None


def test_yesterdays_log_with_todays_vault_cannot_read_her(
    played: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played("export", "hk-2026", "yesterday.jsonl")
    played("forget", "hk-2026:003")
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{home}/other/log.db")
    monkeypatch.setenv("TILELEDGER_VAULT_URL", f"sqlite:///{home}/var/vault.db")
    assert played("restore", "yesterday.jsonl").code == 0
    out = played("standings", "hk-2026").out
    assert NAME not in out
    assert "Chan Tai 2" in out


def test_whoever_was_merged_is_forgotten_under_both_numbers(tileledger: Command, home: Path) -> None:
    tileledger("tournament", "create", TOURNAMENT)
    tileledger("import", "entrants", "hk-2026", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(12)))
    merged = json.dumps({"keep": "011", "drop": "012", "reason": "twice"}).encode()
    assert tileledger("submit", "hk-2026", "merge-entrants", stdin=merged).code == 0
    persons = {person_of("011", home), person_of("012", home)}
    assert tileledger("forget", "hk-2026:011", "--json").answer["keys"] == 3
    assert not persons & wrapped_keys(home).keys()


def test_details_of_someone_forgotten_are_not_taken_again(played: Command) -> None:
    played("forget", "hk-2026:003")
    amend = json.dumps({"entrant": "003", "name_en": NAME}).encode()
    refused = played("submit", "hk-2026", "amend-details", stdin=amend)
    assert refused.code == 1
    assert "was forgotten" in refused.err


@pytest.mark.parametrize(
    "arguments", [["hk-2026:999"], ["person-0"], ["other:1"], ["hk-2026:003", "--reason", "x"]]
)
def test_nobody_is_forgotten_by_a_slip(arguments: list[str], played: Command, home: Path) -> None:
    before = wrapped_keys(home)
    assert played("forget", *arguments).code == 1 + ("--reason" in arguments)
    assert wrapped_keys(home) == before


def test_everyone_of_a_tournament_that_is_over_is_forgotten_once_that_is_confirmed(
    played: Command, home: Path
) -> None:
    figures = played("standings", "hk-2026", "--format", "csv").out
    before = wrapped_keys(home)
    asked = played("forget", "hk-2026", "--everyone")
    assert (asked.code, "forgetting-not-confirmed" in asked.err, "12 people" in asked.err) == (1, True, True)
    assert "invalid-input" in played("forget", "hk-2026:003", "--confirm", "hk-2026").err
    assert "forgetting-not-confirmed" in played("forget", "hk-2026", "--everyone", "--confirm", "hk").err
    assert "tournament-unknown" in played("forget", "nowhere", "--everyone", "--confirm", "nowhere").err
    assert wrapped_keys(home) == before
    done = played("forget", "hk-2026", "--everyone", "--confirm", "hk-2026")
    assert done.out.startswith("12 people of hk-2026 are forgotten: 13 keys destroyed")
    assert files_with(NAME.encode(), home) == files_with(EMAIL.encode(), home) == []
    assert not any(
        key in content for key in before.values() for content in [b"".join(wrapped_keys(home).values())]
    )
    grounds = {
        event["data"].get("grounds") for event in played_events(played) if event["type"] == "person-forgotten"
    }
    assert grounds == {"expiry"}
    again = played("forget", "hk-2026", "--everyone", "--confirm", "hk-2026")
    assert again.out.startswith("0 people")
    assert len(played("standings", "hk-2026", "--format", "csv").out.splitlines()) == len(
        figures.splitlines()
    )
    assert played("verify", "hk-2026").code == 0


def played_events(played: Command) -> list[Any]:
    assert played("export", "hk-2026", "events.jsonl", "--public").code == 0
    return [json.loads(line) for line in Path("events.jsonl").read_text().splitlines()]
