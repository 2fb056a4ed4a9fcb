"""A process that is told to stop twice ends as one that is told once."""

import subprocess
import sys

_TOLD_AGAIN = """
import asyncio, os, signal
from shared.told_to_stop import told_to_stop

class ToldWhileClosing(asyncio.SelectorEventLoop):
    def _close_self_pipe(self):
        super()._close_self_pipe()
        for number in (signal.SIGINT, signal.SIGTERM):
            os.kill(os.getpid(), number)

async def until_told():
    told = asyncio.Event()
    with told_to_stop(told.set, signal.SIGINT, signal.SIGTERM):
        os.kill(os.getpid(), signal.SIGTERM)
        await told.wait()

with asyncio.Runner(loop_factory=ToldWhileClosing) as runner:
    runner.run(until_told())
print("ended")
"""


def test_whoever_is_told_again_while_the_loop_closes_ends_without_a_word() -> None:
    ended = subprocess.run([sys.executable, "-c", _TOLD_AGAIN], capture_output=True, text=True, check=False)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "ended\n", "")
