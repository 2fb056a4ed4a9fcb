"""This commit beside an earlier one: the same sections of each, in turns, and the ratio of the medians.

`python -m tests.bench.commits COMMIT` checks the earlier one out beside, with its own environment. Turns
alternate, so that noise of the machine meets both alike; read the ratios.
"""

import argparse
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory

import msgspec


class Measure(msgspec.Struct, frozen=True):
    """A figure that a section prints: what it is called here, and where its number stands."""

    name: str
    section: str
    pattern: str
    more_is_better: bool = False


NUMBER = r"\s+([\d.,]+)"
MEASURES = (
    Measure("record a game, 1/s", "desk", r"record a game" + NUMBER, more_is_better=True),
    Measure("sign a sheet, 1/s", "desk", r"sign a sheet" + NUMBER, more_is_better=True),
    Measure("standings after a result, ms", "desk", r"([\d.]+) ms \(median\)"),
    Measure("a command at 1,000 events, µs", "desk", r"1,000 events:" + NUMBER + " µs"),
    Measure("explain a place, ms", "history", r"explain a place\s+median" + NUMBER),
    Measure("diff of two moments, ms", "history", r"two random moments\s+median" + NUMBER),
    Measure("what if without a ruling, ms", "history", r"had not been made\s+median" + NUMBER),
    Measure("seek to a random seq, ms", "history", r"random seq\s+median" + NUMBER),
    Measure("Swiss draw of most players, s", "swiss", r"\d00 players" + NUMBER + " s"),
    Measure("the demo in memory, s", "demo", r"SQLite, memory file system" + NUMBER + " s"),
)


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.bench.commits", description=__doc__)
    parser.add_argument("commit", help="the earlier commit")
    parser.add_argument("--turns", type=int, default=5, help="how often each section of each commit runs")
    parser.add_argument("--sections", nargs="*", default=["desk", "history", "swiss", "demo"])
    chosen = parser.parse_args()
    with earlier(chosen.commit) as folder:
        for section in chosen.sections:
            show(section, *in_turns(section, chosen.turns, {"earlier": folder, "this": Path.cwd()}).values())


@contextmanager
def earlier(commit: str) -> Iterator[Path]:
    """A checkout of `commit` with its environment, removed afterwards."""
    with TemporaryDirectory(prefix="tileledger-earlier-") as temporary:
        folder = Path(temporary) / "checkout"
        subprocess.run(["git", "worktree", "add", "--quiet", "--detach", folder, commit], check=True)
        try:
            subprocess.run(["make", "--silent", "setup"], cwd=folder, check=True)
            yield folder
        finally:
            subprocess.run(["git", "worktree", "remove", "--force", folder], check=True)


WHOLE = ("swiss", "demo")
"""Sections that run in full: of their quick runs too few digits are printed to tell two commits apart."""
Figures = dict[str, list[float]]


def in_turns(section: str, turns: int, folders: Mapping[str, Path]) -> dict[str, Figures]:
    """By commit and measure the figures of all turns."""
    found: dict[str, Figures] = {name: {} for name in folders}
    for turn in range(turns):
        for name, folder in folders.items():
            print(f"\r{section}: turn {turn + 1} of {turns}, {name}   ", end="", file=sys.stderr, flush=True)
            command = [
                str(folder / ".venv/bin/python"),
                "-m",
                "tests.bench",
                *(["--quick"] if section not in WHOLE else []),
                "--rounds",
                "3",
                section,
            ]
            printed = subprocess.run(command, cwd=folder, check=True, capture_output=True, text=True).stdout
            for measure, figure in figures_in(section, printed):
                found[name].setdefault(measure.name, []).append(figure)
    print(file=sys.stderr)
    return found


def figures_in(section: str, printed: str) -> Iterator[tuple[Measure, float]]:
    """The measures that a section printed; of several matches the last, which is of the most work."""
    for measure in MEASURES:
        matches = re.findall(measure.pattern, printed) if measure.section == section else []
        if matches:
            yield measure, float(matches[-1].replace(",", ""))


def show(section: str, before: Figures, now: Figures) -> None:
    """Print each measure's medians, and how much more time it takes now (under 1: less)."""
    print(f"\n{section}: median of the earlier commit, of this one, and time now / time then")
    for measure in MEASURES:
        if measure.name in before and measure.name in now:
            then, today = median(before[measure.name]), median(now[measure.name])
            slower = then / today if measure.more_is_better else today / then
            digits = 2 if then >= 1 else 4
            print(f"  {measure.name:<34} {then:>12,.{digits}f} {today:>12,.{digits}f} {slower:>7.2f}")


if __name__ == "__main__":
    main()
