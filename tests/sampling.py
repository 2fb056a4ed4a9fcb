"""Which of many cases alike are tried: of each test a sample in `make test-all`, all of them in a soak.

What is marked `wide` shows at length what another test shows once. Of the cases of one test one in
`SAMPLE_OF` is kept, by chance that begins at `SAMPLE_SEED`: by default the commit, so that the same commit
tries the same and the next one others. The seed is printed; `SAMPLE_OF=1` tries every case. All cases of
what is marked `wide(whole=True)` are tried each time.
What is marked `wide(of="…")` is one lot, whatever the test.
"""

import os
import random
import subprocess
import zlib
from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.profiles import wide

SHARE = "SAMPLE_OF"
SEED = "SAMPLE_SEED"
USUAL = 30
_Any = TypeVar("_Any")


def mostly_wide(cases: Iterable[Any], soon: Container[Any]) -> list[Any]:
    """The cases of a test: `make test` tries those in `soon`, the others are marked wide."""
    return [case if case in soon else pytest.param(case, marks=pytest.mark.wide) for case in cases]


ONE_IN = 4
"""Of what is tried alike `make test` tries one in so many, `make test-all` all."""


def a_few(values: Sequence[_Any], of: str = "", of_all: int = 1) -> list[_Any]:
    """Of what is tried alike, one in four in `make test`, chosen by the commit; elsewhere all of it.

    Args:
        of: whose values they are, where others of the same number are to be chosen otherwise.
        of_all: elsewhere one in so many.
    """
    count = -(-len(values) // (of_all if wide() else ONE_IN))
    kept = random.Random(f"{seed()} {of} {len(values)}").sample(range(len(values)), count)
    return [values[place] for place in sorted(kept)]


def one_language_soon(items: Iterable[pytest.Item]) -> None:
    """Of cases that differ in the parameter `language` alone all but one are marked wide.

    So are, of a test with two cases, one in each language, their other parameters: texts in that language.
    """
    tests: dict[str, list[tuple[str, pytest.Item, dict[str, Any]]]] = {}
    for item in items:
        called = getattr(item, "callspec", None)
        given = {} if called is None else dict(called.params)
        if "language" in given:
            language, test = str(given.pop("language")), item.nodeid.partition("[")[0]
            tests.setdefault(test, []).append((language, item, given))
    for test, cases in tests.items():
        alike: dict[str, list[tuple[str, pytest.Item]]] = {}
        for language, item, given in cases:
            alike.setdefault("" if len(cases) == 2 else repr(given), []).append((language, item))
        languages = sorted({language for language, *_ in cases})
        soon = languages[zlib.crc32(test.encode()) % len(languages)]
        for group in alike.values():
            if len(group) == len(languages) == len({language for language, _ in group}):
                for language, item in group:
                    if language != soon:
                        item.add_marker(pytest.mark.wide(of="languages"))


BOTH_SOON = {"eventlog", "vault", "crash", "shared"}
"""Folders whose tests are about what the two kinds of database do; elsewhere each must only serve."""
KINDS = {"sqlite", "postgresql"}


def one_database_soon(items: Iterable[pytest.Item]) -> None:
    """Of cases that differ in the kind of database alone `make test` tries one, `make test-all` both.

    One test in four tries PostgreSQL in `make test`, the others SQLite, which takes half the time.
    """
    tests: dict[str, dict[str, dict[str, pytest.Item]]] = {}
    for item in items:
        called = getattr(item, "callspec", None)
        given = {} if called is None else dict(called.params)
        kinds = [name for name, value in given.items() if isinstance(value, str) and value in KINDS]
        if len(kinds) == 1 and not BOTH_SOON & set(item.path.parts) and not item.get_closest_marker("wide"):
            kind, test = str(given.pop(kinds[0])), item.nodeid.partition("[")[0]
            tests.setdefault(test, {}).setdefault(repr(given), {})[kind] = item
    for test, alike in tests.items():
        later = "postgresql" if zlib.crc32(test.encode()) % 4 else "sqlite"
        for cases in alike.values():
            if set(cases) == KINDS:
                cases[later].add_marker(pytest.mark.wide(whole=True))


def few_soon(items: Iterable[pytest.Item]) -> None:
    """Of three or more cases of a test a whole `make test` tries `a_few`.

    So it does of the tests in a browser, each of which takes a processor a second or more.
    """
    tests: dict[str, list[pytest.Item]] = {}
    for item in items:
        if not item.get_closest_marker("wide"):
            in_browser = "browser" in item.path.parts and "browser" in getattr(item, "fixturenames", ())
            test = "browser" if in_browser else item.nodeid.partition("[")[0]
            tests.setdefault(test, []).append(item)
    for test, cases in tests.items():
        for item in {*cases}.difference(a_few(cases, test) if len(cases) > 2 else cases):
            item.add_marker(pytest.mark.wide)


def share() -> int:
    return int(os.environ.get(SHARE) or USUAL)


def seed() -> str:
    """Where chance begins: the same in all processes of a run, and in its second try."""
    if not os.environ.get(SEED):
        os.environ[SEED] = _commit()[:8] or "0"
    return os.environ[SEED]


def _commit() -> str:
    """The commit that is tried, or nothing where there is no repository or no Git."""
    try:
        asked = subprocess.run(
            ["git", "rev-parse", "HEAD"],
            cwd=Path(__file__).parent,
            capture_output=True,
            text=True,
            check=False,
        )
    except OSError:
        return ""
    return asked.stdout.strip()


def left_out(items: Sequence[pytest.Item]) -> set[str]:
    """The ids of the wide cases that this run does not try; of each test at least one is tried."""
    cases: dict[str, list[str]] = {}
    for item in items:
        marked = item.get_closest_marker("wide")
        if marked and not marked.kwargs.get("whole"):
            of = marked.kwargs.get("of") or item.nodeid.partition("[")[0]
            cases.setdefault(of, []).append(item.nodeid)
    skipped: set[str] = set()
    for test, ids in cases.items():
        kept = random.Random(f"{seed()} {test}").sample(sorted(ids), -(-len(ids) // share()))
        skipped |= set(ids) - set(kept)
    return skipped
