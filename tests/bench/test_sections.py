"""Every section of `make bench` and of `make soak` runs to its end, with as little to do as can be."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.__main__ import SECTIONS as MEASURED
from tests.bench.commits import MEASURES, figures_in
from tests.browser.chromium import chromium
from tests.soak.__main__ import SECTIONS as SOAKED

ROOT = Path(__file__).parents[2]


def printed(*command: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    return done.stdout


@pytest.mark.wide
@pytest.mark.parametrize("section", MEASURED)
def test_a_section_measures(section: str) -> None:
    """Including what `tests.bench.commits` compares."""
    if section == "pages" and chromium() is None:
        pytest.skip("no Chromium on this machine")
    figures = figures_in(section, printed("tests.bench", "--quick", "--rounds", "1", section))
    assert {measure for measure, _ in figures} == {
        measure for measure in MEASURES if measure.section == section
    }


@pytest.mark.wide
@pytest.mark.parametrize("section", [section for section in SOAKED if section != "mutants"])
def test_a_section_soaks(section: str) -> None:
    """But that of mutants, which runs all tests of the pure code before it begins."""
    assert printed("tests.soak", section, SOAK_MINUTES="0.01", SOAK_SEED="1").endswith("all as it must be\n")
