"""`python -m tests.bench.http_pressure PORT BASE TOKEN…`: pressure until killed.

Slow senders have the first token, and there is a costly reader for each further one.
"""

import http.client
import sys
import threading
import time
from random import Random

from tests.api.slow_senders import SlowSenders, kinds

SLOW_SENDERS = 200
read_once = threading.Event()


def costly_address(base: str, dice: Random) -> str:
    """A read that folds the log, and that nobody is likely to have asked for before."""
    return f"{base}/calendar.ics?entrant={dice.randrange(1, 200):04d}&as_of={dice.randrange(1500, 1900)}"


def read(port: int, base: str, token: str) -> None:
    """Ask for calendars as of moments that nobody asked for before, as fast as answers come."""
    dice = Random(token)
    headers = {"Authorization": f"Bearer {token}"}
    while True:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
        try:
            while True:
                connection.request("GET", costly_address(base, dice), headers=headers)
                connection.getresponse().read()
                read_once.set()
        except (OSError, http.client.HTTPException):
            time.sleep(0.1)
        finally:
            connection.close()


def main() -> None:
    port, base, slow, *readers = int(sys.argv[1]), sys.argv[2], sys.argv[3], *sys.argv[4:]
    for token in readers:
        threading.Thread(target=read, args=(port, base, token), daemon=True).start()
    with SlowSenders(port, slow, SLOW_SENDERS // (2 * len(kinds(slow)))):
        read_once.wait()
        print("at work", flush=True)
        threading.Event().wait()


if __name__ == "__main__":
    main()
