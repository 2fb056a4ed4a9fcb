"""Mutants: faults put into the pure code one at a time, each of which some test should notice.

Chance chooses them among all that cosmic-ray's operators make of the rules, the tournament, and the pure
parts of notices and delivery. A mutant takes the place of its module in a fresh process that runs the tests:
those that import the module first, then the others of its area. Survivors are printed. One that behaves as
the module does is listed in `survivors.toml` with the reason, and no longer counts.
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
from tempfile import TemporaryFile
from types import ModuleType

import msgspec
import parso

from tests.soak.pace import Pace

ROOT = Path(__file__).parents[2]
REASONS = Path(__file__).with_name("survivors.toml")
TARGET = 0.85
CACHE = "var/pytest-of-mutants"
PATIENCE = 600.0
"""Seconds that the tests of one mutant may take; what never ends has been noticed."""
LEFT_OUT = ("BitOr", "Decorator", "Variable", "Keyword", "NoOp", "Exception")
"""Operators not used: on types the first, on registration the second, and those that need settings."""


class Area(msgspec.Struct, frozen=True):
    """Modules, and the tests that should notice what is wrong in them."""

    modules: tuple[str, ...]
    tests: tuple[str, ...]


AREAS = (
    Area(("services/rules",), ("tests/unit/rules",)),
    Area(("services/tournament",), ("tests/unit/tournament", "tests/golden", "tests/simulation")),
    Area(
        ("services/notices/about_*.py", "services/notices/audiences.py", "services/notices/fields.py"),
        ("tests/unit/notices", "tests/golden"),
    ),
    Area(
        ("services/delivery/pacing.py", "services/delivery/addressing.py", "services/delivery/quiet.py"),
        ("tests/delivery", "tests/unit/desk"),
    ),
)


class Mutant(msgspec.Struct, frozen=True):
    """One fault: where, by which operator, and what the line was and is."""

    module: str
    line: int
    operator: str
    before: str
    after: str
    source: str

    @property
    def name(self) -> str:
        """By what it is known in `survivors.toml`."""
        return f"{self.module}: {self.before} -> {self.after}"


def run(pace: Pace) -> None:
    known = tomllib.loads(REASONS.read_text("utf-8"))
    chosen = _by_chance(Random(pace.seed))
    killed, survived = 0, []
    workers = multiprocessing.get_context("forkserver")
    workers.set_forkserver_preload(["pytest", "msgspec", "immutables", "sqlalchemy"])
    for area in AREAS:
        if not _noticed(workers, None, area.tests):
            continue
        pace.fault("tests", AssertionError(f"{area.tests} fail without a mutant"))
        return
    while not pace.over:
        area, mutant = next(chosen)
        if mutant.name in known:
            continue
        if _noticed(workers, mutant, _tests_for(area, mutant.module)):
            killed += 1
        else:
            survived.append(mutant)
            print(f"  SURVIVED {mutant.module}:{mutant.line} {mutant.operator}", flush=True)
            print(f"    {mutant.before}\n    {mutant.after}", flush=True)
        pace.tell(f"{killed} of {killed + len(survived)} mutants killed")
    share = killed / max(1, killed + len(survived))
    pace.tell(f"{killed} of {killed + len(survived)} mutants killed: {share:.0%}", now=True)
    if share < TARGET:
        pace.fault("the share", AssertionError(f"{share:.0%} of the mutants were killed, not {TARGET:.0%}"))


def _by_chance(dice: Random) -> Iterator[tuple[Area, Mutant]]:
    """Mutants without end, every line of code with the same chance."""
    files = [(area, path) for area in AREAS for path in _modules(area)]
    weights = [path.read_text("utf-8").count("\n") for _, path in files]
    while True:
        area, path = dice.choices(files, weights)[0]
        mutant = _mutated(path, dice)
        if mutant is not None:
            yield area, mutant


def _modules(area: Area) -> list[Path]:
    found = []
    for pattern in area.modules:
        whole = ROOT / pattern
        found += sorted(whole.rglob("*.py") if whole.is_dir() else ROOT.glob(pattern))
    return [path for path in found if path.name != "__init__.py"]


def _mutated(path: Path, dice: Random) -> Mutant | None:
    """The module with one fault; None where an operator found nothing, or only a text changed."""
    from cosmic_ray.mutating import MutationVisitor
    from cosmic_ray.plugins import get_operator, operator_names

    names = [name for name in operator_names() if not any(left in name for left in LEFT_OUT)]
    source = path.read_text("utf-8")
    places = []
    for name in names:
        operator = get_operator(name)()
        count = sum(len(list(operator.mutation_positions(node))) for node in _nodes(parso.parse(source)))
        places += [(name, occurrence) for occurrence in range(count)]
    if not places:
        return None
    name, occurrence = dice.choice(places)
    mutated = MutationVisitor.mutate_code(source, get_operator(name)(), occurrence)
    lines = zip(source.splitlines(), (mutated or source).splitlines(), strict=False)
    for number, (before, after) in enumerate(lines, 1):
        if before != after:
            module = ".".join(path.relative_to(ROOT).with_suffix("").parts)
            return Mutant(module, number, name.rpartition("/")[2], before.strip(), after.strip(), mutated)
    return None


def _nodes(node: parso.tree.NodeOrLeaf) -> Iterator[parso.tree.NodeOrLeaf]:
    yield node
    for child in getattr(node, "children", ()):
        yield from _nodes(child)


def _tests_for(area: Area, module: str) -> tuple[str, ...]:
    """The files of tests that import the module, then the whole area."""
    package, _, leaf = module.rpartition(".")
    ways = (f"from {module} import", f"from {package} import {leaf}")
    near = [
        str(path.relative_to(ROOT))
        for folder in area.tests
        for path in sorted((ROOT / folder).rglob("test_*.py"))
        if any(way in path.read_text("utf-8") for way in ways)
    ]
    return (*near, *area.tests)


def _noticed(
    workers: multiprocessing.context.ForkServerContext, mutant: Mutant | None, tests: Sequence[str]
) -> bool:
    """Whether a test fails, or none ends."""
    process = workers.Process(target=_try, args=(mutant, list(tests)))
    process.start()
    process.join(PATIENCE)
    if process.is_alive():
        process.kill()
        process.join()
    return process.exitcode != 0


def _try(mutant: Mutant | None, tests: Sequence[str]) -> None:
    import pytest

    if mutant is not None:
        sys.meta_path.insert(0, _InPlace(mutant))
    os.chdir(ROOT)
    options = ["-x", "-q", "-m", "not wide", "-p", "no:schemathesis", "-o", f"cache_dir={CACHE}"]
    with TemporaryFile() as output:
        for stream in (1, 2):
            os.dup2(output.fileno(), stream)
        sys.exit(pytest.main([*options, *tests]))


class _InPlace(MetaPathFinder):
    """Finds the mutant where its module is imported."""

    def __init__(self, mutant: Mutant) -> None:
        self._mutant = mutant

    def find_spec(
        self, name: str, path: object = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name != self._mutant.module:
            return None
        loader = _Mutated(name, str(ROOT / f"{name.replace('.', '/')}.py"))
        loader.source = self._mutant.source.encode()
        return spec_from_file_location(name, loader.path, loader=loader)


class _Mutated(SourceFileLoader):
    """Reads the mutant in place of the file; bytecode of it is neither kept nor taken."""

    source = b""

    def path_stats(self, path: str) -> Mapping[str, object]:
        raise OSError("a mutant is no file")

    def get_data(self, path: str) -> bytes:
        return self.source
