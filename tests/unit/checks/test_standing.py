"""What takes long to look at: who is told what, of processes that look in turn."""

import pickle
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import cast

import pytest

from services.checks import standing
from services.checks.check import Check, Installation, State
from services.checks.check import Listed as ListedCheck
from services.checks.kept_look import Looked, read, written
from services.checks.standing import AGAIN_AFTER, AT_ONCE_AFTER, StandingLook
from shared.catalogue import Listed, Phrase, Word
from shared.database.failures import DATABASE_AWAY, DATABASE_DAMAGED
from shared.problems import Problem


class Looking:
    """A check that finds damage or none, as it is set, by a clock that is set likewise."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.damaged, self.possible, self.looks, self.now = True, True, 0, 0.0
        self.away, self.takes, self.others = False, 0.0, 0
        monkeypatch.setattr(standing, "STANDING", (ListedCheck("log contents", self._check, blocks="web"),))

    def _check(self, _: Installation) -> Iterator[Check]:
        self.looks += 1
        self.now += self.takes
        if self.away:
            raise DATABASE_AWAY()
        state: State = "failed" if self.damaged else "ok"
        yield Check(name="log contents", state=state, detail=Phrase("check-pages-agree"))
        for number in range(self.others):
            state = "failed" if number == 2 else "ok"
            yield Check(name="log contents", of=f"t{number}", state=state, detail=Phrase("check-pages-agree"))

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


@pytest.mark.parametrize(("took", "rest"), [(0.1, AGAIN_AFTER), (3.0, 60.0), (20.0, 2000.0)])
def test_a_look_that_takes_long_is_made_seldom(
    took: float, rest: float, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    looking = Looking(monkeypatch)
    process = looking.process(tmp_path)
    looking.takes = took
    process._look(AGAIN_AFTER)
    for passed, looks in ((rest - 0.05, 1), (0.1, 2)):
        looking.now += passed
        process._look(AGAIN_AFTER)
        assert looking.looks == looks


def test_what_is_well_is_kept_once_for_all_tournaments(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    looking = Looking(monkeypatch)
    looking.damaged, looking.others = False, 3
    process = looking.process(tmp_path)
    assert [(check.of, check.state) for check in process.found()] == [("", "ok"), ("t2", "failed")]


def test_a_look_without_a_database_says_nothing_of_what_is_in_it_and_is_made_again_soon(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    looking = Looking(monkeypatch)
    looking.damaged, looking.away = False, True
    process = looking.process(tmp_path)
    assert process.found() == ()
    looking.away = False
    assert [check.state for check in process.found()] == ["ok"]
    looking.away = True
    looking.now += AGAIN_AFTER
    process._look(AGAIN_AFTER)
    assert not is_red(process)
    before, looking.away, looking.damaged = looking.looks, False, True
    looking.now += AT_ONCE_AFTER
    process._look(AGAIN_AFTER)
    assert looking.looks == before + 1
    assert is_red(process)


def test_findings_are_kept_as_plain_text_and_read_as_they_were() -> None:
    words = Phrase("check-and-more", {"first": Listed([Word("chain", "log"), 3]), "more": True})
    damaged = DATABASE_DAMAGED(what=Word("chain", "vault"))
    found = [
        Check(name="log", of=words, state="failed", detail=words, way_out=Phrase("check-pages-agree")),
        Check(name="vault", state="warning", detail=damaged),
    ]
    kept = written(Looked(found, 2.5, 0.5))
    look = read(kept)
    assert (look.ended, look.took) == (2.5, 0.5)
    assert [look.found[0], look.found[0].detail_in("zh")] == [found[0], found[0].detail_in("zh")]
    problem = look.found[1].detail
    assert isinstance(problem, Problem)
    assert (problem.kind, problem.text("zh")) == (DATABASE_DAMAGED, damaged.text("zh"))


@pytest.mark.parametrize(
    "foreign", [b"", b"{}", pickle.dumps(print), b'{"found": [{}], "ended": 1, "took": 1}']
)
def test_what_no_process_of_this_release_has_kept_is_passed_over(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, foreign: bytes
) -> None:
    looking = Looking(monkeypatch)
    (tmp_path / "standing-look").write_bytes(foreign)
    assert is_red(looking.process(tmp_path))
    assert looking.looks == 1
