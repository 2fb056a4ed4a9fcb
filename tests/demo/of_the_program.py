"""The whole demo as `tileledger demo` plays it, with all that is made of it; played once in a run."""

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from pathlib import Path

import pytest

from services.cli.main import run

NAME = "whole demo"


def play_whole_demo(folder: Path) -> None:
    """Fill a folder: the databases, what the demo printed, its public export and the key of its seals."""
    with at_home_in(folder):
        (folder / "demo.txt").write_text(_printed("demo"), "utf-8")
        _printed("export", "hk-2026", "x.jsonl", "--public")
        (folder / "key.pem").write_text(_printed("seal", "--public-key"), "utf-8")


@contextmanager
def at_home_in(folder: Path) -> Iterator[None]:
    """Work in a folder, without settings, at an English terminal."""
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for name in os.environ:
            if name.startswith("TILELEDGER_"):
                patch.delenv(name)
        patch.setenv("LC_ALL", "C.UTF-8")
        yield


def _printed(*arguments: str) -> str:
    with redirect_stdout(io.StringIO()) as out:
        assert run(arguments) == 0, arguments
    return out.getvalue()
