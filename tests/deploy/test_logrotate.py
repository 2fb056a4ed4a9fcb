"""Rotation by Debian's logrotate: nothing that the program prints later is lost, and old files go."""

import os
import subprocess
from pathlib import Path

from tests.deploy.proxies import program_of

RULE = Path(__file__).parents[2] / "infra" / "deploy" / "logrotate"


def rule_here(folder: Path) -> Path:
    """The rule for this folder, and for the user who runs the tests."""
    text = RULE.read_text()
    for written, here in (("/var/log/tileledger/", f"{folder}/"), ("    su tileledger tileledger\n", "")):
        assert text.count(written) >= 1
        text = text.replace(written, here)
    file = folder / "rule"
    file.write_text(text)
    file.chmod(0o644)
    return file


def rotate(folder: Path, *words: str) -> str:
    ran = subprocess.run(
        [program_of("logrotate"), *words, "--state", folder / "state", rule_here(folder)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stderr


def test_logrotate_reads_the_rule_without_a_complaint(tmp_path: Path) -> None:
    (tmp_path / "tileledger.log").write_text("a line\n")
    told = rotate(tmp_path, "--debug")
    assert "error" not in told
    assert "considering log" in told


def test_what_is_printed_after_a_rotation_is_kept_and_the_oldest_go(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    log = tmp_path / "tileledger.log"
    with log.open("ab", buffering=0) as program:
        for week in range(10):
            program.write(b"week %d\n" % week)
            rotate(tmp_path, "--force")
        program.write(b"now\n")
    assert log.read_bytes() == b"now\n"
    assert (tmp_path / "tileledger.log.1").read_bytes() == b"week 9\n"
    kept = {name for name in os.listdir(tmp_path) if name.startswith("tileledger.log.")}
    assert kept == {"tileledger.log.1", *(f"tileledger.log.{number}.gz" for number in range(2, 9))}
