"""How long short calls of the command take, beside an empty Python and the import of the library they need.

Whole processes, processor time (user and system): nobody waits for anything here, and other work on the
machine weighs less in it. The contestants have their turns one after the other, and ratios are of one round.
Target: `tournament list` at most 1.3 times `import sqlalchemy`.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from time import perf_counter

from tests.bench.rounds import Settings

EMPTY, LIBRARY, LIST = "an empty Python", "import sqlalchemy", "tileledger tournament list"
CALLS: Mapping[str, Sequence[str]] = {
    EMPTY: ("-c", ""),
    LIBRARY: ("-c", "import sqlalchemy"),
    "tileledger --version": ("-m", "services.cli", "--version"),
    "tileledger rules list": ("-m", "services.cli", "rules", "list"),
    LIST: ("-m", "services.cli", "tournament", "list"),
}
TARGET = 1.3
ROUNDS = 15
_ROOT = Path(__file__).parents[2]
_TOURNAMENT = _ROOT / "infra" / "tournaments" / "hk-2026.toml"


def run(settings: Settings) -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {
            "PYTHONPATH": str(_ROOT),
            "TILELEDGER_DATABASE_URL": f"sqlite:///{folder}/log.db",
            "TILELEDGER_SECRET_KEY": "a secret for measuring only, long enough",
        }
        _call(("-m", "services.cli", "tournament", "create", str(_TOURNAMENT)), environment)
        figures: dict[str, list[tuple[float, float]]] = {name: [] for name in CALLS}
        for turn in range(settings.amount(ROUNDS) + 1):
            for name, arguments in CALLS.items():
                taken = _call(arguments, environment)
                # The first turn writes byte code and fills the machine's caches.
                if turn:
                    figures[name].append(taken)
    print(f"\nstart to end of one call, ms, medians of {settings.amount(ROUNDS)} rounds")
    print(f"  {'':<28}{'processor':>10}{'on the clock':>14}{'× ' + LIBRARY:>22}")
    for name, values in figures.items():
        processor, clock = (median(each) for each in zip(*values, strict=True))
        print(f"  {name:<28}{processor * 1e3:>10.0f}{clock * 1e3:>14.0f}{_ratio(figures, name):>22.2f}")
    ratio = _ratio(figures, LIST)
    print(f"  {LIST}: {ratio:.2f}, target {TARGET}: {'met' if ratio <= TARGET else 'NOT MET'}")


def _ratio(figures: Mapping[str, Sequence[tuple[float, float]]], name: str) -> float:
    both = zip(figures[name], figures[LIBRARY], strict=True)
    return median(call[0] / library[0] for call, library in both)


def _call(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[float, float]:
    """Seconds of processor time, and on the clock, that one Python process took."""
    started = perf_counter()
    process = subprocess.Popen([sys.executable, *arguments], env=environment, stdout=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    took = perf_counter() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        sys.exit(f"{' '.join(arguments)} left with {process.returncode}")
    return usage.ru_utime + usage.ru_stime, took
