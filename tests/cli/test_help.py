"""Help of every command, and what is said of a command line that cannot be carried out."""

from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from services.cli.main import app
from tests.cases import cases
from tests.cli.conftest import Command

Path = tuple[str, ...]


def every_command() -> Iterator[tuple[Path, Any]]:
    def below(command: Any, path: Path) -> Iterator[tuple[Path, Any]]:
        yield path, command
        for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
            yield from below(command.get_command(None, name), (*path, name))

    return below(get_command(app), ())


COMMANDS = dict(every_command())
PATHS = sorted(COMMANDS)


@cases("path", PATHS)
def test_every_command_argument_and_option_is_explained_in_a_sentence(path: Path) -> None:
    command = COMMANDS[path]
    assert command.help.partition("\n")[0].endswith(".")
    for param in command.params:
        assert param.help, param.name
        assert param.help.endswith("."), param.name
        assert param.help[0].isupper() or param.help.startswith("--"), param.name


def test_a_list_of_commands_has_whole_sentences(tileledger: Command) -> None:
    for group in ((), ("access",)):
        ran = tileledger(*group, "--help")
        assert ran.code == 0
        assert "..." not in ran.out.partition("\n\n")[2]


@pytest.mark.parametrize("language", ["zh_HK.UTF-8", "fr_FR.UTF-8"])
def test_help_is_english_on_every_terminal(
    tileledger: Command, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    monkeypatch.setenv("LC_ALL", language)
    ran = tileledger("rules", "--help")
    assert ran.out.startswith("Usage: tileledger rules ")
    assert "List the rulesets, or what one of them holds." in ran.out


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("ruls",), "No such command 'ruls'. Did you mean 'rules'?"),
        (("rules", "nonsense"), "No such command 'nonsense'"),
        (("--nonsense",), "No such option: --nonsense"),
        (("standings", "x", "--stag", "y"), "--stage"),
        (("standings",), "Missing argument"),
        (("rules", "score"), "Missing option '--ruleset'"),
        (("migrate", "x"), "unexpected extra argument"),
        (("demo", "--seed", "x"), "'x' is not a valid int"),
        (("rehearse", "x", "--speed", "0"), "1<=x<=3600"),
        (("standings", "x", "--format", "y"), "'table', 'json', 'csv'"),
    ],
)
def test_wrong_usage_is_named_with_the_way_to_help(tileledger: Command, arguments: Path, said: str) -> None:
    ran = tileledger(*arguments)
    assert (ran.code, ran.out) == (2, "")
    *called, problem = ran.err.strip().splitlines()
    assert said in problem
    # Of an option that cannot be parsed Typer does not say whose it is.
    assert not called or "--help" in ran.err


def test_a_group_alone_shows_its_help(tileledger: Command) -> None:
    ran = tileledger("rules")
    assert (ran.code, ran.out) == (2, "")
    assert "could-meld  Say whether the rack" in ran.err
