"""Learning that this process is to stop, so that answers without an end come to one in time."""

import os
import signal
import threading

STOPPING = threading.Event()
"""Set once this process was told to stop."""


def note_signals(stopping: threading.Event = STOPPING) -> None:
    """Set `stopping` when SIGTERM or SIGINT comes, whoever handles it. Call it in the main thread.

    The server's own handlers stay as they are: a byte for each signal goes into a pipe beside them.
    """
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer, warn_on_full_buffer=False)

    def listen() -> None:
        while True:
            for number in os.read(reader, 64):
                if number in (signal.SIGTERM, signal.SIGINT):
                    stopping.set()
                    return

    threading.Thread(target=listen, name="signals", daemon=True).start()
