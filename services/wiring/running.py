"""Begin and end: the parts for one command, for a web worker, and for the server."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from services.wiring.wiring import Wiring

if TYPE_CHECKING:
    import socket
    from collections.abc import Callable

    from infra.migrations.chains import Chain
    from services.web.app import Web
    from services.web.front.supervisor import Post
    from shared.settings import Loaded


@contextmanager
def wired(*, existing: bool = False, new: Collection[Chain] = ()) -> Iterator[Wiring]:
    """The parts for one command, closed at its end.

    Args:
        existing: only read what is there: a database that is not is refused, and nothing is made.
        new: databases that are made though the other one has what belongs to the one before.
    """
    wiring = Wiring(existing=existing, new=new)
    try:
        yield wiring
    finally:
        wiring.close()


def web_application(loaded: Loaded) -> Web:
    """The web application of one worker process; what it opens stays open until the process ends."""
    from shared.logs import set_up_logs

    set_up_logs(loaded.settings.log_format, loaded.settings.log_level)
    wiring = Wiring(loaded)
    wiring.vault_guard.require_secret()
    wiring.pulse("web").start()
    wiring.read_beside()
    return wiring.web


def serve_web(loaded: Loaded, tell: Callable[[str], None]) -> None:
    """Serve the web alone until stopped by SIGINT or SIGTERM.

    Args:
        tell: takes host and port where it listens, once nothing stands in the way.

    Raises:
        Problem: a database cannot be used, the secret does not fit, or the address is taken.
    """
    from services.web.figures import figures_together
    from services.web.front.listening import bound_to, listening_socket
    from services.wiring.imported import WEB
    from services.wiring.warmed import warm_up
    from shared.children import import_for_children

    with listening_socket(loaded.settings) as listening, figures_together() as folder:
        bound = bound_to(listening, loaded.settings)
        loaded = msgspec.structs.replace(
            loaded, settings=msgspec.structs.replace(loaded.settings, bind=bound)
        )
        if import_for_children(WEB):
            warm_up(loaded)
        serve_beside(loaded, listening, folder, begun=lambda: tell(bound))


def serve_beside(
    loaded: Loaded,
    listening: socket.socket,
    folder: Path,
    beside: Sequence[Post] = (),
    *,
    begun: Callable[[], None] = lambda: None,
) -> None:
    """Serve the web and keep other processes meanwhile, until stopped by SIGINT or SIGTERM.

    Args:
        listening: what the web processes accept from.
        folder: what they share.
        beside: the others.
        begun: called once nothing stands in the way.

    Raises:
        Problem: as `serve_web`.
    """
    from functools import partial

    from services.web.serve import serve
    from shared.logs import set_up_logs
    from shared.outcome import outcome

    set_up_logs(loaded.settings.log_format, loaded.settings.log_level)
    # Tried once, so that what is wrong is told once and not by dying processes.
    outcome("tl-check", _check_web, loaded)
    begun()
    serve(listening, loaded.settings, partial(web_application, loaded), folder, beside)


def _check_web(loaded: Loaded) -> None:
    from services.desk.site.tournaments import complete_listings
    from services.web.figures import keep_figures_apart
    from shared.logs import set_up_logs

    keep_figures_apart()
    set_up_logs(loaded.settings.log_format, loaded.settings.log_level)
    wiring = Wiring(loaded)
    try:
        wiring.tell_failed_checks()
        wiring.vault_guard.require_secret()
        _ = wiring.web
        complete_listings(wiring.desk)
    finally:
        wiring.close()
