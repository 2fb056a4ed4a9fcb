"""tileledger seal, verify --public-key, export --public: proof that nothing was touched, and its limits."""

import base64
import json
import sqlite3
import stat
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from shared.eventlog.chain import hasher
from tests.cli.conftest import AtHome, Command
from tests.cli.files import ENTRANT_HEADING, RESULT_HEADING, TOURNAMENT, entrant_rows, result_rows, write

Lines = list[dict[str, Any]]
PUBLISH = b'{"stage": "preliminary"}'


@pytest.fixture
def published(tileledger: Command, home: Path, at_home: AtHome) -> Command:
    """A tournament with published results, its public key in key.pem."""

    def prepare() -> None:
        tileledger("tournament", "create", TOURNAMENT)
        tileledger("import", "entrants", "hk-2026", write(home / "e.csv", ENTRANT_HEADING, entrant_rows(12)))
        tileledger("import", "results", "hk-2026", write(home / "r.csv", RESULT_HEADING, result_rows(12)))
        ran = tileledger("submit", "hk-2026", "publish-results", stdin=PUBLISH)
        assert ran.code == 0, ran.err
        (home / "key.pem").write_text(tileledger("seal", "--public-key").out)

    at_home("published", prepare)
    return tileledger


def after(published: Command) -> None:
    """Something happens after the publication."""
    body = json.dumps({"entrant": "003", "shown": True}).encode()
    assert published("submit", "hk-2026", "set-consent", stdin=body).code == 0


def rehash(lines: Lines) -> Lines:
    """The same events, whatever they now say, with a chain that holds together and a head that fits."""
    events = [line for line in lines if "seq" in line]
    previous, link = bytes(32), hasher(events[0]["subject"])
    for number, event in enumerate(events, 1):
        data = json.dumps(event["data"], sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()
        personal = base64.b64decode(event["personal"]) if "personal" in event else None
        event["seq"], event["id"] = number, f"{event['subject']}/{number}"
        previous = link(
            previous, number, event["type"], event["version"], data, personal, event["actor"],
            event["commandid"], event.get("causedby"), int(event["occurredat"]), int(event["recordedat"]),
        )  # fmt: skip
        event["hash"] = previous.hex()
        if "fingerprint" in event:
            print_ = bytes.fromhex(event["fingerprint"])[:-8]
            event["fingerprint"] = (print_ + sha256(previous + print_).digest()[:8]).hex()
    return lines


def change(file: Path, how: Callable[[Lines], Lines | None]) -> str:
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    lines = how(lines) or lines
    touched = file.with_name("touched.jsonl")
    touched.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))
    return touched.name


def test_a_publication_is_sealed_and_verifies_against_the_public_key(published: Command, home: Path) -> None:
    verified = published("verify", "hk-2026", "--public-key", "key.pem", "--json").answer
    assert verified["sound"]
    assert verified["sealed_seq"] == verified["seq"]
    assert stat.S_IMODE((home / "var" / "seal.key").stat().st_mode) == 0o600
    assert (home / "key.pem").read_text().startswith("-----BEGIN PUBLIC KEY-----")
    after(published)
    later = published("verify", "hk-2026", "--public-key", "key.pem", "--json").answer
    assert (later["sealed_seq"], later["seq"]) == (verified["seq"], verified["seq"] + 1)


