"""Begin and end: the parts for one command, for a web worker, and for the server."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from services.wiring.wiring import Wiring

if TYPE_CHECKING:
    from services.web.app import Web
    from shared.settings import Loaded


@contextmanager
def wired(*, existing: bool = False) -> Iterator[Wiring]:
    """The parts for one command, closed at its end.

    Args:
        existing: only read what is there: a database that is not is refused, and nothing is made.
    """
    wiring = Wiring(existing=existing)
    try:
        yield wiring
    finally:
        wiring.close()


def web_application(loaded: Loaded) -> Web:
    """The web application of one worker process; what it opens stays open until the process ends."""
    from shared.logs import set_up_logs

    set_up_logs(loaded.settings.log_format, loaded.settings.log_level)
    wiring = Wiring(loaded)
    wiring.vault.secret_check.require()
    wiring.pulse("web").start()
    return wiring.web


def serve_web(loaded: Loaded) -> None:
    """Serve the web until stopped by SIGINT or SIGTERM.

    Raises:
        Problem: a database cannot be used, the secret does not fit, or the address is taken.
    """
    from functools import partial

    from services.desk.rebuilding import resume
    from services.web.serve import serve
    from shared.logs import set_up_logs

    set_up_logs(loaded.settings.log_format, loaded.settings.log_level)
    wiring = Wiring(loaded)
    try:
        wiring.tell_failed_checks()
        # Made once here, so that what is wrong is told in this process and not by dying workers.
        wiring.vault.secret_check.require()
        _ = wiring.web
        resume(wiring.desk)
    finally:
        wiring.close()
    serve(loaded.settings, partial(web_application, loaded))
