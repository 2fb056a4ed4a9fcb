"""The pages say what happens: their console blocks are run, in order, and their output compared.

`…` stands for anything; a `…` alone on a line for any number of lines.
"""

import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.conftest import Command, Ran

ROOT = Path(__file__).parents[2]


def console_steps(text: str) -> Iterator[tuple[str, str]]:
    """Each command of the console blocks with the output printed below it."""
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            yield command, output


def matches(text: str, printed: str) -> bool:
    lines = [
        r"(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + r"\n"
        for line in text.splitlines()
    ]
    return re.fullmatch("".join(lines), printed) is not None


def in_process(call: Command, command: str) -> Ran | None:
    """What a command of ours does here, with its input from `echo` or a file; None for any other command."""
    words = shlex.split(command)
    stdin = b""
    if words[0] == "echo" and words[2] == "|":
        stdin, words = f"{words[1]}\n".encode(), words[3:]
    elif words[-2:-1] == ["<"]:
        stdin, words = Path(words[-1]).read_bytes(), words[:-2]
    return call(*words[1:], stdin=stdin) if words[0] == "tileledger" else None


def in_a_shell(command: str) -> Ran:
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    ran = subprocess.run(
        ["bash", "-c", command], env={**os.environ, "PATH": path}, capture_output=True, text=True, check=False
    )
    return Ran(ran.returncode, ran.stdout, ran.stderr)


@pytest.mark.parametrize("shell", [False, pytest.param(True, marks=pytest.mark.wide)])
@pytest.mark.parametrize("page", ["README.md", "docs/first-tournament.md", "docs/overnight.md"])
def test_a_walk_happens_as_printed(page: str, shell: bool, home: Path, tileledger: Command) -> None:
    for name in ("docs", "infra"):
        (home / name).symlink_to(ROOT / name)
    steps = list(console_steps((ROOT / page).read_text(encoding="utf-8")))
    assert len(steps) >= 10
    for command, text in steps:
        ran = (None if shell else in_process(tileledger, command)) or in_a_shell(command)
        assert ran.code == 0, f"{command}\n{ran.err}"
        assert matches(text, ran.out), f"{command}\nsaid:\n{text}\nprinted:\n{ran.out}"


def test_what_operations_print_happens_after_the_first_steps_of_the_readme(
    home: Path, tileledger: Command
) -> None:
    for name in ("docs", "infra"):
        (home / name).symlink_to(ROOT / name)
    first = list(console_steps((ROOT / "README.md").read_text(encoding="utf-8")))[:2]
    steps = list(console_steps((ROOT / "docs" / "operations.md").read_text(encoding="utf-8")))
    assert steps
    for command, text in (*first, *steps):
        ran = in_process(tileledger, command)
        assert ran is not None, command
        assert ran.code == 0, f"{command}\n{ran.err}"
        assert matches(text, ran.out), f"{command}\nsaid:\n{text}\nprinted:\n{ran.out}"
