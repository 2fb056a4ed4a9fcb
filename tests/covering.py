"""How much of the product the tests of `make test-all` run: a pytest plugin, loaded with `-p tests.covering`.

In each test process SlipCover puts probes into the modules of the product while they are imported, and into
nothing else. What runs in processes that tests start (servers, simulators, commands) is not counted, so the
tests run more than what is printed.
"""

import itertools
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path, PurePath
from types import CodeType, ModuleType
from typing import Any

import pytest
from slipcover import Slipcover

from tests import workers

PRODUCT = ("services", "bots", "shared", "infra")
_NEVER = -1
"""Not after so many misses of one probe: to look through all functions each time costs more than it saves."""


class _Loader(SourceFileLoader):
    def get_code(self, fullname: str) -> CodeType | None:
        code = super().get_code(fullname)
        return code and _probes.instrument(code)

    def exec_module(self, module: ModuleType) -> None:
        super().exec_module(module)
        _probes.register_module(module)


class _Finder:
    """Finds the modules of the product, before anything else does."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] not in PRODUCT:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and isinstance(spec.loader, SourceFileLoader):
            spec.loader = _Loader(spec.loader.name, spec.loader.path)
        return spec


_probes = Slipcover(d_miss_threshold=_NEVER)
# A plugin of the command line is loaded before every conftest, and so before the product.
sys.meta_path.insert(0, _Finder())
_run: defaultdict[str, set[int]] = defaultdict(set)
_left: defaultdict[str, set[int]] = defaultdict(set)
"""By file, the lines that some test process ran, and those that some did not."""


_LOOKED_THROUGH = frozenset(10 * 2**power for power in range(10))
_counted = itertools.count(1)


def pytest_runtest_logfinish() -> None:
    """Take out the probes of lines that were run, after more and more tests; it takes half a second."""
    if next(_counted) in _LOOKED_THROUGH:
        _probes.deinstrument_seen()


def _covered() -> Mapping[str, Any]:
    """What a test process hands over at its end; one that crashed has nothing."""
    files: Mapping[str, Any] = _probes.get_coverage()["files"]
    return files


def _taken(files: Mapping[str, Any]) -> None:
    for file, lines in files.items():
        _run[file].update(lines["executed_lines"])
        _left[file].update(lines["missing_lines"])


workers.handed_over.append((_covered, _taken))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    if _run:
        terminalreporter.section("lines of the product run within test processes")
        terminalreporter.write_line(
            "Not counted: what servers, simulators and commands run in processes of their own."
        )
        for line in _table():
            terminalreporter.write_line(line)


def _table() -> Iterator[str]:
    counted: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
    for path in (path for package in PRODUCT for path in sorted(Path(package).rglob("*.py"))):
        lines = _run[str(path)] | _left[str(path)] or _lines(path)
        for package in (_package(path), "all"):
            counted[package][0] += len(lines)
            counted[package][1] += len(_run[str(path)])
    yield f"{'':24} {'lines':>7} {'run':>7}"
    for package, (lines_of_it, run) in counted.items():
        if lines_of_it:
            yield f"{package:24} {lines_of_it:7} {run:7} {run / lines_of_it:7.1%}"


def _package(path: PurePath) -> str:
    """Of the large packages their rooms."""
    return "/".join(path.parts[: 2 if path.parts[0] == "services" and len(path.parts) > 2 else 1])


def _lines(path: Path) -> set[int]:
    """The lines of a module that no test process has imported."""
    return set(Slipcover.lines_from_code(compile(path.read_bytes(), str(path), "exec")))