@pytest.mark.parametrize("public", [[], ["--public"]])
def test_an_export_carries_its_seals_and_proves_itself_with_the_key_alone(
    public: list[str], published: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published("export", "hk-2026", "x.jsonl", *public)
    after(published)
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{home}/nowhere/log.db")
    ran = published("verify", "x.jsonl", "--public-key", "key.pem", "--json")
    assert ran.code == 0
    assert ran.answer["sealed_seq"] == ran.answer["seq"]
    assert not (home / "nowhere").exists()


def test_a_public_export_holds_no_personal_data_in_any_form(published: Command, home: Path) -> None:
    published("export", "hk-2026", "x.jsonl", "--public")
    lines = [json.loads(line) for line in (home / "x.jsonl").read_text().splitlines()]
    assert any("personaldigest" in line for line in lines)
    assert not any("personal" in line for line in lines)


def test_a_restored_log_has_its_seals(
    published: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    published("export", "hk-2026", "x.jsonl")
    monkeypatch.setenv("TILELEDGER_DATABASE_URL", f"sqlite:///{home}/other/log.db")
    monkeypatch.setenv("TILELEDGER_VAULT_URL", f"sqlite:///{home}/var/vault.db")
    assert published("restore", "x.jsonl").code == 0
    assert published("verify", "hk-2026", "--public-key", "key.pem").code == 0
    published("export", "hk-2026", "back.jsonl")
    assert (home / "back.jsonl").read_bytes() == (home / "x.jsonl").read_bytes()


def _changed(lines: Lines) -> None:
    lines[5]["actor"] = "organizer:someone"


def _swapped(lines: Lines) -> None:
    lines[5], lines[6] = lines[6], lines[5]


def _middle_removed(lines: Lines) -> None:
    del lines[5]


def _inserted(lines: Lines) -> None:
    lines.insert(5, dict(lines[4]))


def _forged(lines: Lines) -> None:
    lines[-2]["signature"] = base64.b64encode(bytes(64)).decode()


def _sealed_elsewhere(lines: Lines) -> None:
    lines[-2]["data"]["tournament"] = "other"


def _tail_removed(lines: Lines) -> None:
    del lines[-4:-2]
    lines[-1]["data"] = {"seq": lines[-3]["seq"], "hash": lines[-3]["hash"]}


def _event_after_the_seal(lines: Lines) -> None:
    lines[-3], lines[-2] = lines[-2], lines[-3]


@pytest.mark.parametrize(
    "how",
    [_changed, _swapped, _middle_removed, _inserted, _forged, _sealed_elsewhere, _tail_removed,
     _event_after_the_seal],
)  # fmt: skip
def test_every_touch_of_an_export_is_found_and_named(
    how: Callable[[Lines], None], published: Command, home: Path
) -> None:
    published("export", "hk-2026", "x.jsonl")
    assert (
        published("verify", change(home / "x.jsonl", lambda lines: lines), "--public-key", "key.pem").code
        == 0
    )
    ran = published("verify", change(home / "x.jsonl", how), "--public-key", "key.pem")
    assert ran.code == 1
    assert "seq " in ran.err


def test_an_export_without_a_seal_proves_nothing(published: Command, home: Path) -> None:
    published("export", "hk-2026", "x.jsonl")
    bare = change(home / "x.jsonl", lambda lines: [line for line in lines if line["type"] != "eventlog.seal"])
    assert published("verify", bare).code == 0
    ran = published("verify", bare, "--public-key", "key.pem")
    assert ran.code == 1
    assert "sealed" in ran.err


def test_a_seal_kept_elsewhere_shows_an_end_removed_with_its_seals(published: Command, home: Path) -> None:
    after(published)
    (home / "kept.json").write_text(published("seal", "hk-2026").out)
    published("export", "hk-2026", "x.jsonl")
    assert published("verify", "x.jsonl", "--seal", "kept.json", "--public-key", "key.pem").code == 0
    with sqlite3.connect(home / "var" / "tileledger.db") as log:
        for (name,) in log.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            log.execute(f"DROP TRIGGER {name}")
        last, command = log.execute("SELECT seq, command_id FROM event ORDER BY seq DESC LIMIT 1").fetchone()
        log.execute("DELETE FROM event WHERE seq = ?", (last,))
        log.execute("DELETE FROM command WHERE command_id = ?", (command,))
        log.execute(
            "UPDATE head SET (seq, hash, recorded_at) = "
            "(SELECT seq, hash, recorded_at FROM event ORDER BY seq DESC LIMIT 1)"
        )
    ran = published("verify", "hk-2026", "--public-key", "key.pem", "--json")
    assert (ran.code, ran.answer["first_bad_seq"], ran.answer["what"]) == (1, last, "seal")
    with sqlite3.connect(home / "var" / "tileledger.db") as log:
        log.execute("DELETE FROM seal WHERE seq = ?", (last,))
    assert published("verify", "hk-2026", "--public-key", "key.pem").code == 0
    ran = published("verify", "hk-2026", "--public-key", "key.pem", "--seal", "kept.json")
    assert ran.code == 1
    assert f"seq {last} " in ran.err
    assert "sealed" in ran.err


def test_a_chain_rewritten_as_a_whole_is_found_by_its_seal(published: Command, home: Path) -> None:
    with sqlite3.connect(home / "var" / "tileledger.db") as log:
        for (name,) in log.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            log.execute(f"DROP TRIGGER {name}")
        link, previous = hasher("hk-2026"), bytes(32)
        columns = "seq, type, version, data, personal, actor, command_id, caused_by, occurred_at, recorded_at"
        for row in log.execute(f"SELECT {columns} FROM event ORDER BY seq").fetchall():
            fields = list(row)
            if fields[0] == 9:
                fields[5] = "organizer:someone"
            previous = link(previous, *fields)
            log.execute(
                "UPDATE event SET actor = ?, hash = ? WHERE seq = ?", (fields[5], previous, fields[0])
            )
        log.execute("UPDATE head SET hash = ?", (previous,))
    assert "seal" in published("verify", "hk-2026").err
    assert published("verify", "hk-2026", "--public-key", "key.pem").code == 1
    assert published("seal", "hk-2026").code == 1


def test_another_key_is_not_believed(published: Command, home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TILELEDGER_SEAL_KEY", "07" * 32)
    (home / "other.pem").write_text(published("seal", "--public-key").out)
    ran = published("verify", "hk-2026", "--public-key", "other.pem")
    assert ran.code == 1
    assert "this key" in ran.err


def test_a_sealing_key_comes_in_hex_base64_or_a_file(
    tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (home / "k").write_text("07" * 32 + "\n")
    given = ["07" * 32, base64.b64encode(b"\7" * 32).decode(), str(home / "k")]
    pems = []
    for text in given:
        monkeypatch.setenv("TILELEDGER_SEAL_KEY", text)
        pems.append(tileledger("seal", "--public-key").out)
    assert len(set(pems)) == 1
    for text in ("07" * 31, "nowhere/secret-looking-text"):
        monkeypatch.setenv("TILELEDGER_SEAL_KEY", text)
        ran = tileledger("seal", "--public-key")
        assert ran.code == 1
        assert text not in ran.err


@pytest.mark.parametrize("arguments", [[], ["hk-2026", "--public-key"], ["nothing"]])
def test_seal_wants_one_thing(arguments: list[str], published: Command) -> None:
    assert published("seal", *arguments).code == 1


def test_what_is_no_key_and_no_seal_is_refused(published: Command, home: Path) -> None:
    (home / "no").write_text("no")
    for arguments in (["--public-key", "no"], ["--public-key", "gone"], ["--seal", "no"], ["--seal", "gone"]):
        assert published("verify", "hk-2026", *arguments).code == 1
