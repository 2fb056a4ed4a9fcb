"""Processes that end with the one that started them, even if that one was killed.

`python -m shared.tethered PARENT MODULE ARGUMENT…` runs a module as `python -m` does. Linux tells of the end
of a parent; elsewhere a process that is left behind has to be ended by hand.
"""

import ctypes
import os
import runpy
import signal
import sys

_PR_SET_PDEATHSIG = 1


def end_with(parent: int) -> None:
    """Have this process get SIGTERM when the thread that started it ends, as all do that are killed.

    Args:
        parent: the process that started this one; if it has ended already, this one does at once.
    """
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(_PR_SET_PDEATHSIG, signal.SIGTERM, 0, 0, 0)
    if os.getppid() != parent:
        sys.exit("whoever started this has ended")


if __name__ == "__main__":
    end_with(int(sys.argv[1]))
    sys.argv = sys.argv[2:]
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
