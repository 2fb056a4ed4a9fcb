"""Whatever is measured beside the log runs on the log's tables as they are now."""

from pathlib import Path

from tests.bench.log_contestants import Bare, Library, Ours, Raw, Recorder
from tests.cases import cases


@cases("contestant", [Ours, Bare, Raw, Library, Recorder])
def test_each_contestant_appends_one_at_a_time_and_in_batches(
    tmp_path: Path, contestant: type[Ours | Bare | Raw | Library | Recorder]
) -> None:
    with contestant(f"sqlite:///{tmp_path}/{contestant.__name__}.db") as opened:
        assert [opened.append(2, 1), opened.append(1, 3)] == [2, 3]
