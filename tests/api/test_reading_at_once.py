"""Threads that read the same kind of thing for the first time, all at once, in a process that just began."""

import subprocess
import sys
from pathlib import Path

_PROGRAM = """
import sys
import threading

import msgspec

from services.tournament.catalogue import commands
from services.web.api.examples import EXAMPLES
from services.wiring.wiring import Wiring
from shared.settings import Loaded, Settings

memory, secret = "sqlite://", "of nobody, and for tests only"
settings = Settings(database_url=memory, vault_url=memory, secret_key=secret)
web = Wiring(Loaded(settings, {})).web
sys.setswitchinterval(1e-6)


def read(kind, body, begin):
    begin.wait()
    msgspec.json.decode(body, type=kind)


for name, kind in commands().items():
    if name not in EXAMPLES:
        continue
    begin, body = threading.Barrier(4), msgspec.json.encode(EXAMPLES[name])
    threads = [threading.Thread(target=read, args=(kind, body, begin)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
print("all were read")
"""


def test_no_first_read_ends_the_process() -> None:
    root = Path(__file__).parents[2]
    process = subprocess.run(
        [sys.executable, "-c", _PROGRAM], cwd=root, capture_output=True, text=True, timeout=120, check=False
    )
    assert process.stdout.endswith("all were read\n"), (process.returncode, process.stderr)
