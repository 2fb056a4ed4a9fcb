"""How tests are shared out to the processes of a run: by files, and by folders where starting costs most."""

from typing import Any

from xdist.scheduler import LoadFileScheduling

TOGETHER = ("tests/browser/",)
"""Folders whose tests go to one process: each other one would start a browser and a site of its own."""
_FEW = "not wide"
"""Chooses the tests of `make test`. In `make test-all` a folder has more than one process should do."""


class ByFileOrFolder(LoadFileScheduling):  # type: ignore[misc]
    """A file at a time to each process, of some folders all files to one."""

    def _split_scope(self, nodeid: str) -> str:
        file: str = super()._split_scope(nodeid)
        return next((folder for folder in TOGETHER if file.startswith(folder)), file)


def scheduling(config: Any, log: Any) -> ByFileOrFolder | None:
    """In the place of `--dist loadfile`, where few tests are chosen; None for every other way."""
    few = config.getvalue("dist") == "loadfile" and _FEW in config.getvalue("markexpr")
    return ByFileOrFolder(config, log) if few else None
