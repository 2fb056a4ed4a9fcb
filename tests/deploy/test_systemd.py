"""The units for systemd: what systemd-analyze finds of them, and that all they name is there."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from services.cli.commands import COMMANDS
from shared.settings import load_settings
from tests.cli.conftest import Command, Ran, home, tileledger
from tests.cli.files import TOURNAMENT
from tests.deploy.proxies import program_of

__all__ = ["home", "tileledger"]

UNITS = Path(__file__).parents[2] / "infra" / "deploy" / "systemd"
SERVICES = sorted(file.name for file in UNITS.glob("*.service"))
TIMERS = sorted(file.name for file in UNITS.glob("*.timer"))
COMMON = UNITS / "tileledger-.service.d" / "common.conf"
PROGRAM = "/opt/tileledger/bin/tileledger"
MOST_EXPOSED = 2.0
"""What `systemd-analyze security` may find of a unit, of ten."""


def settings(file: Path) -> list[tuple[str, str]]:
    """The settings of a unit, or of what is put beside one, in order."""
    return re.findall(r"^([A-Za-z]+)=(.*)$", file.read_text(), re.M)


def command(unit: str) -> list[str]:
    """What a service starts, without the program."""
    ((program, *words),) = (text.split() for key, text in settings(UNITS / unit) if key == "ExecStart")
    assert program == PROGRAM
    return words


@pytest.mark.parametrize("unit", SERVICES)
def test_a_unit_is_exposed_to_little(unit: str) -> None:
    analyze = program_of("systemd-analyze")
    found = subprocess.run(
        [analyze, "security", "--no-pager", "--offline=yes", str(UNITS / unit)],
        capture_output=True,
        text=True,
        check=False,
    )
    (level,) = re.findall(rf"exposure level for {unit}: ([0-9.]+)", found.stdout)
    assert float(level) < MOST_EXPOSED


def test_systemd_has_nothing_to_say_against_the_units(tmp_path: Path) -> None:
    analyze = program_of("systemd-analyze")
    units = tmp_path / "units"
    shutil.copytree(UNITS, units)
    here = str(Path(sys.executable).with_name("tileledger"))
    for unit in SERVICES:
        file = units / unit
        file.write_text(file.read_text().replace(PROGRAM, here))
    found = subprocess.run(
        [analyze, "verify", "--man=no", *(str(units / unit) for unit in (*SERVICES, *TIMERS))],
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0
    assert [line for line in found.stderr.splitlines() if "tileledger" in line] == []


def test_each_unit_starts_a_command_that_there_is_and_each_timer_a_unit() -> None:
    commands = {unit: command(unit) for unit in SERVICES}
    assert {words[0] for words in commands.values()} == {"web", "worker", "migrate", "dump", "restore-drill"}
    assert {words[0] for words in commands.values()} <= set(COMMANDS)
    assert {timer.replace(".timer", ".service") for timer in TIMERS} <= set(SERVICES)
    for unit in SERVICES:
        named = {text for key, text in settings(UNITS / unit) if key in ("Wants", "After")}
        units = {name for text in named for name in text.split() if name.startswith("tileledger-")}
        assert units <= set(SERVICES)


def test_what_runs_once_does_what_its_unit_is_for(home: Path, tileledger: Command) -> None:
    """In the order in which the timers start them, in a folder of their own in the place of /var/lib."""

    def start(unit: str) -> Ran:
        return tileledger(*(word.replace("/var/lib", str(home)) for word in command(unit)))

    (backup,) = (
        text for key, text in settings(UNITS / "tileledger-backup.service") if key == "StateDirectory"
    )
    assert start("tileledger-migrate.service").code == 0
    assert tileledger("tournament", "create", TOURNAMENT).code == 0
    assert start("tileledger-backup.service").code == 0
    assert (home / backup / "log" / "hk-2026.jsonl").exists()
    drill = start("tileledger-restore-drill.service")
    assert drill.code == 0
    assert "hk-2026" in drill.out


def test_a_credential_reaches_its_setting(tmp_path: Path) -> None:
    """systemd calls each file of such a folder by the id that is given, an underscore and its name."""
    ((name, folder),) = (text.split(":") for key, text in settings(COMMON) if key == "LoadCredential")
    assert folder == "/etc/tileledger/credentials"
    (tmp_path / f"{name}_SECRET_KEY").write_text("s" * 40 + "\n")
    found = load_settings({"CREDENTIALS_DIRECTORY": str(tmp_path)}, tmp_path)
    assert found.settings.secret_key == "s" * 40


def test_no_unit_sets_what_the_operator_is_to_set() -> None:
    """The environment would win over a credential."""
    for file in (COMMON, *(UNITS / unit for unit in SERVICES)):
        assert [text for key, text in settings(file) if key == "Environment"] == []


def test_a_database_that_comes_later_than_the_machine_is_waited_for() -> None:
    assert ("Restart", "on-failure") in settings(UNITS / "tileledger-migrate.service")
    for unit in ("tileledger-web.service", "tileledger-worker.service"):
        found = settings(UNITS / unit)
        assert ("Restart", "always") in found
        assert ("Wants", "tileledger-migrate.service") in found
        # What is required and fails once would leave it down, also where that succeeds later (systemd 252).
        assert "Requires" not in dict(found)


def test_a_command_as_the_services_have_it_takes_settings_of_its_caller(tmp_path: Path) -> None:
    stand_in = tmp_path / "systemd-run"
    stand_in.write_text('#!/bin/sh\nprintf "%s\\n" "$@"\n')
    stand_in.chmod(0o755)
    ran = subprocess.run(
        ["sh", str(UNITS / "tileledger-command"), "migrate", "two words"],
        env={"PATH": f"{tmp_path}:/usr/bin:/bin", "TILELEDGER_DATABASE_URL": "a b", "OTHER": "x"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=True,
    )
    words = ran.stdout.splitlines()
    assert [word for word in words if word.startswith("--setenv")] == ["--setenv=TILELEDGER_DATABASE_URL"]
    assert words[-2:] == ["migrate", "two words"]
