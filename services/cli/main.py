"""Entry point of the tileledger command.

Nothing heavy is imported here: a command's module is loaded when it is named, and imports what it needs
when it runs.
"""

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup
from typer.main import get_command

from services.cli.commands import COMMANDS
from services.cli.failing import error_lines, is_misuse
from shared.collecting import collect_seldom

_MISUSE: Any = typer.BadParameter.__bases__[0]
"""Whatever Typer refuses of a command line; it gives out no name for it."""
_SHELL = frozenset({"install_completion", "show_completion"})
"""Options of every Typer that are of no use here: completion is not installed."""


class LazyGroup(TyperGroup):
    """Commands that are imported when they are named, or when all of them are listed."""

    def __init__(self, **attributes: Any) -> None:
        super().__init__(**attributes)
        self.commands = dict.fromkeys(COMMANDS)  # type: ignore[assignment]

    def list_commands(self, ctx: Any) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        place = COMMANDS.get(cmd_name)
        if place is None:
            return None
        module, _, name = place.partition(":")
        command = get_command(getattr(import_module(module), name or "app"))
        command.name = cmd_name
        _make_plain(command)
        return command


def _make_plain(command: Any) -> None:
    """Have a command, and those below it, show help as plain text in whole sentences, without completion."""
    command.rich_markup_mode = None
    command.short_help = (command.help or "").partition("\n")[0]
    command.params = [param for param in command.params if param.name not in _SHELL]
    for below in getattr(command, "commands", {}).values():
        _make_plain(below)


app = typer.Typer(
    cls=LazyGroup,
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version

        print(version("tileledger"))
        raise typer.Exit


@app.callback()
def tileledger(
    version: Annotated[
        bool, typer.Option("--version", callback=_version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Run tile-game tournaments, with every fact written once to an append-only log."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave the process with its exit code.

    Exit codes: 0 when done, 1 for a refusal or bad input, 2 for wrong usage, 130 when interrupted.
    """
    # A call imports much and keeps it to its end: looking through that for garbage took a tenth of the time.
    collect_seldom()
    sys.exit(run(sys.argv[1:] if arguments is None else arguments))


def run(arguments: Sequence[str]) -> int:
    """Run one command line and return its exit code; whatever goes wrong is told on standard error."""
    try:
        code = get_command(app).main(list(arguments), prog_name="tileledger", standalone_mode=False)
        return code if isinstance(code, int) else 0
    except SystemExit as leaving:
        return leaving.code if isinstance(leaving.code, int) else int(leaving.code is not None)
    except KeyboardInterrupt:
        return 130
    except _MISUSE as error:
        error.show()
        return 2
    except typer.Abort:
        return 1
    except Exception as error:
        if os.environ.get("TILELEDGER_DEBUG", "").lower() in ("1", "true", "yes"):
            import traceback

            traceback.print_exc()
        print(error_lines(error), file=sys.stderr)
        return 2 if is_misuse(error) else 1
