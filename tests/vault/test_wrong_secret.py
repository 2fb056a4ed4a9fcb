"""Another secret, or a lost key file, against the real program: it refuses, and spoils nothing."""

import os
import signal
from pathlib import Path

import pytest

from infra.migrations import migrate_vault
from shared.catalogue import say
from shared.vault import Vault
from tests.api.served import PATIENCE, program, serving
from tests.cli.conftest import Command
from tests.cli.files import ENTRANT_HEADING, entrant_rows, write
from tests.cli.test_doctor import checks

WEB = "import sys; from services.cli.main import main; main(sys.argv[1:])"
OTHER = "another secret of at least 32 characters"


def ended(folder: Path, *arguments: str, **settings: str) -> tuple[int, str]:
    """A process of its own: its exit code, and what it printed."""
    process = program(WEB, folder, *arguments, **{"BIND": "127.0.0.1:0", **settings})
    try:
        printed, _ = process.communicate(timeout=PATIENCE)
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
            process.communicate()
    return process.returncode, printed.decode()


def names(tileledger: Command) -> list[str]:
    return [tileledger("subject", "hk-2026", "001").answer["details"]["name_en"]]


@pytest.mark.parametrize(
    "command",
    [
        pytest.param(["web"], marks=pytest.mark.wide),
        pytest.param(["worker"], marks=pytest.mark.wide),
        ["up", "--no-demo", "--no-simulators"],
    ],
)
def test_a_server_whose_secret_does_not_fit_refuses_to_start(
    command: list[str], entered: None, tileledger: Command, home: Path
) -> None:
    code, printed = ended(home, *command, SECRET_KEY=OTHER)
    assert code == 1
    assert "secret-does-not-fit" in printed
    assert "tileledger doctor" in printed


def test_another_secret_writes_nothing_and_back_with_the_right_one_everything_reads(
    entered: None, tileledger: Command, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = tileledger("verify", "hk-2026").out
    monkeypatch.setenv("TILELEDGER_SECRET_KEY", OTHER)
    more = write(home / "more.csv", ENTRANT_HEADING, entrant_rows(5)[3:])
    for arguments in (["import", "entrants", "hk-2026", more], ["forget", "hk-2026:001"]):
        refused = tileledger(*arguments)
        assert (refused.code, "secret-does-not-fit" in refused.err) == (1, True)
    everything = tileledger("doctor", "--json")
    assert "restore-vault" not in everything.out
    found = checks(everything)["vault opens"]
    assert (found["state"], "another secret" in found["detail"]) == ("failed", True)
    assert tileledger("verify", "hk-2026").out == before
    monkeypatch.delenv("TILELEDGER_SECRET_KEY")
    assert tileledger("import", "entrants", "hk-2026", more).code == 0
    assert names(tileledger) == ["Chan Tai 1"]
    with serving(home) as server:
        status, page = server.get("/api/v1/tournaments/hk-2026/standings")
        assert (status, b'"seq"' in page) == (200, True)


def test_a_running_server_whose_vault_is_exchanged_is_not_ready_and_writes_nothing(
    entered: None, tileledger: Command, home: Path
) -> None:
    token = tileledger("access", "grant", "--role", "organizer").out.split()[-1]
    headers = {"Authorization": f"Bearer {token}", "Content-Type": "application/json"}
    address = "/api/v1/tournaments/hk-2026/commands/make-announcement"
    body = b'{"audience": "everyone", "en": "Welcome", "zh": "Welcome"}'
    with serving(home) as server:
        other = Vault(f"sqlite:///{home / 'other.db'}", OTHER.encode())
        migrate_vault(other.database)
        other.secret_check.require()
        other.database.close()
        before = tileledger("verify", "hk-2026").out
        (home / "var" / "vault.db").write_bytes((home / "other.db").read_bytes())
        status, answer = server.send("POST", address, headers=headers, body=body)
        assert (status, b"secret-does-not-fit" in answer) == (503, True), answer
        server.wait_until(lambda: server.not_ready_for("vault opens"))
        assert tileledger("verify", "hk-2026").out == before


def test_a_lost_key_file_is_not_made_anew(entered: None, tileledger: Command, home: Path) -> None:
    file = home / "var" / "secret.key"
    elsewhere = file.rename(home / "elsewhere")
    code, printed = ended(home, "web")
    assert (code, "secret-lost" in printed) == (1, True)
    for arguments in (["forget", "hk-2026:001"], ["worker"]):
        refused = tileledger(*arguments)
        assert (refused.code, "secret-lost" in refused.err) == (1, True)
    assert checks(tileledger("doctor", "--json"))["secret"]["state"] == "failed"
    assert not file.exists()
    elsewhere.rename(file)
    assert names(tileledger) == ["Chan Tai 1"]


def test_beside_a_log_with_personal_data_no_key_file_is_made_though_the_vault_is_gone(
    entered: None, tileledger: Command, home: Path
) -> None:
    (home / "var" / "secret.key").unlink()
    (home / "var" / "vault.db").unlink()
    assert tileledger("migrate", "--new-vault").code == 0
    refused = tileledger("forget", "hk-2026:001")
    assert (refused.code, say("part-secret-log-needs", "en") in refused.err) == (1, True)
    assert not (home / "var" / "secret.key").exists()
