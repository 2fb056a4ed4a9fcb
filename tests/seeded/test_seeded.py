"""A day of play from a seed holds what is promised, does the same again, and shows what is put in wrong."""

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from services.delivery import composing, deliveries, fanning_out, settling
from services.delivery.links import Links
from services.delivery.settling import Settlement
from tests.seeded.running import Broken, run

SEED = 75
ROOT = Path(__file__).parents[2]


def test_a_day_of_play_with_crashes_holds_what_is_promised(tmp_path: Path) -> None:
    ran = run(SEED, tmp_path)
    assert ran.counts["crashes"] > 0
    assert ran.counts["messages"] > 0
    assert ran.counts["answers lost"] > 0


@pytest.mark.wide(whole=True)
def test_the_same_seed_does_the_same_in_any_process() -> None:
    command = [sys.executable, "-m", "tests.seeded", f"{SEED}"]
    running = [
        subprocess.Popen(
            command, cwd=ROOT, env={**os.environ, "PYTHONHASHSEED": order}, stdout=subprocess.PIPE
        )
        for order in ("1", "2")
    ]
    (first, _), (again, _) = (process.communicate() for process in running)
    assert [process.returncode for process in running] == [0, 0]
    assert first == again


def _always(status: Any) -> Callable[..., Settlement]:
    def settled(kind: str, attempts: int, doubts: int, now: datetime) -> Settlement:
        return Settlement(status, now, attempts, doubts + 1)

    return settled


def _sends_again(patched: pytest.MonkeyPatch) -> None:
    for module in (deliveries, settling):
        patched.setattr(module, "in_doubt", _always("pending"))


def _takes_for_sent(patched: pytest.MonkeyPatch) -> None:
    for module in (deliveries, settling):
        patched.setattr(module, "in_doubt", _always("sent"))


def _tells_what_is_over(patched: pytest.MonkeyPatch) -> None:
    for module in (composing, fanning_out):
        patched.setattr(module, "overtaken", lambda state, notice: False)


def _does_not_stop(patched: pytest.MonkeyPatch) -> None:
    patched.setattr(Links, "stop", lambda links, channel, where: 0)


WRONG: dict[str, tuple[int, Callable[[pytest.MonkeyPatch], None], str]] = {
    "what is in doubt is always sent again": (SEED, _sends_again, "times"),
    "what is in doubt counts as sent": (SEED, _takes_for_sent, "is called sent, and never came"),
    "nobody looks whether it was overtaken": (60, _tells_what_is_over, "overtaken"),
    "who stops messages gets them": (SEED, _does_not_stop, "who had left"),
}
"""What is put in, the seed that shows it, and what is said of it."""


@pytest.mark.wide
@pytest.mark.parametrize("wrong", sorted(WRONG))
def test_what_is_put_in_wrong_is_found(wrong: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    seed, put_in, says = WRONG[wrong]
    put_in(monkeypatch)
    with pytest.raises(Broken, match=says):
        run(seed, tmp_path)
