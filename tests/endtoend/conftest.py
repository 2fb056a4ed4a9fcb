"""The simulators, each in a process of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.endtoend.scene import Mail
from tests.simulators.processes import running
from tests.simulators.telegram import Telegram, simulating


@pytest.fixture
def telegram(tmp_path: Path) -> Iterator[Telegram]:
    with simulating(tmp_path, "--no-limits") as telegram:
        yield telegram


@pytest.fixture
def limited(tmp_path: Path) -> Iterator[Telegram]:
    """Telegram that answers 429 by itself."""
    with simulating(tmp_path) as telegram:
        yield telegram


@pytest.fixture
def observatory() -> Iterator[int]:
    """The port of a weather that is set by hand."""
    with running("infra.observatory_simulator") as (port,):
        yield port


@pytest.fixture
def mail() -> Iterator[Mail]:
    with running("infra.mail_sink", "--smtp-port") as (port, smtp):
        yield Mail(port, smtp)
