"""What takes long to look at: who is told what, of processes that look in turn."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

from services.checks import standing
from services.checks.check import Check, Installation, Listed, State
from services.checks.standing import AGAIN_AFTER, StandingLook
from shared.catalogue import Phrase


class Looking:
    """A check that finds damage or none, as it is set, by a clock that is set likewise."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.damaged, self.possible, self.looks, self.now = True, True, 0, 0.0
        monkeypatch.setattr(standing, "STANDING", (Listed("log contents", self._check, blocks="web"),))

    def _check(self, _: Installation) -> Iterator[Check]:
        self.looks += 1
        state: State = "failed" if self.damaged else "ok"
        yield Check(name="log contents", state=state, detail=Phrase("check-pages-agree"))

    @contextmanager
    def _opened(self) -> Iterator[Installation]:
        if not self.possible:
            raise OSError("no room")
        yield cast(Installation, None)

    def process(self, folder: Path) -> StandingLook:
        return StandingLook(self._opened, folder, ticks=lambda: self.now)


def is_red(process: StandingLook) -> bool:
    return any(check.state == "failed" for check in process.found())


def test_who_asks_first_is_told_of_damage_and_every_other_process_likewise(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    looking = Looking(monkeypatch)
    one, other = looking.process(tmp_path), looking.process(tmp_path)
    assert [is_red(one), is_red(other), is_red(one), is_red(other)] == [True] * 4
    assert looking.looks == 1, "one looks for both"


def test_damage_stays_until_a_look_that_ended_finds_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    looking = Looking(monkeypatch)
    one, other = looking.process(tmp_path), looking.process(tmp_path)
    assert is_red(one)
    looking.damaged, looking.possible = False, False
    looking.now += AGAIN_AFTER
    with pytest.raises(OSError, match="no room"):
        other._look(AGAIN_AFTER)
    assert is_red(one) is is_red(other) is True
    looking.possible = True
    looking.now += AGAIN_AFTER
    other._look(AGAIN_AFTER)
    assert is_red(one) is is_red(other) is False
