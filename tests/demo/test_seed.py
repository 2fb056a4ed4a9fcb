"""One seed, one tournament: the head hash depends on nothing else."""

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.demo.conftest import PlayDemo, Played, play_in, small
from tests.profiles import wide


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Played]:
    """The small tournament with seed 1, to its end where there is time, that others are held against."""
    until = "awards" if wide() else "mid"
    played = play_in(tmp_path_factory.mktemp("first"), small(), until=until)
    yield played
    played.close()


def hash_after(played: Played, events: int) -> str:
    """The hash of a log's head when it had so many events."""
    stored = played.demo.desk.log.read_one("hk-2026", events)
    assert stored is not None
    return stored.hash.hex()


@pytest.mark.wide
@pytest.mark.postgresql
@pytest.mark.parametrize("until", ["day-1", "awards"])
def test_postgresql_gives_the_same_head_hash_as_sqlite(
    first: Played, play_small: PlayDemo, postgresql_url: str, until: str
) -> None:
    there = play_small("there", url=postgresql_url, until=until).summary
    assert hash_after(first, there.events) == there.head_hash
    assert until != "awards" or there == first.summary


@pytest.mark.wide(whole=True)
def test_another_seed_gives_another_tournament(first: Played, play_small: PlayDemo) -> None:
    other = play_small("other", seed=2, until="registration").summary
    assert hash_after(first, other.events) != other.head_hash


def test_neither_the_secret_that_wraps_the_keys_nor_where_the_story_stops_is_part_of_the_log(
    first: Played, play_small: PlayDemo
) -> None:
    secret = b"the secret of another installation altogether"
    other = play_small("other", until="day-1", secret=secret).summary
    assert hash_after(first, other.events) == other.head_hash


@pytest.mark.wide(whole=True)
def test_the_same_seed_gives_the_same_head_hash_whatever_the_order_of_hash_tables(
    first: Played, tmp_path: Path
) -> None:
    for seed in ("1", "2") if wide() else ("1",):
        played = _played_in_process(tmp_path / seed, seed)
        assert played == (first.summary.events, first.summary.head_hash)
    assert first.summary.events > 1500


def _played_in_process(folder: Path, hash_seed: str) -> tuple[int, str]:
    """How many events a process of that hash seed wrote, and its head hash."""
    code = (
        "import sys; from pathlib import Path; from tests.demo.conftest import play_in, small\n"
        "own = play_in(Path(sys.argv[1]), small()).summary\n"
        "print(own.events, own.head_hash)"
    )
    root = Path(__file__).parents[2]
    done = subprocess.run(
        [sys.executable, "-c", code, str(folder)],
        cwd=root,
        env={**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        timeout=120,
        check=True,
    )
    events, head_hash = done.stdout.split()
    return int(events), head_hash
