"""Mutants: faults put into the pure code one at a time, each of which some test should notice.

Chance chooses them (`faults.py`) in the rules, the tournament, and the pure parts of notices and delivery. A
mutant of a function is tried by the tests that call it (`trials.py`). One of what a module does when it is
imported takes the place of its module in a fresh process that runs the tests: those that import the module
first, then all of its area. Survivors are printed. One that behaves as the module does is listed in
`survivors.toml` with the reason, and no longer counts.

SOAK_MODULES="services/rules/swiss services/rules/clocks.py" looks only at these.
"""

import multiprocessing
import os
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_file_location
from pathlib import Path
from random import Random
from types import ModuleType

import msgspec

from tests.soak.faults import ROOT, Mutant, by_chance
from tests.soak.pace import Pace
from tests.soak.trials import OPTIONS, Noticed, Trials, quietly

REASONS = Path(__file__).with_name("survivors.toml")
TARGET = 0.85
PATIENCE = 600.0
"""Seconds that the tests of one mutant may take in a fresh process; what never ends has been noticed."""


class Area(msgspec.Struct, frozen=True):
    """Modules, and the tests that should notice what is wrong in them."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


_OF_THE_TOURNAMENT = ("tests/unit/tournament", "tests/golden", "tests/simulation")
_OF_WHAT_IS_SENT = ("tests/unit/notices", "tests/delivery", "tests/unit/desk")
AREAS = (
    Area(("services/rules",), ("tests/unit/rules", "tests/unit/tournament")),
    Area(("services/tournament",), _OF_THE_TOURNAMENT),
    Area(
        (
            "services/notices/about_*.py",
            "services/notices/audiences.py",
            "services/notices/fields.py",
            "services/notices/figures_told.py",
        ),
        (*_OF_WHAT_IS_SENT, *_OF_THE_TOURNAMENT),
    ),
    Area(
        ("services/delivery/pacing.py", "services/delivery/addressing.py", "services/delivery/quiet.py"),
        _OF_WHAT_IS_SENT,
    ),
)


def run(pace: Pace) -> None:
    known = tomllib.loads(REASONS.read_text("utf-8"))
    areas = {path: area for area in AREAS for path in modules(area)}
    chosen = by_chance(_asked_for(list(areas)), Random(pace.seed))
    killed, survived = 0, 0
    with Trials(sorted({folder for area in AREAS for folder in area.tests}), list(areas)) as trials:
        while not pace.over:
            mutant = next(chosen)
            if mutant.name in known:
                continue
            if noticed(trials, areas[mutant.path], mutant):
                killed += 1
            else:
                survived += 1
                print(f"  SURVIVED {mutant.module}:{mutant.line} {mutant.operator}", flush=True)
                print(f"    {mutant.before}\n    {mutant.after}", flush=True)
            pace.tell(f"{killed} of {killed + survived} mutants killed")
    share = killed / max(1, killed + survived)
    pace.tell(f"{killed} of {killed + survived} mutants killed: {share:.0%}", now=True)
    if share < TARGET:
        pace.fault("the share", AssertionError(f"{share:.0%} of the mutants were killed, not {TARGET:.0%}"))


def modules(area: Area) -> Iterator[Path]:
    """The files of an area that are mutated."""
    for pattern in area.modules:
        whole = ROOT / pattern
        for path in sorted(whole.rglob("*.py") if whole.is_dir() else ROOT.glob(pattern)):
            if path.name != "__init__.py":
                yield path


def _asked_for(paths: list[Path]) -> list[Path]:
    asked = [ROOT / part for part in os.environ.get("SOAK_MODULES", ".").split()]
    return [path for path in paths if any(path.is_relative_to(part) for part in asked)]


def noticed(trials: Trials, area: Area, mutant: Mutant) -> bool:
    """Whether a test of the area fails, or none ends."""
    answer = trials.try_out(mutant, area.tests)
    if answer is not Noticed.ELSEWHERE:
        return answer is Noticed.YES
    near = _near(area, mutant.module)
    return (bool(near) and _noticed_afresh(mutant, near)) or _noticed_afresh(mutant, area.tests)


def _near(area: Area, module: str) -> list[str]:
    """The files of tests that import the module."""
    package, _, leaf = module.rpartition(".")
    ways = (f"from {module} import", f"from {package} import {leaf}")
    return [
        str(path.relative_to(ROOT))
        for folder in area.tests
        for path in sorted((ROOT / folder).rglob("test_*.py"))
        if any(way in path.read_text("utf-8") for way in ways)
    ]


def _noticed_afresh(mutant: Mutant, tests: Sequence[str]) -> bool:
    workers = multiprocessing.get_context("forkserver")
    workers.set_forkserver_preload(["pytest", "msgspec", "immutables", "sqlalchemy"])
    process = workers.Process(target=_try, args=(mutant, list(tests)))
    process.start()
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
        process.join()
    return process.exitcode != 0


def _try(mutant: Mutant, tests: Sequence[str]) -> None:
    import pytest

    sys.meta_path.insert(0, _InPlace(mutant))
    os.chdir(ROOT)
    quietly(lambda: sys.exit(pytest.main([*OPTIONS, *tests])))


class _InPlace(MetaPathFinder):
    """Finds the mutant where its module is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self._mutant.module:
            return None
        loader = _Mutated(name, str(self._mutant.path))
        loader.source = self._mutant.source.encode()
        return spec_from_file_location(name, loader.path, loader=loader)


class _Mutated(SourceFileLoader):
    """Reads the mutant in place of the file; bytecode of it is neither kept nor taken."""

    source = b""

    def path_stats(self, path: str) -> Mapping[str, object]:
        raise OSError("a mutant is no file")

    def get_data(self, path: str) -> bytes:
        return self.source
