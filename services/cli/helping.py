"""Help of a command in the language of the terminal: the texts `help-…` of the catalogue.

`help-rules-score` is what `tileledger rules score` does, `help-rules-score--ruleset` what its `ruleset` is,
and `help-any--json` what `json` is of every command that has no text of its own for it. Nothing is looked up
before help is asked for.
"""

import re
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Protocol

from services.cli.failing import terminal_language
from services.cli.printing import width, worded
from shared.catalogue import FIRST, catalogue, say

if TYPE_CHECKING:
    from typer.core import TyperArgument, TyperOption

_INDENT = "  "
_NAMES = 30
"""Columns of names beside which there is room for what they mean."""
_CHARACTER = "\u3000-\u303f\u4e00-\u9fff\uff00-\uffef"
_BREAKABLE = re.compile(f"[「（]*(?:[{_CHARACTER}]|[^\\s{_CHARACTER}]+)[，。；：、）」？！…]*|\\s+")
"""What stays together on a line: a word, or a Chinese character, with the punctuation around it."""
_SENTENCE = re.compile(r"^.*?(?:。|\.(?=\s|$)|$)", re.DOTALL)
_NUMBERS = ("int", "float")
"""How the names of types begin whose values are numbers."""
_SHELL = frozenset({"install_completion", "show_completion"})
"""Options of every Typer that are of no use here: completion is not installed."""


class Formatter(Protocol):
    """What help is written to."""

    width: int

    def write(self, string: str) -> None: ...


def speak(command: Any, path: Sequence[str]) -> None:
    """Have a command, and those below it, show help from the catalogue.

    Args:
        path: the names by which it is called: ("rules", "score").
    """
    command.params = [param for param in command.params if param.name not in _SHELL]
    command.format_help = partial(write_help, command, path)
    for name, below in getattr(command, "commands", {}).items():
        if below is not None:
            speak(below, (*path, name))


def write_help(command: Any, path: Sequence[str], context: Any, formatter: Formatter) -> None:
    """Write how a command is called, what it does, and what its arguments, options and commands are."""
    params = command.get_params(context)
    arguments = [param for param in params if param.param_type_name == "argument"]
    options = [param for param in params if param.param_type_name == "option"]
    names = command.list_commands(context) if hasattr(command, "list_commands") else []
    formatter.write(f"{_usage(context.command_path, arguments, below=bool(names))}\n\n")
    for paragraph in help_text(path).split("\n\n"):
        formatter.write("\n".join(wrapped(paragraph, formatter.width, _INDENT)) + "\n\n")
    sections = {
        "arguments": [(_argument(param), _meaning(path, param)) for param in arguments],
        "options": [(_option(param), _meaning(path, param)) for param in options],
        "commands": [(name, first_sentence(help_text((*path, name)))) for name in names],
    }
    for section, rows in sections.items():
        if rows:
            formatter.write(f"{worded(f'help-{section}')}\n")
            formatter.write("".join(f"{line}\n" for line in _listed(rows, formatter.width)) + "\n")


def usage_of(context: Any) -> str:
    """How a command is called, on one line."""
    params = context.command.get_params(context)
    arguments = [param for param in params if param.param_type_name == "argument"]
    return _usage(context.command_path, arguments, below=hasattr(context.command, "list_commands"))


def help_text(path: Sequence[str]) -> str:
    """What a command does."""
    return say(f"help-{'-'.join(path) or 'tileledger'}", terminal_language())


def param_text(path: Sequence[str], name: str) -> str:
    """What an argument or option of a command is; "" where its name says it."""
    key = f"help-{'-'.join(path) or 'tileledger'}--{name.replace('_', '-')}"
    if key not in catalogue(FIRST):
        key = f"help-any--{name.replace('_', '-')}"
    return say(key, terminal_language()) if key in catalogue(FIRST) else ""


def first_sentence(text: str) -> str:
    """What a command does, as a list of commands has it."""
    found = _SENTENCE.match(text)
    return text if found is None else found[0]


def wrapped(text: str, room: int, indent: str = "") -> Iterator[str]:
    """Lines of at most `room` columns; a Chinese text may break between any two characters."""
    line = ""
    for piece in _BREAKABLE.findall(" ".join(text.split())):
        if line and width(indent + line + piece) > room and not piece.isspace():
            yield indent + line.rstrip()
            line = ""
        if line or not piece.isspace():
            line += piece
    yield indent + line.rstrip()


def _usage(called: str, arguments: "Sequence[TyperArgument]", *, below: bool) -> str:
    pieces = [called, worded("help-piece-options")]
    pieces += [_argument(param) if param.required else f"[{_argument(param)}]" for param in arguments]
    if below:
        pieces.append(worded("help-piece-command"))
    return worded("help-usage", called=" ".join(pieces))


def _argument(param: "TyperArgument") -> str:
    name = param.metavar or (param.name or "").upper()
    return f"{name}…" if param.nargs == -1 and not name.endswith("…") else name


def _option(param: "TyperOption") -> str:
    names = " / ".join(
        ", ".join(sorted(several, key=len)) for several in (param.opts, param.secondary_opts) if several
    )
    value = "" if param.is_flag else _value(param)
    return f"{names} {value}".rstrip()


def _value(param: "TyperOption") -> str:
    choices = getattr(param.type, "choices", None)
    if param.metavar or choices:
        return param.metavar or "|".join(str(choice) for choice in choices or ())
    return worded(f"help-value-{'number' if param.type.name.startswith(_NUMBERS) else 'text'}")


def _meaning(path: Sequence[str], param: Any) -> str:
    """What an argument or option is, with its bounds and default."""
    more = []
    least, most = getattr(param.type, "min", None), getattr(param.type, "max", None)
    if least is not None and most is not None:
        more.append(worded("help-from-to", least=str(least), most=str(most)))
    if param.param_type_name == "option" and param.required:
        more.append(worded("help-required"))
    default = param.opts[0] if param.default is True and param.secondary_opts else param.default
    if default not in (None, True, False, (), []) and param.show_default and not callable(default):
        more.append(worded("help-default", value=str(default)))
    text = param_text(path, param.name or "")
    return f"{text} {worded('help-more', more=more)}" if more else text


def _listed(rows: Sequence[tuple[str, str]], room: int) -> Iterator[str]:
    """Names, and beside them what they mean; below where a name is too long."""
    column = min(max(width(name) for name, _ in rows), _NAMES)
    beside = _INDENT + " " * (column + 2)
    for name, meaning in rows:
        first, *others = wrapped(meaning, room, beside)
        if width(name) <= column:
            yield f"{_INDENT}{name}{' ' * (column - width(name))}  {first.removeprefix(beside)}".rstrip()
        else:
            yield f"{_INDENT}{name}"
            others = [first, *others] if meaning else others
        yield from others
