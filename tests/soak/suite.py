"""The whole suite, three times, beside a load that keeps every processor busy: what fails once is mended.

Every case that `make test-all` only samples is tried. That takes hours, so it runs only where it is named:
`make soak suite`.
"""

import multiprocessing
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from xml.etree import ElementTree

from tests.sampling import SHARE
from tests.soak.pace import Pace

TIMES = 3
OPTIONS = ("-q", "-p", "tests.workers", "--workers", str(os.cpu_count() or 1), "--hypothesis-profile", "wide")


def run(pace: Pace) -> None:
    for turn in range(1, TIMES + 1):
        with tempfile.TemporaryDirectory() as folder, _busy():
            report = Path(folder) / "report.xml"
            command = (sys.executable, "-m", "pytest", *OPTIONS, f"--junitxml={report}")
            subprocess.run(command, env={**os.environ, SHARE: "1"}, check=False)
            count, failed = _outcome(report)
        for name in failed:
            pace.fault(f"time {turn} of {TIMES}", AssertionError(name))
        pace.tell(f"time {turn} of {TIMES}: {count} tests, {len(failed)} failed", now=True)


def _outcome(report: Path) -> tuple[int, list[str]]:
    """How many tests ran, and which failed."""
    cases = list(ElementTree.parse(report).iter("testcase"))
    failed = [
        f"{case.get('classname')}::{case.get('name')}"
        for case in cases
        if case.find("failure") is not None or case.find("error") is not None
    ]
    return len(cases), failed


@contextmanager
def _busy() -> Iterator[None]:
    """As many processes as there are processors, each of which keeps one busy."""
    load = [multiprocessing.Process(target=_turn, daemon=True) for _ in range(os.cpu_count() or 1)]
    for process in load:
        process.start()
    try:
        yield
    finally:
        for process in load:
            process.kill()


def _turn() -> None:
    while True:
        pass
