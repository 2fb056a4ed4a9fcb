"""Help of every command, and what is said of a command line that cannot be carried out, in every language."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from typer.main import get_command

from services.cli.helping import param_text, wrapped
from services.cli.importing import ENTRANT_COLUMNS, OPTIONAL_COLUMNS, RESULT_COLUMNS
from services.cli.main import app
from services.cli.printing import width
from shared.catalogue import catalogue, languages, say
from tests.cli.conftest import Command
from tests.cli.test_third_language import plain_words

Path = tuple[str, ...]


def every_command() -> Iterator[tuple[Path, Any]]:
    def below(command: Any, path: Path) -> Iterator[tuple[Path, Any]]:
        yield path, command
        for name in command.list_commands(None) if hasattr(command, "list_commands") else ():
            yield from below(command.get_command(None, name), (*path, name))

    return below(get_command(app), ())


COMMANDS = dict(every_command())
PATHS = sorted(COMMANDS)
NAMED_BY_ITSELF = {(("deliveries",), "what")}
"""Whose choices say what it is, as the text of the command does."""
TYPED = r"`[^`]*`|預設：[^\]]*|--[\w-]+|\b[A-Z][A-Z_]+(?=\b|:)|\S*[|=]\S*|\bN-812\b"
"""Commands, defaults, options, what stands for a value, choices, and a reference."""


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_the_catalogue_says_of_a_command_what_its_docstring_says(path: Path) -> None:
    text = say(f"help-{'-'.join(path) or 'tileledger'}", "en")
    assert " ".join(text.split()) == " ".join(COMMANDS[path].callback.__doc__.split())


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_every_argument_and_option_is_explained_by_the_catalogue_alone(path: Path) -> None:
    for param in COMMANDS[path].params:
        assert param.help in (None, "")
        assert (path, param.name) in NAMED_BY_ITSELF or param_text(path, param.name)


def test_no_help_is_kept_of_what_is_not_there() -> None:
    there = {f"help-{'-'.join(path) or 'tileledger'}": command for path, command in COMMANDS.items()}
    named = {param.name.replace("_", "-") for command in there.values() for param in command.params} | {
        "help"
    }
    for key in catalogue("en"):
        if key.startswith("help-"):
            command, _, param = key.partition("--")
            assert command in there or command == "help-any", key
            names = {p.name.replace("_", "-") for p in there[command].params} if command in there else named
            assert not param or param in names, key


@pytest.mark.parametrize("path", PATHS, ids=" ".join)
def test_help_is_chinese_on_a_chinese_terminal(
    tileledger: Command, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    monkeypatch.setenv("LC_ALL", "zh_HK.UTF-8")
    ran = tileledger(*path, "--help")
    assert ran.code == 0
    assert ran.out.startswith(f"用法：{' '.join(('tileledger', *path))} ")
    # A command may break within what is typed; a list of commands begins with their names.
    meant = re.sub(r"^.*", "", ran.out, count=1)
    meant = re.sub(r"^  [a-z-]+ {2,}", "", re.sub(r"\n {12,}", " ", meant), flags=re.M)
    typed = re.sub(TYPED, " ", " ".join(meant.split()))
    known = {"Telegram", "JSON", "CSV", "TOML", "Ctrl", "CloudEvent", "iCalendar", "https", "hk", "UTF"}
    assert set(re.findall(r"[A-Za-z]{2,}", typed)) - known == set()


@pytest.mark.parametrize("path", [(), ("rules",), ("rehearse",), ("access", "grant"), ("links", "send")])
def test_help_passes_through_the_catalogue(
    tileledger: Command, third: str, monkeypatch: pytest.MonkeyPatch, path: Path
) -> None:
    monkeypatch.setenv("LC_ALL", f"{third}_FR.UTF-8")
    lines = tileledger(*path, "--help").out.splitlines()[1:]
    # Names, choices and what is put in their place are typed.
    meant = (
        re.sub(r"^  (?:-h, )?-*[a-z-]+(?: [A-Z]+)?|\S*\|\S*|--\w+|\b[A-Z]+\b", " ", line) for line in lines
    )
    assert plain_words("\n".join(meant)) <= {"ordinary"}


def test_help_of_imports_names_the_columns_there_are() -> None:
    for language in languages():
        assert say("help-import-results--file", language).count(",".join(RESULT_COLUMNS)) == 1
        columns = f"{','.join(ENTRANT_COLUMNS)}[,{','.join(OPTIONAL_COLUMNS)}]"
        assert columns in say("help-import-entrants--file", language)


@pytest.mark.parametrize("language", ["en", "zh"])
def test_lines_of_help_fit_the_terminal(language: str) -> None:
    lines = list(wrapped(say("help-restore", language), 60, "  "))
    assert len(lines) > 4
    assert all(width(line) <= 60 and line == line.rstrip() for line in lines)
    assert not any(line.strip().startswith(("。", "，", "、")) for line in lines)


@pytest.mark.parametrize(
    ("arguments", "english", "chinese"),
    [
        (
            ("ruls",),
            "there is no command 'ruls'; did you mean 'rules'?",
            "沒有指令「ruls」；是否指 'rules'？",
        ),
        (("rules", "nonsense"), "there is no command 'nonsense'.", "沒有指令「nonsense」。"),
        (("--nonsense",), "there is no option --nonsense.", "沒有選項 --nonsense。"),
        (("standings", "x", "--stag", "y"), "did you mean --stage?", "是否指 --stage？"),
        (("standings",), "TOURNAMENT is missing.", "欠缺 TOURNAMENT。"),
        (("rules", "score"), "--ruleset is missing.", "欠缺 --ruleset。"),
        (("migrate", "x"), "nothing is expected after that: x.", "之後不應再有內容：x。"),
        (("submit", "x", "y", "--key"), "--key needs a value after it.", "--key 之後須有一個值。"),
        (("migrate", "--json=1"), "--json takes no value.", "--json 不接受任何值。"),
        (("demo", "--seed", "x"), "--seed cannot be 'x': it must be a whole number.", "須為整數。"),
        (("rehearse", "x", "--speed", "0"), "it must be 1<=x<=3600.", "須為 1<=x<=3600。"),
        (
            ("standings", "x", "--format", "y"),
            "it is one of 'table', 'json', 'csv'.",
            "可為 'table', 'json', 'csv'。",
        ),
    ],
)
def test_wrong_usage_is_told_in_the_language_of_the_terminal(
    tileledger: Command, monkeypatch: pytest.MonkeyPatch, arguments: Path, english: str, chinese: str
) -> None:
    for language, said in (("C", english), ("zh_HK", chinese)):
        monkeypatch.setenv("LC_ALL", f"{language}.UTF-8")
        ran = tileledger(*arguments)
        assert (ran.code, ran.out) == (2, "")
        # Of an option that cannot be parsed Typer does not say whose it is.
        *called, problem = ran.err.splitlines()
        assert said in problem
        assert not called or ("tileledger" in called[0] and "--help" in called[1])


def test_a_group_alone_shows_its_help(tileledger: Command) -> None:
    ran = tileledger("rules")
    assert (ran.code, ran.out) == (2, "")
    assert "could-meld  Say whether the rack" in ran.err
