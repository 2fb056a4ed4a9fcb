"""The pages say what happens: their console blocks are run, in order, and their output compared.

`…` stands for anything; a `…` alone on a line for any number of lines.
"""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def console_steps(text: str) -> Iterator[tuple[str, str]]:
    """Each command of the console blocks with the output printed below it."""
    for block in re.findall(r"```console\n(.*?)```", text, re.DOTALL):
        for step in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, _, output = step.partition("\n")
            yield command, output


def matches(said: str, printed: str) -> bool:
    lines = [
        r"(?:.*\n)*" if line == "…" else re.escape(line).replace("…", ".*") + r"\n"
        for line in said.splitlines()
    ]
    return re.fullmatch("".join(lines), printed) is not None


@pytest.mark.parametrize("page", ["README.md", "docs/first-tournament.md"])
def test_a_walk_happens_as_printed(page: str, tmp_path: Path) -> None:
    for name in ("docs", "infra"):
        (tmp_path / name).symlink_to(ROOT / name)
    environment = {name: value for name, value in os.environ.items() if not name.startswith("TILELEDGER_")}
    environment |= {
        "LC_ALL": "C.UTF-8",
        "PATH": f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}",
    }
    steps = list(console_steps((ROOT / page).read_text(encoding="utf-8")))
    assert len(steps) >= 12
    for command, said in steps:
        ran = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        assert ran.returncode == 0, f"{command}\n{ran.stderr}"
        assert matches(said, ran.stdout), f"{command}\nsaid:\n{said}\nprinted:\n{ran.stdout}"
