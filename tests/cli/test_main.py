"""The command starts fast, fails in one line, and leaves with the right exit code."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from services.cli import rules
from services.cli.commands import COMMANDS
from services.cli.failing import error_lines
from services.cli.main import run
from shared.problems import not_found
from tests.cli.conftest import Command
from tests.cli.files import TOURNAMENT

REPOSITORY = Path(__file__).parents[2]


def test_version_is_printed(tileledger: Command) -> None:
    ran = tileledger("--version")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.strip().count(".") == 2


def test_help_lists_every_command(tileledger: Command) -> None:
    ran = tileledger("--help")
    assert ran.code == 0
    assert all(name in ran.out for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_explains_itself(tileledger: Command, name: str) -> None:
    ran = tileledger(name, "--help")
    assert ran.code == 0
    assert f"tileledger {name}" in ran.out


@pytest.mark.parametrize(
    "arguments", [["nonsense"], ["rules", "nonsense"], ["rules", "score"], ["--nonsense"], ["migrate", "x"]]
)
def test_wrong_usage_leaves_with_2_and_prints_no_answer(tileledger: Command, arguments: list[str]) -> None:
    ran = tileledger(*arguments)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err


def test_a_slip_in_a_commands_name_is_answered_with_what_was_meant(tileledger: Command) -> None:
    assert "'rules'" in tileledger("ruls").err


def test_scoring_and_version_load_no_database_and_no_web_server() -> None:
    program = """
import io, sys
from services.cli.main import run
game = b'{"ended_by": "time", "seats": [{"seat": "A", "count": 5, "tiles": 1}, ' \
       b'{"seat": "B", "count": 6, "tiles": 1}, {"seat": "C", "count": 7, "tiles": 1}]}'
sys.stdin = io.TextIOWrapper(io.BytesIO(game))
assert run(["--version"]) == 0
assert run(["rules", "score", "--ruleset", "hk-2026"]) == 0
heavy = {"sqlalchemy", "alembic", "flask", "psycopg", "cryptography", "babel", "structlog", "rich"}
print(sorted(heavy & set(sys.modules)), file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, cwd=REPOSITORY, timeout=60, check=True
    )
    assert done.stderr.decode().strip() == "[]"


def test_listing_tournaments_loads_nothing_that_it_does_not_use(tileledger: Command, home: Path) -> None:
    """Measured by `python -m tests.bench start`: at most 1.3 times `import sqlalchemy`."""
    assert tileledger("tournament", "create", TOURNAMENT).code == 0
    program = """
import sys
from services.cli.main import run
assert run(["tournament", "list"]) == 0
print(*sys.modules, file=sys.stderr)
"""
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        cwd=home,
        env={**os.environ, "PYTHONPATH": str(REPOSITORY)},
        timeout=60,
        check=True,
    )
    assert "hk-2026" in done.stdout.decode()
    loaded = done.stderr.decode().split()
    assert "sqlalchemy" in loaded
    unused = [
        *("psycopg", "sqlalchemy.dialects.postgresql", "alembic", "pydantic", "cryptography", "babel"),
        *("flask", "rich", "structlog", "rustworkx", "aiohttp", "telegram"),
        *("services.tournament.catalogue", "services.rules", "services.desk", "shared.vault"),
    ]
    assert [name for name in unused if name in loaded] == []


def test_a_fault_of_the_program_is_one_line_without_a_traceback(
    tileledger: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("the\nsky fell")

    monkeypatch.setattr("services.rules.ruleset.all_rulesets", broken)
    ran = tileledger("rules", "list")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("tileledger: unexpected: RuntimeError: the sky fell.")
    assert ran.err.count("\n") == 1
    assert "TILELEDGER_DEBUG=1" in ran.err
    monkeypatch.setenv("TILELEDGER_DEBUG", "1")
    assert "Traceback" in tileledger("rules", "list").err


def test_an_interrupted_command_leaves_with_130(tileledger: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("services.rules.ruleset.all_rulesets", interrupted)
    assert tileledger("rules", "list").code == 130


@pytest.mark.parametrize("language", ["zh_HK.UTF-8", "C.UTF-8"])
def test_a_refusal_is_english_on_every_terminal(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    problem = not_found("tournament", "x").at(file="a.csv", line=7, game=2)
    monkeypatch.setenv("LC_ALL", language)
    assert error_lines(problem).startswith("tileledger: not-found: ")
    assert error_lines(problem).endswith("or list what there is. (file a.csv, line 7, game 2)")


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        (("check-in", "--at", "gestern"), "--at cannot be"),
        (("check-in", "--at", "2026-03-28T12:00"), "--at needs"),
        (("check-in", "--as", "king"), "--as takes"),
        (("no-such",), "no-such"),
    ],
)
def test_a_wrong_option_of_submit_is_named(
    arguments: tuple[str, ...], text: str, tileledger: Command
) -> None:
    assert tileledger("tournament", "create", TOURNAMENT, "--id", "cup").code == 0
    assert text in tileledger("submit", "cup", *arguments, stdin=b'{"entrant": "1"}').err


def test_the_answer_stays_whole_when_nobody_reads_it_to_the_end() -> None:
    done = subprocess.run(
        f"{sys.executable} -m services.cli rules list --ruleset hk-2026 | head -1",
        shell=True,
        capture_output=True,
        cwd=REPOSITORY,
        timeout=60,
        check=True,
    )
    assert b"Traceback" not in done.stderr


def test_a_module_named_in_the_registry_holds_an_app() -> None:
    assert rules.app is not None
    assert run(["rules", "list"]) == 0


@pytest.mark.parametrize(
    "arguments",
    [
        "access grant --role nobody",
        "access link --tournament cup --role nobody",
        "access board --tournament cup --views nix",
        "access board --tournament cup --langs nix",
        "access board --tournament cup --pace 7",
        "tournament new cup --like nope",
        "weather decide --day someday",
        "weather decide --day 2026-03-28 --like someday",
        "weather decide --day 2026-03-28 --now soon",
        "weather decide --day 2026-03-28 --now 2026-03-28T11:00 --fetched-at soon",
        "demo --until nix",
        "rehearse cup --day nix",
        "submit cup check-in --as nobody",
        "submit cup check-in --at soon",
        "submit cup check-in --at 2026-03-28T11:00",
        "standings cup --format xml",
        "standings cup --language xx",
        "replay cup --show nix",
        "what-if cup --replace nix",
        "what-if cup --insert nix",
        "forget cup:1 --reason nix",
        "links email cup organizer:o a@example.org --language xx",
    ],
)
def test_a_value_that_an_option_never_has_is_wrong_usage(tileledger: Command, arguments: str) -> None:
    given = b'{"warnings": []}' if arguments.startswith("weather") else b'{"entrant": "1"}'
    ran = tileledger(*arguments.split(), stdin=given)
    assert (ran.code, ran.out) == (2, ""), ran.err
