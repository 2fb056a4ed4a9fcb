"""The socket that all web processes accept from."""

import errno
import socket

from shared.problems import ProblemType
from shared.settings import Settings

BACKLOG = 1024
ADDRESS_IN_USE = ProblemType("address-in-use", 503)
ADDRESS_UNUSABLE = ProblemType("address-unusable", 503)


def listening_socket(settings: Settings) -> socket.socket:
    """The socket all workers accept from, so that what waits for one that dies is taken by another.

    Raises:
        Problem: address-in-use; address-unusable, where it is none of this machine or needs a right.
    """
    listening = None
    try:
        found = socket.getaddrinfo(
            settings.bind_host, settings.bind_port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
        )
        family, kind, protocol, _, address = found[0]
        # With the protocol named, asyncio switches off Nagle's delay on what is accepted.
        listening = socket.socket(family, kind, protocol)
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            listening.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        listening.bind(address)
        listening.listen(BACKLOG)
        listening.setblocking(False)
    except OSError as error:
        if listening is not None:
            listening.close()
        problem = ADDRESS_IN_USE if error.errno == errno.EADDRINUSE else ADDRESS_UNUSABLE
        raise problem(address=settings.bind, detail=error.strerror or str(error)) from error
    return listening


def bound_to(listening: socket.socket, settings: Settings) -> str:
    """Host and port where it listens: as they are set, but for a port that was any that is free."""
    return f"{settings.bind.rpartition(':')[0]}:{listening.getsockname()[1]}"
