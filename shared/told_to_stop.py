"""Being told to stop by a signal, in a process that ends with its event loop."""

import asyncio
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def told_to_stop(stop: Callable[[], None], *numbers: signal.Signals) -> Iterator[None]:
    """Have each of these signals call `stop` in the running loop; after the block they are passed over.

    A loop closes the pipe by which it hears of signals before it lets go of them. Whoever is told twice, by
    Ctrl-C and by the process that started it, would otherwise end with a traceback.
    """
    loop = asyncio.get_running_loop()
    for number in numbers:
        loop.add_signal_handler(number, stop)
    try:
        yield
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)
            signal.signal(number, signal.SIG_IGN)
