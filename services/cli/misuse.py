"""What is said of a command line that cannot be carried out, in the language of the terminal.

What Typer says in English is read, as `shared.misfits` reads what msgspec says; what cannot be read stays.
"""

import re
from collections.abc import Mapping
from typing import Any

from services.cli.failing import terminal_language
from services.cli.helping import usage_of
from services.cli.printing import worded
from shared.catalogue import Phrase

_VALUE = r"Invalid value for (?P<name>.+?): (?P<given>.+?) is not"
_SAID: Mapping[str, str] = {
    r"No such option: (?P<name>\S+)(?: \(Possible options: (?P<near>.+)\))?": "misuse-no-option",
    r"No such command '(?P<name>.*?)'\.?(?: Did you mean (?P<near>.+)\?)?": "misuse-no-command",
    r"Missing (?:argument|option|parameter) (?P<name>.+?)\..*": "misuse-missing",
    r"Missing command\.": "misuse-missing-command",
    r"Got unexpected extra argument(?:\(s\)|s)? \((?P<given>.+)\)": "misuse-extra",
    r"Option '(?P<name>\S+)' requires an argument\.": "misuse-needs-value",
    r"Option '(?P<name>\S+)' requires \d+ arguments\.": "misuse-needs-value",
    r"Option '(?P<name>\S+)' does not take a value\.": "misuse-takes-no-value",
    rf"{_VALUE} a valid (?P<kind>\S+)(?: range)?\.": "misuse-no-such-value",
    rf"{_VALUE} in the range (?P<range>.+)\.": "misuse-out-of-range",
    rf"{_VALUE} one of (?P<known>.+)\.": "misuse-none-of",
}


def misuse_lines(error: Any) -> str:
    """How the command is called, where its help is, and what is wrong; its help where nothing was given."""
    if type(error).__name__ == "NoArgsIsHelpError":
        return str(error.format_message())
    lines = [f"tileledger: {_in_words(error.format_message()).in_language(terminal_language())}"]
    if error.ctx is not None:
        called = f"{error.ctx.command_path} --help"
        lines = [usage_of(error.ctx), worded("misuse-try", command=called), *lines]
    return "\n".join(lines)


def _as_in_help(name: str) -> str:
    """An option or argument as help has it; of a command its name."""
    bare = name.strip("'")
    return bare.upper() if bare != name and not bare.startswith("-") else bare


def _in_words(message: str) -> Phrase:
    for pattern, key in _SAID.items():
        if found := re.fullmatch(pattern, message, re.DOTALL):
            values = found.groupdict()
            if "name" in values:
                values["name"] = _as_in_help(values["name"])
            return Phrase(f"cli-{key}", values)
    return Phrase("cli-misuse-else", {"what": message})
