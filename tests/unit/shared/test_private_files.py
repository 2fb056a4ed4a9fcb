"""What holds personal data or keys is made for its owner only, whatever the umask lets others do."""

import os
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from shared.database import Database
from shared.database.sqlite import Journal
from shared.private_files import make_private, make_private_folder, open_private, open_to_others, whole_file


@pytest.fixture(autouse=True)
def _open_to_all() -> Iterator[None]:
    before = os.umask(0)
    yield
    os.umask(before)


def rights(file: Path) -> int:
    return file.stat().st_mode & 0o777


@pytest.mark.parametrize("journal", ["WAL", "DELETE"])
def test_a_database_and_what_lies_beside_it_are_for_their_owner(tmp_path: Path, journal: Journal) -> None:
    database = Database(f"sqlite:///{tmp_path / 'some.db'}", journal=journal)
    with database.writing() as driver:
        driver.execute("CREATE TABLE t (n INTEGER)", ())
        beside = {file.name: rights(file) for file in tmp_path.iterdir()}
    database.close()
    assert len(beside) >= 3, "the file, its journal and the queue of writers"
    assert set(beside.values()) == {0o600}


def test_a_database_that_others_may_read_stays_as_its_operator_has_it(tmp_path: Path) -> None:
    file = tmp_path / "some.db"
    for _ in range(2):
        database = Database(f"sqlite:///{file}")
        with database.connection() as driver:
            driver.execute("SELECT 1", ())
        database.close()
        file.chmod(0o640)
    assert rights(file) == 0o640
    assert open_to_others(file)


def test_a_file_written_anew_is_for_its_owner_also_where_it_was_not(tmp_path: Path) -> None:
    file = tmp_path / "dump"
    file.write_bytes(b"what was there before")
    file.chmod(0o666)
    with open_private(file) as out:
        out.write(b"new")
    assert (rights(file), file.read_bytes()) == (0o600, b"new")
    make_private(file)
    assert file.read_bytes() == b"new"


def test_folders_that_are_made_are_for_their_owner_only(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir(0o755)
    make_private_folder(tmp_path / "there" / "dump" / "log")
    make_private_folder(tmp_path / "there" / "dump" / "log")
    assert [rights(tmp_path / path) for path in ("there", "there/dump", "there/dump/log")] == [
        0o755,
        0o700,
        0o700,
    ]
    (tmp_path / "file").touch()
    with pytest.raises(NotADirectoryError):
        make_private_folder(tmp_path / "file")


def test_a_file_that_fails_on_the_way_leaves_what_was_there_and_a_link_stays_one(tmp_path: Path) -> None:
    file, link = tmp_path / "copy", tmp_path / "latest"
    file.write_bytes(b"before")
    link.symlink_to(file)
    with suppress(RuntimeError), whole_file(link) as out:
        out.write(b"half")
        raise RuntimeError
    assert {path.name: path.read_bytes() for path in tmp_path.iterdir()} == {
        "copy": b"before",
        "latest": b"before",
    }
    with whole_file(link) as out:
        out.write(b"whole")
    assert (link.is_symlink(), file.read_bytes(), rights(file)) == (True, b"whole", 0o600)


def test_what_is_no_file_is_written_to_as_it_is(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    reader = os.open(tmp_path / "pipe", os.O_RDONLY | os.O_NONBLOCK)
    with whole_file(tmp_path / "pipe") as out:
        out.write(b"cards")
    assert os.read(reader, 10) == b"cards"
    os.close(reader)
    assert (tmp_path / "pipe").is_fifo()
