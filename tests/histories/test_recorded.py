"""What clients of a real server see while its processes are killed and stopped fits one log a tournament."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.histories.one_log import faults
from tests.histories.operations import Append, Appended, Read
from tests.histories.recording import record
from tests.histories.search import fits_the_log
from tests.profiles import wide

SEED = 75


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.postgresql)])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The address of an empty database."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path / 'log.db'}"
        return
    running = request.getfixturevalue("postgresql_server")
    url: str = running.create()
    yield url
    running.drop(url)


def test_what_clients_see_fits_one_log(url: str, tmp_path: Path) -> None:
    histories, troubles = record(url, tmp_path, 3.0 if wide() else 1.0, SEED, servers=1)
    assert troubles
    for history in histories:
        assert faults(history) == []
        assert fits_the_log(history)
        told = [each.answer for each in history.operations if isinstance(each, Append)]
        assert any(isinstance(answer, Appended) for answer in told), "nothing was carried out"
        assert any(isinstance(each, Read) for each in history.operations), "nothing was read"
